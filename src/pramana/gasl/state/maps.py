"""A map from texts that is never changed: its next version shares all but a few nodes with it.

A tree over the hex digits of each key's hash. Up to 32 keys are in one node; more are parted by the next digit. Its
shape follows from the keys alone, so equal maps have equal roots, however they were made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pramana.canonical import digest_bytes
from pramana.gasl.state.storage import Storage, dumps, same

LEAF = 32
"""Entries of a node. Small nodes share more between versions, large ones need fewer reads; as wide as lists. The
hashes of states depend on it."""
DIGITS = "0123456789abcdef"


def empty(storage: Storage) -> str:
    """Return the root of the map without keys."""
    return storage.put("{}")


def get(storage: Storage, root: str, key: str) -> Any:
    """Return the entry of a key, or None."""
    node = storage.read(root)
    for digit in digest_bytes(key.encode()):
        if isinstance(node, dict):
            break
        child = node[int(digit, 16)]
        if child is None:
            return None
        node = storage.read(child)
    return node.get(key) if isinstance(node, dict) else None


def put(storage: Storage, root: str, changes: Mapping[str, Any]) -> str:
    """Return the root of the map with these entries; an entry is JSON, not None."""
    if not changes:
        return root
    return _put_entries(storage, root, {key: (digest_bytes(key.encode()), entry) for key, entry in changes.items()}, 0)


def _put_entries(storage: Storage, root: str | None, changes: Mapping[str, tuple[str, Any]], depth: int) -> str:
    node = storage.read(root) if root else {}
    if isinstance(node, dict):
        node.update((key, entry) for key, (_, entry) in changes.items())
        if len(node) <= LEAF:
            return storage.put(dumps(node))
        changes = {key: (digest_bytes(key.encode()), entry) for key, entry in node.items()}
        node = [None] * len(DIGITS)
    parts: dict[int, dict[str, tuple[str, Any]]] = {}
    for key, (digest, entry) in changes.items():
        parts.setdefault(int(digest[depth], 16), {})[key] = (digest, entry)
    for index, part in parts.items():
        node[index] = _put_entries(storage, node[index], part, depth + 1)
    return storage.put(dumps(node))


def walk(storage: Storage, root: str | None) -> Iterator[tuple[str, Any]]:
    """Yield keys and entries, in the order of the keys' hashes."""
    node = storage.read(root) if root else {}
    if isinstance(node, dict):
        yield from node.items()
        return
    for child in node:
        if child is not None:
            yield from walk(storage, child)


def differences(storage: Storage, old: str | None, new: str | None) -> Iterator[tuple[str, Any, Any]]:
    """Yield (key, entry before, entry after) where two maps differ, None where a key is missing.

    What they share is passed over, unread.
    """
    if old == new:
        return
    before, after = (storage.read(root) if root else {} for root in (old, new))
    if isinstance(before, list) and isinstance(after, list):
        for was, now in zip(before, after, strict=True):
            yield from differences(storage, was, now)
        return
    whole, other = dict(walk(storage, old)), dict(walk(storage, new))
    for key in sorted(whole.keys() | other.keys()):
        if not same(whole.get(key), other.get(key)):
            yield key, whole.get(key), other.get(key)
