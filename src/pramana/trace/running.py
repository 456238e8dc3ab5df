"""How a run ends: one rule for all kinds of run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pramana.errors import BudgetExceeded
from pramana.trace.model import RunStatus, Trail

STOPPED_BY_INTERRUPT = "interrupt"
"""What `stopped_by` says of a run that the user or a cancelled task ended."""


@dataclass(slots=True)
class OpenRun:
    """A run at work. What is set here becomes its end, when the block that holds it is left.

    `trail` is written with the end, and by `Ledger.write` before. `left_out` says that something was left out which a
    person should know of. `stopped_by` says what stopped it, where no error leaves the block. `tell` returns the
    result; it is called once the status is known. Without it the result is `result`, or the name of the error.
    """

    id: int
    manifest: Mapping[str, Any]
    trail: Trail = field(default_factory=Trail)
    result: Mapping[str, Any] = field(default_factory=dict)
    tell: Callable[[], Mapping[str, Any]] | None = None
    left_out: bool = False
    stopped_by: str = ""
    status: RunStatus = RunStatus.RUNNING

    def end(self, error: BaseException | None) -> Mapping[str, Any]:
        """Decide the status, given the error that left the block, and return the result.

        A budget and an interrupt stop a run; any other error is its failure. The same command resumes both.
        """
        if error is not None:
            interrupted = not isinstance(error, Exception)
            self.stopped_by = STOPPED_BY_INTERRUPT if interrupted else str(error) or type(error).__name__
            stopped = interrupted or isinstance(error, BudgetExceeded)
            self.status = RunStatus.STOPPED if stopped else RunStatus.FAILED
        elif self.stopped_by:
            self.status = RunStatus.STOPPED
        else:
            self.status = RunStatus.PARTIAL if self.left_out else RunStatus.DONE
        if self.tell is not None:
            return self.tell()
        return self.result if error is None else {**self.result, "error": type(error).__name__}
