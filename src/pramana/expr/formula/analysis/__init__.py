"""What can be known of formulas without data: the shapes they work on, what they can fail on, which guards can hold."""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.expr.formula.analysis.deciding import (
        GuardDecision,
        GuardVerdict,
        Reads,
        constant_truth,
        decide_guards,
        guard_reads,
    )
    from pramana.expr.formula.analysis.inference import Inferred, infer_shape
else:
    __getattr__ = lazy_exports(__name__, __file__)

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
