"""What went wrong and did not stop the work, as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel

from pramana.serialization import JsonRecord


@dataclass(frozen=True, slots=True)
class ErrorLog(JsonRecord):
    """One thing that went wrong, and was recorded instead of stopping the run.

    `timestamp` is ISO in UTC; of a step of a run it is when the run began, because steps carry no times. `error_type`
    is an exception's name, or `GSVFailure` for an attempt that was not accepted, `LineRefused` and `LineFailed` for a
    line that was left out. `component` is the ptool or the embedder, `gsv`, `graph`, `ingest`, `llm`, or the kind of
    the run. `context` holds `run`, `path`, `reason` and what else was recorded there. `stack_trace` is None but for a
    bug, which `--traceback` shows.
    """

    timestamp: str
    error_type: str
    component: str
    context: dict[str, Any]
    stack_trace: str | None = None


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class ErrorHandler:
    """Collects errors in memory, for scripts that use the parts of Pramana without a workspace.

    A workspace records the same in its ledger: `Inspector.errors` and `pramana failures` show it.
    """

    def __init__(self, now: Callable[[], str] = _now) -> None:
        self.logs: list[ErrorLog] = []
        self._now = now

    def log_gsv_failure(self, text: str, all_candidates: Any, scores: Any, verifier_result: Any) -> ErrorLog:
        """Record an item for which no candidate was accepted, with all of them, their scores and the last verdict."""
        context = {"text": text, "candidates": all_candidates, "scores": scores, "verification": verifier_result}
        return self._log("GSVFailure", "gsv", context)

    def log_schema_violation(self, operation: str, node_or_edge: Any, violation: Any) -> ErrorLog:
        """Record a write that the schema refused."""
        context = {"operation": operation, "given": node_or_edge, "reason": violation}
        return self._log("SchemaViolation", "graph", context)

    def log_llm_failure(self, prompt: str, response: str, attempt_num: int) -> ErrorLog:
        """Record a call to a model that gave no usable answer. `attempt_num` counts from 1."""
        return self._log("LLMFailure", "llm", {"prompt": prompt, "response": response, "attempt": attempt_num})

    def statistics(self) -> dict[str, int]:
        """Return how many errors there are of each type, by name."""
        return dict(sorted(Counter(log.error_type for log in self.logs).items()))

    def _log(self, error_type: str, component: str, context: dict[str, Any]) -> ErrorLog:
        log = ErrorLog(
            self._now(), error_type, component, {name: _json_value(value) for name, value in context.items()}
        )
        self.logs.append(log)
        return log


def _json_value(value: Any) -> Any:
    """Return a value as JSON: models as objects, errors and anything else that is not JSON as text."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, (list, tuple)):
        return [_json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _json_value(item) for key, item in value.items()}
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
