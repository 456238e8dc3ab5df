"""Names that several people share: which names of a line may, by a graph, mean another bearer than a question names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pramana.graph import Node, SqliteGraph, fold_name
from pramana.karaka.clear_names import walk_same_as
from pramana.karaka.line_answers import genders_of
from pramana.karaka.names_by_word import names_by_word
from pramana.karaka.question_names import known_words
from pramana.karaka.schema import ENTITY
from pramana.language import LinkedExpression, Token, tag_tokens, word_set

_TITLES = word_set("types/titles")


@dataclass(frozen=True, slots=True)
class SharedName:
    """A name with the full names of whom it may mean. `joined`: the graph says that it is all of these, as one."""

    name: str
    bearers: tuple[str, ...]
    joined: bool


class SharedNameReader:
    """Compares the names of lines with those of one question."""

    def __init__(self, graph: SqliteGraph, question: str) -> None:
        self._graph = graph
        named = known_words(graph, question)[0] if any(letter.isupper() for letter in question[1:]) else ()
        self._asked = [name for name in named if name[:1].isupper() and _own_words(name)]
        self._called: dict[str, tuple[list[Node], frozenset[str]]] = {}

    def others(self, text: str) -> tuple[LinkedExpression, ...]:
        """Return the names of a line, each with the name of the question that it does not mean, or not surely."""
        found = []
        for start, end in _spans_of_names(text) if self._asked else ():
            for asked in self._asked:
                if self.compare_names(text[start:end], asked) is not None:
                    found.append(LinkedExpression(start, end, asked))
        return tuple(found)

    def compare_names(self, held: str, asked: str) -> SharedName | None:
        """Return why a line's name is not surely the asked one, None where it is, or has no word of it.

        Only of two names in the graph, one of which says less than the other: *Mr Carter*, *Sarah Carter*.
        """
        words, own = _own_words(held), _own_words(asked)
        if len(words) == len(own) or not (words[-1:] == own[-1:] or words[:1] == own[:1]):
            return None
        (nodes, group), (meant, own_group) = self._entities_called(held), self._entities_called(asked)
        if not nodes or not meant or not own_group.isdisjoint(group):
            return None
        short, ends = (held, nodes) if len(words) < len(own) else (asked, meant)
        joined = [name for name in self._group_names(ends) if len(_own_words(name)) > 1]
        if joined:
            return SharedName(short, tuple(joined[:1]), joined=True)
        bearers = self._bearers(short)
        return SharedName(short, tuple(bearers), joined=False) if len(bearers) > 1 else None

    def _entities_called(self, name: str) -> tuple[list[Node], frozenset[str]]:
        """Return the entities that go by a name, and the ids of all that are linked with them. Both are kept: a
        question is compared with the names of a hundred lines, most of which come again."""
        if name not in self._called:
            nodes = [node for node in self._graph.nodes_named(name) if node.type == ENTITY]
            self._called[name] = nodes, frozenset(node.id for node, _ in walk_same_as(self._graph, nodes))
        return self._called[name]

    def _group_names(self, nodes: Sequence[Node]) -> list[str]:
        found = (node for node, _ in walk_same_as(self._graph, nodes) if not node.properties.get("pronoun"))
        return sorted({str(node.properties.get("canonical_name", node.id)) for node in found})

    def _bearers(self, short: str) -> list[str]:
        """Return one full name for each entity that a short name may mean, by its words and its title."""
        word, gender = fold_name(_own_words(short)[-1]), genders_of(short)
        found: dict[frozenset[str], str] = {}
        for name in names_by_word(self._graph).beside(word):
            if not _fits(gender, genders_of(name)):
                continue
            nodes, group = self._entities_called(name)
            spelled = [str(node.properties["canonical_name"]) for node in nodes]
            if nodes and len(_own_words(spelled[0])) > 1 and all(each[:1].isupper() for each in spelled[0].split()):
                found.setdefault(group, spelled[0])
        return sorted(found.values())


def _fits(one: set[str], other: set[str]) -> bool:
    return not one or not other or not one.isdisjoint(other)


def _own_words(name: str) -> list[str]:
    """Return the words of a name without its titles."""
    words = [word for word in name.casefold().split() if word.rstrip(".") not in _TITLES]
    return words or name.casefold().split()


def _spans_of_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield where runs of words tagged as names begin and end: *Mr Carter*."""
    for named, run in groupby(tag_tokens(text), key=_is_of_name):
        if named:
            tokens = list(run)
            yield tokens[0].start, tokens[-1].end


def _is_of_name(token: Token) -> bool:
    return token.tag == "NP0"
