"""Lookup of one text among a million without a dictionary: sorted hashes, 16 bytes a text."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.graph.model import fold_name

if TYPE_CHECKING:
    from collections.abc import Iterable


PART = 1 << 19
"""Keys that are looked up together: the intermediate arrays stay at a few megabytes. Chosen by hand."""


class TextFinder:
    """Finds the first row of a text by its hash, and compares the text itself."""

    def __init__(self, texts: pl.Series) -> None:
        self._texts = texts
        hashes = np.fromiter(_hashes(texts), np.int64, len(texts))
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        self._hashes = hashes[order].data
        self._rows = order.data
        self._shift = 64 - max(1, len(texts).bit_length())
        ranges = (hashes >> self._shift) + (1 << (63 - self._shift))
        self._begins = np.cumsum(np.bincount(ranges + 1, minlength=(1 << (64 - self._shift)) + 1), dtype=np.int32).data

    def row(self, text: str) -> int | None:
        """Return the first row that holds the text, None if none does."""
        wanted, hashes = hash(text), self._hashes
        part = (wanted >> self._shift) + (1 << (63 - self._shift))
        for place in range(self._begins[part], self._begins[part + 1]):
            if hashes[place] == wanted:
                row = self._rows[place]
                if self._texts[row] == text:
                    return row
        return None


class Keys:
    """Looks up five million keys among a million: sorted hashes, and the position where each range of them begins.

    Two to three times as fast as Polars' join on one core, in a fraction of its memory. Keys are texts or integers.
    """

    def __init__(self, keys: pl.Series) -> None:
        self._keys = keys
        hashes = keys.hash().to_numpy()
        order = np.argsort(hashes)
        self._rows = order.astype(np.int32)
        self._hashes = np.append(hashes[order], np.uint64(0))  # a sentinel past the last hash
        self._shift = np.uint64(64 - max(1, len(keys).bit_length() + 1))
        ranges = (hashes >> self._shift).astype(np.int64)
        self._begins = np.zeros((1 << int(64 - self._shift)) + 1, dtype=np.int32)
        np.cumsum(np.bincount(ranges, minlength=len(self._begins) - 1), out=self._begins[1:])

    def rows(self, wanted: pl.Series) -> NDArray[np.int32]:
        """Return the row of each key. Raises KeyError with the position of the first unknown key."""
        if len(wanted) and not len(self._keys):
            raise KeyError(0)
        wanted = wanted.cast(self._keys.dtype)
        found = np.empty(len(wanted), dtype=np.int32)
        for start in range(0, len(wanted), PART):
            part = wanted.slice(start, PART)
            rows = self._part(part)
            same = self._keys.gather(pl.Series(rows)) == part
            if not same.all():
                self._second_look(rows, part, ~same, start)
            found[start : start + PART] = rows
        return found

    def _part(self, wanted: pl.Series) -> NDArray[np.int32]:
        """Return the row of a key with the same hash; an arbitrary row if there is none."""
        hashes = wanted.hash().to_numpy()
        places = self._begins[(hashes >> self._shift).astype(np.int64)]
        left = np.flatnonzero(self._hashes[places] != hashes)
        for _ in range(self._longest):
            if not len(left):
                break
            places[left] = np.minimum(places[left] + 1, len(self._rows))
            left = left[self._hashes[places[left]] != hashes[left]]
        return self._rows[np.minimum(places, len(self._rows) - 1)]

    @cached_property
    def _longest(self) -> int:
        """The largest number of hashes in one range."""
        return int(np.diff(self._begins).max(initial=0))

    def _second_look(self, rows: NDArray[np.int32], part: pl.Series, doubtful: pl.Series, start: int) -> None:
        """Look up again, one by one, the keys that the hash did not find: two keys may share a hash."""
        known = {key: row for row, key in enumerate(self._keys.to_list())}
        for place in doubtful.arg_true().to_list():
            if part[place] not in known:
                raise KeyError(start + place)
            rows[place] = known[part[place]]


def _hashes(texts: pl.Series) -> Iterable[int]:
    """Yield Python's hashes, in chunks, so that no list of all texts is created."""
    for start in range(0, len(texts), 1 << 16):
        yield from map(hash, texts.slice(start, 1 << 16).to_list())


def fold_texts(texts: pl.Series) -> pl.Series:
    """Return texts in the form in which names are compared (`fold`); printable ASCII texts as one column."""
    plain = texts.str.contains(r"^[\x20-\x7e]*$").fill_null(True)
    simple = texts.str.to_lowercase().str.replace_all(" +", " ").str.strip_chars(" ")
    if plain.all():
        return simple
    rows = (~plain).arg_true()
    return simple.scatter(rows, [fold_name(text) for text in texts.gather(rows).to_list()])
