"""The connected components of a graph, updated while edges are added and removed.

A union-find cannot delete. Here classes of nodes are merged at once, the smaller into the larger, and split lazily: a
removed edge is stored as a *ghost* until the next query. A class is always connected by live edges and ghosts
together, so once no ghosts are left, the classes are the components.

Cost: a new edge O(log n) amortised, a removed one O(1), a removed node its edges. A query resolves each ghost by a
search from both ends, the side with fewer nodes first, until the searches meet or the smaller side is exhausted. The
connected regions that were found are reused for the next ghost, so that no node is visited twice. Worst case, in a
long ring: as much as recounting the affected components; usually a few nodes per ghost, and nothing without removals.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from heapq import nlargest
from itertools import pairwise

Neighbours = Callable[[int], Iterable[int]]
"""Returns the rows of a node's live neighbours, in either direction."""


_NONE = -1
"""The class of a row without a neighbour."""


class Components:
    """The weakly connected components of a graph's nodes, by row. Nodes without neighbours have no class.

    The members of a class are a ring: each row names the next and the one before, 24 bytes a node in all.
    """

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._class_of = array("q")
        self._after = array("q")
        self._before = array("q")
        self._sizes: dict[int, int] = {}
        self._first: dict[int, int] = {}
        self._ghosts: dict[int, dict[int, None]] = {}
        self._next = 0
        self._connected = 0

    def join(self, one: int, other: int) -> None:
        """Record that an edge was added between two nodes."""
        if one == other:
            return
        for row in (one, other):
            if self._own(row) == _NONE:
                self._add_class(row)
        first, second = self._class_of[one], self._class_of[other]
        if first != second:
            self._merge(first, second)

    def cut(self, one: int, other: int) -> None:
        """Record that an edge between two nodes was removed; parallel edges may remain."""
        if one != other:
            self._ghosts.setdefault(one, {})[other] = None
            self._ghosts.setdefault(other, {})[one] = None

    def remove(self, row: int) -> None:
        """Record that a node was removed, after its edges. The next query splits its component if necessary."""
        self._bridge(self._lay(row))
        own = self._own(row)
        if own != _NONE:
            self._take_out(row)
            self._shrink(own)

    def sizes(self, most: int) -> tuple[int, list[int]]:
        """Return the number of components with two or more nodes, and the sizes of the largest, largest first."""
        self._settle()
        return len(self._sizes), nlargest(most, self._sizes.values()) if most else []

    def connected_count(self) -> int:
        """Return the number of nodes with a neighbour."""
        self._settle()
        return self._connected

    def _own(self, row: int) -> int:
        """Return the class of a row, making room for it."""
        if row >= len(self._class_of):
            more = row + 1 - len(self._class_of)
            for column in (self._class_of, self._after, self._before):
                column.extend([_NONE] * more)
        return self._class_of[row]

    def _add_class(self, row: int) -> None:
        """Make a class of one node."""
        self._class_of[row], self._after[row], self._before[row] = self._next, row, row
        self._sizes[self._next], self._first[self._next] = 1, row
        self._next += 1
        self._connected += 1

    def _members(self, own: int) -> Iterator[int]:
        first = row = self._first[own]
        while True:
            yield row
            row = self._after[row]
            if row == first:
                return

    def _merge(self, first: int, second: int) -> None:
        small, large = sorted((first, second), key=self._sizes.__getitem__)
        for row in self._members(small):
            self._class_of[row] = large
        one, other = self._first.pop(small), self._first[large]
        last, end = self._before[one], self._before[other]
        self._after[last], self._after[end] = other, one
        self._before[one], self._before[other] = end, last
        self._sizes[large] += self._sizes.pop(small)

    def _take_out(self, row: int) -> None:
        own, after, before = self._class_of[row], self._after[row], self._before[row]
        self._after[before], self._before[after] = after, before
        self._class_of[row] = _NONE
        self._sizes[own] -= 1
        self._connected -= 1
        self._first[own] = after

    def _shrink(self, own: int) -> None:
        """Remove a class of one node, or of none."""
        if self._sizes[own] == 1:
            self._class_of[self._first[own]] = _NONE
            self._connected -= 1
        if self._sizes[own] < 2:
            del self._sizes[own], self._first[own]

    # Ghosts

    def _lay(self, row: int) -> list[int]:
        """Remove all ghosts of a node, and return their other ends."""
        others = list(self._ghosts.pop(row, ()))
        for other in others:
            self._forget(other, row)
        return others

    def _forget(self, one: int, other: int) -> None:
        held = self._ghosts[one]
        del held[other]
        if not held:
            del self._ghosts[one]

    def _bridge(self, ends: list[int]) -> None:
        """Connect nodes by ghosts that were connected through a removed node or component."""
        for one, other in pairwise(dict.fromkeys(ends)):
            self.cut(one, other)

    def _settle(self) -> None:
        """Resolve every ghost: split its ends, or find that they are connected without it."""
        regions = _Regions(self._neighbours)
        while self._ghosts:
            one, other = self._take()
            part = regions.part(one, other)
            if part is not None:
                self._split(part, other if one in part else one)

    def _take(self) -> tuple[int, int]:
        """Remove and return one ghost, from the end: emptying a dictionary from its front is slow."""
        one, others = self._ghosts.popitem()
        other, _ = others.popitem()
        if others:
            self._ghosts[one] = others
        self._forget(other, one)
        return one, other

    def _split(self, part: set[int], beyond: int) -> None:
        """Make a component its own class. Classes that were connected through it are connected by ghosts."""
        ends = [beyond]
        for row in part if len(part) < len(self._ghosts) else [row for row in self._ghosts if row in part]:
            ends += [other for other in self._lay(row) if other not in part]
        own = self._class_of[beyond]
        for row in part:
            self._take_out(row)
        rows = list(part) if len(part) > 1 else []
        for row in rows:
            self._add_class(row)
            if row != rows[0]:
                self._merge(self._class_of[rows[0]], self._class_of[row])
        self._shrink(own)
        self._bridge(ends)


class _Regions:
    """Sets of nodes that are known to be connected, each with the nodes whose neighbours were not visited yet."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._of: dict[int, int] = {}
        self._members: dict[int, set[int]] = {}
        self._waiting: dict[int, list[int]] = {}

    def part(self, one: int, other: int) -> set[int] | None:
        """Return the whole component of one of two nodes if they are not connected, None if they are."""
        first, second = self._at(one), self._at(other)
        while first != second:
            small = first if len(self._members[first]) <= len(self._members[second]) else second
            if not self._waiting[small]:
                return self._members[small]
            self._grow(small)
            first, second = self._of[one], self._of[other]
        return None

    def _at(self, row: int) -> int:
        if row not in self._of:  # a region is identified by its first node
            self._of[row], self._members[row], self._waiting[row] = row, {row}, [row]
        return self._of[row]

    def _grow(self, region: int) -> None:
        """Visit the neighbours of one node of a region."""
        for near in self._neighbours(self._waiting[region].pop()):
            found = self._of.get(near)
            if found is None:
                self._of[near] = region
                self._members[region].add(near)
                self._waiting[region].append(near)
            elif found != region:
                region = self._merge(region, found)

    def _merge(self, one: int, other: int) -> int:
        small, large = sorted((one, other), key=lambda region: len(self._members[region]))
        moved = self._members.pop(small)
        self._members[large] |= moved
        self._waiting[large] += self._waiting.pop(small)
        self._of.update(dict.fromkeys(moved, large))
        return large
