"""WorkflowTraces as OpenTelemetry spans. Needs the extra `otel`, and is imported by who wants it: `pramana.trace.otel`.

States stay here: spans carry their hashes, never their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from pramana.extras import optional_import
from pramana.trace import otel_names as names
from pramana.trace.model import path_part
from pramana.trace.workflow import TraceStep, WorkflowTrace

MICROSECOND = 1_000
"""Nanoseconds. Steps get times one microsecond apart: traces have no clock, but viewers sort spans by time."""


def export(trace: WorkflowTrace, provider: Any = None, start: int = 0) -> int:
    """Send a trace as spans: one for the run, below it one a step, below that those of its calls to models and of a
    nested graph. Return how many.

    `provider` is an OpenTelemetry TracerProvider, None the global one. A trace holds no times: the first span begins at
    `start` (nanoseconds since the epoch), each step takes a microsecond, nested ones included in theirs. Raises
    ExtraMissing where OpenTelemetry is not installed.
    """
    with optional_import("otel", "OpenTelemetry"):
        api: Any = import_module("opentelemetry.trace")
    tracer = (provider or api.get_tracer_provider()).get_tracer(names.TRACER)
    writer = _SpanWriter(api, tracer, start)
    writer.run(trace, None)
    return writer.spans


class _SpanWriter:
    def __init__(self, api: Any, tracer: Any, clock: int) -> None:
        self._api = api
        self._tracer = tracer
        self._clock = clock
        self.spans = 0

    def run(self, trace: WorkflowTrace, above: Any) -> None:
        span, context = self._begin(names.RUN, above, _run_attributes(trace))
        failed = None
        for number, step in enumerate(trace.steps):
            self._step(number, step, context)
            failed = step.error
        self._end(span, failed)

    def _step(self, number: int, step: TraceStep, above: Any) -> None:
        attributes = _step_attributes(number, step)
        span, context = self._begin(f"{names.STEP} {path_part(step.node)}", above, attributes)
        for call in step.calls:
            name = f"{names.CALL} {call['model']}"
            self._end(self._begin(name, context, _call_attributes(call))[0], None)
        for inner in step.inner:
            self.run(inner, context)
        self._clock += MICROSECOND
        self._end(span, step.error)

    def _begin(self, name: str, above: Any, attributes: dict[str, Any]) -> tuple[Any, Any]:
        self.spans += 1
        span = self._tracer.start_span(name, context=above, attributes=attributes, start_time=self._clock)
        return span, self._api.set_span_in_context(span, above)

    def _end(self, span: Any, error: Any) -> None:
        if error is not None:
            span.set_attribute(names.ERROR_TYPE, str(error.get("type", "")))
            span.set_status(self._api.Status(self._api.StatusCode.ERROR, str(error.get("message", ""))))
        span.end(end_time=self._clock)


def _run_attributes(trace: WorkflowTrace) -> dict[str, Any]:
    simple = {key: value for key, value in trace.meta.items() if isinstance(value, str | int | float | bool)}
    meta = {f"{names.META}{key}": value for key, value in simple.items()}
    return {names.NAME: trace.name, names.SYNTHETIC: True, **meta, **_spending(_calls(trace.steps))}


def _step_attributes(number: int, step: TraceStep) -> dict[str, Any]:
    edge = {} if step.edge is None else {names.EDGE: step.edge}
    return {
        names.NODE: step.node,
        names.KIND: step.kind,
        names.CALLABLE: step.callable,
        names.NUMBER: number,
        names.ATTEMPTS: step.attempts,
        names.HASH_BEFORE: step.hash_before,
        names.HASH_AFTER: step.hash_after,
        **edge,
        **_spending(_calls([step])),
    }


def _call_attributes(call: Mapping[str, Any]) -> dict[str, Any]:
    money = {} if call["money"] is None else {names.MONEY: call["money"] / 1e6}
    return {
        names.OPERATION: names.CALL,
        names.MODEL: call["model"],
        names.PTOOL: call["ptool"],
        names.INPUT_TOKENS: call["prompt_tokens"],
        names.OUTPUT_TOKENS: call["completion_tokens"],
        **money,
    }


def _calls(steps: Iterable[TraceStep]) -> list[Mapping[str, Any]]:
    """Return the calls to models of steps, those in nested graphs too."""
    return [call for step in steps for call in (*step.calls, *(c for i in step.inner for c in _calls(i.steps)))]


def _spending(calls: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sum of tokens and of money; nothing where no model was called."""
    if not calls:
        return {}
    tokens = sum(call["prompt_tokens"] + call["completion_tokens"] for call in calls)
    known = [call["money"] for call in calls if call["money"] is not None]
    return {names.TOKENS: tokens, **({names.MONEY: sum(known) / 1e6} if len(known) == len(calls) else {})}
