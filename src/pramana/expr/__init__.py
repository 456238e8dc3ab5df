"""Two small languages, both data, both checked before they run: conditions, and formulas beside them.

Nothing here ever evaluates a user's text.
"""

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
    Or,
    Predicate,
    Scalar,
    Variable,
)

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
    "Or",
    "Predicate",
    "Scalar",
    "Variable",
]
