"""Items of a state in words, for reports: a node by its name, an edge by its ends, a path as a row."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

_NAMES = ("name", "canonical_name", "title", "label")
_ENDS = ("source", "relation", "target")
_NOT_TOLD = frozenset(("id", "source_id", "file_path", "clusters", "marker_evidence"))
"""Attributes that say where an element comes from; its places are listed beside it."""


def record_text(value: Any) -> str:
    """Return a value in words; a text as it is.

    >>> record_text({"id": "r", "type": "Person", "name": "Rama", "age": 30})
    'Rama (Person); age: 30'
    >>> record_text({"id": "e", "source": "Rama", "relation": "LOVES", "target": "Sita", "weight": 2.0})
    'Rama -LOVES-> Sita; weight: 2.0'
    """
    if isinstance(value, Mapping):
        return _mapping_text(value)
    if isinstance(value, list | tuple):
        return "; ".join(map(record_text, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _mapping_text(value: Mapping[str, Any]) -> str:
    if isinstance(value.get("nodes"), list | tuple):
        return " → ".join(map(str, value["nodes"]))
    if all(isinstance(value.get(name), str) for name in _ENDS):
        head = f"{value['source']} -{value['relation']}-> {value['target']}"
        return _with_details(head, value, _ENDS)
    if "id" in value:
        named = next((name for name in _NAMES if isinstance(value.get(name), str)), "id")
        kind = f" ({value['type']})" if value.get("type") else ""
        return _with_details(f"{value[named]}{kind}", value, (named, "type"))
    return _with_details("", value, ())


def _with_details(head: str, value: Mapping[str, Any], without: Iterable[str]) -> str:
    left = _NOT_TOLD.union(without)
    kept = {name: inner for name, inner in value.items() if name not in left and inner not in (None, "")}
    told = [f"{name}: {record_text(inner)}" for name, inner in kept.items()]
    return "; ".join([head, *told] if head else told)
