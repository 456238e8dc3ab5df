"""Search for simple paths between two sets of nodes: shortest first, from both sides, within bounds.

Both sides grow level by level, the side with fewer edges first, until they are one edge apart, so that a node with
very many neighbours is tested against a small set, and seldom expanded. The levels are then pruned to the nodes that
lie on a walk of the wanted length, and those walks are followed in the order of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class Links(Generic[N]):
    """The graph as the search sees it: neighbours are the keys of mappings; their values are not used.

    `ahead` and `behind` return the nodes one edge away, along and against the edges; `order` sorts nodes by insertion;
    `passes`, if given, returns whether some edge from one node to the next may be followed. `fetch`, if given, is told
    which nodes will be asked for next, and whether `ahead` of them: a graph on a server reads them all at once.
    """

    ahead: Callable[[N], Mapping[N, Any]]
    behind: Callable[[N], Mapping[N, Any]]
    order: Callable[[Iterable[N]], list[N]]
    passes: Callable[[N, N], bool] | None = None
    fetch: Callable[[Iterable[N], bool], None] = lambda nodes, ahead: None


def simple_paths(
    links: Links[N], starts: set[N], ends: set[N], max_length: int, most: int, max_expansions: int, *, begin: int = 1
) -> tuple[list[tuple[N, ...]], tuple[str, ...]]:
    """Return up to `most` simple paths of `begin` to `max_length` edges, and `("max_expansions",)` if that bound was
    reached.

    Paths are ordered by length, then by the order of their nodes from the start on. The paths found before the bound
    was reached are a prefix of the full result.
    """
    if max_length < begin or most < 1:
        return [], ()
    found: list[tuple[N, ...]] = []
    if begin == 1 and len(starts) == len(ends) == 1 and links.passes is None:
        near = _of_a_pair(links, next(iter(starts)), next(iter(ends)), max_length, max_expansions)
        if near is not None:
            found, begin = near[:most], NEAR + 1
    if begin > max_length or len(found) == most:
        return found, ()
    return _by_levels(_PathSearch(links, starts, ends, max_expansions), range(begin, max_length + 1), found, most)


def _by_levels(
    search: _PathSearch[N], lengths: range, found: list[tuple[N, ...]], most: int
) -> tuple[list[tuple[N, ...]], tuple[str, ...]]:
    try:
        for length in lengths:
            if not search.reach(length):
                break
            for path in search.walks():
                found.append(path)
                if len(found) == most:
                    return found, ()
    except _Exhausted:
        return found, ("max_expansions",)
    return found, ()


NEAR = 3
"""Edges: up to this length a path between two nodes follows from their neighbours alone."""

MANY = 1_000
"""Neighbours: a pair with more is searched by levels, which expands only the smaller side. Chosen by hand."""


def _of_a_pair(links: Links[N], start: N, end: N, max_length: int, max_expansions: int) -> list[tuple[N, ...]] | None:
    """Return the paths of up to three edges between two nodes; None if the two have too many neighbours.

    This is the most frequent search; it is answered without building levels.
    """
    ahead = links.ahead
    links.fetch([start], True)
    links.fetch([end], False)
    leaving, reaching = ahead(start), links.behind(end).keys()
    if start == end:
        return []
    if len(leaving) + len(reaching) > min(max_expansions, MANY):
        return None
    found: list[tuple[N, ...]] = [(start, end)] if end in leaving else []
    if max_length > 1 and not reaching.isdisjoint(leaving.keys()):
        found += [(start, one, end) for one in links.order((leaving.keys() & reaching) - {start, end})]
    if max_length > 2:
        links.fetch(leaving, True)
        met = [one for one in leaving if not reaching.isdisjoint(ahead(one).keys())]
        for one in links.order(met) if len(met) > 1 else met:
            if one != start and one != end:
                others = (ahead(one).keys() & reaching) - {start, end, one}
                found += [(start, one, two, end) for two in links.order(others)]
    return found


class _Exhausted(Exception):
    """The search has followed `max_expansions` edges."""


class _PathSearch(Generic[N]):
    """The levels reached from both sides: `fore[i]` holds the nodes that a walk of i edges reaches from a start,
    `back[j]` those from which a walk of j edges reaches an end."""

    def __init__(self, links: Links[N], starts: set[N], ends: set[N], allowance: int) -> None:
        self._ahead, self._behind, self._passes = links.ahead, links.behind, links.passes
        self._order, self._fetch = links.order, links.fetch
        self._fore = [starts]
        self._back = [ends]
        self._left = allowance
        # A simple path does not return to its only start, nor pass its only end.
        self._start = next(iter(starts)) if len(starts) == 1 else None
        self._end = next(iter(ends)) if len(ends) == 1 else None

    def reach(self, length: int) -> bool:
        """Grow the levels until they are one edge apart on walks of `length`. Returns False if there are none."""
        while len(self._fore) + len(self._back) - 1 < length:
            self._fetch(self._fore[-1], True)
            self._fetch(self._back[-1], False)
            ahead = sum(map(len, map(self._ahead, self._fore[-1])))
            behind = sum(map(len, map(self._behind, self._back[-1])))
            self._spend(min(ahead, behind))
            if ahead <= behind:
                self._fore.append(self._next(self._fore[-1], self._ahead, self._passes))
            else:
                self._back.append(self._next(self._back[-1], self._behind, self._against()))
        return bool(self._fore[-1]) and bool(self._back[-1])

    def _next(
        self, level: set[N], neighbours: Callable[[N], Mapping[N, Any]], passes: Callable[[N, N], bool] | None
    ) -> set[N]:
        if passes is None:
            reached = set().union(*map(neighbours, level))
        else:
            reached = set()
            for node in level:
                reached.update(other for other in neighbours(node) if other not in reached and passes(node, other))
        if self._start is not None:
            reached.discard(self._start)
        if self._end is not None:
            reached.discard(self._end)
        return reached

    def _against(self) -> Callable[[N, N], bool] | None:
        passes = self._passes
        return None if passes is None else lambda node, other: passes(other, node)

    def walks(self) -> Iterator[tuple[N, ...]]:
        """Yield the simple paths through the current levels, in order."""
        layers = self._layers()
        if layers:
            for layer in layers[:-1]:
                self._fetch(layer, True)
            yield from self._follow(layers)

    def _layers(self) -> list[set[N]]:
        """Return for each position on a walk its possible nodes; an empty list if the two sides do not meet.

        Edges are not tested here: `_follow` does that.
        """
        fore, back = self._fore[-1], self._back[-1]
        self._spend(min(len(fore), len(back)))
        if len(fore) <= len(back):
            self._fetch(fore, True)
            ahead = self._ahead
            near = {node for node in fore if not ahead(node).keys().isdisjoint(back)}
            far = back
        else:
            self._fetch(back, False)
            behind = self._behind
            far = {node for node in back if not behind(node).keys().isdisjoint(fore)}
            near = fore
        if not near or not far:
            return []
        return self._prune(near, far)

    def _prune(self, near: set[N], far: set[N]) -> list[set[N]]:
        layers = [near]
        for level in reversed(self._fore[:-1]):
            wanted = layers[-1]
            self._spend(len(level))
            layers.append({node for node in level if not self._ahead(node).keys().isdisjoint(wanted)})
        layers.reverse()
        layers.append(far)
        for level in reversed(self._back[:-1]):
            layers.append(level)
        return layers

    def _follow(self, layers: list[set[N]]) -> Iterator[tuple[N, ...]]:
        """Yield the simple paths through the layers, depth first, in the order of the nodes."""
        last = len(layers) - 1
        path: list[N] = []
        open_places = [iter(self._order(layers[0]))]
        while open_places:
            node = next(open_places[-1], None)
            if node is None:
                open_places.pop()
                if path:
                    path.pop()
                continue
            if len(path) == last:
                yield (*path, node)
                continue
            path.append(node)
            open_places.append(iter(self._onward(node, layers[len(path)], path)))

    def _onward(self, node: N, layer: set[N], path: list[N]) -> list[N]:
        self._spend(1)
        neighbours = self._ahead(node).keys() & layer
        neighbours.difference_update(path)
        passes = self._passes
        if passes is not None:
            neighbours = {other for other in neighbours if passes(node, other)}
        return self._order(neighbours) if len(neighbours) > 1 else list(neighbours)

    def _spend(self, edges: int) -> None:
        self._left -= edges
        if self._left < 0:
            raise _Exhausted
