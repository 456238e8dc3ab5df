"""The names of a graph by their first and last words, made once for each state of a graph."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.graph import SqliteGraph
from pramana.karaka.graph_states import KeptByState


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
        return [name for name in self._last.get(words.rpartition(" ")[2], ()) if name.endswith(f" {words}")]

    def beside(self, word: str) -> list[str]:
        """Return the names whose first or last word is this one, sorted."""
        return sorted({*self._first.get(word, ()), *self._last.get(word, ())})


def names_by_word(graph: SqliteGraph) -> NamesByWord:
    """Return the names of a graph by their words."""
    return _kept.of(graph)


_kept = KeptByState(lambda graph: NamesByWord(graph.names()))
