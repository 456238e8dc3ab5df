"""What a graph's page shows, as data: nodes, edges with the places that say them, and why each is there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from pramana.evidence import Grade

LONGEST_TEXT = 2_000
"""Characters of a property, or of a reason, that are shown."""


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A stretch of line number `line` of the page's lines, from 0, in code points, `end` exclusive. An empty one
    means the whole line."""

    line: int
    start: int
    end: int
    grade: str


@dataclass(frozen=True, slots=True)
class ViewLine:
    """A line of a document, and how it is cited: `rama.txt:7`."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Argument:
    """One proposal about a fact: what it said, what became of it, why; the scorers' votes, 1 to 100."""

    said: str
    verdict: str
    reason: str
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewWhy:
    """Why facts are in the graph: the proposals that brought them, some refused rivals, and how many there were."""

    run: int | None
    accepted: tuple[Argument, ...] = ()
    refused: tuple[Argument, ...] = ()
    refused_count: int = 0


_GRADES = tuple(grade.value for grade in Grade)


@dataclass(frozen=True, slots=True)
class ViewNode:
    """A node. `label` is its display name, `names` its other names, `at` where it occurs, if known.

    `interest`, 0 to 3, says what a page draws first.
    """

    id: str
    label: str
    type: str
    verdict: str = ""
    names: tuple[str, ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict)
    at: tuple[PagePlace, ...] = ()
    interest: int = 0


@dataclass(frozen=True, slots=True)
class ViewEdge:
    """An edge between two nodes of the page, by their numbers from 0. `why` is the number of its ViewWhy, -1: none."""

    source: int
    relation: str
    target: int
    id: str
    verdict: str = Grade.ASSERTED.value
    at: tuple[PagePlace, ...] = ()
    why: int = -1
    properties: Mapping[str, Any] = field(default_factory=dict)

    @property
    def grade(self) -> str:
        """How surely the text says it: the best grade of its places; `asserted` where no text is given."""
        grades = {place.grade for place in self.at}
        return next((grade for grade in _GRADES if grade in grades), Grade.ASSERTED.value)


@dataclass(frozen=True)
class ViewGraph:
    """The content of a page. `start` is the number of the node that it opens at; `told` says what was left out."""

    nodes: tuple[ViewNode, ...]
    edges: tuple[ViewEdge, ...]
    lines: tuple[ViewLine, ...] = ()
    whys: tuple[ViewWhy, ...] = ()
    start: int = 0
    directed: bool = True
    told: str = ""
    same: str = ""
    """The relation that holds two nodes to be one, "" where none does."""
    events: str = ""
    """The type of the nodes that are events, "" where none are."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """What relations say, in a word, where their names do not tell."""

    def page_data(self) -> dict[str, Any]:
        """Return it as the page's script reads it: frequent words are indices into lists."""
        return {
            "nodes": [self._node(node) for node in self.nodes],
            "edges": [self._edge(edge) for edge in self.edges],
            "lines": [[line.place, line.text] for line in self.lines],
            "whys": [asdict(why) for why in self.whys],
            **{name: list(words) for name, words in self._words.items()},
            "start": self.start,
            "directed": self.directed,
            "told": self.told,
            "meanings": [self.meanings.get(name, "") for name in self._words["relations"]],
            "events": self._words["types"].get(self.events, -1),
            "same": self._words["relations"].get(self.same, -1),
        }

    @cached_property
    def _words(self) -> dict[str, dict[str, int]]:
        """Return the number of each word, by what it is: types by name, the commonest relations and the surest grades
        first."""
        relations = Counter(edge.relation for edge in self.edges)
        grades = {edge.grade for edge in self.edges} | {place.grade for each in self._elements() for place in each.at}
        if self.same in relations:
            grades.add(Grade.RESOLVED.value)
        return {
            "types": _number_words(sorted({node.type for node in self.nodes})),
            "relations": _number_words(sorted(relations, key=lambda name: (-relations[name], name))),
            "grades": _number_words(grade.value for grade in Grade if grade.value in grades),
            "verdicts": _number_words(each.verdict for each in reversed(self._elements())),
        }

    def _elements(self) -> list[ViewNode | ViewEdge]:
        return [*self.nodes, *self.edges]

    def _node(self, node: ViewNode) -> dict[str, Any]:
        return {
            "id": node.id,
            "label": node.label,
            "type": self._words["types"][node.type],
            "verdict": self._words["verdicts"][node.verdict],
            **_without_empty(
                names=list(node.names),
                properties=shown_properties(node.properties),
                at=self._places(node.at),
                interest=node.interest,
            ),
        }

    def _edge(self, edge: ViewEdge) -> dict[str, Any]:
        return {
            "id": edge.id,
            "ends": [edge.source, edge.target],
            "relation": self._words["relations"][edge.relation],
            "grade": self._words["grades"][edge.grade],
            "verdict": self._words["verdicts"][edge.verdict],
            "why": edge.why,
            **_without_empty(properties=shown_properties(edge.properties), at=self._places(edge.at)),
        }

    def _places(self, places: tuple[PagePlace, ...]) -> list[list[int]]:
        grades = self._words["grades"]
        return [[place.line, place.start, place.end, grades[place.grade]] for place in places]


def shown_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return properties without what says nothing, and with long texts cut."""
    return {str(name): _shorten(value) for name, value in properties.items() if value not in (None, "", [], {})}


def _shorten(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}…"
    if isinstance(value, list | tuple):
        return [_shorten(each) for each in value[:50]]
    return (
        value if isinstance(value, int | float | bool) else _shorten(json.dumps(value, ensure_ascii=False, default=str))
    )


def _number_words(words: Iterable[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(dict.fromkeys(words))}


def _without_empty(**parts: Any) -> dict[str, Any]:
    return {name: part for name, part in parts.items() if part}
