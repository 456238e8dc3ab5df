"""SELECT: some fields of all items, or all fields of some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pramana.expr import Predicate, compile_filter, field_paths, mismatches
from pramana.gasl.binding import with_provenance
from pramana.gasl.command import Command
from pramana.gasl.estimating import at_most, from_source, same_rows
from pramana.gasl.records import Outcome
from pramana.gasl.slots import FIELDS, FILTER, VARIABLE, Keyword, ValueSlot, result
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.work import Work, hint_metrics, list_outcome


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
    fields = work.fields(node.source, node.fields)
    names = [fields.name_of(path) for path in node.fields]
    picked = []
    for item in fields.items:
        found: dict[str, Any] = {}
        for path, name in zip(node.fields, names, strict=True):
            put(found, name, fields.at(item, path))
        picked.append(with_provenance(found, fields.provenance(item, node.fields)))
    return list_outcome(picked, **hint_metrics(fields.hints(node.fields), fields.skipped))


def put(into: dict[str, Any], path: FieldPath, value: Any) -> None:
    """Set the value at a path, and make the objects that lead there; where another value is, under the whole path."""
    inner = into
    for name in path[:-1]:
        below = inner.get(name)
        if below is not None and not isinstance(below, dict):
            into[".".join(path)] = value
            return
        inner[name] = inner = dict(below or {})
    inner[path[-1]] = value


async def select_where(node: SelectWhereNode, work: Work) -> Outcome:
    """Return the items for which the condition is true."""
    where = work.scope.bound(node.where)
    paths = field_paths(where)
    fields = work.fields(node.source, paths)
    fields.known_fields().require_others(where, f"SELECT {node.source} WHERE … AS {node.output}")
    condition, rows = fields.flat_rows(where)
    kept = [fields.items[index] for index in compile_filter(condition)(rows)]
    metrics = hint_metrics([] if kept else fields.hints(paths), fields.skipped)
    unlike = sum(mismatches(condition, row) for row in rows)
    return list_outcome(kept, of=len(rows), **({"mismatches": unlike} if unlike else {}), **metrics)


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
