"""SELECT: some fields of all items, or all fields of some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.expr import compile_filter, fields, mismatches
from pramana.gasl.binding import provenance_of, with_provenance
from pramana.gasl.commands.base import Work, at, hinted, listed, objects, unknown_fields
from pramana.gasl.records import Outcome
from pramana.gasl.tree import FieldPath, SelectFieldsNode, SelectWhereNode


async def select_fields(node: SelectFieldsNode, work: Work) -> Outcome:
    """Return each item with the named fields alone, null where it has none of the name, and its provenance."""
    items, skipped = objects(work.scope.sequence(node.source))
    picked = [with_provenance(_picked(item, node.fields), provenance_of(item)) for item in items]
    return listed(picked, **hinted(unknown_fields(items, node.fields), skipped))


def _picked(item: Mapping[str, Any], paths: tuple[FieldPath, ...]) -> dict[str, Any]:
    """Return some fields of an item under the paths that they had."""
    found: dict[str, Any] = {}
    for path in paths:
        put(found, path, at(item, path))
    return found


def put(into: dict[str, Any], path: FieldPath, value: Any) -> None:
    """Set the value at a path, and make the objects that lead there."""
    for name in path[:-1]:
        below = into.get(name)
        into = into.setdefault(name, {}) if isinstance(below, dict) or below is None else into
    into[path[-1]] = value


async def select_where(node: SelectWhereNode, work: Work) -> Outcome:
    """Return the items for which the condition is true."""
    where = work.scope.bound(node.where)
    items, skipped = objects(work.scope.sequence(node.source))
    kept = [items[index] for index in compile_filter(where)(items)]
    metrics = hinted([] if kept else unknown_fields(items, fields(where)), skipped)
    unlike = sum(mismatches(where, item) for item in items)
    return listed(kept, of=len(items), **({"mismatches": unlike} if unlike else {}), **metrics)
