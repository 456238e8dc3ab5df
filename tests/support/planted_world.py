"""The facts of a planted graph: people, their companies and cities, and each relation as pairs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pramana.graph.adapters import MemoryAdapter
from pramana.graph.model import Edge, Node

_HEADS = (
    "Bar",
    "Cel",
    "Dor",
    "Fen",
    "Gal",
    "Hol",
    "Jun",
    "Kel",
    "Lor",
    "Mir",
    "Nav",
    "Ost",
    "Pel",
    "Quor",
    "Ras",
    "Sel",
)
_MIDDLES = ("a", "e", "i", "o", "u", "ami", "ero", "ino", "uva", "ola")
_TAILS = ("dan", "gard", "lin", "mond", "nel", "port", "quist", "ras", "stow", "tez", "vik", "wen", "zar")

ALIKE = {
    "WORKS_FOR": ("WORKED_FOR",),
    "WORKED_FOR": ("WORKS_FOR",),
    "LIVES_IN": ("BORN_IN",),
    "BORN_IN": ("LIVES_IN",),
    "FOUNDED": ("WORKS_FOR",),
}
"""Relations that a hasty reader takes for each other."""


class World:
    """The facts: who and what there is, and each relation as pairs."""

    def __init__(self, random: Random, size: int) -> None:
        self.nodes: dict[str, Node] = {}
        self.pairs: dict[str, list[tuple[str, str]]] = {}
        self._random = random
        self._names = self._fresh_names()
        self.countries = [self._node("n", number, "Country", {}) for number in range(4)]
        counts = _apart(random, size // 4, 20_000, 900_000)
        self.cities = [self._node("t", number, "City", {"population": count}) for number, count in enumerate(counts)]
        sums = _apart(random, size // 3, 1, 9_000)
        self.companies = [self._node("f", number, "Company", {"revenue": each}) for number, each in enumerate(sums)]
        years = _apart(random, size, 1900, 1900 + 3 * size)
        self.people = [self._node("p", number, "Person", {"birth_year": year}) for number, year in enumerate(years)]
        self._homonyms()
        self._relate()
        self._ahead = {relation: _grouped(pairs) for relation, pairs in self.pairs.items()}
        self._behind = {
            relation: _grouped((target, source) for source, target in pairs) for relation, pairs in self.pairs.items()
        }

    def name(self, node: str) -> str:
        return str(self.nodes[node].properties["name"])

    def is_name(self, text: str) -> bool:
        return any(node.properties["name"] == text for node in self.nodes.values())

    def out(self, node: str, relation: str) -> list[str]:
        return self._ahead[relation].get(node, [])

    def into(self, node: str, relation: str) -> list[str]:
        return self._behind[relation].get(node, [])

    def graph(self) -> MemoryAdapter:
        edges = [
            Edge(source, relation, target, {"description": self._told(source, relation, target)})
            for relation, pairs in self.pairs.items()
            for source, target in pairs
        ]
        return MemoryAdapter.of(self.nodes.values(), edges)

    def _told(self, source: str, relation: str, target: str) -> str:
        return f"{self.name(source)} {relation.lower().replace('_', ' ')} {self.name(target)}."

    def _fresh_names(self) -> Iterator[str]:
        names = [head + middle + tail for head in _HEADS for middle in _MIDDLES for tail in _TAILS]
        self._random.shuffle(names)
        yield from names
        yield from (f"{first} {second}" for first in names for second in names)

    def _node(self, kind: str, number: int, type_: str, properties: dict[str, Any]) -> str:
        node = Node(f"{kind}{number}", type_, {"name": next(self._names), **properties})
        self.nodes[node.id] = node
        return node.id

    def _homonyms(self) -> None:
        """Call every fourth company by the name of a city."""
        for company, city in zip(self.companies[::4], self.cities, strict=False):
            properties = {**self.nodes[company].properties, "name": self.name(city)}
            self.nodes[company] = Node(company, "Company", properties)

    def _relate(self) -> None:
        pick = self._random.choice
        self.pairs["LOCATED_IN"] = [(city, pick(self.countries)) for city in self.cities]
        self.pairs["BASED_IN"] = [(company, pick(self.cities)) for company in self.companies]
        self.pairs["WORKS_FOR"] = [(person, pick(self.companies)) for person in self.people]
        self.pairs["WORKED_FOR"] = [
            (person, pick([company for company in self.companies if company != now]))
            for person, now in self.pairs["WORKS_FOR"]
        ]
        self.pairs["LIVES_IN"] = [(person, pick(self.cities)) for person in self.people]
        self.pairs["BORN_IN"] = [
            (person, pick([city for city in self.cities if city != now])) for person, now in self.pairs["LIVES_IN"]
        ]
        founders = self._random.sample(self.people, len(self.companies))
        self.pairs["FOUNDED"] = list(zip(founders, self.companies, strict=True))
        self.pairs["MENTORED"] = [
            (self._random.choice(self.people[:number]), person) for number, person in enumerate(self.people) if number
        ]
        self.pairs["SUPPLIES"] = [
            (company, other)
            for company in self.companies
            for other in self._random.sample(self.companies, 2)
            if other != company
        ]


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
    return found


def _apart(random: Random, count: int, low: int, high: int) -> list[int]:
    """Return different numbers, so that no rank is tied."""
    return random.sample(range(low, high), count)


@dataclass(frozen=True, slots=True)
class Hop:
    """An edge to follow, along its direction or against it."""

    relation: str
    along: bool = True

    def from_(self, world: World, nodes: Sequence[str]) -> list[str]:
        follow = world.out if self.along else world.into
        return list(dict.fromkeys(found for node in nodes for found in follow(node, self.relation)))


def between(world: World, start: str) -> dict[str, list[str]]:
    """Return, for each node to which only one shortest way leads along the edges, what lies on it before the end."""
    ways: dict[str, list[list[str]]] = {start: [[start]]}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for other in [other for relation in world.pairs for other in world.out(node, relation)]:
            if other not in ways:
                waiting.append(other)
                ways[other] = []
            if not ways[other] or len(ways[other][0]) == len(ways[node][0]) + 1:
                ways[other] += [[*way, other] for way in ways[node][:2]]
    return {node: found[0][1:-1] for node, found in ways.items() if len(found) == 1}
