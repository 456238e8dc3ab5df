"""Clusters of entities that are one: a function of the accepted links and of what forbids them, in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pramana.karaka.passes.model import Link

Pair = tuple[str, str]
"""Two ids, the smaller first."""


def pair(one: str, other: str) -> Pair:
    """Return two ids as a pair.

    >>> pair("b", "a")
    ('a', 'b')
    """
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True)
class Clusters:
    """`members` maps each representative to its entities, sorted; entities without a link are not in it.

    `chosen` maps each of these entities to its representative.
    `held` are the links that were applied; `refused` are the others, each with the two entities that cannot be one.
    """

    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    held: tuple[Link, ...] = ()
    refused: tuple[tuple[Link, Pair], ...] = ()

    def representative(self, entity: str) -> str:
        """Return the representative of an entity's cluster; the entity itself where it has none."""
        return self.chosen.get(entity, entity)


def by_id(entity: str) -> tuple[int, str]:
    """Order of representatives where nothing else is known of entities: more words first."""
    return -len(entity.split()), entity


def clusters(
    links: Iterable[Link], cannot: Iterable[Pair] = (), *, order: Callable[[str], tuple[object, ...]] = by_id
) -> Clusters:
    """Join entities by links, the surest first, never two that cannot be one.

    Links of equal confidence are applied in the order of their pairs. `order` says which of a cluster's entities
    represents it: the smallest. The result depends on the set of links and of pairs alone.
    """
    forest = _Forest(cannot)
    held, refused = [], []
    for link in sorted(set(links), key=_strength):
        enemy = forest.join(link.source, link.target)
        if enemy is None:
            held.append(link)
        else:
            refused.append((link, enemy))
    members = {min(group, key=order): tuple(sorted(group)) for group in forest.groups()}
    chosen = {entity: representative for representative, group in members.items() for entity in group}
    return Clusters(dict(sorted(members.items())), chosen, tuple(held), tuple(refused))


def _strength(link: Link) -> tuple[object, ...]:
    places = (link.source_evidence, link.target_evidence)
    where = tuple((place.doc_id, place.line_number, place.start, place.end) for place in places)
    return -link.confidence, pair(link.source, link.target), link.source, where, link.reason


class _Forest:
    """Groups of entities, each with the entities that none of it can be one with."""

    def __init__(self, cannot: Iterable[Pair]) -> None:
        self._root: dict[str, str] = {}
        self._group: dict[str, list[str]] = {}
        self._enemies: dict[str, dict[str, str]] = {}
        for one, other in sorted(set(cannot)):
            self._enemies.setdefault(one, {})[other] = one
            self._enemies.setdefault(other, {})[one] = other

    def join(self, one: str, other: str) -> Pair | None:
        """Join two groups; or return the smallest pair between them that cannot be one, and change nothing."""
        kept, lost = self._root.get(one, one), self._root.get(other, other)
        if kept == lost:
            return pair(one, other) if one == other else None
        if len(self._members(kept)) < len(self._members(lost)):
            kept, lost = lost, kept
        enemies = self._enemies.get(kept, {})
        crossing = [pair(enemies[member], member) for member in self._members(lost) if member in enemies]
        if crossing:
            return min(crossing)
        self._merge(kept, lost)
        return None

    def groups(self) -> list[list[str]]:
        return list(self._group.values())

    def _members(self, root: str) -> list[str]:
        return self._group.get(root, [root])

    def _merge(self, kept: str, lost: str) -> None:
        members = self._members(lost)
        self._group.setdefault(kept, [kept]).extend(members)
        for member in members:
            self._root[member] = kept
        self._group.pop(lost, None)
        enemies = self._enemies.setdefault(kept, {})
        for enemy, whose in self._enemies.pop(lost, {}).items():
            enemies[enemy] = min(whose, enemies.get(enemy, whose))
