"""What differs between two snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pramana.gasl.state import maps, vectors
from pramana.gasl.state.storage import Storage, same
from pramana.gasl.state.variables import Key, Node, vector
from pramana.gasl.types import StateType
from pramana.serialization import JsonRecord, JsonShape


@dataclass(frozen=True, slots=True)
class StatePlace(JsonRecord):
    """One place that differs: a position in a LIST, a name in a DICT, `value` of a COUNTER.

    `change` is `added`, `removed` or `changed`; what is not there is None before or after.
    """

    place: int | str
    change: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class KeyDiff(JsonRecord):
    """What differs under one declared key. A type is None where the key is not declared.

    `sources` lists the places where nothing but the provenance differs, `conflicts` what was recorded as replaced after
    and not before.
    """

    key: Key
    type_before: StateType | None
    type_after: StateType | None
    places: tuple[StatePlace, ...] = ()
    sources: tuple[int | str, ...] = ()
    conflicts: tuple[dict[str, Any], ...] = ()

    json_shape = JsonShape(convert={"key": ".".join})


_Entry: TypeAlias = tuple[Any, Any]


@dataclass(slots=True)
class _FoundChanges:
    places: list[StatePlace] = field(default_factory=list)
    sources: list[int | str] = field(default_factory=list)

    def add(self, place: int | str, was: _Entry | None, now: _Entry | None) -> None:
        """Take a place with what was there and what is there, each a value and its provenance, None: nothing."""
        before, after = (entry[0] if entry else None for entry in (was, now))
        if not was or not now:
            self.places.append(StatePlace(place, "removed" if was else "added", before, after))
        elif not same(before, after):
            self.places.append(StatePlace(place, "changed", before, after))
        elif not same(was[1], now[1]):
            self.sources.append(place)


def differences(storage: Storage, before: str | None, after: str | None, above: Key = ()) -> Iterator[KeyDiff]:
    """Yield what differs between two roots, a key before those under it, in the order of their names."""
    changed = sorted(maps.differences(storage, before, after), key=lambda found: found[0])
    for name, was, now in changed:
        nodes = [(entry or {}).get("node") for entry in (was, now)]
        if nodes[0] or nodes[1]:
            yield from _key(storage, (*above, name), nodes[0], nodes[1])


def _key(storage: Storage, key: Key, was: Node | None, now: Node | None) -> Iterator[KeyDiff]:
    types = [StateType(node["type"]) if node else None for node in (was, now)]
    found = _FoundChanges()
    if was and now and types[0] is not types[1]:
        yield from _key(storage, key, was, None)
        yield from _key(storage, key, None, now)
        return
    kind = types[0] or types[1]
    maps_of = [node["root"] if node and kind is StateType.DICT else None for node in (was, now)]
    if kind is StateType.LIST:
        _list(storage, found, was or {}, now or {})
    elif kind is StateType.DICT:
        _dict(storage, found, maps_of[0], maps_of[1])
    else:
        _counter(found, was, now)
    if found.places or found.sources or not same(_own(was), _own(now)):
        conflicts = vectors.differences(storage, *(vector(node or {}, "conflicts") for node in (was, now)))
        replaced = tuple(after for _, _, after in conflicts if after)
        yield KeyDiff(key, types[0], types[1], tuple(found.places), tuple(found.sources), replaced)
    yield from differences(storage, maps_of[0], maps_of[1], key)


def _own(node: Node | None) -> Node | None:
    """Return a node without what is declared under it."""
    return node and {name: value for name, value in node.items() if name != "root"}


def _counter(found: _FoundChanges, was: Node | None, now: Node | None) -> None:
    entries = [(node["value"], node.get("provenance")) if node else None for node in (was, now)]
    if not same(was, now):
        found.add("value", entries[0], entries[1])


def _list(storage: Storage, found: _FoundChanges, was: Node, now: Node) -> None:
    for position, *both in vectors.differences(storage, vector(was), vector(now)):
        entries = [(entry[0], entry[1:]) if entry else None for entry in both]
        found.add(position, entries[0], entries[1])


def _dict(storage: Storage, found: _FoundChanges, before: str | None, after: str | None) -> None:
    for name, *both in sorted(maps.differences(storage, before, after), key=lambda change: change[0]):
        entries = [(entry["plain"], entry.get("provenance")) if entry and "plain" in entry else None for entry in both]
        if any(entries):
            found.add(name, entries[0], entries[1])
