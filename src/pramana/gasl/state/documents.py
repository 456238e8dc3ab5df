"""The state as the JSON document of the seed, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pramana.errors import InputError
from pramana.gasl.provenance import union
from pramana.gasl.state import maps, vectors
from pramana.gasl.state.merging import RESERVED, identity, refuse_reserved
from pramana.gasl.state.storage import Storage, dumps
from pramana.gasl.state.variables import Key, Node, declarations, vector, with_vector
from pramana.gasl.state.vectors import Vector
from pramana.gasl.types import StateType

META, ITEMS, VALUE = RESERVED


def variables_document(storage: Storage, root: str) -> dict[str, Any]:
    """Return `variables`: each declared key an object with `_meta`, beside it `items`, `value` or its keys."""
    return {name: _entry_document(storage, entry) for name, entry in _sorted_entries(storage, root)}


def _sorted_entries(storage: Storage, root: str) -> list[tuple[str, Any]]:
    return sorted(maps.walk(storage, root), key=lambda pair: pair[0])


def _entry_document(storage: Storage, entry: Mapping[str, Any]) -> Any:
    if "plain" in entry:
        return entry["plain"]
    node = entry["node"]
    kind = StateType(node["type"])
    meta: dict[str, Any] = {"type": node["type"], "description": node["description"]}
    if kind is StateType.LIST:
        entries = list(vectors.walk(storage, vector(node)))
        sources = {str(index): found[1] for index, found in enumerate(entries) if len(found) > 1}
        body: dict[str, Any] = {ITEMS: [found[0] for found in entries]}
    elif kind is StateType.DICT:
        below = _sorted_entries(storage, node["root"])
        sources = {name: inner["provenance"] for name, inner in below if "provenance" in inner}
        body = {name: _entry_document(storage, inner) for name, inner in below}
    else:
        sources = {VALUE: node["provenance"]} if "provenance" in node else {}
        body = {VALUE: node["value"]}
    if sources:
        meta["provenance"] = sources
    if vector(node, "conflicts").length:
        meta["conflicts"] = list(vectors.walk(storage, vector(node, "conflicts")))
    return {META: meta, **body}


def variables_root(storage: Storage, variables: Any) -> str:
    """Keep the `variables` of a document, JSON as it was read, and return their root.

    Raises InputError that names what is not of the form. Items are taken as they are, those of one identity too.
    """
    if not isinstance(variables, Mapping):
        raise InputError("`variables` is an object.")
    for name, value in variables.items():
        if not _is_declared(value):
            raise InputError(f"variables.{name} has no `_meta` with a type.")
    return _map(storage, variables, {}, ())


def _is_declared(value: Any) -> bool:
    return isinstance(value, Mapping) and META in value


def _map(storage: Storage, entries: Mapping[str, Any], sources: Mapping[str, Any], key: Key) -> str:
    read: dict[str, Any] = {}
    for name, value in entries.items():
        if name in RESERVED or not name:
            raise InputError(f"{'.'.join(('variables', *key))} has a key {name!r}.")
        if _is_declared(value):
            read[name] = {"node": _node(storage, value, (*key, name))}
        else:
            refuse_reserved(value, (*key, name))
            records = union(sources.get(name, ()))
            read[name] = {"plain": value, "provenance": records} if records else {"plain": value}
    return maps.put(storage, maps.empty(storage), read)


def _node(storage: Storage, value: Mapping[str, Any], key: Key) -> Node:
    meta = value[META]
    where = "variables." + ".".join(key)
    try:
        kind = StateType(meta["type"])
    except (TypeError, KeyError, ValueError):
        raise InputError(f"{where}._meta.type is LIST, DICT or COUNTER.") from None
    node: Node = {"type": str(kind), "description": meta.get("description")}
    if not isinstance(node["description"], str | None):
        raise InputError(f"{where}._meta.description is a text.")
    if kind is not StateType.DICT and (extra := value.keys() - RESERVED):
        raise InputError(f"{where} is a {kind}; it has no {', '.join(sorted(extra))}.")
    sources = meta.get("provenance", {})
    if not isinstance(sources, Mapping):
        raise InputError(f"{where}._meta.provenance is an object.")
    if meta.get("conflicts"):
        node = _with_entries(storage, node, "conflicts", [dumps(found) for found in meta["conflicts"]])
    if kind is StateType.DICT:
        entries = {name: inner for name, inner in value.items() if name != META}
        return {**node, "root": _map(storage, entries, sources, key)}
    if kind is StateType.COUNTER:
        return _counter(node, value.get(VALUE), union(sources.get(VALUE, ())), where)
    items = value.get(ITEMS)
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise InputError(f"{where}.items is a list.")
    return _with_entries(storage, node, ITEMS, _entries(items, sources))


def _entries(items: Sequence[Any], sources: Mapping[str, Any]) -> list[str]:
    entries = []
    for index, item in enumerate(items):
        records = union(sources.get(str(index), ())) if sources else []
        entries.append(dumps([item, records] if records else [item]))
    return entries


def _with_entries(storage: Storage, node: Node, name: str, entries: list[str]) -> Node:
    return with_vector(node, name, vectors.append(storage, Vector(), entries))


def _counter(node: Node, value: Any, records: list[dict[str, Any]], where: str) -> Node:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{where}.value is a number.")
    return {**node, "value": value, **({"provenance": records} if records else {})}


def note_items(storage: Storage, root: str) -> None:
    """Note where every list holds its items."""
    for key, node in declarations(storage, root):
        if node["type"] == StateType.LIST:
            entries = enumerate(vectors.walk(storage, vector(node)))
            storage.note(key, ((identity(entry[0]), position) for position, entry in entries))
