"""Comma- and tab-separated values: each row is a record."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from itertools import islice

from pramana.documents.decode import decode
from pramana.documents.loader import Loader, Part, Unusable
from pramana.documents.plain import unwrapped_blocks
from pramana.documents.tables import Row, records

_SEPARATORS = ",;\t|"
_SAMPLE = 50
"""Rows from which the separator is told."""


def parts(body: bytes) -> Iterator[Part]:
    """Yield the records of a table. Raises Undecodable, Unusable."""
    text = decode(body)
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    separator = separator_of(text)
    try:
        yield from records(
            Row(number, cells) for number, cells in enumerate(_cells(text, separator), 1) if any(map(str.strip, cells))
        )
    except csv.Error as error:
        raise Unusable(f"broken: {error}") from None


def _cells(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(text.splitlines(keepends=True), delimiter=separator)


def separator_of(text: str) -> str:
    """Return what separates the cells: what cuts the first rows into the same number of cells, the most of them.

    >>> separator_of("name;price\\nbow;1,5\\nring;2,5")
    ';'
    """

    def fit(separator: str) -> tuple[float, int]:
        widths = [len(cells) for cells in islice(_cells(text[:65_536], separator), _SAMPLE) if cells]
        usual = max(set(widths), key=lambda width: (widths.count(width), width), default=1)
        return (widths.count(usual) / len(widths) if usual > 1 else 0.0, usual)

    return max(_SEPARATORS, key=fit)


PLUGIN = Loader((".csv", ".tsv"), parts, unwrapped_blocks, is_text=True)
