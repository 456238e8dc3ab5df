"""Two small languages, both data, both checked before they run: conditions here, formulas in `expr.formula`.

Neither ever evaluates a user's text.
"""

from pramana.expr.conditions.binding import bind
from pramana.expr.conditions.logic import conjoin, conjuncts, fields, positive, strip_prefix, variables
from pramana.expr.conditions.meaning import evaluate, mismatches
from pramana.expr.conditions.parsing import parse_condition
from pramana.expr.conditions.polars_target import polars_condition
from pramana.expr.conditions.python_target import compile_condition, compile_filter, compile_match, matches
from pramana.expr.conditions.sql_target import SqlColumn, SqlCondition, json_column, plain_column, sql_condition
from pramana.expr.conditions.tree import (
    And,
    Bound,
    Comparison,
    Field,
    IsNull,
    Length,
    Membership,
    Not,
    Op,
    Opaque,
    Or,
    Predicate,
    Scalar,
    Variable,
)
from pramana.expr.conditions.writing import write_condition

__all__ = [
    "And",
    "Bound",
    "Comparison",
    "Field",
    "IsNull",
    "Length",
    "Membership",
    "Not",
    "Op",
    "Opaque",
    "Or",
    "Predicate",
    "Scalar",
    "SqlColumn",
    "SqlCondition",
    "Variable",
    "bind",
    "compile_condition",
    "compile_filter",
    "compile_match",
    "conjoin",
    "conjuncts",
    "evaluate",
    "fields",
    "json_column",
    "matches",
    "mismatches",
    "parse_condition",
    "plain_column",
    "polars_condition",
    "positive",
    "sql_condition",
    "strip_prefix",
    "variables",
    "write_condition",
]
