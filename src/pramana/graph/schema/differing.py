"""The differences between two schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pramana.graph.schema.files import schema_as_json
from pramana.graph.schema.model import GraphSchema, shorten_value
from pramana.serialization import JsonRecord

_OF_ITS_OWN = ("node_types", "relations", "attributes")
"""Levels whose entries are named by the user."""


@dataclass(frozen=True, slots=True)
class SchemaChange(JsonRecord):
    """A difference between two schemas. `before` is None for an addition, `after` for a removal."""

    path: tuple[str, ...]
    before: Any
    after: Any

    def __str__(self) -> str:
        place = " ".join(self.path)
        if self.before is None:
            return f"+ {place}: {shorten_value(self.after)}"
        if self.after is None:
            return f"- {place}: {shorten_value(self.before)}"
        return f"~ {place}: {shorten_value(self.before)} -> {shorten_value(self.after)}"


def diff_schemas(before: GraphSchema, after: GraphSchema) -> list[SchemaChange]:
    """Return the changes by path: types and relations that were added or removed, and changes inside the others.

    The order of names within `required`, `unique`, `sources`, `targets` and `one_of` is ignored.
    """
    return _changes((), schema_as_json(before), schema_as_json(after))


def _changes(path: tuple[str, ...], before: Mapping[str, Any], after: Mapping[str, Any]) -> list[SchemaChange]:
    found: list[SchemaChange] = []
    for name in sorted({*before, *after}):
        one, other = before.get(name), after.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            found += _changes((*path, name), one, other)
        elif isinstance(one, list) and isinstance(other, list):
            found += _list_changes((*path, name), one, other)
        elif one is None and isinstance(other, dict) and name in _OF_ITS_OWN:
            found += _changes((*path, name), {}, other)
        elif other is None and isinstance(one, dict) and name in _OF_ITS_OWN:
            found += _changes((*path, name), one, {})
        elif one != other or type(one) is not type(other):
            found.append(SchemaChange((*path, name), one, other))
    return found


def _list_changes(path: tuple[str, ...], before: list[Any], after: list[Any]) -> list[SchemaChange]:
    gone = [value for value in before if value not in after]
    come = [value for value in after if value not in before]
    return [SchemaChange(path, before, after)] if gone or come else []
