"""How nodes and edges are kept in Neo4j: labels, keys, the order of insertion, values that Neo4j has no type for.

A graph that Pramana writes (`managed`) has a label on each of its nodes. A node's id is its property `pramana_id`, its
type another label; `pramana_order` counts insertions; an edge has `pramana_ordinal`. What Neo4j cannot hold (objects,
lists of unlike items, integers beyond 64 bits, odd names) is JSON in `pramana_json`.

A user's own graph has none of these: a node's id is the property that the address names, else the number that the
database gives to it; its type is its first label.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from pramana.canonical import canonical
from pramana.graph.model import Edge, Node

ID, ORDER, ORDINAL, JSON, GENERATION, NAMES = (
    "pramana_id",
    "pramana_order",
    "pramana_ordinal",
    "pramana_json",
    "pramana_push",
    "pramana_names",
)
_RESERVED = "pramana_"
META = "PramanaGraph"
"""The label of the one node for each managed graph that says what it is and how far a push was."""

_SHIFT = 31
_MOST = 1 << _SHIFT
"""A row is the place in order of insertion, then the database's number, 31 bits each: rows sort by insertion, and the
number finds the element at once."""


def quote_name(name: str) -> str:
    """Return a label, a relation or a property name in backquotes.

    Cypher 5 reads `\\u0060` as a backquote anywhere in a query, names included; so every backslash is spelled that way.

    >>> print(quote_name("a`b"), quote_name("\\\\u0060"))
    `a``b` `\\u005Cu0060`
    """
    return "`" + name.replace("\\", "\\u005C").replace("`", "``") + "`"


def pack_row(order: int, number: int) -> int:
    """Return the row of an element. Raises OverflowError for a database with more than 2³¹ elements."""
    if not (0 <= order < _MOST and 0 <= number < _MOST):
        raise OverflowError("Graphs in Neo4j are read up to 2^31 nodes and edges.")
    return order << _SHIFT | number


def number_of(row: int) -> int:
    """Return the database's number of an element."""
    return row & (_MOST - 1)


def token(name: str) -> str:
    """Return a type, a relation or a property as a name that Neo4j takes, and that is none of Pramana's own.

    >>> token("Rama"), token(""), token("pramana_id")
    ('Rama', 'pramana_', 'pramana_pramana_id')
    """
    if name and "\0" not in name and not name.startswith(_RESERVED):
        return name
    return _RESERVED + json.dumps(name, ensure_ascii=True)[1:-1]


def name_of(found: str) -> str:
    """Return the name that `token` made a token of."""
    if not found.startswith(_RESERVED):
        return found
    try:
        return str(json.loads(f'"{found[len(_RESERVED) :]}"'))
    except ValueError:
        return found


def stored_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return properties as Neo4j holds them. Raises CanonicalError for what is not JSON."""
    kept: dict[str, Any] = {}
    other: dict[str, Any] = {}
    for name, value in properties.items():
        if value is None:
            continue
        canonical([name, value])
        plain = _is_native(value) and token(name) == name
        (kept if plain else other)[name] = list(value) if plain and isinstance(value, tuple) else value
    if other:
        kept[JSON] = canonical(other)
    return kept


def ordered_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return properties as Neo4j holds them, with their order, which it does not keep by itself."""
    names = [name for name, value in properties.items() if value is not None]
    return stored_properties(properties) | ({NAMES: names} if len(names) > 1 else {})


def odd_names(properties: Mapping[str, Any]) -> set[str]:
    """Return the names of the properties that are kept as JSON: conditions on them are evaluated here."""
    return {
        name
        for name, value in properties.items()
        if value is not None and not (_is_native(value) and token(name) == name)
    }


def shown_properties(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the properties of an element of a managed graph, by name."""
    found = {name: value for name, value in stored.items() if not name.startswith(_RESERVED)}
    extra = stored.get(JSON)
    if extra is not None:
        found.update(json.loads(extra))
    first = {name: found[name] for name in stored.get(NAMES) or () if name in found}
    return first | found


def _is_native(value: Any) -> bool:
    kind = type(value)
    if kind in (list, tuple):
        kinds = {type(item) for item in value}
        return len(kinds) <= 1 and kinds <= {str, bool, int, float} and all(map(_is_native, value))
    if kind is int:
        return bool(-(2**63) <= value < 2**63)
    return kind in (str, bool) or (kind is float and isfinite(value))


def own_value(value: Any) -> Any:
    """Return a value of a user's own graph as JSON holds it: times in ISO form, points and bytes as text."""
    if isinstance(value, list):
        return [own_value(item) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, bytes | bytearray):
        return value.hex()
    return value.iso_format() if hasattr(value, "iso_format") else str(value)


@dataclass(frozen=True, slots=True)
class Layout:
    """Which nodes of a database are the graph, and what their ids and types are.

    `label` is that of all its nodes, "" for every node of the database; `key` names the property that is the id in a
    user's own graph, "" where the database's number is; `beside` says that graphs of Pramana's are there too.
    """

    label: str = ""
    managed: bool = False
    key: str = ""
    beside: bool = False

    def node(self, name: str) -> str:
        """Return the pattern of a node."""
        if self.label:
            return f"({name}:{quote_name(self.label)})"
        return f"({name}:!{META})" if self.beside else f"({name})"

    def id_of(self, name: str) -> str:
        """Return Cypher for the id of a node."""
        if self.managed:
            return f"{name}.{ID}"
        number = f"toString(id({name}))"
        return f"coalesce(toStringOrNull({name}.{quote_name(self.key)}), {number})" if self.key else number

    def type_of(self, name: str) -> str:
        """Return Cypher for the type of a node, as it is kept."""
        if not self.label:
            return f"coalesce(labels({name})[0], '')"
        return f"coalesce([l IN labels({name}) WHERE l <> $scope][0], '')"

    def order_of(self, name: str) -> str:
        """Return Cypher for the place of a node or an edge in order of insertion."""
        return f"coalesce({name}.{ORDER}, 0)" if self.managed else "0"

    def type_token(self, node_type: str) -> str:
        """Return the label of a type, none of which is the graph's own."""
        return _RESERVED + node_type if node_type == self.label else token(node_type)

    def shown_type(self, labels: Iterable[str]) -> str:
        """Return the type of a node with these labels."""
        found = next((label for label in labels if label != self.label), "")
        return name_of(found) if self.managed else found

    def as_node(self, node_id: str, labels: list[str], stored: Mapping[str, Any]) -> Node:
        """Return a node from what the database holds of it."""
        if self.managed:
            return Node(node_id, self.shown_type(labels), shown_properties(stored))
        properties = {name: own_value(value) for name, value in stored.items()}
        if len(labels) > 1 and "labels" not in properties:
            properties["labels"] = list(labels)
        return Node(node_id, self.shown_type(labels), properties)

    def as_edge(self, source: str, relation: str, target: str, stored: Mapping[str, Any], ordinal: int) -> Edge:
        """Return an edge from what the database holds of it."""
        if self.managed:
            return Edge(source, name_of(relation), target, shown_properties(stored), stored.get(ORDINAL, 0))
        return Edge(source, relation, target, {name: own_value(value) for name, value in stored.items()}, ordinal)
