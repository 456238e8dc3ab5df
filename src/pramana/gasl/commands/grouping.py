"""GROUP: items alike in some fields, and their aggregates."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, TypeAlias

from pramana.expr import RefusedToken, write_path
from pramana.gasl.binding import with_provenance
from pramana.gasl.command import Command
from pramana.gasl.commands.select import put
from pramana.gasl.commands.sorting import alike
from pramana.gasl.estimating import KnownVariable, at_most, from_source
from pramana.gasl.hints import lacking_values
from pramana.gasl.item_fields import Item, ItemFields
from pramana.gasl.provenance import union
from pramana.gasl.records import Outcome
from pramana.gasl.slots import (
    FIELDS,
    VARIABLE,
    Keyword,
    Meaning,
    OptionalPart,
    SlotKind,
    ValueSlot,
    as_is,
    result,
    word_terminal,
)
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.types import Aggregate, Status
from pramana.gasl.work import Work, hint_metrics, list_outcome

Aggregates: TypeAlias = tuple[tuple[Aggregate, FieldPath | None], ...]
"""What is said of a group: COUNT, whose field is None, or a sum of a field and so on."""


@dataclass(frozen=True, slots=True)
class GroupNode(GASLNode):
    """GROUP: the fields in which items are alike, and what is said of each group.

    Each output item has the fields of `by` and, for each aggregate, `count` or `sum_field` and so on.
    """

    source: str
    by: tuple[FieldPath, ...]
    output: str
    aggregates: Aggregates = ((Aggregate.COUNT, None),)

    @property
    def paths(self) -> list[FieldPath]:
        """The fields that are read of each item."""
        return [*self.by, *(path for _, path in self.aggregates if path is not None)]


async def group(node: GroupNode, work: Work) -> Outcome:
    """Return an item a group, in the order in which the groups first come, with the provenance of its members.

    It has the fields of BY, and `count`, `sum_FIELD`, `min_FIELD`, `max_FIELD`, `avg_FIELD` as asked for.
    """
    fields = work.fields(node.source, node.paths)
    groups: dict[str, list[Item]] = {}
    for item in fields.items:
        groups.setdefault(alike([fields.at(item, path) for path in node.by]), []).append(item)
    unlike = [0]
    made = [_group_item(node, fields, members, unlike) for members in groups.values()]
    metrics = _metrics(fields, node, unlike[0])
    return list_outcome(made, of=len(fields.items), **metrics)


@dataclass(frozen=True, slots=True)
class AggregateNode(GASLNode):
    """AGGREGATE: what is said of all items of a list together."""

    source: str
    aggregates: Aggregates
    output: str


async def aggregate(node: AggregateNode, work: Work) -> Outcome:
    """Return one object with `count`, `sum_FIELD`, … over all items, with their provenance; null where none fits."""
    whole = GroupNode(node.source, (), node.output, node.aggregates)
    fields = work.fields(node.source, whole.paths)
    unlike = [0]
    made = _group_item(whole, fields, fields.items, unlike)
    metrics = _metrics(fields, whole, unlike[0])
    return Outcome(Status.SUCCESS, made, None, {"of": len(fields.items), **metrics})


def _metrics(fields: ItemFields, node: GroupNode, unlike: int) -> dict[str, Any]:
    """Return what is to be known of aggregates: fields that nothing has, values that are missing, unlike ones."""
    summed = dict.fromkeys(path for _, path in node.aggregates if path is not None)
    lacking = {write_path(path): sum(fields.at(item, path) is None for item in fields.items) for path in summed}
    hints = [*fields.hints(node.paths), *lacking_values(lacking, len(fields.items), "are left out")]
    return hint_metrics(hints, fields.skipped) | ({"mismatches": unlike} if unlike else {})


def _group_item(node: GroupNode, fields: ItemFields, members: Sequence[Item], unlike: list[int]) -> Any:
    found: dict[str, Any] = {}
    for path in node.by:
        put(found, fields.name_of(path), fields.at(members[0], path))
    for kind, field in node.aggregates:
        if field is None:
            found["count"] = len(members)
            continue
        values = [value for value in (fields.at(member, field) for member in members) if value is not None]
        fitting = _fitting(kind, values)
        unlike[0] += len(values) - len(fitting)
        found[f"{kind.lower()}_{'_'.join(field)}"] = _COMPUTED[kind](fitting)
    return with_provenance(found, union(*(fields.provenance(member, node.paths) for member in members)))


def _fitting(kind: Aggregate, values: Sequence[Any]) -> list[Any]:
    """Return the values that an aggregate takes: numbers, or of MIN and MAX texts where there are no numbers."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    numbers = [value for value in numbers if value == value]
    if numbers or kind not in (Aggregate.MIN, Aggregate.MAX):
        return numbers
    return [value for value in values if isinstance(value, str)]


def _sum(values: Sequence[Any]) -> Any:
    return sum(values) if all(isinstance(value, int) for value in values) else fsum(values)


_COMPUTED: dict[Aggregate, Callable[[Sequence[Any]], Any]] = {
    Aggregate.SUM: lambda values: _sum(values) if values else None,
    Aggregate.MIN: lambda values: min(values, default=None),
    Aggregate.MAX: lambda values: max(values, default=None),
    Aggregate.AVG: lambda values: fsum(values) / len(values) if values else None,
}
"""None where a group has no value that fits."""


def _aggregate(parts: list[Any]) -> tuple[Aggregate, FieldPath | None]:
    kind, named = Aggregate(parts[0].upper()), parts[1] if len(parts) > 1 else None
    if (kind is Aggregate.COUNT) is not (named is None):
        raise RefusedToken(
            "COUNT takes no field." if named else f"{kind} needs a field.",
            parts[0],
            "COUNT, or SUM, MIN, MAX or AVG with a field",
            "GROUP edges BY relation COUNT, SUM weight AS sums",
        )
    return kind, named


def _write_aggregate(pair: tuple[Aggregate, FieldPath | None]) -> str:
    kind, named = pair
    if named is None:
        return str(kind)
    # Only here can a name follow where AS could: an unquoted field `as` would end the aggregates.
    return f"{kind} " + re.sub(r"\A((?ai:AS)\b[^.]*)", r"`\1`", write_path(named))


_WORDS = tuple(str(each) for each in Aggregate)
AGGREGATES = SlotKind(
    "aggregate",
    "COUNT|SUM f|MIN f|MAX f|AVG f",
    as_is,
    _write_aggregate,
    many=True,
    meaning=Meaning.ITEM_FIELD,
    grammar="aggregate: AGGREGATE field?\n" + word_terminal("AGGREGATE", _WORDS),
    rules={"aggregate": _aggregate},
    words={"AGGREGATE": _WORDS},
    after=("AGGREGATE",),
)
GROUP = Command(
    place=180,
    node=GroupNode,
    run=group,
    parts=(
        *(Keyword("GROUP"), ValueSlot("source", VARIABLE), Keyword("BY"), ValueSlot("by", FIELDS)),
        *(OptionalPart((ValueSlot("aggregates", AGGREGATES),)), *result()),
    ),
    example="GROUP people BY city COUNT, AVG age AS cities",
    says="Gathers the items that are alike in the fields, and says of each group how many, or a sum.",
    gives="items with BY's fields and count, sum_f, min_f, max_f, avg_f",
    estimate=from_source(at_most),
)
AGGREGATE = Command(
    place=185,
    node=AggregateNode,
    run=aggregate,
    parts=(Keyword("AGGREGATE"), ValueSlot("source", VARIABLE), ValueSlot("aggregates", AGGREGATES), *result()),
    example="AGGREGATE people COUNT, AVG age AS totals",
    says="Says of all items together how many, or a sum.",
    gives="one object, read as ${totals.avg_age}",
    estimate=from_source(lambda node, held: KnownVariable(1, True)),
)
