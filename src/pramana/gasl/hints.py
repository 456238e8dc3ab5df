"""Why a search found nothing: which condition emptied it, which attribute nothing has, which name is another's. And
which items have no value of a field that is sorted or summed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any

from pramana.expr import Comparison, Field, IsNull, Op, Predicate, conjoin, conjuncts, field_paths, write_condition
from pramana.gasl.other_fields import KnownFields
from pramana.gasl.paths import PathQuery
from pramana.gasl.types import TargetKind
from pramana.graph import GraphAdapter, Selection
from pramana.wording import plural

EXPLAINED = 8
"""How many conditions are counted one by one."""
SAMPLED = 500
"""How many nodes or edges are looked at for the names of attributes."""
SHORT = 60
"""Texts longer than this are no names of anything."""
SEARCHED = 20_000
"""In graphs with more nodes, no near names are looked for."""
_NAMES = (("id",), ("name",), ("canonical_name",))
_ENDS = ("source", "target")


@dataclass(frozen=True, slots=True)
class _Searched:
    """What was searched: the nodes or the edges of a graph."""

    adapter: GraphAdapter
    kind: TargetKind

    def find(self, where: Predicate | None, limit: int | None = None) -> Selection:
        found = self.adapter.find_nodes if self.kind is TargetKind.NODES else self.adapter.find_edges
        return found(where, limit)

    def names(self, path: tuple[str, ...]) -> list[str]:
        """Return attributes that could replace `path`: those of the first nodes or edges."""
        at_end = self.kind is TargetKind.EDGES and len(path) > 1 and path[0] in _ENDS
        found = (self.adapter.find_nodes if at_end else self.find)(None, SAMPLED)
        prefix = f"{path[0]}." if at_end else ""
        return list(dict.fromkeys(f"{prefix}{name}" for record in found for name in record))

    def texts(self, path: tuple[str, ...]) -> list[str]:
        """Return the short texts that the attribute of nodes or edges has, in the first of them."""
        at_end = self.kind is TargetKind.EDGES and len(path) > 1 and path[0] in _ENDS
        found = (self.adapter.find_nodes if at_end else self.find)(None, SAMPLED)
        values = (record.get(path[-1]) for record in found)
        return list(dict.fromkeys(value for value in values if isinstance(value, str) and len(value) <= SHORT))


def known_attributes(adapter: GraphAdapter, kind: TargetKind) -> KnownFields:
    """Return the attributes of a graph's nodes or edges, to check a condition by. A graph without any refuses none."""
    searched = _Searched(adapter, kind)

    def exists(path: tuple[str, ...]) -> bool:
        return bool(len(searched.find(IsNull(Field(path), negated=True), 1))) or not len(searched.find(None, 1))

    return KnownFields(exists, searched.names)


def empty_search(adapter: GraphAdapter, kind: TargetKind, where: Predicate) -> list[dict[str, Any]]:
    """Return hints on a search for nodes or edges that found nothing."""
    searched = _Searched(adapter, kind)
    parts = conjuncts(where)
    hints = [hint for path in field_paths(where) for hint in _unknown_attribute(searched, path)]
    hints += [hint for part in parts[:EXPLAINED] for hint in _unknown_node(searched, part)]
    hints += [hint for part in parts[:EXPLAINED] for hint in _unknown_value(searched, part)]
    counted = []
    for index, part in enumerate(parts[:EXPLAINED]):
        alone = len(searched.find(part))
        so_far = alone if not index else len(searched.find(conjoin(parts[: index + 1])))
        counted.append({"condition": write_condition(part), "alone": alone, "with_those_before": so_far})
    emptied = next((entry["condition"] for entry in counted if not entry["with_those_before"]), None)
    return [*hints, {"kind": "emptied_by", "condition": emptied, "conditions": counted}]


def empty_paths(adapter: GraphAdapter, query: PathQuery, starts: int, ends: int) -> list[dict[str, Any]]:
    """Return hints on a search for paths that found nothing."""
    hints: list[dict[str, Any]] = []
    for part, count, where in (("start", starts, query.start), ("end", ends, query.end)):
        if not count and where is not None:
            found = empty_search(adapter, TargetKind.NODES, where)
            hints += [{"part": part, **hint} for hint in found]
    if query.edge is not None and not len(adapter.find_edges(query.edge, 1)):
        hints += [{"part": "edge", **hint} for hint in empty_search(adapter, TargetKind.EDGES, query.edge)]
    if not hints:
        longest = adapter.caps.max_path_length
        hints.append({"kind": "not_connected", "starts": starts, "ends": ends, "within": query.longest or longest})
    return hints


def lacking_values(counts: Mapping[str, int], of: int, what: str) -> list[dict[str, Any]]:
    """Return a hint for each field that some of the items have no value of; `what` becomes of those items."""
    return [
        {"kind": "no_value", "field": name, "items": count, "of": of, "what": what}
        for name, count in counts.items()
        if 0 < count < of
    ]


def hint_text(hint: Mapping[str, Any]) -> str:
    """Return a hint as text, for people."""
    kind, near = hint.get("kind"), " or ".join(map(str, hint.get("nearest", ())))
    meant = f" Did you mean {near}?" if near else ""
    if kind == "emptied_by":
        told = [f"{each['condition']}: {each['alone']:,}" for each in hint["conditions"]]
        if len(told) == 1:
            return f"{hint['condition']} left nothing."
        return f"{hint['condition'] or 'all together'} left nothing; alone they find {', '.join(told)}."
    if kind == "unknown_attribute":
        return f"Nothing has an attribute {hint['attribute']}.{meant}"
    if kind == "unknown_field":
        return f"No item has a field {hint['field']}.{meant}"
    if kind == "unknown_node":
        return f"No node is named {hint['name']!r}.{meant}"
    if kind == "unknown_value":
        return f"No {hint['attribute']} is {hint['value']!r}.{meant}"
    if kind == "no_value":
        return f"{hint['items']:,} of {hint['of']:,} items have no {hint['field']}; they {hint['what']}."
    if kind == "not_connected":
        starts, ends = plural(hint["starts"], "start"), plural(hint["ends"], "end")
        return f"No path within {plural(hint['within'], 'edge')} leads from the {starts} to the {ends}."
    return str(hint.get("message", hint))


def _unknown_attribute(searched: _Searched, path: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    if not len(searched.find(IsNull(Field(path), negated=True), 1)):
        names = searched.names(path)
        near = get_close_matches(".".join(path), names, n=3, cutoff=0.5)
        yield {"kind": "unknown_attribute", "attribute": ".".join(path), "nearest": near or names[:8]}


def _unknown_node(searched: _Searched, part: Predicate) -> Iterator[dict[str, Any]]:
    """Yield the nearest names where a condition asks for a node by one that none has."""
    if not isinstance(part, Comparison) or part.op is not Op.EQ or not isinstance(part.right, str):
        return
    if not isinstance(part.left, Field) or not _names_a_node(searched.kind, part.left.path):
        return
    if searched.adapter.count()[0] <= SEARCHED and not len(searched.find(part, 1)):
        near = list(islice(searched.adapter.nearest(part.right), 3))
        yield {"kind": "unknown_node", "name": part.right, "nearest": near}


def _unknown_value(searched: _Searched, part: Predicate) -> Iterator[dict[str, Any]]:
    """Yield the nearest texts where a condition asks for one that no attribute has, be it in another case only."""
    if not isinstance(part, Comparison) or part.op is not Op.EQ or not isinstance(part.right, str):
        return
    if not isinstance(part.left, Field) or _names_a_node(searched.kind, part.left.path) or len(searched.find(part, 1)):
        return
    spelled = {value.casefold(): value for value in searched.texts(part.left.path)}
    near = get_close_matches(part.right.casefold(), spelled, n=3, cutoff=0.5)
    if near:
        name = ".".join(part.left.path)
        yield {
            "kind": "unknown_value",
            "attribute": name,
            "value": part.right,
            "nearest": [spelled[each] for each in near],
        }


def _names_a_node(kind: TargetKind, path: tuple[str, ...]) -> bool:
    if kind is TargetKind.NODES:
        return path in _NAMES
    return path in tuple((end,) for end in _ENDS) or (path[0] in _ENDS and path[1:] in _NAMES)
