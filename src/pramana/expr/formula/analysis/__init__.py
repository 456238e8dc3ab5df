"""What can be known of formulas without data: the shapes they work on, what they can fail on, which guards can hold."""

from pramana.expr.formula.analysis.deciding import GuardDecision, GuardVerdict, Reads, boolean, decide, reads
from pramana.expr.formula.analysis.inference import Inferred, infer

__all__ = ["GuardDecision", "GuardVerdict", "Inferred", "Reads", "boolean", "decide", "infer", "reads"]
