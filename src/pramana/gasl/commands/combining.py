"""UNION, INTERSECT, EXCEPT, JOIN, RENAME: two lists become one, and fields get other names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.errors import ExecutionError
from pramana.expr import RefusedToken, write_path
from pramana.gasl.binding import item_rows, provenance_of, with_provenance, without_provenance
from pramana.gasl.command import Command
from pramana.gasl.commands.select import put
from pramana.gasl.commands.sorting import alike
from pramana.gasl.estimating import Estimator, Explained, KnownVariable, from_source, rows_text, same_rows
from pramana.gasl.item_fields import Item, ItemFields
from pramana.gasl.provenance import union
from pramana.gasl.records import Outcome
from pramana.gasl.slots import (
    FIELDS,
    VARIABLE,
    Keyword,
    Meaning,
    Part,
    SlotKind,
    ValueSlot,
    as_is,
    optional,
    result,
)
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.work import Work, hint_metrics, list_outcome

MOST_JOINED = 1_000_000
"""Items that a JOIN may make: two lists of 1,000 that are alike in a field already make so many."""


@dataclass(frozen=True, slots=True)
class TwoListsNode(GASLNode):
    """Two lists, and the fields in which items are compared; without any, their whole content."""

    source: str
    other: str
    output: str
    by: tuple[FieldPath, ...] = ()


@dataclass(frozen=True, slots=True)
class UnionNode(TwoListsNode):
    """UNION."""


@dataclass(frozen=True, slots=True)
class IntersectNode(TwoListsNode):
    """INTERSECT."""


@dataclass(frozen=True, slots=True)
class ExceptNode(TwoListsNode):
    """EXCEPT."""


@dataclass(frozen=True, slots=True)
class JoinNode(GASLNode):
    """JOIN: two lists, and pairs of fields that must be equal, the first list's first."""

    source: str
    other: str
    on: tuple[tuple[FieldPath, FieldPath], ...]
    output: str


@dataclass(frozen=True, slots=True)
class RenameNode(GASLNode):
    """RENAME: pairs of a field and its new name."""

    source: str
    fields: tuple[tuple[FieldPath, FieldPath], ...]
    output: str


async def unite(node: UnionNode, work: Work) -> Outcome:
    """Return the items of both lists, each once, with the provenance of all that are alike."""
    one, other, key = _both(node, work)
    found: dict[str, list[Any]] = {}
    for item in (*one, *other):
        found.setdefault(key(item), []).append(item)
    return list_outcome([_with_all_provenance(group) for group in found.values()], of=len(one) + len(other))


async def intersect(node: IntersectNode, work: Work) -> Outcome:
    """Return the items of the first list that the second one has, too, with the provenance of both."""
    one, other, key = _both(node, work)
    theirs: dict[str, list[Any]] = {}
    for item in other:
        theirs.setdefault(key(item), []).append(item)
    keyed = [(item, theirs.get(key(item))) for item in one]
    return list_outcome([_with_all_provenance([item, *same]) for item, same in keyed if same], of=len(one))


async def subtract(node: ExceptNode, work: Work) -> Outcome:
    """Return the items of the first list that the second one has not."""
    one, other, key = _both(node, work)
    theirs = set(map(key, other))
    return list_outcome([item for item in one if key(item) not in theirs], of=len(one))


async def join(node: JoinNode, work: Work) -> Outcome:
    """Return an item for each pair that is equal in all pairs of fields, with the fields and the provenance of both.

    What is missing or null equals nothing. A field that both have keeps the first item's value; the second item's is in
    `FIELD_2`, unless the two are equal.
    """
    lefts, rights = [left for left, _ in node.on], [right for _, right in node.on]
    one, other = work.fields(node.source, lefts), work.fields(node.other, rights)
    theirs: dict[str, list[Item]] = {}
    for item in other.items:
        key = _join_key(other, item, rights)
        if key is not None:
            theirs.setdefault(key, []).append(item)
    pairs = _pairs(one, theirs, lefts)
    hints = hint_metrics(one.hints(lefts) + other.hints(rights), one.skipped + other.skipped)
    return list_outcome([_joined_item(*pair) for pair in pairs], **hints)


async def rename(node: RenameNode, work: Work) -> Outcome:
    """Return each item with fields under other names. A new name that the item already has is replaced."""
    olds = [old for old, _ in node.fields]
    fields = work.fields(node.source, olds)
    gone = {".".join(fields.name_of(old)) for old in olds}
    made = []
    for item in fields.items:
        found = {name: value for name, value in without_provenance(item).items() if name not in gone}
        for new, value in [(new, fields.at(item, old)) for old, new in node.fields]:
            put(found, new, value)
        made.append(with_provenance(found, fields.provenance(item, olds)))
    return list_outcome(made, **hint_metrics(fields.hints(olds), fields.skipped))


def _both(node: TwoListsNode, work: Work) -> tuple[list[Any], list[Any], Callable[[Any], str]]:
    """Return the items of both lists, and what makes the text that is equal for items that are alike."""
    one, other = item_rows(work.scope.sequence(node.source)), item_rows(work.scope.sequence(node.other))
    fields = ItemFields.of([*one, *other], node.by, work.adapter)

    def key(item: Any) -> str:
        return alike([fields.at(item, path) for path in node.by] if node.by else without_provenance(item))

    return one, other, key


def _with_all_provenance(group: Sequence[Any]) -> Any:
    if len(group) == 1:
        return group[0]
    return with_provenance(without_provenance(group[0]), union(*map(provenance_of, group)))


def _join_key(fields: ItemFields, item: Item, paths: Iterable[FieldPath]) -> str | None:
    values = [fields.at(item, path) for path in paths]
    return None if any(value is None or value != value for value in values) else alike(values)


def _pairs(one: ItemFields, theirs: Mapping[str, list[Item]], paths: Sequence[FieldPath]) -> list[tuple[Item, Item]]:
    found: list[tuple[Item, Item]] = []
    for item in one.items:
        key = _join_key(one, item, paths)
        found += [(item, other) for other in theirs.get(key, ())] if key is not None else []
        if len(found) > MOST_JOINED:
            raise ExecutionError(
                f"JOIN makes more than {MOST_JOINED:,} items: join on a field with fewer equal values."
            )
    return found


def _joined_item(one: Item, other: Item) -> Any:
    own, theirs = without_provenance(one), without_provenance(other)
    found = dict(own)
    for name, value in theirs.items():
        if name not in found:
            found[name] = value
        elif alike(found[name]) != alike(value):
            found[f"{name}_2"] = value
    return with_provenance(found, union(provenance_of(one), provenance_of(other)))


def _field_pair(parts: list[Any]) -> tuple[FieldPath, FieldPath]:
    left, sign, right = parts
    if str(sign) != "=":
        raise RefusedToken("two fields are joined by =.", sign, "=", "JOIN people WITH links ON id = source AS both")
    return left, right


PAIRS = SlotKind(
    "field_pair",
    "field = field",
    as_is,
    lambda pair: f"{write_path(pair[0])} = {write_path(pair[1])}",
    many=True,
    meaning=Meaning.ITEM_FIELD,
    grammar="field_pair: field EQUALITY field\n",
    rules={"field_pair": _field_pair},
)


def _estimate(node: Any, estimator: Estimator) -> Explained:
    one, other = estimator.of(node.source), estimator.of(node.other)
    known = one.rows is not None and other.rows is not None
    most = (one.rows or 0) + (other.rows or 0) if isinstance(node, UnionNode) else one.rows
    rows = most if known and not isinstance(node, JoinNode) else None
    estimator.known[node.output] = KnownVariable(rows)
    return Explained(f"{node.source}: {rows_text(one)}, {node.other}: {rows_text(other)}", rows)


def _with_other(verb: str) -> tuple[Part, ...]:
    return Keyword(verb), ValueSlot("source", VARIABLE), Keyword("WITH"), ValueSlot("other", VARIABLE)


UNION = Command(
    place=190,
    node=UnionNode,
    run=unite,
    parts=(*_with_other("UNION"), optional("BY", ValueSlot("by", FIELDS)), *result()),
    example="UNION people WITH places BY id AS all",
    says="Gathers the items of two lists, each once.",
    gives="without BY whole items are compared",
    estimate=_estimate,
)
INTERSECT = Command(
    place=200,
    node=IntersectNode,
    run=intersect,
    parts=(*_with_other("INTERSECT"), optional("BY", ValueSlot("by", FIELDS)), *result()),
    example="INTERSECT people WITH winners BY id AS both",
    says="Keeps the items that the other list has, too.",
    estimate=_estimate,
)
EXCEPT = Command(
    place=210,
    node=ExceptNode,
    run=subtract,
    parts=(*_with_other("EXCEPT"), optional("BY", ValueSlot("by", FIELDS)), *result()),
    example="EXCEPT people WITH winners BY id AS others",
    says="Keeps the items that the other list has not.",
    estimate=_estimate,
)
JOIN = Command(
    place=220,
    node=JoinNode,
    run=join,
    parts=(*_with_other("JOIN"), Keyword("ON"), ValueSlot("on", PAIRS), *result()),
    example="JOIN people WITH links ON id = source AS pairs",
    says="Makes an item of each two that are equal in fields.",
    gives="fields of both; where both have f, the second's is f_2",
    estimate=_estimate,
)
RENAME = Command(
    place=230,
    node=RenameNode,
    run=rename,
    parts=(
        *(Keyword("RENAME"), ValueSlot("source", VARIABLE), Keyword("FIELDS"), ValueSlot("fields", PAIRS)),
        *result(),
    ),
    example="RENAME people FIELDS name = label AS named",
    says="Gives fields other names.",
    gives="old = new",
    estimate=from_source(same_rows),
)
