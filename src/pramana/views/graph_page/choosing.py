"""Which part of a graph a page shows where it cannot show all: what is nearest to where it opens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Ends = tuple[int, int]
"""An edge by the numbers of its nodes, from 0."""
NAMED, TYPED = 2, 1
"""What a node gains by a proper name and by a type: a reader looks for persons and firms, not for *doorways*."""


def interest_of(label: str, *, typed: bool, pronoun: bool = False) -> int:
    """Return how much a reader wants to see an entity, 0 to 3. A proper name begins and ends with a capital or a digit.

    >>> interest_of("Jacob Marley", typed=True), interest_of("Scrooge's debtors", typed=False)
    (3, 0)
    """
    words = label.split()
    if pronoun or not words:
        return 0
    proper = words[0][0].isupper() and (words[-1][0].isupper() or words[-1][0].isdigit())
    return NAMED * proper + TYPED * typed


def most_connected(count: int, ends: Sequence[Ends], among: Iterable[int] | None = None) -> int:
    """Return the node with most edges, the first of several; of those `among`, where any is named. 0 for no nodes."""
    degrees = _degrees(count, ends)
    return max(range(count) if among is None else among, key=lambda node: (degrees[node], -node), default=0)


def nearest(count: int, ends: Sequence[Ends], starts: Sequence[int], limit: int) -> list[int]:
    """Return the numbers of at most `limit` edges, sorted: those fewest steps from `starts`, in either direction; then
    those around the unreached node with most edges, and so on.

    The edges of one node are taken in their order. The same graph gives the same edges.
    """
    if len(ends) <= limit:
        return list(range(len(ends)))
    around = _around(count, ends)
    degrees = _degrees(count, ends)
    taken: dict[int, None] = {}
    seen = [False] * count
    for start in (*starts, *sorted(range(count), key=lambda node: (-degrees[node], node))):
        if len(taken) >= limit:
            break
        if not seen[start]:
            _spread(start, ends, around, seen, taken, limit)
    return sorted(taken)


def _spread(
    start: int, ends: Sequence[Ends], around: Sequence[list[int]], seen: list[bool], taken: dict[int, None], limit: int
) -> None:
    queue = [start]
    seen[start] = True
    for node in queue:
        for edge in around[node]:
            if len(taken) >= limit:
                return
            taken[edge] = None
            for other in ends[edge]:
                if not seen[other]:
                    seen[other] = True
                    queue.append(other)


def _around(count: int, ends: Sequence[Ends]) -> list[list[int]]:
    around: list[list[int]] = [[] for _ in range(count)]
    for number, (source, target) in enumerate(ends):
        around[source].append(number)
        if target != source:
            around[target].append(number)
    return around


def _degrees(count: int, ends: Sequence[Ends]) -> list[int]:
    degrees = [0] * count
    for source, target in ends:
        degrees[source] += 1
        degrees[target] += 1
    return degrees
