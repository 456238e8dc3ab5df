"""The names of a graph by their first and last words, made once for each state of a graph."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock

from pramana.graph import SqliteGraph

KEPT = 4
"""Graphs whose names are kept: each reader of a server asks for those of one."""
_lock = Lock()
_kept: OrderedDict[str, NamesByWord] = OrderedDict()


class NamesByWord:
    """Folded names of several words. A question looks at the few with its words: a graph has tens of thousands."""

    def __init__(self, names: Sequence[str]) -> None:
        self._first: dict[str, list[str]] = {}
        self._last: dict[str, list[str]] = {}
        for name in names:
            words = name.split()
            if len(words) > 1:
                self._first.setdefault(words[0], []).append(name)
                self._last.setdefault(words[-1], []).append(name)

    def ending_in(self, words: str) -> list[str]:
        """Return the names that end in one or more words and have others before these, sorted."""
        return [name for name in _under(self._last, words.split()[-1:]) if name.endswith(f" {words}")]

    def beside(self, word: str) -> list[str]:
        """Return the names whose first or last word is this one, sorted."""
        return sorted({*self._first.get(word, ()), *self._last.get(word, ())})


def names_by_word(graph: SqliteGraph) -> NamesByWord:
    """Return the names of a graph by their words."""
    now = graph.hash()
    with _lock:  # who comes meanwhile waits: all of them at it would take as many times as long
        if now not in _kept:
            _kept[now] = NamesByWord(graph.names())
        _kept.move_to_end(now)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
        return _kept[now]


def _under(names: Mapping[str, Sequence[str]], words: Sequence[str]) -> Sequence[str]:
    return names.get(words[0], ()) if words else ()
