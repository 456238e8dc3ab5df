"""Links to senses: what fits several bearers of one name joins the one that it surely means, or none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from pramana.karaka.passes.clusters import Pair, pair
from pramana.karaka.passes.decisions import upheld
from pramana.karaka.passes.mark_words import TRADES
from pramana.karaka.passes.marks import callings_conflict
from pramana.karaka.passes.model import EntityDecision, Link
from pramana.karaka.passes.names import NameIndex

Unclear = tuple[str, tuple[str, ...], str]
"""What joins none of several, these, and why."""


class Senses:
    """Which entities of a view are senses, and of what."""

    def __init__(self, known: NameIndex, senses: Mapping[str, str], decisions: Sequence[EntityDecision]) -> None:
        self._known = known
        self._senses = senses
        self._bases = frozenset(senses.values())
        self._merged: dict[str, str] = {}
        for decision in upheld(decisions, known) if senses else ():
            if decision.kind == "merge":
                kept, lost = sorted((self._representative(decision.one), self._representative(decision.other)))
                self._merged |= {entity: kept for entity, one in self._merged.items() if one == lost} | {lost: kept}

    def _representative(self, entity: str) -> str:
        """Return who an entity is, by what people merged."""
        return self._merged.get(entity, entity)

    def of_one_name(self, one: str, other: str) -> bool:
        """Return whether two entities are distinct bearers of one name."""
        return (
            one != other and bool(self._bases) and self._base(one) is not None and self._base(one) == self._base(other)
        )

    def without_ambiguous(self, links: Sequence[Link]) -> tuple[list[Link], list[Unclear]]:
        """Return the links without those that would make an entity several bearers of one name, and those entities.

        Links that the text itself states are kept. Of the others, the one whose calling agrees is kept, else the only
        one with a document in common.
        """
        if not self._bases:
            return list(links), []
        dropped: set[Pair] = set()
        unclear: dict[tuple[str, str], tuple[str, ...]] = {}
        for (entity, base), several in self._to_bearers(links):
            ends = sorted({_other_end(link, entity) for link in several})
            kept = {_other_end(link, entity) for link in several if link.signal is not None} or self._certain_bearers(
                entity, ends
            )
            dropped |= {pair(entity, end) for end in ends if end not in kept}
            if not kept:
                unclear[entity, base] = tuple(ends)
        left = [link for link in links if pair(link.source, link.target) not in dropped]
        told = [
            (entity, ends, f"{self._known[entity].name!r} fits several called {self._known[ends[0]].name!r}")
            for (entity, _), ends in unclear.items()
        ]
        return self._without_ways_round(left, unclear.keys()), told

    def _without_ways_round(self, links: list[Link], unclear: Collection[tuple[str, str]]) -> list[Link]:
        """Return the links but those that make what fits several one with a name of one of them."""
        meant: dict[str, set[str]] = defaultdict(set)
        lost: dict[str, set[str]] = defaultdict(set)
        for (entity, base), _ in self._to_bearers(links):
            meant[entity].add(base)
        for entity, base in unclear:
            lost[entity].add(base)
        return [
            link
            for link in links
            if lost.get(link.source, set()).isdisjoint(meant.get(link.target, ()))
            and lost.get(link.target, set()).isdisjoint(meant.get(link.source, ()))
        ]

    def apart(self, links: Iterable[Link]) -> dict[Pair, str]:
        """Return the pairs of bearers of one name among the ends of links: no way round may join them."""
        if not self._bases:
            return {}
        kin: dict[str, set[str]] = defaultdict(set)
        for link in links:
            for end in (link.source, link.target):
                base = self._base(end)
                if base is not None:
                    kin[base].add(end)
        return {
            both: "they are distinct bearers of one name"
            for members in kin.values()
            for both in (
                pair(*two)
                for two in combinations(sorted(members), 2)
                if self._representative(two[0]) != self._representative(two[1])
            )
        }

    def _base(self, entity: str) -> str | None:
        """Return the name that an entity is a bearer of; None where all that go by it are one."""
        return self._senses.get(entity, entity if entity in self._bases else None)

    def _to_bearers(self, links: Sequence[Link]) -> Iterator[tuple[tuple[str, str], list[Link]]]:
        """Yield each entity and each name that several go by, with its links to bearers of that name."""
        found: dict[tuple[str, str], list[Link]] = defaultdict(list)
        for link in links:
            for entity, end in ((link.source, link.target), (link.target, link.source)):
                base = self._base(end)
                if base is not None:
                    found[entity, base].append(link)
        yield from sorted(found.items(), key=lambda entry: entry[0])

    def _certain_bearers(self, entity: str, ends: Sequence[str]) -> set[str]:
        """Return the one of several bearers that an entity certainly is; empty if that is unknown."""
        if len({self._representative(end) for end in ends}) < len(ends):
            return set(ends)
        callings = self._callings(entity)
        fitting = [end for end in ends if not _forbidden(callings, self._callings(end))]
        agreeing = [end for end in fitting if callings & self._callings(end)]
        if len(agreeing) == 1:
            return set(agreeing)
        near = [end for end in fitting if self._known[end].first.keys() & self._known[entity].first.keys()]
        return set(near) if len(near) == 1 else set()

    def _callings(self, entity: str) -> set[str]:
        """Return the kinds of calling that a name's titles and adjectives, or a sense's suffix, tell."""
        reading = self._known[entity].reading
        said = {*reading.titles, *reading.adjectives}
        if entity in self._senses:
            said.add(entity[len(self._senses[entity]) + 2 : -1])
        return {TRADES[word] for word in said if word in TRADES}


def _forbidden(some: set[str], others: set[str]) -> bool:
    verdicts = [callings_conflict(one, other) for one in some for other in others]
    return bool(verdicts) and all(verdicts)


def _other_end(link: Link, entity: str) -> str:
    return link.target if link.source == entity else link.source
