"""Rows of tables as records: each cell with the name of its column, so that a row is understood by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from pramana.documents.loader import Part

_PROSE = 80
"""Code points. A longer cell with a space in it is text to be read by itself, not a value of its record."""
_SAMPLE = 50
"""Rows from which the header is told."""
_NUMBER = re.compile(r"[-+(]?[\d.,\s%€$£¥]+\)?")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Row:
    """A row that is not empty: its number in the file, from 1, and its cells as text."""

    number: int
    cells: Sequence[str]


def records(rows: Iterable[Row], where: str = "") -> Iterator[Part]:
    """Yield the parts of a table: for each row its short cells (`Name: Anna | City: Leeds`), then each long one.

    The first row names the columns if it looks like a header: texts, all different, where rows below hold something
    else. Columns without a name go without one. Places begin with `where`: "", or `sheet Data, `.
    """
    stream = iter(rows)
    sample = list(islice(stream, _SAMPLE))
    names: Sequence[str] = ()
    if is_header(sample):
        names = [one_line(cell) for cell in sample.pop(0).cells]
    for row in chain(sample, stream):
        yield from record(row, names, where)


def record(row: Row, names: Sequence[str], where: str = "") -> Iterator[Part]:
    """Yield the parts of one row under the names of its columns; their places begin with `where`."""
    short: list[str] = []
    prose: list[Part] = []
    for at, cell in enumerate(row.cells):
        name = names[at] if at < len(names) else ""
        if len(cell) > _PROSE and " " in cell.strip():
            prose.append(Part(f"{cell.strip()}\n", f"{where}cell {column_letters(at)}{row.number}"))
        elif cell.strip():
            short.append(f"{name}: {one_line(cell)}" if name else one_line(cell))
    if short:
        yield Part(" | ".join(short) + "\n", f"{where}row {row.number}")
    yield from prose


def is_header(sample: Sequence[Row]) -> bool:
    """Return whether the first of some rows names the columns of the others.

    It does if its cells are short texts, all different, none of them a number, and the table has more than one row.
    """
    if len(sample) < 2:
        return False
    cells = [one_line(cell) for cell in sample[0].cells]
    filled = [cell for cell in cells if cell]
    widest = max(sum(1 for cell in row.cells if cell.strip()) for row in sample)
    words = all(len(cell) <= _PROSE and not _NUMBER.fullmatch(cell) for cell in filled)
    return words and len(filled) * 2 > widest and len(set(filled)) == len(filled)


def one_line(cell: str) -> str:
    """Return a cell without line ends: white space folded."""
    return _SPACE.sub(" ", cell).strip()


def column_letters(at: int) -> str:
    """Return the letters of a column, which counts from 0.

    >>> [column_letters(at) for at in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
