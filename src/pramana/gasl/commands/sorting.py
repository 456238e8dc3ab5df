"""SORT, DISTINCT, COUNT."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.errors import ExecutionError
from pramana.expr import write_path
from pramana.gasl.binding import item_rows, provenance_of, with_provenance, without_provenance
from pramana.gasl.command import Command
from pramana.gasl.estimating import KnownVariable, at_most, from_source
from pramana.gasl.hints import lacking_values
from pramana.gasl.item_fields import Item, ItemFields
from pramana.gasl.provenance import union
from pramana.gasl.records import Outcome
from pramana.gasl.slots import (
    FIELDS,
    LIMIT,
    VARIABLE,
    Keyword,
    Meaning,
    SlotKind,
    ValueSlot,
    as_is,
    optional,
    result,
    word_terminal,
)
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.types import Status
from pramana.gasl.work import Work, hint_metrics, list_outcome
from pramana.graph import PathSelection, Selection


@dataclass(frozen=True, slots=True)
class SortNode(GASLNode):
    """SORT: `by` pairs a field with whether it descends."""

    source: str
    by: tuple[tuple[FieldPath, bool], ...]
    output: str
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class DistinctNode(GASLNode):
    """DISTINCT: the fields in which items are compared; without any, items are alike whose content is equal."""

    source: str
    output: str
    by: tuple[FieldPath, ...] = ()


@dataclass(frozen=True, slots=True)
class CountNode(GASLNode):
    """COUNT: the list whose items are counted; with `by`, how many of them are alike in these fields."""

    source: str
    output: str
    by: tuple[FieldPath, ...] = ()


async def sort(node: SortNode, work: Work) -> Outcome:
    """Return the items in order of their fields: numbers, texts, booleans, others; what is missing comes last.

    Items that are alike in all fields keep their order.
    """
    paths = [path for path, _ in node.by]
    fields = work.fields(node.source, paths)
    items = list(fields.items)
    lacking: dict[str, int] = {}
    for path, descends in reversed(node.by):
        keys = [order(fields.at(item, path)) for item in items]
        there = [(key, item) for key, item in zip(keys, items, strict=True) if key is not None]
        there.sort(key=lambda pair: pair[0], reverse=descends)
        lacking[write_path(path)] = len(items) - len(there)
        items = [item for _, item in there] + [item for key, item in zip(keys, items, strict=True) if key is None]
    hints = [*fields.hints(paths), *lacking_values(lacking, len(items), "come last")]
    return list_outcome(items[: node.limit], **hint_metrics(hints, fields.skipped))


def order(value: Any) -> tuple[int, Any] | None:
    """Return the key by which values are sorted, whatever they are; None for what is missing, null or NaN."""
    if value is None or value != value:
        return None
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, int | float):
        return 0, value
    return (1, value) if isinstance(value, str) else (3, alike(value))


async def distinct(node: DistinctNode, work: Work) -> Outcome:
    """Return the first of all items that are alike, with the provenance of all of them."""
    value = work.scope.sequence(node.source)
    if not node.by and isinstance(value, Selection | PathSelection):
        return list_outcome(value, of=len(value))
    found: dict[str, list[Any]] = {}
    items = item_rows(value)
    fields = ItemFields.of(items, node.by, work.adapter)
    for item in items:
        key = [fields.at(item, path) for path in node.by] if node.by else without_provenance(item)
        found.setdefault(alike(key), []).append(item)
    return list_outcome([_merge_group(group) for group in found.values()], of=len(items))


def _merge_group(group: Sequence[Any]) -> Any:
    if len(group) == 1:
        return group[0]
    return with_provenance(without_provenance(group[0]), union(*map(provenance_of, group)))


def alike(value: Any) -> str:
    """Return a text that is equal for equal values."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


async def count(node: CountNode, work: Work) -> Outcome:
    """Return how many items a list has, or an object entries. `success` also where there are none.

    With BY: an item for each value of the fields, with them and `count`, the most frequent first, then in order of the
    values.
    """
    if node.by:
        return _count_by(node, work)
    value = work.scope.value(node.source)
    if isinstance(value, str) or not isinstance(value, Sequence | Mapping):
        raise ExecutionError(f"{node.source} is the value {value!r}; COUNT takes a list.")
    return Outcome(Status.SUCCESS, len(value), None, {"counted": len(value)})


def _count_by(node: CountNode, work: Work) -> Outcome:
    fields = work.fields(node.source, node.by)
    groups: dict[str, list[Item]] = {}
    for item in fields.items:
        groups.setdefault(alike([fields.at(item, path) for path in node.by]), []).append(item)
    made = []
    for _, members in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        values = {write_path(path): fields.at(members[0], path) for path in node.by}
        sources = (fields.provenance(member, node.by) for member in members)
        made.append(with_provenance({**values, "count": len(members)}, union(*sources)))
    return list_outcome(made, of=len(fields.items), **hint_metrics(fields.hints(node.by), fields.skipped))


def _counted_rows(node: CountNode, held: KnownVariable) -> KnownVariable:
    return at_most(node, held) if node.by else KnownVariable(1, True)


def _sorted_rows(node: SortNode, held: KnownVariable) -> KnownVariable:
    if held.rows is None:
        return at_most(node, held)
    most = held.rows if node.limit is None else min(held.rows, node.limit)
    return KnownVariable(most, held.exact, held.some[:most])


ORDERS = SlotKind(
    "order",
    "field [DESC]",
    as_is,
    lambda pair: f"{write_path(pair[0])}{' DESC' if pair[1] else ''}",
    many=True,
    meaning=Meaning.ITEM_FIELD,
    grammar="order: field DIRECTION?\n" + word_terminal("DIRECTION", ("ASC", "DESC")),
    rules={"order": lambda parts: (parts[0], len(parts) > 1 and parts[1].upper() == "DESC")},
    words={"DIRECTION": ("ASC", "DESC")},
)
SORT = Command(
    place=150,
    node=SortNode,
    run=sort,
    parts=(
        *(Keyword("SORT"), ValueSlot("source", VARIABLE), Keyword("BY"), ValueSlot("by", ORDERS)),
        optional("LIMIT", ValueSlot("limit", LIMIT)),
        *result(),
    ),
    example="SORT people BY age DESC, name LIMIT 3 AS oldest",
    says="Puts the items in order.",
    estimate=from_source(_sorted_rows),
)
DISTINCT = Command(
    place=160,
    node=DistinctNode,
    run=distinct,
    parts=(
        *(Keyword("DISTINCT"), ValueSlot("source", VARIABLE)),
        *(optional("BY", ValueSlot("by", FIELDS)), *result()),
    ),
    example="DISTINCT people BY name AS names",
    says="Keeps the first of the items that are alike.",
    estimate=from_source(at_most),
)
COUNT = Command(
    place=170,
    node=CountNode,
    run=count,
    parts=(Keyword("COUNT"), ValueSlot("source", VARIABLE), optional("BY", ValueSlot("by", FIELDS)), *result()),
    example="COUNT people AS size",
    says="Counts the items, with BY those alike in fields, the most frequent first.",
    gives="a number, ${size}; with BY items with the fields and count, most first",
    estimate=from_source(_counted_rows),
)
