"""A list that is never changed: its next version shares all but a few nodes with it.

A tree over the positions, 32 wide, the leaves all at one depth. Its shape follows from the length alone, so equal lists
have equal roots, however they were made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pramana.gasl.state.storage import Storage, dumps, same

WIDTH = 32
"""Entries of a node: three levels hold 32,768 items. The hashes of states depend on it."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A list of `length` entries. `root` is None where it is empty."""

    length: int = 0
    root: str | None = None

    @property
    def height(self) -> int:
        """How many levels of inner nodes are above the leaves."""
        height, reach = 0, WIDTH
        while reach < self.length:
            height, reach = height + 1, reach * WIDTH
        return height


def append(storage: Storage, vector: Vector, entries: Sequence[str]) -> Vector:
    """Return the list with entries (canonical JSON) behind its last: new nodes along its right edge alone."""
    if not entries:
        return vector
    edge = _right_edge(storage, vector)
    start, fresh, level = vector.length, list(entries), 0
    while True:
        offset = start % WIDTH
        before = _first(edge[level], offset) if offset else ""
        made = [storage.put(body) for body in _pack_nodes(before, offset, fresh)]
        start //= WIDTH
        if start == 0 and len(made) == 1:
            return Vector(vector.length + len(entries), made[0])
        fresh, level = [f'"{key}"' for key in made], level + 1


def _right_edge(storage: Storage, vector: Vector) -> list[str]:
    """Return the last node of each level, leaves first, and above the root the node that it could become part of."""
    if vector.root is None:
        return []
    edge, key = [f'["{vector.root}"]'], vector.root
    for _ in range(vector.height):
        edge.append(storage.text(key))
        key = json.loads(edge[-1])[-1]
    edge.append(storage.text(key))
    return edge[::-1]


def _first(body: str, count: int) -> str:
    """Return the first entries of a node, without its brackets."""
    entries = json.loads(body)
    return body[1:-1] if len(entries) == count else dumps(entries[:count])[1:-1]


def _pack_nodes(before: str, offset: int, entries: Sequence[str]) -> Iterator[str]:
    """Yield nodes of up to 32 entries; the first begins with the `offset` entries of `before`."""
    cut = WIDTH - offset
    yield f"[{','.join([before, *entries[:cut]] if before else entries[:cut])}]"
    for start in range(cut, len(entries), WIDTH):
        yield f"[{','.join(entries[start : start + WIDTH])}]"


def replace(storage: Storage, vector: Vector, changes: Mapping[int, str]) -> Vector:
    """Return the list with other entries at some of its positions."""
    if not changes or vector.root is None:
        return vector
    return Vector(vector.length, _replace_entries(storage, vector.root, vector.height, 0, changes))


def _replace_entries(storage: Storage, key: str, height: int, first: int, changes: Mapping[int, str]) -> str:
    entries = storage.read(key)
    if height == 0:
        for position, entry in changes.items():
            entries[position - first] = json.loads(entry)
        return storage.put(dumps(entries))
    reach = WIDTH**height
    parts: dict[int, dict[int, str]] = {}
    for position, entry in changes.items():
        parts.setdefault((position - first) // reach, {})[position] = entry
    for index, part in parts.items():
        entries[index] = _replace_entries(storage, entries[index], height - 1, first + index * reach, part)
    return storage.put(dumps(entries))


def at(storage: Storage, vector: Vector, position: int) -> Any:
    """Return one entry; 0 ≤ position < length."""
    if vector.root is None or not 0 <= position < vector.length:
        raise IndexError(position)
    key, height = vector.root, vector.height
    while height:
        key = storage.read(key)[position // WIDTH**height % WIDTH]
        height -= 1
    return storage.read(key)[position % WIDTH]


def walk(storage: Storage, vector: Vector) -> Iterator[Any]:
    """Yield the entries in order, read as they are needed."""
    if vector.root is not None:
        yield from _walk(storage, vector.root, vector.height)


def _walk(storage: Storage, key: str, height: int) -> Iterator[Any]:
    for entry in storage.read(key):
        if height:
            yield from _walk(storage, entry, height - 1)
        else:
            yield entry


def differences(storage: Storage, old: Vector, new: Vector) -> Iterator[tuple[int, Any, Any]]:
    """Yield (position, entry before, entry after) where two lists differ, None where one is shorter.

    What they share is passed over, unread.
    """
    height = max(old.height, new.height)
    yield from _differences(storage, _raise_height(old, height), _raise_height(new, height), height, 0)


_Tree: TypeAlias = str | list[Any] | None
"""A node by its key, or as its entries."""


def _raise_height(vector: Vector, height: int) -> _Tree:
    """Return the root as it would be in a tree of this height."""
    tree: _Tree = vector.root
    for _ in range(height - vector.height if tree else 0):
        tree = [tree]
    return tree


def _differences(storage: Storage, old: _Tree, new: _Tree, height: int, first: int) -> Iterator[tuple[int, Any, Any]]:
    if old == new:
        return
    before, after = (storage.read(tree) if isinstance(tree, str) else tree or [] for tree in (old, new))
    for index in range(max(len(before), len(after))):
        was = before[index] if index < len(before) else None
        now = after[index] if index < len(after) else None
        if height:
            yield from _differences(storage, was, now, height - 1, first + index * WIDTH**height)
        elif not same(was, now):
            yield first + index, was, now
