"""What a graph is made of, on a page: types, relations, attributes with examples, degrees. Bounded and deterministic.

Counts are exact; attributes, examples, ends and degrees are those of nodes and edges looked at, evenly spaced.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from statistics import median
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import numpy as np
from pydantic import BaseModel, ConfigDict

from pramana.canonical import canonical, digest
from pramana.expr import Comparison, Field, Membership, Op, Predicate
from pramana.graph import Direction, GraphAdapter, Selection

LOOKED_AT = 300
"""Nodes of a type, and edges of a relation, that are read."""
MOST_KINDS = 300
"""Types, and relations, that are listed separately; further ones are summed up as a number of nodes or edges."""
MOST_ATTRIBUTES = 40
"""Attributes of a kind, the most frequent ones; the profile in a prompt shows at most 12 of them."""
MOST_VALUES = 12
"""Examples of an attribute. Where there are not more, and few for how many were looked at, they are all there are."""
LONGEST = 80
"""Characters of an example."""
MOST_ENDS = 6
"""Pairs of types that a relation joins, the most frequent ones."""
DEGREES = 500
"""Nodes whose edges are counted."""
VERSION = 1
"""Of what a profile says: a stored one of another version is made anew."""


class Profiled(BaseModel):
    model_config = ConfigDict(frozen=True)


class AttributeProfile(Profiled):
    """`count` of those looked at have it. `values` are examples in order of first coming; `closed`: likely all."""

    name: str
    kinds: tuple[str, ...]
    count: int
    values: tuple[Any, ...] = ()
    closed: bool = False


class TypeProfile(Profiled):
    type: str
    count: int
    attributes: tuple[AttributeProfile, ...] = ()

    def attribute(self, name: str) -> AttributeProfile | None:
        """Return the attribute of this name, None where no node looked at has it."""
        return next((each for each in self.attributes if each.name == name), None)


class Ends(Profiled):
    """A source's and a target's type, and how many of the edges looked at lead from one to the other."""

    source: str
    target: str
    count: int


class RelationProfile(Profiled):
    relation: str
    count: int
    ends: tuple[Ends, ...] = ()
    attributes: tuple[AttributeProfile, ...] = ()

    def attribute(self, name: str) -> AttributeProfile | None:
        """Return the attribute of this name, None where no edge looked at has it."""
        return next((each for each in self.attributes if each.name == name), None)


class Hub(Profiled):
    id: str
    degree: int


class Degree(Profiled):
    """Edges of a node, both ways: `mean` of all, the rest of the `looked_at`. `hubs` have the most."""

    mean: float
    median: float
    most: int
    looked_at: int
    hubs: tuple[Hub, ...] = ()


class GraphProfile(Profiled):
    """A graph's profile. `graph` is the graph's hash, or the profile's own where the graph has none.

    `other_types` and `other_relations`: the number of nodes and edges of types and relations that are not listed.
    """

    graph: str = ""
    directed: bool
    nodes: int
    edges: int
    types: tuple[TypeProfile, ...] = ()
    relations: tuple[RelationProfile, ...] = ()
    other_types: int = 0
    other_relations: int = 0
    degree: Degree
    version: int = VERSION

    @cached_property
    def hash(self) -> str:
        """The hash of the graph, which distinguishes stored responses."""
        return self.graph or digest(self.model_dump(mode="json"))

    def type(self, name: str) -> TypeProfile | None:
        """Return the type of this name."""
        return next((each for each in self.types if each.type == name), None)

    def relation(self, name: str) -> RelationProfile | None:
        """Return the relation of this name."""
        return next((each for each in self.relations if each.relation == name), None)


_KEPT: WeakKeyDictionary[Any, tuple[tuple[Any, ...], GraphProfile]] = WeakKeyDictionary()


class Profiles(Protocol):
    """Keeps profiles under the hashes of their graphs."""

    def get(self, graph: str) -> GraphProfile | None: ...

    def put(self, found: GraphProfile) -> None: ...


def graph_profile(adapter: GraphAdapter, profiles: Profiles | None = None) -> GraphProfile:
    """Return the profile of a graph, made once: looking it up again costs the graph's hash.

    The last one of each adapter is kept as long as the graph's hash is the same; of an adapter that has no `hash()`,
    as long as it has as many nodes and edges. `profiles` keeps those of graphs with a hash from one process to another.
    """
    hashed = _own_hash(adapter)
    key = (hashed, *adapter.count())
    kept = _KEPT.get(adapter)
    if kept is not None and kept[0] == key:
        return kept[1]
    found = profiles.get(hashed) if profiles is not None and hashed else None
    if found is None:
        found = _make_profile(adapter, hashed)
        if profiles is not None and hashed:
            profiles.put(found)
    _KEPT[adapter] = (key, found)
    return found


def graph_hash(adapter: GraphAdapter) -> str:
    """Return the hash of an adapter's graph; where it keeps none, that of its profile."""
    return _own_hash(adapter) or graph_profile(adapter).hash


def _own_hash(adapter: GraphAdapter) -> str:
    asked: Callable[[], str] | None = getattr(adapter, "hash", None)
    return asked() if callable(asked) else ""


def _make_profile(adapter: GraphAdapter, graph: str) -> GraphProfile:
    nodes, edges = adapter.count()
    types, other_types = _kinds(adapter.find_nodes, "type", nodes)
    relations, other_relations = _kinds(adapter.find_edges, "relation", edges)
    found = GraphProfile(
        directed=adapter.directed,
        nodes=nodes,
        edges=edges,
        types=tuple(TypeProfile(type=name, count=len(rows), attributes=_of_nodes(rows)) for name, rows in types),
        relations=tuple(_relation(adapter, name, rows) for name, rows in relations),
        other_types=other_types,
        other_relations=other_relations,
        degree=_degree(adapter, nodes, edges),
    )
    return found.model_copy(update={"graph": graph or found.hash})


def _kinds(find: Callable[[Predicate | None], Selection], field: str, count: int) -> tuple[list[Any], int]:
    """Return each value of a field with what has it, the most frequent first, and how much is left beyond the bound.

    Kinds are looked for among those that were not seen yet, so that a rare one is not missed.
    """
    path = Field((field,))
    found: dict[str, Selection] = {}
    left: Selection = find(None)
    while len(left) and len(found) < MOST_KINDS:
        seen = dict.fromkeys(str(record[field]) for record in _evenly_spaced(left, LOOKED_AT).to_dicts())
        fresh = [value for value in seen if value not in found]
        if not fresh:
            break
        for value in fresh[: MOST_KINDS - len(found)]:
            found[value] = find(Comparison(path, Op.EQ, value))
        left = find(Membership(path, tuple(found), negated=True))
    ordered = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return ordered, count - sum(map(len, found.values()))


def _evenly_spaced(found: Selection, most: int) -> Selection:
    """Return up to `most` of a selection, evenly spaced, the first and the last among them."""
    if len(found) <= most:
        return found
    places = np.unique(np.linspace(0, len(found) - 1, most).astype(np.int64))
    return Selection(found.source, found.kind, found.rows[places])


def _of_nodes(rows: Selection) -> tuple[AttributeProfile, ...]:
    return _attributes(_evenly_spaced(rows, LOOKED_AT).to_dicts(), ("id", "type"))


def _relation(adapter: GraphAdapter, name: str, rows: Selection) -> RelationProfile:
    records = _evenly_spaced(rows, LOOKED_AT).to_dicts()
    ids = list(dict.fromkeys(end for record in records for end in (record["source"], record["target"])))
    types = {node.id: node.type for node in adapter.find_nodes(Membership(Field(("id",)), tuple(ids))).nodes()}
    pairs = Counter((types.get(each["source"], ""), types.get(each["target"], "")) for each in records)
    ordered = sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_ENDS]
    ends = tuple(Ends(source=source, target=target, count=count) for (source, target), count in ordered)
    attributes = _attributes(records, ("id", "source", "target", "relation"))
    return RelationProfile(relation=name, count=len(rows), ends=ends, attributes=attributes)


def _attributes(records: Sequence[Mapping[str, Any]], own: Sequence[str]) -> tuple[AttributeProfile, ...]:
    values: dict[str, list[Any]] = {}
    for record in records:
        for name, value in record.items():
            if name not in own and value is not None:
                values.setdefault(name, []).append(value)
    ordered = sorted(values, key=lambda name: (-len(values[name]), name))[:MOST_ATTRIBUTES]
    return tuple(_attribute(name, values[name]) for name in ordered)


def _attribute(name: str, values: Sequence[Any]) -> AttributeProfile:
    distinct = dict.fromkeys(map(canonical, values))
    shown = dict.fromkeys(canonical(_short(value)) for value in values)
    kinds = Counter(_kind(value) for value in values)
    examples = map(json.loads, list(shown)[:MOST_VALUES])
    closed = len(distinct) <= MOST_VALUES and len(distinct) * 4 <= len(values)
    ordered = tuple(sorted(kinds, key=lambda kind: (-kinds[kind], kind)))
    return AttributeProfile(name=name, kinds=ordered, count=len(values), values=tuple(examples), closed=closed)


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    names = ((int, "integer"), (float, "number"), (str, "text"), (list, "list"))
    return next((name for type_, name in names if isinstance(value, type_)), "object")


def _short(value: Any) -> Any:
    """Return a value as an example: a long text cut, of a list its first items, of an object its names."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[: LONGEST - 1] + "…"
    if isinstance(value, list | tuple):
        return [_short(each) for each in value[:1]]
    return sorted(map(str, value))[:4] if isinstance(value, Mapping) else value


def _degree(adapter: GraphAdapter, nodes: int, edges: int) -> Degree:
    looked = _evenly_spaced(adapter.find_nodes(), DEGREES)
    ids = looked.ids
    degrees = [len(adapter.incident([each], Direction.BOTH)) for each in ids]
    ordered = sorted(zip(ids, degrees, strict=True), key=lambda pair: (-pair[1], pair[0]))[:5]
    return Degree(
        mean=round(2 * edges / nodes, 2) if nodes else 0.0,
        median=float(median(degrees)) if degrees else 0.0,
        most=max(degrees, default=0),
        looked_at=len(degrees),
        hubs=tuple(Hub(id=name, degree=degree) for name, degree in ordered if degree),
    )
