"""The columns of all nodes or of all edges, and the evaluation of conditions on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import polars as pl

from pramana.expr import (
    And,
    Comparison,
    Field,
    Length,
    Membership,
    Not,
    Op,
    Or,
    Predicate,
    Scalar,
    compare_values,
    compile_match,
    evaluate,
    mismatches,
    polars_condition,
    value_kind,
    value_of,
)
from pramana.graph.adapters.columnar.columns import (
    Column,
    Leaf,
    Missing,
    Objects,
    field_of,
    of_nothing,
    one_by_one,
)
from pramana.graph.adapters.columnar.sieve import Mask, Sieve, Window, all_of, any_of, constant, matching

if TYPE_CHECKING:
    from pramana.graph.adapters.rows import Rows


@dataclass(frozen=True)
class Columns:
    """`own` holds the columns of every row under the names of the records, `properties` the others under their names.

    `ends` returns for edges the columns of `source.NAME` and `target.NAME`; `records` the records of rows.
    """

    count: int
    own: Mapping[str, Column]
    properties: Mapping[str, Column]
    records: Callable[[Rows], list[dict[str, Any]]]
    ends: Mapping[str, Callable[[str], Column]]

    def column(self, name: str) -> Column:
        """Return the column with the name that a condition uses; a column without values if there is none.

        A property with the name of an own column is found under that name with `_` at its end, row by row as in the
        records.
        """
        if name in self.own:
            return self.own[name]
        if self._clash(name):
            return Objects([record.get(name) for record in self.records(np.arange(self.count))])
        return self.properties.get(name) or Missing(self.count)

    def names(self) -> list[str]:
        """Return the names that all records use; renamed properties are left out."""
        return [*self.own, *sorted(name for name in self.properties if name not in self.own and not self._clash(name))]

    def renames(self) -> bool:
        """Return whether a property has the name of an own column, so that records rename it."""
        return any(name in self.own for name in self.properties)

    def _clash(self, name: str) -> bool:
        bare = name.rstrip("_")
        return bare in self.own and bare in self.properties and bare != name

    def sieve(self, where: Predicate, negated: bool = False) -> Sieve:
        """Return where a predicate is true; if negated, where it is false."""
        if isinstance(where, Not):
            return self.sieve(where.part, not negated)
        if isinstance(where, And | Or):
            combine = all_of if isinstance(where, And) is not negated else any_of
            return combine([self.sieve(part, negated) for part in where.parts])
        return self._leaf(where, negated)

    def _leaf(self, leaf: Leaf, negated: bool) -> Sieve:
        fields = list(fields_of(leaf))
        if not fields:
            return constant(evaluate(leaf, {}) is (not negated))
        if len(fields) > 1:
            return self._of_several(leaf, fields, negated)
        column, seen = self._column_and_leaf(leaf, fields[0])
        return column.sieve(seen, negated) if len(column) else of_nothing(seen, negated)

    def _column_and_leaf(self, leaf: Leaf, field: Field) -> tuple[Column, Leaf]:
        """Return the column of a leaf, and the leaf with the field name of that column."""
        column, path = self._find(field)
        return column, with_fields(leaf, {field: Field(path)})

    def _find(self, field: Field) -> tuple[Column, tuple[str, ...]]:
        first, *rest = field.path
        if rest and first in self.ends:
            return self.ends[first](rest[0]), tuple(rest)
        return self.column(first), field.path

    def _of_several(self, leaf: Leaf, fields: list[Field], negated: bool) -> Sieve:
        """Return the sieve of a leaf that compares two fields: columns of one type as a whole, others row by row."""
        found = [self._find(field) for field in fields]
        if all(len(path) == 1 and column.typed for column, path in found):
            names = {field: Field((str(number),)) for number, field in enumerate(fields)}
            return _of_columns([column for column, _ in found], with_fields(leaf, names), negated)
        renamed, records = self._side_by_side(leaf, fields)
        test = compile_match(Not(renamed) if negated else renamed)
        return one_by_one(lambda window: map(test, records(window)))

    def _side_by_side(
        self, leaf: Leaf, fields: list[Field]
    ) -> tuple[Leaf, Callable[[Window], Iterator[dict[str, Any]]]]:
        """Return a leaf of several fields under distinct names, and a function that yields records with those names."""
        found = [self._find(field) for field in fields]
        keys = [str(number) for number in range(len(fields))]
        places = zip(fields, keys, found, strict=True)
        names = {field: Field((key, *path[1:])) for field, key, (_, path) in places}

        def records(window: Window) -> Iterator[dict[str, Any]]:
            rows = np.arange(window.start, window.stop) if isinstance(window, slice) else window
            columns = [column.values(rows) for column, _ in found]
            return (dict(zip(keys, values, strict=True)) for values in zip(*columns, strict=True))

        return with_fields(leaf, names), records

    def mismatches(self, where: Predicate) -> int:
        """Return how many comparisons have operands of different types. Only one value of each type is evaluated."""
        if isinstance(where, Not):
            return self.mismatches(where.part)
        if isinstance(where, And | Or):
            return sum(map(self.mismatches, where.parts))
        fields = list(fields_of(where))
        if not fields:
            return self.count * mismatches(where, {})
        if len(fields) > 1:
            renamed, records = self._side_by_side(where, fields)
            return sum(mismatches(renamed, record) for record in records(slice(0, self.count)))
        column, seen = self._column_and_leaf(where, fields[0])
        name = field_of(seen).path[0]
        kinds = [({name: value}, count) for value, count in column.kinds() if count]
        total = sum(count * mismatches(_beside(seen, record), record) for record, count in kinds)
        return total - (self._members(column, seen) if _is_mixed(seen) else 0)

    def _members(self, column: Column, leaf: Membership) -> int:
        """Return how many rows are in the list of values. Comparing a member with another value does not count."""
        return len(matching(column.sieve(replace(leaf, negated=False), False), self.count))

    def frame(self, rows: Rows) -> pl.DataFrame:
        """Return the rows as a frame: the own columns, then by name the properties that occur in these rows."""
        series = [self.column(name).series(name, rows) for name in self.names()]
        return pl.DataFrame([part for part in series if part.name in self.own or part.null_count() < len(rows)])

    def property_rows(self, rows: Rows) -> list[dict[str, Any]]:
        """Return the properties of rows under their own names, without missing ones."""
        found: list[dict[str, Any]] = [{} for _ in range(len(rows))]
        for name, column in self.properties.items():
            for properties, value in zip(found, column.values(rows), strict=True):
                if value is not None:
                    properties[name] = value
        return found


def _of_columns(columns: list[Column], leaf: Leaf, negated: bool) -> Sieve:
    """Return the sieve of a leaf over columns of one type each, which it names by their numbers."""
    where = Not(leaf) if negated else leaf

    def at(window: Window) -> Mask:
        rows = np.arange(window.start, window.stop) if isinstance(window, slice) else window
        held = pl.DataFrame([column.series(str(number), rows) for number, column in enumerate(columns)])
        mask: Mask = held.select(polars_condition(where, held.schema)).to_series().fill_null(False).to_numpy()
        return mask

    return Sieve(at, 0.5, 60.0)


def _is_mixed(leaf: Leaf) -> TypeGuard[Membership]:
    """Return whether a leaf has a list of values of more than one kind."""
    return isinstance(leaf, Membership) and len({value_kind(value) for value in _listed_values(leaf)}) > 1


def _beside(leaf: Leaf, record: Mapping[str, Any]) -> Leaf:
    """Return a leaf whose list lacks the value of a record, so that this value represents others of its kind."""
    if not _is_mixed(leaf):
        return leaf
    value = value_of(leaf.left, record)
    return replace(
        leaf, values=tuple(item for item in _listed_values(leaf) if compare_values(value, Op.EQ, item) is not True)
    )


def _listed_values(leaf: Membership) -> tuple[Scalar, ...]:
    return leaf.values if isinstance(leaf.values, tuple) else ()


def fields_of(leaf: Leaf) -> Iterator[Field]:
    """Yield the distinct fields of a leaf."""
    seen: set[Field] = set()
    for operand in (leaf.left, getattr(leaf, "right", None)):
        field = operand.of if isinstance(operand, Length) else operand
        if isinstance(field, Field) and field not in seen:
            seen.add(field)
            yield field


def with_fields(leaf: Leaf, names: Mapping[Field, Field]) -> Leaf:
    """Return a leaf with renamed fields."""

    def rename(operand: Any) -> Any:
        if isinstance(operand, Field):
            return names.get(operand, operand)
        if isinstance(operand, Length) and isinstance(operand.of, Field):
            return Length(names.get(operand.of, operand.of))
        return operand

    if isinstance(leaf, Comparison):
        return replace(leaf, left=rename(leaf.left), right=rename(leaf.right))
    return replace(leaf, left=rename(leaf.left))
