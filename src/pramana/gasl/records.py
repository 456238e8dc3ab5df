"""What came of a command, of a plan: for whoever called, for the history, and for a model that must fix its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pramana.gasl.types import Status
from pramana.serialization import JsonRecord, JsonShape

if TYPE_CHECKING:
    from pramana.gasl.context import ContextStore

FAILED_STATUSES = frozenset({Status.BINDING_FAILURE, Status.SCHEMA_MISMATCH, Status.ERROR})
"""What ends a plan with `stop_on_error`, and the body of a TRY."""

_FIELDS = (
    *("line", "column", "position", "problem", "variable", "what", "value", "where", "given", "allowed"),
    *("found", "expected", "nearest", "example"),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended, as its runner says it.

    `value` goes under the command's output. `guards`: the plan ends here, whatever its settings, unless a TRY catches
    it; `cancels`: it ends here, and no TRY catches it.
    """

    status: Status
    value: Any = None
    count: int | None = None
    metrics: dict[str, Any] = field(default_factory=dict)
    error: dict[str, Any] | None = None
    guards: bool = False
    cancels: bool = False


_OPTIONAL = (
    *("step", "command", "status", "summary", "metrics", "provenance_summary", "errors", "started_at", "finished_at"),
    *("plan", "state"),
)
"""What of a record is left out where it says nothing."""


@dataclass(frozen=True, slots=True)
class ExecutionRecord(JsonRecord):
    """One step as the history keeps it. Times are UTC; they and `seconds` are no part of any hash.

    `depth` is 0 for a command of the plan, more for one inside another (TRY, IF, ON). `session` and `run` are how many
    steps the state had when the executor was made, and when the plan began (of a single command: the executor again);
    a replay needs them. `state` is the hash of the state after the step.
    """

    step: int
    command: str
    why: str
    status: Status
    summary: Mapping[str, Any]
    metrics: Mapping[str, Any]
    provenance_summary: Mapping[str, int]
    errors: Sequence[Mapping[str, Any]]
    started_at: str
    finished_at: str
    seconds: float
    depth: int = 0
    session: int = 0
    run: int = 0
    plan: str | None = None
    state: str = ""

    json_shape = JsonShape(omit_empty=_OPTIONAL)


@dataclass(frozen=True, slots=True)
class ExecutionResult:
    """What a command brought. `value` stays lazy where it is a selection; None where there is none.

    `count` is how many items that is, None where it is not a list. `error` has `type`, `message`, and what is needed to
    fix the command: `line`, `column`, `expected`, `nearest`, `example` … as far as they are known.
    """

    status: Status
    value: Any
    count: int | None
    metrics: Mapping[str, Any]
    error: Mapping[str, Any] | None
    record: ExecutionRecord

    @property
    def failed(self) -> bool:
        return self.status in FAILED_STATUSES


@dataclass(frozen=True, slots=True)
class PlanResult:
    """The result of a plan. `results` are those of its commands, in order, those inside blocks left out.

    `status` is that of the command that ended the plan before its end; else `partial` where a command failed or was
    partial, else `success`. `stopped` says in a sentence why it ended early, "" where it did not.
    """

    plan_id: str
    status: Status
    results: tuple[ExecutionResult, ...]
    context: ContextStore
    stopped: str = ""

    @property
    def value(self) -> Any:
        """The value of the last command that brought one, None where none did."""
        return next((result.value for result in reversed(self.results) if result.value is not None), None)


def error_of(error: Exception) -> dict[str, Any]:
    """Return an error as fields: its type, its message, and whatever helps to fix what caused it."""
    found: dict[str, Any] = {"type": type(error).__name__, "message": str(error)}
    for name in _FIELDS:
        value = getattr(error, name, None)
        if value not in (None, "", (), []):
            found[name] = list(value) if isinstance(value, tuple) else value
    return found


def failed_outcome(error: Exception, status: Status = Status.ERROR, **metrics: Any) -> Outcome:
    """Return the outcome of a command that an error ended."""
    return Outcome(status, metrics=metrics, error=error_of(error))
