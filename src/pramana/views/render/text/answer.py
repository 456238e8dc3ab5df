"""An answer with its citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pramana.views.render.parts import Cell, Part, columns, heading, line, text_lines, verdict
from pramana.views.reply import Reply, SourceLine
from pramana.wording import place

STATUS_STYLES = {
    "GROUNDED": "green",
    "ASSUMED": "yellow",
    "FROM_TEXT": "green",
    "QUOTED": "cyan",
    "NO_MATCH": "yellow",
    "ERROR": "bold red",
}


def reply_parts(reply: Reply, verdicts: Mapping[tuple[str, int], str], *, trace: bool = False) -> Iterator[Part]:
    """Yield the answer, then the cited lines, each with the verdict on its reading, or the nearest lines.

    `verdicts` are by document and line number; `trace`: also the hops that led there.
    """
    yield from text_lines(reply.answer, "bold" if reply.status == "GROUNDED" else "")
    if reply.citations:
        yield line()
        yield columns(
            [_source(each, verdict(verdicts.get((each.doc_id, each.line_number), ""))) for each in reply.sources]
        )
    if reply.references:
        yield line(f"Read as: {'; '.join(reply.references)}")
    for told in reply.corroboration:
        yield line(told)
    if reply.nearest:
        yield heading("The lines that come nearest")
        yield columns([_source(each) for each in reply.sources])
    if trace:
        from pramana.views.render.answers_page import trace_in_words  # only where a trace is wanted

        yield heading("How")
        yield columns([(f"{number}", hop) for number, hop in enumerate(trace_in_words(reply.reasoning_trace), 1)])
    yield line()


def _source(source: SourceLine, *judged: Cell) -> tuple[Cell, ...]:
    """Return a line's place, with the part of its document where that has parts, then the verdict, then its text."""
    part = f" ({source.part})" if source.part else ""
    return (f"{place(source.doc_id, source.line_number)}{part}", "cyan"), *judged, source.text


def footer_parts(reply: Reply, plan: str, cost: list[str]) -> Iterator[Part]:
    """Yield the status of a reply, the verdict on its plan ("" for none), its run, and what it cost."""
    cells: list[Cell] = [(reply.status, STATUS_STYLES[reply.status])]
    if plan:
        cells += [" · plan ", verdict(plan)]
    run = f"run {reply.run}" if reply.run else "not recorded: the workspace can only be read"
    yield line(*cells, f" · {run}", f" · {', '.join(cost)}" if cost else "")
