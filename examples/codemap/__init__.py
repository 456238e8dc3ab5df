"""The dependencies of a Python package, mapped from its sources by an agent, scored against what Python itself says.

`truth` asks the imported package, `grimp` and a trace of calls; nothing of it reads what the agent reads.
"""

from codemap.mistakes import with_mistakes
from codemap.payload import payload_of
from codemap.scoring import Score, scores
from codemap.truth import Truth, truth_of

__all__ = ["Score", "Truth", "payload_of", "scores", "truth_of", "with_mistakes"]
