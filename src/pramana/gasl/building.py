"""The builder of the tree: what each rule of the grammar makes of its parts."""

from __future__ import annotations

from typing import Any

from lark import Token

from pramana.expr import Predicate, Scalar
from pramana.expr.conditions.parsing import ConditionBuilder, Refused, made
from pramana.gasl.tree import (
    AnalyzeNode,
    AssertNode,
    BranchNode,
    CancelNode,
    CountNode,
    DeclareNode,
    DistinctNode,
    FieldPath,
    FindNode,
    GASLNode,
    GroupNode,
    OnNode,
    ProcessNode,
    RequireNode,
    Returning,
    SelectFieldsNode,
    SelectWhereNode,
    SetNode,
    SortNode,
    UpdateNode,
)
from pramana.gasl.types import Aggregate, StateType, TargetKind, Trigger, UpdateMode

RETURNING = 'PROCESS people USING "Where?" RETURNING LIST OF {place: text?, year: integer} AS jobs'
MAX_NESTED = 32
"""Commands within each other, after THEN and ELSE."""


class CommandBuilder(ConditionBuilder):
    """Builds the tree while the text is parsed; a method for each rule of the grammar."""

    # Pieces. An optional one is a pair of its name and what it says.

    def variable(self, parts: list[Token]) -> str:
        path = made(parts[0]).path
        if len(path) > 1:
            raise Refused(
                "a variable's name has no dots.", parts[0], "a plain name", "SELECT people FIELDS name AS names"
            )
        return str(path[0])

    def key(self, parts: list[Token]) -> FieldPath:
        return tuple(made(parts[0]).path)

    def field(self, parts: list[Token]) -> FieldPath:
        return tuple(made(parts[0]).path)

    def description(self, parts: list[Token]) -> tuple[str, str]:
        return "description", made(parts[0])

    def where_clause(self, parts: list[Predicate]) -> tuple[str, Predicate]:
        return "where", parts[0]

    def limit(self, parts: list[Token]) -> tuple[str, int]:
        number = made(parts[0])
        if type(number) is not int or number < 1:
            raise Refused(
                "a limit is a whole number from 1.", parts[0], "a whole number from 1", "FIND nodes LIMIT 5 AS n"
            )
        return "limit", number

    def else_clause(self, parts: list[GASLNode]) -> tuple[str, GASLNode]:
        return "otherwise", parts[0]

    def by_clause(self, parts: list[FieldPath]) -> tuple[str, tuple[FieldPath, ...]]:
        return "by", tuple(parts)

    def typed(self, parts: list[Any]) -> tuple[str, str, bool]:
        path, kind = parts[0], parts[1].lower()
        if len(path) > 1:
            raise Refused("a field's name has no dots.", parts[1], "a plain name", RETURNING)
        return path[0], {"string": "text"}.get(kind, kind), len(parts) > 2

    def returning(self, parts: list[tuple[str, str, bool]]) -> tuple[str, Returning]:
        names = [name for name, _, _ in parts]
        if len(set(names)) < len(names):
            raise Refused("a field stands twice in RETURNING.", Token("FIELD", ""), "each field once", RETURNING)
        optional = frozenset(name for name, _, may_miss in parts if may_miss)
        return "returning", Returning(tuple((name, kind) for name, kind, _ in parts), optional)

    def order(self, parts: list[Any]) -> tuple[FieldPath, bool]:
        return parts[0], len(parts) > 1 and parts[1].upper() == "DESC"

    def aggregate(self, parts: list[Any]) -> tuple[Aggregate, FieldPath | None]:
        kind, named = Aggregate(parts[0].upper()), parts[1] if len(parts) > 1 else None
        if (kind is Aggregate.COUNT) is not (named is None):
            problem = "COUNT takes no field." if named else f"{kind} needs a field."
            raise Refused(
                problem,
                parts[0],
                "COUNT, or SUM, MIN, MAX or AVG with a field",
                "GROUP edges BY relation COUNT, SUM weight AS sums",
            )
        return kind, named

    def aggregates(self, parts: list[Any]) -> tuple[str, tuple[Any, ...]]:
        return "aggregates", tuple(parts)

    # Commands

    def declare(self, parts: list[Any]) -> GASLNode:
        key, kind, *rest = parts
        return DeclareNode(key, StateType(kind.upper()), **dict(rest))

    def find(self, parts: list[Any]) -> GASLNode:
        target, *rest, output = parts
        return FindNode(TargetKind(target.lower()), output, **dict(rest))

    def process(self, parts: list[Any]) -> GASLNode:
        source, instruction, *rest, output = parts
        pairs: dict[str, Any] = dict(part for part in rest if isinstance(part, tuple))
        return ProcessNode(source, made(instruction), output, verified=len(rest) > len(pairs), **pairs)

    def update(self, parts: list[Any]) -> GASLNode:
        key, source, *mode = parts
        return UpdateNode(key, source, *(UpdateMode(word.upper()) for word in mode))

    def analyze(self, parts: list[Any]) -> GASLNode:
        key, instruction, output = parts
        return AnalyzeNode(key, made(instruction), output)

    def require(self, parts: list[str]) -> GASLNode:
        return RequireNode(parts[0])

    def assert_(self, parts: list[Predicate]) -> GASLNode:
        return AssertNode(parts[0])

    def on(self, parts: list[Any]) -> GASLNode:
        trigger, variable, command = parts
        return _bounded(OnNode(Trigger(trigger.upper()), variable, command))

    def branch(self, parts: list[Any]) -> GASLNode:
        condition, then, *rest = parts
        return _bounded(BranchNode(condition, then, **dict(rest)))

    def set_(self, parts: list[Any]) -> GASLNode:
        key, sign, value = parts
        if sign != "=":
            raise Refused("SET gives a value with =.", sign, "=", "SET adapter.caps.max_path_length = 2")
        scalar: Scalar = made(value)
        return SetNode(key, scalar)

    def cancel(self, parts: list[Token]) -> GASLNode:
        return CancelNode(made(parts[0]))

    def fields(self, parts: list[Any]) -> GASLNode:
        source, *fields, output = parts
        return SelectFieldsNode(source, tuple(fields), output)

    def where(self, parts: list[Any]) -> GASLNode:
        return SelectWhereNode(*parts)

    def sort(self, parts: list[Any]) -> GASLNode:
        source, *orders, output = parts
        limit = orders.pop()[1] if orders[-1][0] == "limit" else None
        return SortNode(source, tuple(orders), output, limit)

    def distinct(self, parts: list[Any]) -> GASLNode:
        source, *rest, output = parts
        return DistinctNode(source, output, **dict(rest))

    def count(self, parts: list[str]) -> GASLNode:
        return CountNode(*parts)

    def group(self, parts: list[Any]) -> GASLNode:
        source, *rest, output = parts
        return GroupNode(source, output=output, **dict(rest))


def _bounded(node: GASLNode) -> GASLNode:
    if _depth(node) > MAX_NESTED:
        problem = f"commands stand at most {MAX_NESTED} deep in each other."
        raise Refused(problem, Token("_THEN", "THEN"), "a plan of several commands", "FIND nodes LIMIT 5 AS some")
    return node


def _depth(node: GASLNode | None) -> int:
    if isinstance(node, OnNode):
        return 1 + _depth(node.command)
    if isinstance(node, BranchNode):
        return 1 + max(_depth(node.then), _depth(node.otherwise))
    return 0
