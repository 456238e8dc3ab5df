"""What differs between two snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pramana.gasl.state import maps, vectors
from pramana.gasl.state.storage import Storage, same
from pramana.gasl.state.variables import Key, Node, vector
from pramana.gasl.types import StateType


@dataclass(frozen=True, slots=True)
class Place:
    """One place that differs: a position in a LIST, a name in a DICT, `value` of a COUNTER. None: not there."""

    place: int | str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class KeyDiff:
    """What differs under one declared key. A type is None where the key is not declared.

    `sources` lists the places where nothing but the provenance differs.
    """

    key: Key
    type_before: StateType | None
    type_after: StateType | None
    places: tuple[Place, ...] = ()
    sources: tuple[int | str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        places = [{"place": found.place, "before": found.before, "after": found.after} for found in self.places]
        types = {"type_before": self.type_before, "type_after": self.type_after}
        return {"key": ".".join(self.key), **types, "places": places, "sources": list(self.sources)}


@dataclass(slots=True)
class _Found:
    places: list[Place] = field(default_factory=list)
    sources: list[int | str] = field(default_factory=list)

    def add(self, place: int | str, before: Any, after: Any, was: Any, now: Any) -> None:
        """Take a place whose values are `before` and `after`, and its provenance `was` and `now`."""
        if not same(before, after):
            self.places.append(Place(place, before, after))
        elif not same(was, now):
            self.sources.append(place)


def differences(storage: Storage, before: str, after: str, above: Key = ()) -> Iterator[KeyDiff]:
    """Yield what differs between two roots, a key before those under it, in the order of their names."""
    changed = sorted(maps.differences(storage, before, after), key=lambda found: found[0])
    for name, was, now in changed:
        nodes = [(entry or {}).get("node") for entry in (was, now)]
        if nodes[0] or nodes[1]:
            yield from _key(storage, (*above, name), nodes[0], nodes[1])


def _key(storage: Storage, key: Key, was: Node | None, now: Node | None) -> Iterator[KeyDiff]:
    types = [StateType(node["type"]) if node else None for node in (was, now)]
    found = _Found()
    if was and now and types[0] is not types[1]:
        yield from _key(storage, key, was, None)
        yield from _key(storage, key, None, now)
        return
    kind = types[0] or types[1]
    maps_of = [node["root"] if node and kind is StateType.DICT else maps.empty(storage) for node in (was, now)]
    if kind is StateType.LIST:
        _list(storage, found, was or {}, now or {})
    elif kind is StateType.DICT:
        _dict(storage, found, maps_of[0], maps_of[1])
    else:
        numbers = [(node or {}).get("value") for node in (was, now)]
        found.add("value", *numbers, *((node or {}).get("provenance") for node in (was, now)))
    if found.places or found.sources or types[0] is not types[1]:
        yield KeyDiff(key, types[0], types[1], tuple(found.places), tuple(found.sources))
    yield from differences(storage, maps_of[0], maps_of[1], key)


def _list(storage: Storage, found: _Found, was: Node, now: Node) -> None:
    for position, before, after in vectors.differences(storage, vector(was), vector(now)):
        found.add(position, (before or [None])[0], (after or [None])[0], before, after)


def _dict(storage: Storage, found: _Found, before: str, after: str) -> None:
    for name, was, now in sorted(maps.differences(storage, before, after), key=lambda change: change[0]):
        entries = [entry or {} for entry in (was, now)]
        plain = [entry.get("plain") for entry in entries]
        found.add(name, plain[0], plain[1], *(entry.get("provenance") for entry in entries))
