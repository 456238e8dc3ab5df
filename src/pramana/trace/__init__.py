"""What happened, and what was proposed: steps, proposals and runs, kept under paths rather than times.

Everything that reports on a run (`why`, the ledger, failures, replay) reads these records.
"""

from pramana.trace.model import Proposal, RunStatus, Step, Timing, Trail, Verdict

__all__ = ["Proposal", "RunStatus", "Step", "Timing", "Trail", "Verdict"]
