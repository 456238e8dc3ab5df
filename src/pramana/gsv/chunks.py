"""Which items share a call: consecutive ones, as many as the settings allow and the answer has room for. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar


class NumberedEntry(Protocol):
    """An entry of an answer about several items. `item` counts them from 1."""

    @property
    def item(self) -> int: ...


T = TypeVar("T")
Entry = TypeVar("Entry", bound=NumberedEntry)


def chunks(items: Sequence[T], most: int, tokens: Callable[[T], int], room: int) -> Iterator[tuple[int, Sequence[T]]]:
    """Yield the consecutive parts of `items` with their numbers, from 1: of about equal length, `most` at most.

    A part ends earlier where the answers about its items, `tokens` each, would together be longer than `room`. One item
    is always a part.

    >>> [list(part) for _, part in chunks("abcdefghijkl", 10, lambda item: 1, 100)]
    [['a', 'b', 'c', 'd', 'e', 'f'], ['g', 'h', 'i', 'j', 'k', 'l']]
    """
    parts = max(1, -(-len(items) // most), -(-sum(map(tokens, items)) // max(1, room)))
    size = -(-len(items) // parts)
    start = number = 0
    while start < len(items):
        end, used = start + 1, tokens(items[start])
        while end < len(items) and end - start < size and used + tokens(items[end]) <= room:
            used += tokens(items[end])
            end += 1
        number += 1
        yield number, items[start:end]
        start = end


def halves(items: Sequence[T], asked: int) -> list[tuple[int, Sequence[T]]]:
    """Return `items`, the rest of a call about `asked` of them, in numbered parts of at most half its size.

    >>> halves([1, 2, 3, 4, 5], 5), halves([5], 5)
    ([(1, [1, 2, 3]), (2, [4, 5])], [(1, [5])])
    """
    size = max(1, -(-asked // 2))
    return [(number, items[start : start + size]) for number, start in enumerate(range(0, len(items), size), 1)]


def by_item(entries: Sequence[Entry], count: int) -> dict[int, Entry]:
    """Return the entries by item. An item that is named twice counts as left out.

    Where an entry names an item that is not among 1 … `count`, the numbering cannot be trusted: none is returned.
    """
    numbers = [entry.item for entry in entries]
    if any(not 1 <= number <= count for number in numbers):
        return {}
    return {entry.item: entry for entry in entries if numbers.count(entry.item) == 1}
