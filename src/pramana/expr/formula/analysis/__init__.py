"""What can be known of formulas without data: the shapes they work on, what they can fail on, which guards can hold."""

from pramana.expr.formula.analysis.deciding import Decision, Reads, Verdict, boolean, decide, reads
from pramana.expr.formula.analysis.inference import Inferred, infer

__all__ = ["Decision", "Inferred", "Reads", "Verdict", "boolean", "decide", "infer", "reads"]
