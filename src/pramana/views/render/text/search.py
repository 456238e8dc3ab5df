"""Lines that a search found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.retrieval import RankedLine
from pramana.views.render.parts import Cell, Part, columns, line
from pramana.wording import place


def search_parts(found: Sequence[RankedLine], *, explain: bool = False) -> Iterator[Part]:
    """Yield the lines, best first, with the query's words highlighted; with `explain` also the parts of each score."""
    for each in found:
        yield line((place(each.doc_id, each.number), "cyan"), "  ", *_highlighted_cells(each))
        if explain:
            yield columns([(f"{each.score:.3f}", _parts_text(each))], indent=4)


def _highlighted_cells(found: RankedLine) -> Iterator[Cell]:
    done = 0
    for start, end in found.spans:
        yield found.text[done:start]
        yield found.text[start:end], "bold"
        done = end
    yield found.text[done:]


def _parts_text(found: RankedLine) -> str:
    parts = " + ".join(f"{name} {value:.3f}" for name, value in found.parts.items() if value)
    return f"= {parts}" + (f"; linked from {found.via}" if found.via else "")
