"""Where the parts of a state are kept: texts under their content hash, and hints where a list holds an item.

Nodes are never changed. A hint may be stale, as a list can be replaced: whoever follows one looks whether the item is
there. None is missing: every item of every list that was ever kept has one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Protocol

from pramana.canonical import digest_bytes
from pramana.errors import StoreError


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state that was. `parent` is the one that it came from, None for the first.

    `step` is the history record that made it, from 1 (0: none), and `command` the same among the commands to replay.
    """

    hash: str
    parent: str | None
    step: int
    command: int
    at: str


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backend has: the newest snapshot's hash, the fields beside `variables`, and how long its logs are."""

    root: str
    header: Mapping[str, Any]
    history: int
    commands: int


@dataclass(frozen=True, slots=True)
class StateBatch:
    """What is new since the last save: committed together, or not at all. `base` is the root that it builds on."""

    base: str | None
    root: str
    header: Mapping[str, Any]
    nodes: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[int, Sequence[int]] = field(default_factory=dict)
    snapshots: Sequence[Snapshot] = ()
    history: Sequence[Mapping[str, Any]] = ()
    commands: Sequence[str] = ()


class StateBackend(Protocol):
    """What keeps a state. All are equal in what they say; they differ in what survives, and in what a save costs."""

    def load(self) -> Saved | None:
        """Return what is kept, or None where nothing is yet."""

    def node(self, key: str) -> str | None:
        """Return the text under a content hash."""

    def places(self, path: tuple[str, ...], keys: Iterable[int]) -> dict[int, list[int]]:
        """Return the positions that are noted under each key, for the list at `path`."""

    def history(self) -> list[dict[str, Any]]: ...

    def commands(self) -> list[str]: ...

    def snapshots(self) -> list[Snapshot]: ...

    def snapshot(self, key: str) -> Snapshot | None:
        """Return the newest snapshot of this hash, or None."""

    def save(self, batch: StateBatch) -> None:
        """Keep all of the batch or nothing. Raises StoreError where somebody else has saved since `batch.base`."""


_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def dumps(value: Any) -> str:
    """Return the canonical JSON of what was read from JSON: it needs no checks."""
    return _CANONICAL.encode(value)


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are written alike: 1, 1.0 and true are three."""
    return one is other or dumps(one) == dumps(other)


def place_key(path: tuple[str, ...], identity: str) -> int:
    """Return 64 bits that represent an item of a list. Two may share them: they are a hint."""
    text = "\0".join((*path, identity)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)


def add_hint(hints: dict[int, list[int]], key: int, position: int) -> None:
    """Add a position to those noted under a key, once."""
    noted = hints.setdefault(key, [])
    if position not in noted:
        noted.append(position)


class Storage:
    """New nodes and hints, over those of a backend."""

    def __init__(self, backend: StateBackend) -> None:
        self._backend = backend
        self.nodes: dict[str, str] = {}
        self.hints: dict[int, list[int]] = {}

    def put(self, text: str) -> str:
        """Keep a node and return its content hash."""
        key = digest_bytes(text.encode())
        self.nodes[key] = text
        return key

    def text(self, key: str) -> str:
        found = self.nodes.get(key)
        if found is None:
            found = self._backend.node(key)
        if found is None:
            raise StoreError(f"The state has lost its part {key}.")
        return found

    def read(self, key: str) -> Any:
        """Return a copy of a node's value."""
        return json.loads(self.text(key))

    def find(self, path: tuple[str, ...], identities: Sequence[str]) -> dict[str, list[int]]:
        """Return the positions where the list at `path` may hold each of these items, ascending."""
        keys = {identity: place_key(path, identity) for identity in identities}
        kept = self._backend.places(path, keys.values())
        found = {name: [*kept.get(key, ()), *self.hints.get(key, ())] for name, key in keys.items()}
        return {name: sorted(positions) for name, positions in found.items() if positions}

    def note(self, path: tuple[str, ...], places: Iterable[tuple[str, int]]) -> None:
        """Note that the list at `path` holds items at positions."""
        for identity, position in places:
            add_hint(self.hints, place_key(path, identity), position)

    def mark_stored(self) -> None:
        """Forget what is new: the backend has it."""
        self.nodes, self.hints = {}, {}
