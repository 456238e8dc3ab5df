"""What an ingest would take, and what it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pramana.documents import SkippedFile, document_kinds, skipped_in_words
from pramana.views.abstentions import lines_in_words, merge_causes
from pramana.views.render.parts import Part, columns, heading, line, line_count, verdict
from pramana.views.render.text.passes import passes_parts
from pramana.views.render.text.spending import EMBEDDED
from pramana.views.reports import LEFT_OUT, Estimate, IngestReport, WorkEstimate, money, token_text
from pramana.wording import plural

SHOWN_REASONS = 8
"""Reasons that are printed, the most frequent first. `pramana ledger --refused` prints all."""
SHOWN_DELETED = 10
"""Documents without a file that are named on the terminal: they fit on one screen with the rest of the report."""

MEANING = {
    "verified": "passed the checks, a scorer and a blind verifier",
    "checked": "passed the deterministic checks; no model judged them",
    "empty": "read, and they state no action",
    "refused": "nothing of them is in the graph",
    "abstained": "not read: the model would have had to guess",
    "failed": "no answer came; the same command tries again",
    "unchanged": "read before",
}


def left_out_parts(refused: Any) -> Iterator[Part]:
    if refused:
        yield heading("Files left out")
        yield columns([((item.path, "bold"), item.reason) for item in refused])


def skipped_parts(files: Sequence[SkippedFile]) -> Iterator[Part]:
    if files:
        yield heading(f"{plural(len(files), 'file')} passed over")
        yield columns([(phrase,) for phrase in skipped_in_words(files)])


def estimate_parts(found: Estimate) -> Iterator[Part]:
    unchanged = f" ({found.unchanged_lines:,} more are read already)" if found.unchanged_lines else ""
    who = "the embedded model" if found.model.startswith(EMBEDDED) else found.model
    tokens = f"{found.prompt_tokens:,} read, {found.completion_tokens:,} written"
    yield columns(
        [
            ("documents", f"{found.documents:,}"),
            ("lines to read", f"{found.lines:,}{unchanged}"),
            ("model", who),
            ("policy", found.policy),
            ("calls, about", f"{found.calls:,}"),
            ("tokens, about", tokens),
            ("money, about", money(found.money)),
        ],
        indent=0,
    )
    yield from left_out_parts(found.refused_documents)
    yield from skipped_parts(found.skipped_files)


def work_estimate_parts(found: WorkEstimate) -> Iterator[Part]:
    """Yield what work would take, a row each."""
    stored = f" ({plural(found.stored, 'answer')} more {'is' if found.stored == 1 else 'are'} stored)"
    yield columns(
        [
            ("work", found.work),
            ("model", ", ".join(found.models) or "none is asked"),
            ("calls, about", f"{found.calls:,}{stored if found.stored else ''}"),
            ("tokens, about", f"{found.prompt_tokens:,} read, {found.completion_tokens:,} written"),
            ("money, about", money(found.money)),
        ],
        indent=0,
    )


def _spending(name: str, spending: dict[str, Any], report: IngestReport) -> Iterator[Part]:
    calls, stored = spending["calls"], spending["stored"]
    again = f", {stored:,} answered from the store" if stored else ""
    if name.startswith(EMBEDDED):
        yield line(f"  The embedded model answered {plural(calls, 'time')}{again}; no cost.")
        return
    cost = None if spending["unpriced"] else spending["money"]
    each = f" ({calls / report.read:.2f} a line)" if report.read else ""
    yield line(f"  {name}: {plural(calls, 'call')}{again}{each}, {token_text(spending)}, {money(cost)}.")


def _outcomes(report: IngestReport) -> Iterator[Part]:
    rows = [
        (verdict(name), line_count(report.lines[name]), meaning)
        for name, meaning in MEANING.items()
        if report.lines[name]
    ]
    left = "left out: their preposition changes what they say (outside Paris); pramana show line names them"
    parts = [("participants", f"{report.participants_left_out:>7,}", left)] if report.participants_left_out else []
    yield columns([*rows, ("Kriyās", f"{report.kriyas:>7,}", "now in the graph from these lines"), *parts])
    for name, spending in report.spending.get("models", {}).items():
        yield from _spending(name, spending, report)
    if report.reasons:
        yield heading("Left out, by reason")
        reasons = list(reasons_by_status(report))
        yield columns([(verdict(status), said) for status, said in reasons[:SHOWN_REASONS]])
        if len(reasons) > SHOWN_REASONS:
            yield line(f"  and {plural(len(reasons) - SHOWN_REASONS, 'other reason')}: pramana ledger --refused")


def reasons_by_status(report: IngestReport) -> Iterator[tuple[str, str]]:
    """Yield why lines were left out, a sentence each, with what became of them: the most frequent first."""
    found: list[tuple[int, str, str]] = []
    for status in LEFT_OUT:
        prefix = f"{status}: "
        of_status = {each.removeprefix(prefix): n for each, n in report.reasons.items() if each.startswith(prefix)}
        found += [(count, status, reason) for reason, count in merge_causes(of_status).items()]
    for count, status, reason in sorted(found, key=lambda each: (-each[0], each[1], each[2])):
        yield status, lines_in_words(count, reason)


def ingest_parts(report: IngestReport, asked: bool = True) -> Iterator[Part]:
    if report.nothing_usable and report.refused_documents:
        yield line("No document could be read. Nothing was written.")
    elif report.run is None and not asked:
        yield line("Every document has been read under the present configuration.")
    elif report.nothing_usable:
        yield line(f"No document to read was found ({document_kinds()}). Nothing was written.")
    elif report.run is None:
        yield line(f"Nothing to do: {plural(report.unchanged_documents, 'document')} unchanged.")
    else:
        unchanged = f", {plural(report.unchanged_documents, 'more document')} unchanged"
        yield line(
            (f"Run {report.run}", "bold"),
            f": {plural(report.documents, 'document')}{unchanged if report.unchanged_documents else ''}, "
            f"{plural(report.read, 'line')} read in {report.seconds:.1f} s",
        )
        yield from _outcomes(report)
    if any(each.run is not None for each in report.passes):
        yield heading(f"Passes over the graph, {report.passes_seconds:.1f} s")
        yield from passes_parts(report.passes)
    yield from left_out_parts(report.refused_documents)
    yield from skipped_parts(report.skipped_files)
    yield from _deleted_parts(report.deleted_files)


def _deleted_parts(documents: Sequence[str]) -> Iterator[Part]:
    if documents:
        yield heading(f"{plural(len(documents), 'file')} gone from the folder")
        yield columns([(document,) for document in documents[:SHOWN_DELETED]])
        if len(documents) > SHOWN_DELETED:
            yield line(f"  and {len(documents) - SHOWN_DELETED:,} more: --json names them")
        yield line("  What they said still answers questions. To take it out: ", ("pramana remove NAME", "bold"))
