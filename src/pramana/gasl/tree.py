"""Commands as data: what the parser makes of a line and the executor carries out. `writing` turns it into text again.

A variable is named as it is written after AS, without `${}`. A state key is its parts: `a.b` is ("a", "b").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pramana.expr import Predicate, Scalar
from pramana.gasl.types import Aggregate, StateType, TargetKind, Trigger, UpdateMode

FieldPath: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GASLNode:
    """Base of every command."""


@dataclass(frozen=True, slots=True)
class DeclareNode(GASLNode):
    """DECLARE key AS LIST|DICT|COUNTER [WITH_DESCRIPTION "text"]"""

    key: FieldPath
    type: StateType
    description: str | None = None


@dataclass(frozen=True, slots=True)
class FindNode(GASLNode):
    """FIND nodes|edges|paths [WHERE condition] [LIMIT n] AS output"""

    target: TargetKind
    output: str
    where: Predicate | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Returning:
    """RETURNING LIST OF {name: type, …}: the fields of each output item, by name, in the order written.

    A type is `text`, `integer`, `number`, `boolean`, `list` or `object`; `optional` fields are written with `?` after
    their type and may be missing.
    """

    fields: tuple[tuple[str, str], ...]
    optional: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ProcessNode(GASLNode):
    """PROCESS source USING "instruction" [RETURNING LIST OF {…}] [VERIFIED] AS output"""

    source: str
    instruction: str
    output: str
    returning: Returning | None = None
    verified: bool = False


@dataclass(frozen=True, slots=True)
class UpdateNode(GASLNode):
    """UPDATE key WITH source [MERGE|REPLACE]"""

    key: FieldPath
    source: str
    mode: UpdateMode = UpdateMode.MERGE


@dataclass(frozen=True, slots=True)
class AnalyzeNode(GASLNode):
    """ANALYZE key USING "instruction" AS output"""

    key: FieldPath
    instruction: str
    output: str


@dataclass(frozen=True, slots=True)
class RequireNode(GASLNode):
    """REQUIRE EXISTS variable"""

    variable: str


@dataclass(frozen=True, slots=True)
class AssertNode(GASLNode):
    """ASSERT condition"""

    condition: Predicate


@dataclass(frozen=True, slots=True)
class OnNode(GASLNode):
    """ON EMPTY|ERROR|PARTIAL|SCHEMA_MISMATCH variable THEN command"""

    trigger: Trigger
    variable: str
    command: GASLNode


@dataclass(frozen=True, slots=True)
class TryNode(GASLNode):
    """TRY … [CATCH ANY …] [FINALLY …] END, each part any number of commands."""

    body: tuple[GASLNode, ...]
    catch: tuple[GASLNode, ...] | None = None
    final: tuple[GASLNode, ...] | None = None


@dataclass(frozen=True, slots=True)
class SetNode(GASLNode):
    """SET adapter.caps.key = value"""

    key: FieldPath
    value: Scalar


@dataclass(frozen=True, slots=True)
class CancelNode(GASLNode):
    """CANCEL PLAN "plan_id" """

    plan_id: str


@dataclass(frozen=True, slots=True)
class BranchNode(GASLNode):
    """IF condition THEN command [ELSE command]"""

    condition: Predicate
    then: GASLNode
    otherwise: GASLNode | None = None


@dataclass(frozen=True, slots=True)
class SelectFieldsNode(GASLNode):
    """SELECT source FIELDS field, … AS output"""

    source: str
    fields: tuple[FieldPath, ...]
    output: str


@dataclass(frozen=True, slots=True)
class SelectWhereNode(GASLNode):
    """SELECT source WHERE condition AS output"""

    source: str
    where: Predicate
    output: str


@dataclass(frozen=True, slots=True)
class SortNode(GASLNode):
    """SORT source BY field [DESC], … [LIMIT n] AS output. `by` pairs a field with whether it descends."""

    source: str
    by: tuple[tuple[FieldPath, bool], ...]
    output: str
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class DistinctNode(GASLNode):
    """DISTINCT source [BY field, …] AS output. Without BY, items are alike whose content is."""

    source: str
    output: str
    by: tuple[FieldPath, ...] = ()


@dataclass(frozen=True, slots=True)
class CountNode(GASLNode):
    """COUNT source AS output"""

    source: str
    output: str


@dataclass(frozen=True, slots=True)
class GroupNode(GASLNode):
    """GROUP source BY field, … [COUNT | SUM field | MIN field | MAX field | AVG field, …] AS output.

    Without an aggregate, COUNT. Each output item has the fields of BY and, an aggregate each, `count` or `sum_field` …
    """

    source: str
    by: tuple[FieldPath, ...]
    output: str
    aggregates: tuple[tuple[Aggregate, FieldPath | None], ...] = ((Aggregate.COUNT, None),)
