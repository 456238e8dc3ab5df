"""Finding one text among a million without a dictionary of them: sorted hashes, 16 bytes a text."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.graph.model import fold

if TYPE_CHECKING:
    from collections.abc import Iterable


PART = 1 << 19
"""Keys that are looked up together."""


class Finder:
    """The first row of each text, found by its hash and held against the text itself."""

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
        """Return the first row that holds the text, None where none does."""
        wanted, hashes = hash(text), self._hashes
        part = (wanted >> self._shift) + (1 << (63 - self._shift))
        for place in range(self._begins[part], self._begins[part + 1]):
            if hashes[place] == wanted:
                row = self._rows[place]
                if self._texts[row] == text:
                    return row
        return None


class Keys:
    """The rows of a million keys, looked up five million at a time: sorted hashes, and where each range of them begins.

    Two to three times as fast as Polars' join on one core, in a fraction of its memory. Keys are texts or integers.
    """

    def __init__(self, keys: pl.Series) -> None:
        self._keys = keys
        hashes = keys.hash().to_numpy()
        order = np.argsort(hashes)
        self._rows = order.astype(np.int32)
        self._hashes = np.append(hashes[order], np.uint64(0))  # something to look at past the last one
        self._shift = np.uint64(64 - max(1, len(keys).bit_length() + 1))
        ranges = (hashes >> self._shift).astype(np.int64)
        self._begins = np.zeros((1 << int(64 - self._shift)) + 1, dtype=np.int32)
        np.cumsum(np.bincount(ranges, minlength=len(self._begins) - 1), out=self._begins[1:])

    def rows(self, wanted: pl.Series) -> NDArray[np.int32]:
        """Return the row of each key. Raises KeyError with the place of the first that is none."""
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
        """Return the row of a key with the same hash; of some other key where there is none."""
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
        """The most hashes in one range."""
        return int(np.diff(self._begins).max(initial=0))

    def _second_look(self, rows: NDArray[np.int32], part: pl.Series, doubtful: pl.Series, start: int) -> None:
        """Look up what was not found by its hash once more, by itself: two keys may share one."""
        known = {key: row for row, key in enumerate(self._keys.to_list())}
        for place in doubtful.arg_true().to_list():
            if part[place] not in known:
                raise KeyError(start + place)
            rows[place] = known[part[place]]


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
