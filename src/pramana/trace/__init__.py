"""What happened, and what was proposed: steps, proposals and runs, kept under paths rather than times.

Everything that reports on a run (`why`, the ledger, failures, replay) reads these records.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.trace.error_log import ErrorHandler, ErrorLog
    from pramana.trace.ledger import TRACE_SCHEMA, Ledger, Run
    from pramana.trace.model import UNFINISHED_STATUSES, Proposal, RunStatus, Step, Timing, Trail, Verdict, path_part
    from pramana.trace.reading import place_of, read_traces, trace_of, walk_steps
    from pramana.trace.running import STOPPED_BY_INTERRUPT, OpenRun
    from pramana.trace.workflow import TraceStep, WorkflowTrace, recorded_error
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "STOPPED_BY_INTERRUPT",
    "TRACE_SCHEMA",
    "UNFINISHED_STATUSES",
    "ErrorHandler",
    "ErrorLog",
    "Ledger",
    "OpenRun",
    "Proposal",
    "Run",
    "RunStatus",
    "Step",
    "Timing",
    "TraceStep",
    "Trail",
    "Verdict",
    "WorkflowTrace",
    "path_part",
    "place_of",
    "read_traces",
    "recorded_error",
    "trace_of",
    "walk_steps",
]
