"""The state of a workspace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pramana.views.abstentions import lines_in_words
from pramana.views.render.parts import Cell, Part, columns, heading, line, line_count, verdict
from pramana.views.render.text.passes import pass_row
from pramana.views.render.text.runs import run_row
from pramana.views.render.text.spending import EMBEDDED
from pramana.views.reports import money, token_text
from pramana.views.status import WorkspaceStatus
from pramana.wording import plural, tally_text

SHOWN_DOCUMENTS = 12
"""Documents that are printed: the state of a workspace fits one screen. `--json` prints all."""


def _spending_row(row: dict[str, Any]) -> tuple[Cell, ...]:
    if row["model"].startswith(EMBEDDED):
        return f"embedded model {row['model'].removeprefix(EMBEDDED)}", f"{row['calls']:,} answers, no cost"
    return row["model"], f"{row['calls']:,} answers, {token_text(row)}, {money(row['money'])}"


def _metrics(found: dict[str, Any]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of what there is to tell: nothing was measured yet in a new workspace."""
    if found["acceptance"]["lines"]:
        yield from _lines_in_words(found)
    if found["seconds_per_line"]["mean"] is not None:
        read = plural(found["seconds_per_line"]["lines"], "line")
        yield "time a line", f"{_seconds(found['seconds_per_line']['mean'])} on average over {read}"
    asked = found["seconds_per_question"]
    if asked["mean"] is not None:
        times = f"{_seconds(asked['mean'])} on average, {_seconds(asked['max'])} at most"
        yield "time a question", f"{times} ({plural(asked['questions'], 'question')})"
    if found["seconds_in_passes"]:
        yield "time in passes", _seconds(found["seconds_in_passes"])
    calls = found["calls"]
    if any(calls.values()):
        yield (
            "calls",
            tally_text({"made": calls["calls"], "answered from the store": calls["stored"], **_recovered_calls(calls)}),
        )
    if found["peak_bytes"]:
        peaks = ", ".join(f"{_size(size)} ({kind})" for kind, size in found["peak_bytes"].items())
        yield "memory at most", peaks
    sizes = found["stored_bytes"]
    yield "stored", f"{_size(sizes['database'])}, of which {_size(sizes['vectors'])} of vectors"


def _lines_in_words(found: dict[str, Any]) -> Iterator[tuple[Cell, ...]]:
    calls, attempts, accepted = found["calls_per_line"], found["attempts_per_line"], found["acceptance"]
    yield "calls a line", f"{calls['mean']:.2f} on average, {calls['max']:,.2f} at most"
    if attempts["mean"] is not None:
        yield "attempts a line", f"{attempts['mean']:.2f} on average, {attempts['max']} at most"
    at_once = accepted["at_first_attempt"]
    first = "" if at_once is None else f"; {at_once:.1%} at the first attempt"
    yield "accepted", f"{accepted['rate']:.1%} of {plural(accepted['lines'], 'line')}{first}"
    for failure in found["failures"]:
        yield verdict(failure["status"]), lines_in_words(failure["lines"], failure["reason"])


def _recovered_calls(calls: dict[str, int]) -> dict[str, int]:
    """Return what went wrong with calls and was put right, where anything did."""
    words = {"retries": "tried again", "corrections": "sent back", "repaired": "repaired"}
    return {words[name]: calls[name] for name in words if calls[name]}


def _seconds(amount: float) -> str:
    return f"{amount:,.1f} s" if amount >= 1 else f"{amount * 1000:,.1f} ms"


def _size(amount: int) -> str:
    return f"{amount / 1e9:,.1f} GB" if amount >= 1e9 else f"{amount / 1e6:,.1f} MB"


def _documents(found: WorkspaceStatus) -> Iterator[Part]:
    yield heading(plural(len(found.documents), "document"))
    rows = [
        (document["doc_id"], line_count(document["lines"]), "" if document["finished"] else "not finished")
        for document in found.documents
    ]
    yield columns(rows[:SHOWN_DOCUMENTS])
    if len(rows) > SHOWN_DOCUMENTS:
        yield line(f"  and {len(rows) - SHOWN_DOCUMENTS:,} more (--json names them all)")
    if found.left_out:
        yield heading(f"{plural(len(found.left_out), 'file')} left out by the last ingest")
        yield columns([(each["name"], each["reason"]) for each in found.left_out[:SHOWN_DOCUMENTS]])
        if len(found.left_out) > SHOWN_DOCUMENTS:
            yield line(f"  and {len(found.left_out) - SHOWN_DOCUMENTS:,} more (--json names them all)")


def status_parts(found: WorkspaceStatus) -> Iterator[Part]:
    yield line((found.folder, "bold"))
    yield from _documents(found)
    yield heading("Lines")
    yield columns([(verdict(name), f"{number:>9,}") for name, number in found.lines.items()] or [("none", "")])
    yield heading("Graph")
    yield columns([("nodes", tally_text(found.nodes)), ("edges", tally_text(found.edges))])
    yield columns([("facts", tally_text(found.verdicts)), ("hash", found.graph_hash)])
    yield heading("Passes")
    yield columns([pass_row(state) for state in found.passes])
    yield columns([(f"{relation} links", tally_text(verdicts)) for relation, verdicts in found.links.items()])
    yield heading("Models")
    yield columns([_spending_row(row) for row in found.spending] or [("none paid so far", "")])
    yield heading("Metrics")
    yield columns(list(_metrics(found.metrics)))
    yield heading("Last runs")
    yield columns([run_row(run) for run in found.runs] or [("none yet", "")])
    if found.unfinished:
        yield heading("Unfinished")
        yield columns([(reason,) for reason in found.unfinished])
