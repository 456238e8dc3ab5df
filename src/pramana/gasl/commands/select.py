"""SELECT: some fields of all items, or all fields of some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pramana.expr import Predicate, compile_filter, field_paths, mismatches
from pramana.gasl.binding import provenance_of, with_provenance
from pramana.gasl.command import Command
from pramana.gasl.estimating import at_most, from_source, same_rows
from pramana.gasl.records import Outcome
from pramana.gasl.slots import FIELDS, FILTER, VARIABLE, Keyword, ValueSlot, result
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.work import Work, at, hint_metrics, known_fields, list_outcome, objects, unknown_fields


@dataclass(frozen=True, slots=True)
class SelectFieldsNode(GASLNode):
    """SELECT … FIELDS: the fields of each item that are kept."""

    source: str
    fields: tuple[FieldPath, ...]
    output: str


@dataclass(frozen=True, slots=True)
class SelectWhereNode(GASLNode):
    """SELECT … WHERE: the condition of the items that are kept."""

    source: str
    where: Predicate
    output: str


async def select_fields(node: SelectFieldsNode, work: Work) -> Outcome:
    """Return each item with the named fields alone, null where it has none of the name, and its provenance."""
    items, skipped = objects(work.scope.sequence(node.source))
    picked = [with_provenance(_pick_fields(item, node.fields), provenance_of(item)) for item in items]
    return list_outcome(picked, **hint_metrics(unknown_fields(items, node.fields), skipped))


def _pick_fields(item: Mapping[str, Any], paths: tuple[FieldPath, ...]) -> dict[str, Any]:
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
    known_fields(items).require_others(where, f"SELECT {node.source} WHERE … AS {node.output}")
    kept = [items[index] for index in compile_filter(where)(items)]
    metrics = hint_metrics([] if kept else unknown_fields(items, field_paths(where)), skipped)
    unlike = sum(mismatches(where, item) for item in items)
    return list_outcome(kept, of=len(items), **({"mismatches": unlike} if unlike else {}), **metrics)


SELECT_FIELDS = Command(
    place=130,
    node=SelectFieldsNode,
    run=select_fields,
    parts=(
        *(Keyword("SELECT"), ValueSlot("source", VARIABLE)),
        *(Keyword("FIELDS"), ValueSlot("fields", FIELDS), *result()),
    ),
    example="SELECT people FIELDS id, born.year AS short",
    says="Keeps some fields of each item.",
    estimate=from_source(same_rows),
)
SELECT_WHERE = Command(
    place=140,
    node=SelectWhereNode,
    run=select_where,
    parts=(
        *(Keyword("SELECT"), ValueSlot("source", VARIABLE)),
        *(Keyword("WHERE"), ValueSlot("where", FILTER), *result()),
    ),
    example="SELECT people WHERE age >= 18 AS adults",
    says="Keeps the items for which the condition is true.",
    estimate=from_source(at_most),
)
