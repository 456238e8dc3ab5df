"""Finding one text among a million without a dictionary of them: sorted hashes, 12 bytes a text."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from pramana.graph.model import fold

if TYPE_CHECKING:
    from collections.abc import Iterable


class Finder:
    """The first row of each text, found by its hash and held against the text itself."""

    def __init__(self, texts: pl.Series) -> None:
        self._texts = texts
        hashes = np.fromiter(_hashes(texts), np.int64, len(texts))
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        self._hashes = hashes[order].data
        self._rows = order.data

    def row(self, text: str) -> int | None:
        """Return the first row that holds the text, None where none does."""
        wanted, hashes = hash(text), self._hashes
        place = bisect_left(hashes, wanted)
        while place < len(hashes) and hashes[place] == wanted:
            row = self._rows[place]
            if self._texts[row] == text:
                return row
            place += 1
        return None


def _hashes(texts: pl.Series) -> Iterable[int]:
    """Yield Python's hashes, a part at a time: no list of all texts is made."""
    for start in range(0, len(texts), 1 << 16):
        yield from map(hash, texts.slice(start, 1 << 16).to_list())


def folded(texts: pl.Series) -> pl.Series:
    """Return texts in the form under which names are compared (`fold`); what is printable ASCII in one go."""
    plain = texts.str.contains(r"^[\x20-\x7e]*$").fill_null(True)
    simple = texts.str.to_lowercase().str.replace_all(" +", " ").str.strip_chars(" ")
    if plain.all():
        return simple
    rows = (~plain).arg_true()
    return simple.scatter(rows, [fold(text) for text in texts.gather(rows).to_list()])
