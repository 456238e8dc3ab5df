"""GROUP: items alike in some fields, and what they come to together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import Any

from pramana.gasl.binding import provenance_of, with_provenance
from pramana.gasl.commands.base import Work, at, hinted, listed, objects, unknown_fields
from pramana.gasl.commands.select import put
from pramana.gasl.commands.sorting import alike
from pramana.gasl.provenance import union
from pramana.gasl.records import Outcome
from pramana.gasl.tree import GroupNode
from pramana.gasl.types import Aggregate

Item = Mapping[str, Any]


async def group(node: GroupNode, work: Work) -> Outcome:
    """Return an item a group, in the order in which the groups first come, with the provenance of its members.

    It has the fields of BY, and `count`, `sum_FIELD`, `min_FIELD`, `max_FIELD`, `avg_FIELD` as asked for.
    """
    items, skipped = objects(work.scope.sequence(node.source))
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(alike([at(item, path) for path in node.by]), []).append(item)
    unlike = [0]
    made = [_made(node, members, unlike) for members in groups.values()]
    fields = [*node.by, *(path for _, path in node.aggregates if path is not None)]
    metrics = hinted(unknown_fields(items, fields), skipped) | ({"mismatches": unlike[0]} if unlike[0] else {})
    return listed(made, of=len(items), **metrics)


def _made(node: GroupNode, members: Sequence[Item], unlike: list[int]) -> Any:
    found: dict[str, Any] = {}
    for path in node.by:
        put(found, path, at(members[0], path))
    for kind, field in node.aggregates:
        if field is None:
            found["count"] = len(members)
            continue
        values = [value for value in (at(member, field) for member in members) if value is not None]
        fitting = _fitting(kind, values)
        unlike[0] += len(values) - len(fitting)
        found[f"{kind.lower()}_{'_'.join(field)}"] = _COMPUTED[kind](fitting)
    return with_provenance(found, union(*map(provenance_of, members)))


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
