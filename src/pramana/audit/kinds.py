"""The built-in audits of traces. They are registered in the same way as a user's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from pramana.audit.traces import TraceAuditSettings, TraceViolation, trace_audits
from pramana.errors import FormulaFailed, FormulaRefused
from pramana.expr import Formula, compile_formula
from pramana.trace import WorkflowTrace, place_of, walk_steps

WHOLE = "trace"
Count = Annotated[int, Field(ge=0)]
Names = Annotated[list[str], Field(min_length=1)]


def _compiles(text: str) -> str:
    try:
        compile_formula(text, ["state"])
    except FormulaRefused as error:
        raise ValueError(str(error).rstrip(".")) from None
    return text


Guard = Annotated[str, AfterValidator(_compiles)]


class Required(TraceAuditSettings):
    """`nodes` that must have been executed without a failure."""

    nodes: Names


@trace_audits.register("required", Required)
def required_nodes(trace: WorkflowTrace, settings: Required) -> Iterator[TraceViolation]:
    done = {step.node for step in trace.steps if step.ok}
    tried = {step.node for step in trace.steps}
    for node in settings.nodes:
        if node not in done:
            yield TraceViolation(WHOLE, f"{node!r} {'failed each time' if node in tried else 'was not executed'}")


class Order(TraceAuditSettings):
    """Each `after` must have a `before` somewhere earlier."""

    before: str
    after: str


@trace_audits.register("order", Order)
def order(trace: WorkflowTrace, settings: Order) -> Iterator[TraceViolation]:
    seen = False
    for number, step in enumerate(trace.steps):
        if step.node == settings.after and not seen:
            yield TraceViolation(place_of(number, step), f"{settings.before!r} was not executed before it")
        seen |= step.node == settings.before and step.ok


class Occurrences(TraceAuditSettings):
    """How often a node may be executed: `least` to `most`, both inclusive. None: unbounded."""

    node: str
    least: Count = 0
    most: Count | None = None


@trace_audits.register("count", Occurrences)
def occurrences(trace: WorkflowTrace, settings: Occurrences) -> Iterator[TraceViolation]:
    found = sum(step.node == settings.node for step in trace.steps)
    if found < settings.least:
        yield TraceViolation(
            WHOLE, f"{settings.node!r} was executed {found} times, at least {settings.least} are needed"
        )
    if settings.most is not None and found > settings.most:
        yield TraceViolation(
            WHOLE, f"{settings.node!r} was executed {found} times, at most {settings.most} are allowed"
        )


class BudgetBounds(TraceAuditSettings):
    """The most `steps`, the most `calls` (attempts, each step's summed), and the most attempts of one step.

    Steps of nested graphs count. The step that runs a nested graph is not a call. `kind` counts only steps of one kind.
    """

    steps: Count | None = None
    calls: Count | None = None
    attempts: Count | None = None
    kind: Literal["ptool", "python"] | None = None


@trace_audits.register("budget", BudgetBounds)
def budget(trace: WorkflowTrace, settings: BudgetBounds) -> Iterator[TraceViolation]:
    counted = [(place, step) for place, step in walk_steps(trace) if settings.kind in (None, step.kind)]
    calls = sum(step.attempts for _, step in counted if step.kind not in ("graph", "wait"))
    if settings.steps is not None and len(counted) > settings.steps:
        yield TraceViolation(WHOLE, f"{len(counted)} steps, more than {settings.steps}")
    if settings.calls is not None and calls > settings.calls:
        yield TraceViolation(WHOLE, f"{calls} calls, more than {settings.calls}")
    for place, step in counted if settings.attempts is not None else ():
        if step.attempts > (settings.attempts or 0):
            yield TraceViolation(place, f"{step.attempts} attempts, more than {settings.attempts}")


class Callables(TraceAuditSettings):
    """What may be called, by kind. A kind that is left out may call anything; an empty list, nothing."""

    ptool: list[str] | None = None
    python: list[str] | None = None
    graph: list[str] | None = None
    wait: list[str] | None = None


@trace_audits.register("callables", Callables)
def callables(trace: WorkflowTrace, settings: Callables) -> Iterator[TraceViolation]:
    allowed: Mapping[str, list[str] | None] = settings.model_dump()
    for place, step in walk_steps(trace):
        if step.kind not in allowed:
            yield TraceViolation(place, f"unknown kind of callable {step.kind!r}")
            continue
        names = allowed[step.kind]
        if names is not None and step.callable not in names:
            yield TraceViolation(place, f"the {step.kind} {step.callable!r} is not registered")


class Invariant(TraceAuditSettings):
    """A formula over `state` that must be true: in `every` state, at the `start` or at the `end`.

    Where `when` is given, only in states in which that formula is true. A formula without a value is not true.
    """

    holds: Guard
    when: Guard = "true"
    at: Literal["every", "start", "end"] = "every"


@trace_audits.register("invariant", Invariant)
def invariant(trace: WorkflowTrace, settings: Invariant) -> Iterator[TraceViolation]:
    holds, when = (compile_formula(text, ["state"]) for text in (settings.holds, settings.when))
    for place, state in _states(trace, settings.at):
        if _worth(when, state)[0] is not True:
            continue
        value, trouble = _worth(holds, state)
        if value is not True:
            yield TraceViolation(place, trouble or f"{settings.holds} is {value!r:.60}")


def _worth(formula: Formula, state: Mapping[str, Any]) -> tuple[Any, str]:
    try:
        return formula(state), ""
    except FormulaFailed as error:
        return None, f"{formula.source} has no value: {error}"


def _states(trace: WorkflowTrace, at: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if at in ("every", "start"):
        yield "start", trace.initial
    if at == "every":
        for number, step in enumerate(trace.steps):
            yield place_of(number, step), step.after
    if at == "end":
        yield "end", trace.final


class NoFailures(TraceAuditSettings):
    """No step may have failed, but those of `except_nodes`."""

    except_nodes: list[str] = Field(default_factory=list)


@trace_audits.register("no_failures", NoFailures)
def no_failures(trace: WorkflowTrace, settings: NoFailures) -> Iterator[TraceViolation]:
    for place, step in walk_steps(trace):
        if step.error is not None and step.node not in settings.except_nodes:
            yield TraceViolation(place, f"it failed: {step.error.get('type', '')}: {step.error.get('message', '')}")


class NoRepetition(TraceAuditSettings):
    """No node may be executed twice in the same state: a deterministic run that does so never ends."""


@trace_audits.register("no_repetition", NoRepetition)
def no_repetition(trace: WorkflowTrace, settings: NoRepetition) -> Iterator[TraceViolation]:
    seen: Counter[tuple[str, str]] = Counter()
    for number, step in enumerate(trace.steps):
        key = (step.node, step.hash_before)
        seen[key] += 1
        if seen[key] == 2:
            yield TraceViolation(place_of(number, step), "it was executed before in the same state")
