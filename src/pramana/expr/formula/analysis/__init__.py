"""What can be known of formulas without data: the shapes they work on, what they can fail on, which guards can hold."""

from pramana.expr.formula.analysis.deciding import (
    GuardDecision,
    GuardVerdict,
    Reads,
    constant_truth,
    decide_guards,
    guard_reads,
)
from pramana.expr.formula.analysis.inference import Inferred, infer_shape

__all__ = [
    "GuardDecision",
    "GuardVerdict",
    "Inferred",
    "Reads",
    "constant_truth",
    "decide_guards",
    "guard_reads",
    "infer_shape",
]
