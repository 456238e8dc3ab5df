"""`status`: the state of the workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pramana.cli import options
from pramana.cli.output import Cell, columns, heading, plural, print_json, say, tally_text, verdict
from pramana.cli.passes import pass_row
from pramana.cli.progress import EMBEDDED
from pramana.cli.session import reading

if TYPE_CHECKING:
    from pramana.views import WorkspaceStatus

SHOWN_DOCUMENTS = 12
"""Documents that are printed: the state of a workspace fits one screen. `--json` prints all."""


def status(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """Show documents, lines by what became of them, the graph, what was spent, metrics, and what is unfinished."""
    with reading(workspace) as ws:
        found = ws.status()
    if as_json:
        print_json(found.as_json())
    else:
        _print_status(found)


def _print_status(found: WorkspaceStatus) -> None:
    say((found.folder, "bold"))
    _print_documents(found)
    heading("Lines")
    columns([(verdict(name), f"{number:>9,}") for name, number in found.lines.items()] or [("none", "")])
    heading("Graph")
    columns([("nodes", tally_text(found.nodes)), ("edges", tally_text(found.edges))])
    columns([("facts", tally_text(found.verdicts)), ("hash", found.graph_hash)])
    heading("Passes")
    columns([pass_row(state) for state in found.passes])
    columns([(f"{relation} links", tally_text(verdicts)) for relation, verdicts in found.links.items()])
    heading("Models")
    columns([_spending_row(row) for row in found.spending] or [("none asked so far", "")])
    heading("Metrics")
    columns(list(_metrics(found.metrics)))
    heading("Last runs")
    columns([run_row(run) for run in found.runs] or [("none yet", "")])
    if found.unfinished:
        heading("Unfinished")
        columns([(reason,) for reason in found.unfinished])


def _print_documents(found: WorkspaceStatus) -> None:
    heading(plural(len(found.documents), "document"))
    rows = [
        (document["doc_id"], f"{document['lines']:>7,} lines", "" if document["finished"] else "not finished")
        for document in found.documents
    ]
    columns(rows[:SHOWN_DOCUMENTS])
    if len(rows) > SHOWN_DOCUMENTS:
        say(f"  and {len(rows) - SHOWN_DOCUMENTS:,} more (--json names them all)")


def _spending_row(row: dict[str, Any]) -> tuple[Cell, ...]:
    from pramana.views import money, token_text

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
        yield verdict(failure["status"]), f"{plural(failure['lines'], 'line')}: {failure['reason']}"


def _recovered_calls(calls: dict[str, int]) -> dict[str, int]:
    """Return what went wrong with calls and was put right, where anything did."""
    words = {"retries": "tried again", "corrections": "sent back", "repaired": "repaired"}
    return {words[name]: calls[name] for name in words if calls[name]}


def _seconds(amount: float) -> str:
    return f"{amount:,.1f} s" if amount >= 1 else f"{amount * 1000:,.1f} ms"


def _size(amount: int) -> str:
    return f"{amount / 1e9:,.1f} GB" if amount >= 1e9 else f"{amount / 1e6:,.1f} MB"


def _pass(about: dict[str, Any], result: dict[str, Any]) -> str:
    taken = f"{result.get('taken_back', 0):,} taken back"
    if about.get("undo"):
        return f"undo {about['pass']}: {taken}"
    return f"{about['pass']}: {tally_text(result.get('links', {}))}{f', {taken}' if result.get('taken_back') else ''}"


def _decision(about: dict[str, Any], result: dict[str, Any]) -> str:
    what = f"undo of decision {about['undoes']}" if "undoes" in about else about["what"]
    return f"{what}: {about['one']}, {about['other']}{f' ({why})' if (why := about['why']) else ''}"


def _removal(about: dict[str, Any], result: dict[str, Any]) -> str:
    return ", ".join(about["documents"])


def _import(about: dict[str, Any], result: dict[str, Any]) -> str:
    return f"{about['import']} ({about['format']}): {result.get('nodes', 0):,} nodes, {result.get('edges', 0):,} edges"


def _stategraph(about: dict[str, Any], result: dict[str, Any]) -> str:
    name = about["graph"]["name"] if "graph" in about else "a graph"
    if "error" in result:
        return f"{name}: {result['error']} {result.get('node', '')}".strip()
    return f"{name}: {result['steps']} steps" if "steps" in result else str(name)


def _investigation(about: dict[str, Any], result: dict[str, Any]) -> str:
    return f"{about.get('question', '')} → {result.get('stop', 'no answer')}"


def _comparison(about: dict[str, Any], result: dict[str, Any]) -> str:
    names = " against ".join(about["names"])
    return f"{names}, {about['lines']:,} lines" + (f": {result['stopped_by']}" if "stopped_by" in result else "")


TELLING: dict[str, Callable[[dict[str, Any], dict[str, Any]], str]] = {
    "pass": _pass,
    "decision": _decision,
    "remove": _removal,
    "import": _import,
    "stategraph": _stategraph,
    "investigate": _investigation,
    "compare": _comparison,
}
"""The result of a run as text, by its kind."""


def run_row(run: dict[str, Any]) -> tuple[Cell, ...]:
    """Return a run as a row: number, kind, status, begin, and what came of it."""
    result = run["result"]
    if run["kind"] == "ask":
        told = f"{result.get('question', '')} → {result.get('status', 'no answer')}"
    elif run["kind"] == "ingest" and "lines" in result:
        told = tally_text(result["lines"])
    elif run["kind"] in TELLING:
        told = TELLING[run["kind"]](run["about"], result)
    else:
        told = str(result.get("graph_hash", ""))
    return f"{run['run']}", run["kind"], verdict(run["status"]), run["started"][:19].replace("T", " "), told
