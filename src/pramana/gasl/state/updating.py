"""UPDATE: what a value does to a LIST, a DICT or a COUNTER, merged into it or put in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.canonical import canonical
from pramana.errors import InputError
from pramana.gasl.provenance import per_item, union
from pramana.gasl.state import maps, vectors
from pramana.gasl.state.merging import Conflict, Merge, identity, json_value, refuse_reserved
from pramana.gasl.state.storage import Storage, dumps, same
from pramana.gasl.state.variables import (
    Key,
    Node,
    StateChange,
    Variables,
    check_key,
    new_node,
    type_of_value,
    vector,
    with_vector,
)
from pramana.gasl.state.vectors import Vector
from pramana.gasl.types import StateType, UpdateMode

Sources = Sequence[Any] | None


def update(
    variables: Variables, key: Key, value: Any, provenance: Sources, mode: UpdateMode
) -> tuple[Variables, StateChange]:
    """Return the variables with `value` merged into a key or put in its place, and what that changed.

    A key inside the plain data of a DICT is a part of that DICT. Raises InputError where type and value do not go
    together; then nothing has changed.
    """
    check_key(key)
    change = StateChange(key)
    above = _owner(variables, key)
    if above != key:
        if mode is UpdateMode.REPLACE:
            raise InputError(f"{'.'.join(key)} is plain data of {'.'.join(above)}: only what is declared is replaced.")
        key, value, mode = above, _nest(key[len(above) :], value), UpdateMode.MERGE
    made = _Update(variables.storage, mode, change)

    def change_entry(entry: dict[str, Any] | None, done: Key) -> dict[str, Any]:
        if entry is None:
            kind = type_of_value(value, done)
            change.declared.append((done, kind))
            entry = {"node": new_node(variables.storage, kind, None)}
        return {"node": made.node(entry["node"], done, value, provenance)}

    return variables.edit(key, change_entry, change), change


def _owner(variables: Variables, key: Key) -> Key:
    """Return the DICT that holds the plain data where `key` leads, or `key` where it leads to none."""
    for end in range(1, len(key) + 1):
        if variables.node(key[:end]) is None:
            holder = variables.node(key[: end - 1]) or {}
            plain = end > 1 and holder.get("type") == StateType.DICT
            return key[: end - 1] if plain and maps.get(variables.storage, holder["root"], key[end - 1]) else key
    return key


def _nest(path: Key, value: Any) -> Any:
    for part in reversed(path):
        value = {part: value}
    return value


class _Update:
    """One UPDATE at work."""

    def __init__(self, storage: Storage, mode: UpdateMode, change: StateChange) -> None:
        self._storage = storage
        self._merging = mode is UpdateMode.MERGE
        self._change = change

    def node(self, node: Node, key: Key, value: Any, provenance: Sources) -> Node:
        """Return a node with the value in it."""
        if node["type"] == StateType.LIST:
            return self._list(node, key, value, provenance)
        if node["type"] == StateType.DICT:
            return self._dict(node, key, value, provenance)
        return self._counter(node, key, value, provenance)

    def _counter(self, node: Node, key: Key, value: Any, provenance: Sources) -> Node:
        if _is_list(value):
            by_item = per_item(provenance, len(value))
            provenance, value = [record for records in by_item for record in records], len(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"{'.'.join(key)} is a COUNTER: it adds a number or the length of a list, not {value!r}.")
        old, sources = (node["value"], node.get("provenance", ())) if self._merging else (0, ())
        self._change.added += value
        return _with_provenance({**node, "value": json_value(old + value)}, union(sources, provenance or ()))

    def _list(self, node: Node, key: Key, value: Any, provenance: Sources) -> Node:
        values = value if _is_list(value) else [value]
        items = [json_value(item) for item in values]
        folded = _fold_by_identity(items, per_item(provenance, len(items)))
        old = vector(node) if self._merging else Vector()
        positions = _positions(self._storage, key, old, list(folded))
        fresh = {name: item for name, item in folded.items() if name not in positions}
        self._change.added += len(fresh)
        known, conflicts = self._update_items(old, {positions[name]: folded[name] for name in positions})
        self._storage.note(key, zip(fresh, range(old.length, old.length + len(fresh)), strict=True))
        for position, item in enumerate(fresh.values(), old.length):
            conflicts += _within(item.conflicts, position)
        grown = vectors.append(self._storage, known, [dumps(item.entry()) for item in fresh.values()])
        return self._with_conflicts(with_vector(node, "items", grown), conflicts)

    def _update_items(self, old: Vector, found: Mapping[int, _IdentityUpdate]) -> tuple[Vector, list[Conflict]]:
        """Return the list with what is new about items that it has, and what was replaced in them."""
        changes, conflicts = {}, []
        for position in sorted(found):
            before = vectors.at(self._storage, old, position)
            item = _merge_update(before, found[position])
            self._count(same(before, item.entry()))
            if not same(before, item.entry()):
                changes[position] = dumps(item.entry())
                conflicts += _within(item.conflicts, position)
        return vectors.replace(self._storage, old, changes), conflicts

    def _dict(self, node: Node, key: Key, value: Any, provenance: Sources) -> Node:
        if not isinstance(value, Mapping):
            raise InputError(f"{'.'.join(key)} is a DICT: it takes an object, not {_short_repr(value)}.")
        value = json_value(dict(value))
        refuse_reserved(value, key)
        merge, changes = Merge(), {}
        old = node["root"] if self._merging else self._empty_map(node["root"])
        records = union(provenance or ())
        for name in sorted(value):
            entry = maps.get(self._storage, old, name)
            changes[name] = self._entry(entry, (*key, name), value[name], records, merge)
        node = {**node, "root": maps.put(self._storage, old, changes)}
        return self._with_conflicts(node, merge.conflicts)

    def _entry(
        self, entry: dict[str, Any] | None, key: Key, value: Any, records: list[dict[str, Any]], merge: Merge
    ) -> dict[str, Any]:
        if entry and "node" in entry:
            return {"node": self.node(entry["node"], key, value, records)}
        if entry is None:
            self._change.added += 1
            return _with_provenance({"plain": value}, records)
        sources = union(entry.get("provenance", ()), records)
        made = _with_provenance({"plain": merge.values(entry["plain"], value, key[-1:])}, sources)
        self._count(same(entry, made))
        return made

    def _count(self, known: bool) -> None:
        self._change.known += known
        self._change.merged += not known

    def _empty_map(self, root: str) -> str:
        """Return a DICT's map with what was declared in it, emptied, and nothing else."""
        kept = {}
        for name, entry in maps.walk(self._storage, root):
            if "node" in entry:
                node = entry["node"]
                kept[name] = {"node": new_node(self._storage, StateType(node["type"]), node["description"])}
                if node["type"] == StateType.DICT:
                    kept[name]["node"]["root"] = self._empty_map(node["root"])
        return maps.put(self._storage, maps.empty(self._storage), kept)

    def _with_conflicts(self, node: Node, conflicts: Sequence[Conflict]) -> Node:
        self._change.conflicts += conflicts
        if not self._merging:
            node = {name: value for name, value in node.items() if name != "conflicts"}
        if not conflicts:
            return node
        entries = [canonical(conflict.as_json()) for conflict in conflicts]
        return with_vector(node, "conflicts", vectors.append(self._storage, vector(node, "conflicts"), entries))


def attach(variables: Variables, key: Key, places: Sequence[int | str], records: list[dict[str, Any]]) -> Variables:
    """Return the variables with records added to items of a LIST, by position, or to plain entries of a DICT, by name.

    Raises InputError where the key holds no such place, or is a COUNTER.
    """
    storage = variables.storage

    def attach_entry(entry: dict[str, Any] | None, done: Key) -> dict[str, Any]:
        node = (entry or {}).get("node", {})
        if node.get("type") == StateType.LIST:
            return {"node": _with_list_sources(storage, node, done, places, records)}
        if node.get("type") == StateType.DICT:
            return {"node": _with_dict_sources(storage, node, done, places, records)}
        raise InputError(f"{'.'.join(done)} is not a LIST or DICT: provenance belongs to items.")

    return variables.edit(key, attach_entry, StateChange(key)) if places and records else variables


def _with_list_sources(
    storage: Storage, node: Node, key: Key, places: Sequence[int | str], records: list[dict[str, Any]]
) -> Node:
    items, changes = vector(node), {}
    for place in places:
        if not isinstance(place, int) or not 0 <= place < items.length:
            raise InputError(f"{'.'.join(key)} has {items.length} items, and none at {place!r}.")
        found = vectors.at(storage, items, place)
        changes[place] = dumps([found[0], union(*found[1:], records)])
    return with_vector(node, "items", vectors.replace(storage, items, changes))


def _with_dict_sources(
    storage: Storage, node: Node, key: Key, places: Sequence[int | str], records: list[dict[str, Any]]
) -> Node:
    changes = {}
    for place in map(str, places):
        found = maps.get(storage, node["root"], place)
        if not found or "plain" not in found:
            raise InputError(f"{'.'.join(key)} has no data under {place!r}.")
        changes[place] = _with_provenance(found, union(found.get("provenance", ()), records))
    return {**node, "root": maps.put(storage, node["root"], changes)}


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _short_repr(value: Any) -> str:
    return "a list" if _is_list(value) else repr(value)[:80]


def _within(conflicts: Sequence[Conflict], position: int) -> list[Conflict]:
    return [Conflict((position, *found.path), found.before, found.after) for found in conflicts]


def _with_provenance(node: dict[str, Any], records: list[dict[str, Any]]) -> dict[str, Any]:
    bare = {name: value for name, value in node.items() if name != "provenance"}
    return {**bare, "provenance": records} if records else bare


@dataclass(slots=True)
class _IdentityUpdate:
    """What a batch says of one identity."""

    value: Any
    records: list[dict[str, Any]]
    conflicts: list[Conflict]

    def entry(self) -> list[Any]:
        return [self.value, self.records] if self.records else [self.value]


def _fold_by_identity(items: Sequence[Any], by_item: Sequence[list[dict[str, Any]]]) -> dict[str, _IdentityUpdate]:
    """Return the items of a batch by identity, those of one merged."""
    found: dict[str, _IdentityUpdate] = {}
    for value, records in zip(items, by_item, strict=True):
        name = identity(value)
        if name in found:
            found[name] = _merge_update(found[name].entry(), _IdentityUpdate(value, records, found[name].conflicts))
        else:
            found[name] = _IdentityUpdate(value, records, [])
    return found


def _merge_update(old: list[Any], new: _IdentityUpdate) -> _IdentityUpdate:
    merge = Merge(list(new.conflicts))
    value = merge.values(old[0], new.value, ())
    return _IdentityUpdate(value, union(*old[1:], new.records), merge.conflicts)


def _positions(storage: Storage, key: Key, items: Vector, names: Sequence[str]) -> dict[str, int]:
    """Return where the list holds each of these identities, as far as it does."""
    found = {}
    for name, positions in storage.find(key, names).items() if items.length else ():
        for position in positions:
            if position < items.length and identity(vectors.at(storage, items, position)[0]) == name:
                found[name] = position
                break
    return found
