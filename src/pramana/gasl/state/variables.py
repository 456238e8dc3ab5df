"""The variables of a state as one value that is never changed: each operation returns the next one.

A DICT is a map of entries: `{"node": …}` for what was declared under it, `{"plain": value, "provenance": …}` for data.
The whole is a DICT without a declaration. Its root's hash is the state's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pramana.errors import InputError
from pramana.gasl.state import maps, vectors
from pramana.gasl.state.merging import RESERVED, Conflict
from pramana.gasl.state.storage import Storage
from pramana.gasl.state.vectors import Vector
from pramana.gasl.types import StateType
from pramana.serialization import JsonRecord, JsonShape

Key = tuple[str, ...]
Node = dict[str, Any]


@dataclass(slots=True)
class StateChange(JsonRecord):
    """What one operation did. Counts are of items (LIST), of keys (DICT) or what was added to the number (COUNTER)."""

    key: Key
    added: float = 0
    merged: int = 0
    known: int = 0
    declared: list[tuple[Key, StateType]] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)

    json_shape = JsonShape(
        omit_empty=("merged", "known", "declared", "conflicts", "first_conflicts"),
        convert={
            "key": ".".join,
            "declared": lambda declared: {".".join(key): kind for key, kind in declared},
            "conflicts": len,
        },
        computed={"first_conflicts": lambda change: change.conflicts[:3]},
    )


@dataclass(frozen=True, slots=True)
class Variables:
    """What a state holds, at one moment."""

    storage: Storage
    root: str

    def node(self, key: Key) -> Node | None:
        """Return what was declared under a key, or None."""
        node: Node | None = {"type": StateType.DICT, "root": self.root}
        for part in key:
            if node is None or node["type"] != StateType.DICT:
                return None
            node = (maps.get(self.storage, node["root"], part) or {}).get("node")
        return node

    def value(self, key: Key) -> Any:
        """Return the value under a key, declared or plain. Raises KeyError where there is none."""
        node: Node = {"type": StateType.DICT, "root": self.root}
        for index, part in enumerate(key):
            entry = maps.get(self.storage, node["root"], part) if node["type"] == StateType.DICT else None
            if entry is None:
                raise KeyError(key)
            if "plain" in entry:
                return _inner(entry["plain"], key[index + 1 :])
            node = entry["node"]
        return plain_value(self.storage, node)

    def declare(self, key: Key, kind: StateType, description: str | None, change: StateChange) -> Variables:
        """Declare a key, and as DICTs those above it that are missing. What is declared already stays as it is.

        Raises InputError where the key has another type, holds plain data, or is below a key that is not a DICT.
        """
        check_key(key)

        def declare_entry(entry: dict[str, Any] | None, done: Key) -> dict[str, Any]:
            if entry is not None:
                return _of_type(entry, kind, done)
            change.declared.append((done, kind))
            return {"node": new_node(self.storage, kind, description)}

        return self.edit(key, declare_entry, change)

    def edit(
        self, key: Key, make: Callable[[dict[str, Any] | None, Key], dict[str, Any]], change: StateChange
    ) -> Variables:
        """Return the variables in which `make` has turned the entry of a key into another; it gets None for none."""
        return replace(self, root=self._edit(self.root, key, 0, make, change))

    def _edit(
        self,
        root: str,
        key: Key,
        depth: int,
        make: Callable[[dict[str, Any] | None, Key], dict[str, Any]],
        change: StateChange,
    ) -> str:
        name, entry = key[depth], maps.get(self.storage, root, key[depth])
        if depth == len(key) - 1:
            return maps.put(self.storage, root, {name: make(entry, key)})
        above = key[: depth + 1]
        if entry is None:
            change.declared.append((above, StateType.DICT))
            entry = {"node": new_node(self.storage, StateType.DICT, None)}
        node = _of_type(entry, StateType.DICT, above)["node"]
        below = self._edit(node["root"], key, depth + 1, make, change)
        return maps.put(self.storage, root, {name: {"node": {**node, "root": below}}})


def parts_of(key: Key | str) -> Key:
    """Return a key by its parts, whether it is given so or with dots: `a.b` is ("a", "b")."""
    return tuple(key.split(".")) if isinstance(key, str) else key


def check_key(key: Key) -> None:
    """Raise InputError where a key is empty, or has a part that is empty, has a dot, or is the state's own."""
    if not key or not all(key) or any("." in part for part in key):
        raise InputError(f"{'.'.join(key)!r} is not a key of the state.")
    for part in key:
        if part in RESERVED:
            raise InputError(f"{'.'.join(key)}: the state uses {', '.join(RESERVED)} itself; choose another name.")


def new_node(storage: Storage, kind: StateType, description: str | None) -> Node:
    """Return a declaration that holds nothing yet."""
    node: Node = {"type": str(kind), "description": description}
    if kind is StateType.DICT:
        node["root"] = maps.empty(storage)
    elif kind is StateType.COUNTER:
        node["value"] = 0
    return node


def _of_type(entry: dict[str, Any], kind: StateType, key: Key) -> dict[str, Any]:
    found = entry["node"]["type"] if "node" in entry else "plain data"
    if found != kind:
        raise InputError(f"{'.'.join(key)} is {_article(found)}, not {_article(kind)}.")
    return entry


def _article(kind: str) -> str:
    return kind if kind == "plain data" else f"a {kind}"


def vector(node: Node, name: str = "items") -> Vector:
    """Return the items of a LIST, or the conflicts of any node."""
    return Vector(*node.get(name, (0, None)))


def with_vector(node: Node, name: str, items: Vector) -> Node:
    """Return the node with this list. An empty one leaves no trace: equal states are written alike."""
    if items.length:
        return {**node, name: [items.length, items.root]}
    return {field: value for field, value in node.items() if field != name}


def plain_value(storage: Storage, node: Node) -> Any:
    """Return what a node holds, without declarations and provenance."""
    if node["type"] == StateType.LIST:
        return [entry[0] for entry in vectors.walk(storage, vector(node))]
    if node["type"] == StateType.COUNTER:
        return node["value"]
    entries = sorted(maps.walk(storage, node["root"]))
    return {
        name: entry["plain"] if "plain" in entry else plain_value(storage, entry["node"]) for name, entry in entries
    }


def _inner(value: Any, path: Key) -> Any:
    for part in path:
        if not isinstance(value, dict) or part not in value:
            raise KeyError(part)
        value = value[part]
    return value


def declarations(storage: Storage, root: str, above: Key = ()) -> Iterator[tuple[Key, Node]]:
    """Yield each key that was declared, with its node: a key before those under it, in the order of their names."""
    for name, entry in sorted(maps.walk(storage, root), key=lambda pair: pair[0]):
        if "node" in entry:
            yield (*above, name), entry["node"]
            if entry["node"]["type"] == StateType.DICT:
                yield from declarations(storage, entry["node"]["root"], (*above, name))


def type_of_value(value: Any, key: Key) -> StateType:
    """Return the type that a value makes of an undeclared key. Raises InputError where it makes none."""
    if isinstance(value, Mapping):
        return StateType.DICT
    if isinstance(value, Sequence) and not isinstance(value, str):
        return StateType.LIST
    if isinstance(value, int | float) and not isinstance(value, bool):
        return StateType.COUNTER
    name = ".".join(key)
    raise InputError(
        f"{name} is not declared, and {value!r} makes no LIST, DICT or COUNTER. Write: DECLARE {name} AS …"
    )
