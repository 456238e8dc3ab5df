"""What a result is shown as, before it is text or HTML: paragraphs, headings and tables of styled cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Cell = str | tuple[str, str]
"""A text, or a text and its style (a style of Rich: `bold`, `green`)."""

VERDICT_STYLES = {
    "verified": "green",
    "checked": "yellow",
    "empty": "dim",
    "unchanged": "dim",
    "supported": "green",
    "contradicted": "bold red",
    "not_stated": "yellow",
    "unsure": "yellow",
    "weak": "yellow",
    "unsupported": "red",
    "refused": "red",
    "abstained": "magenta",
    "failed": "bold red",
    "done": "green",
    "partial": "yellow",
    "undecided": "yellow",
    "stopped": "yellow",
    "running": "cyan",
}
"""One style a word, the same in every result."""


def line_count(number: int) -> str:
    """Return a number of lines for a column of them: the nouns of all rows are below each other.

    >>> line_count(1), line_count(2000)
    ('      1 line', '  2,000 lines')
    """
    return f"{number:>7,} line{'s' * (number != 1)}"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Cells one after the other. `aside`: a remark, which a terminal gets on standard error."""

    cells: tuple[Cell, ...]
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of the parts that follow."""

    words: str


@dataclass(frozen=True, slots=True)
class AlignedRows:
    """Rows whose cells are aligned below each other; the last cell of a row wraps below itself."""

    rows: tuple[tuple[Cell, ...], ...]
    indent: int = 2


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A table with a line below the names of its columns; every cell wraps."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Part = Paragraph | Heading | AlignedRows | RuledTable


def line(*cells: Cell) -> Paragraph:
    """Return cells as one paragraph; without any, an empty line."""
    return Paragraph(cells)


def aside(*cells: Cell) -> Paragraph:
    """Return a remark."""
    return Paragraph(cells, aside=True)


def heading(words: str) -> Heading:
    """Return a title."""
    return Heading(words)


def columns(rows: Iterable[Sequence[Cell]], *, indent: int = 2) -> AlignedRows:
    """Return rows, indented by so many blanks."""
    return AlignedRows(tuple(map(tuple, rows)), indent)


def text_lines(text: str, style: str = "") -> Iterator[Paragraph]:
    """Yield a text of several lines, a paragraph each."""
    for each in text.split("\n"):
        yield Paragraph(((each, style),))


def error_lines(message: str) -> Iterator[Paragraph]:
    """Yield what is wrong, as a remark; further lines are indented."""
    first, *more = message.split("\n")
    yield aside(("error: ", "bold red"), first)
    for each in more:
        yield aside("  " + each)


def verdict(word: str) -> Cell:
    """Return a verdict or a status in its style."""
    return word, VERDICT_STYLES.get(word, "")
