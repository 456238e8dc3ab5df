"""Whether a text says claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from pramana.claims import ClaimVerdict, Decider
from pramana.views.render.parts import Part, columns, line, verdict
from pramana.wording import cited_place


class _Line(Protocol):
    @property
    def doc_id(self) -> str: ...
    @property
    def line_number(self) -> int: ...
    @property
    def text(self) -> str: ...


class _Check(Protocol):
    """A claim that was checked, with the lines that decide."""

    @property
    def claim(self) -> str: ...
    @property
    def verdict(self) -> ClaimVerdict: ...
    @property
    def reasons(self) -> tuple[str, ...]: ...
    @property
    def decided_by(self) -> Decider: ...
    @property
    def lines(self) -> Sequence[Any]: ...
    @property
    def opposing(self) -> Sequence[Any]: ...
    @property
    def statements(self) -> Sequence[Any]: ...


def claim_parts(checked: Sequence[_Check], counts: dict[str, int]) -> Iterator[Part]:
    """Yield each sentence of the claims with its verdict, reasons and lines; of several also how many have which."""
    sentences = [each for claim in checked for each in claim.statements]
    for each in sentences:
        by = "" if each.decided_by is Decider.RULES else f" by a {each.decided_by.value}"
        yield line(verdict(each.verdict.value), by, ": ", each.claim)
        yield columns([(reason,) for reason in each.reasons])
        yield columns([_line_cells(found, each.opposing) for found in each.lines])
    if len(sentences) > 1:
        yield line(", ".join(f"{count} {name}" for name, count in counts.items()))


def _line_cells(found: _Line, opposing: Sequence[Any]) -> tuple[str, ...]:
    cells = (cited_place(found.doc_id, found.line_number), found.text)
    return (*cells, "says otherwise" if found in opposing else "") if opposing else cells
