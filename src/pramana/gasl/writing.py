"""Commands to text, in the canonical spelling: the parser reads it as an equal tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from pramana.expr import Predicate, write_condition
from pramana.expr.conditions.names import write_path, write_text
from pramana.expr.conditions.writing import write_item
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
    TryNode,
    UpdateNode,
)

INDENT = "  "


def write_command(node: GASLNode) -> str:
    """Return the one canonical text of a command; a block's is several lines.

    >>> from pramana.gasl.parsing import GASLParser
    >>> write_command(GASLParser().parse("find nodes where a='x' as n"))
    'FIND nodes WHERE a = "x" AS n'
    """
    return _WRITERS[type(node)](node)


def _declare(node: DeclareNode) -> str:
    description = f" WITH_DESCRIPTION {write_text(node.description)}" if node.description is not None else ""
    return f"DECLARE {write_path(node.key)} AS {node.type}{description}"


def _find(node: FindNode) -> str:
    return f"FIND {node.target}{_where(node.where)}{_limit(node.limit)} AS {_name(node.output)}"


def _process(node: ProcessNode) -> str:
    returning = f" RETURNING LIST OF {_fields_of(node.returning)}" if node.returning else ""
    verified = " VERIFIED" if node.verified else ""
    using = write_text(node.instruction)
    return f"PROCESS {_name(node.source)} USING {using}{returning}{verified} AS {_name(node.output)}"


def _fields_of(returning: Returning) -> str:
    typed = [
        f"{write_path((name,))}: {kind}{'?' if name in returning.optional else ''}" for name, kind in returning.fields
    ]
    return f"{{{', '.join(typed)}}}"


def _update(node: UpdateNode) -> str:
    return f"UPDATE {write_path(node.key)} WITH {_name(node.source)} {node.mode}"


def _analyze(node: AnalyzeNode) -> str:
    return f"ANALYZE {write_path(node.key)} USING {write_text(node.instruction)} AS {_name(node.output)}"


def _branch(node: BranchNode) -> str:
    then = write_command(node.then)
    if node.otherwise is None:
        return f"IF {write_condition(node.condition)} THEN {then}"
    if _takes_else(node.then):
        then = f"({then})"
    return f"IF {write_condition(node.condition)} THEN {then} ELSE {write_command(node.otherwise)}"


def _takes_else(node: GASLNode) -> bool:
    """Say whether an ELSE after this command would be read as a part of it."""
    if isinstance(node, OnNode):
        return _takes_else(node.command)
    return isinstance(node, BranchNode) and (node.otherwise is None or _takes_else(node.otherwise))


def _select_fields(node: SelectFieldsNode) -> str:
    return f"SELECT {_name(node.source)} FIELDS {_paths(node.fields)} AS {_name(node.output)}"


def _sort(node: SortNode) -> str:
    orders = ", ".join(f"{write_path(field)}{' DESC' if descends else ''}" for field, descends in node.by)
    return f"SORT {_name(node.source)} BY {orders}{_limit(node.limit)} AS {_name(node.output)}"


def _distinct(node: DistinctNode) -> str:
    by = f" BY {_paths(node.by)}" if node.by else ""
    return f"DISTINCT {_name(node.source)}{by} AS {_name(node.output)}"


def _group(node: GroupNode) -> str:
    aggregates = ", ".join(f"{kind}{_aggregated(field)}" for kind, field in node.aggregates)
    return f"GROUP {_name(node.source)} BY {_paths(node.by)} {aggregates} AS {_name(node.output)}"


def _aggregated(field: FieldPath | None) -> str:
    if field is None:
        return ""
    # Here alone a name stands where AS may.
    return " " + re.sub(r"\A((?ai:AS)\b[^.]*)", r"`\1`", write_path(field))


def _try(node: TryNode) -> str:
    parts = (("TRY", node.body), ("CATCH ANY", node.catch), ("FINALLY", node.final))
    lines = [line for word, commands in parts if commands is not None for line in (word, *_indented(commands))]
    return "\n".join([*lines, "END"])


def _indented(commands: Sequence[GASLNode]) -> list[str]:
    return [f"{INDENT}{line}" for command in commands for line in write_command(command).split("\n")]


def _where(condition: Predicate | None) -> str:
    return f" WHERE {write_condition(condition)}" if condition is not None else ""


def _limit(limit: int | None) -> str:
    return f" LIMIT {limit}" if limit is not None else ""


def _paths(paths: Sequence[FieldPath]) -> str:
    return ", ".join(map(write_path, paths))


def _name(name: str) -> str:
    return write_path((name,))


_WRITERS: dict[type[GASLNode], Callable[[Any], str]] = {
    AnalyzeNode: _analyze,
    AssertNode: lambda node: f"ASSERT {write_condition(node.condition)}",
    BranchNode: _branch,
    CancelNode: lambda node: f"CANCEL PLAN {write_text(node.plan_id)}",
    CountNode: lambda node: f"COUNT {_name(node.source)} AS {_name(node.output)}",
    DeclareNode: _declare,
    DistinctNode: _distinct,
    FindNode: _find,
    GroupNode: _group,
    OnNode: lambda node: f"ON {node.trigger} {_name(node.variable)} THEN {write_command(node.command)}",
    ProcessNode: _process,
    RequireNode: lambda node: f"REQUIRE EXISTS {_name(node.variable)}",
    SelectFieldsNode: _select_fields,
    SelectWhereNode: lambda node: f"SELECT {_name(node.source)}{_where(node.where)} AS {_name(node.output)}",
    SetNode: lambda node: f"SET {write_path(node.key)} = {write_item(node.value)}",
    SortNode: _sort,
    TryNode: _try,
    UpdateNode: _update,
}
