"""The result of an investigation: answer, hypotheses, turns, state, cost; as JSON, and as a trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from pydantic import BaseModel

from pramana.gasl import Plan
from pramana.investigate.answering import CheckedClaim
from pramana.investigate.bounds import STOPPED_BY, Bounds, StopReason
from pramana.investigate.loop import Course, Iteration, limits_of
from pramana.investigate.model import Hypothesis, RefusedClaim
from pramana.investigate.nearest_facts import NearFact, NearFacts
from pramana.investigate.references import shown_state
from pramana.investigate.stepping import StateFork
from pramana.llm import Spending
from pramana.serialization import JsonRecord, JsonShape


def turn_json(turn: Iteration) -> dict[str, Any]:
    """Return a turn as JSON: the decision, the plan, how its commands ended, the signals, the hashes of the state."""
    told: dict[str, Any] = {"number": turn.number, "decision": str(turn.proposal.decision)}
    told |= {"hypothesis": turn.hypothesis, "state_before": turn.before}
    if turn.proposal.judged is not None:
        told["judged"] = _model(turn.proposal.judged)
    if turn.action is not None and turn.stepped is not None:
        stepped = turn.stepped
        told["plan"] = turn.action.plan.model_dump(mode="json")
        told |= {"confidence": turn.action.confidence, "rationale": turn.action.rationale}
        told["steps"] = _models(stepped.views)
        told["diagnoses"] = _models(stepped.diagnoses)
        told |= {"stopped": stepped.stopped, "signals": stepped.signals.as_json(), "state_after": stepped.snapshot.hash}
    others = [each for each in turn.proposal.next_actions if each is not turn.action]
    if others:
        told["other_actions"] = _models(others)
    if turn.refused:
        told["refused"] = _models(turn.refused)
    return told


def _model(value: BaseModel) -> Mapping[str, Any]:
    found: Mapping[str, Any] = value.model_dump(mode="json", exclude_none=True)
    return found


def _models(values: Iterable[BaseModel]) -> list[Mapping[str, Any]]:
    return list(map(_model, values))


@dataclass(frozen=True)
class InvestigationRecord(JsonRecord):
    """An investigation that has ended.

    `answer` is "" where there is none; then `why` says why. `refused` are all claims that did not check out, in the
    order in which they came. `spending` is what was paid now, `graph` the hash of the graph's profile, `tree` that of a
    search, None for greedy. `limits` say what was not looked at because of a bound: the answer is then partial.
    Without an answer, `nearest` are the facts of the graph that come nearest to the question, up to 5, and `missing`
    the words of it that no fact has.
    """

    question: str
    stop: StopReason
    why: str
    answer: str
    claims: tuple[CheckedClaim, ...]
    refused: tuple[RefusedClaim, ...]
    hypotheses: tuple[Hypothesis, ...]
    iterations: tuple[Iteration, ...]
    snapshot: StateFork
    spending: Spending
    seconds: float
    search: str = "greedy"
    graph: str = ""
    tree: Any = None
    limits: tuple[str, ...] = ()
    nearest: tuple[NearFact, ...] = ()
    missing: tuple[str, ...] = ()

    json_shape = JsonShape(
        without=("tree",),
        omit_empty=("limits", "nearest", "missing"),
        plus=("complete",),
        keys={"snapshot": "state", "spending": "cost"},
        convert={
            "answer": lambda answer: answer or None,
            "refused": _models,
            "hypotheses": _models,
            "iterations": lambda turns: list(map(turn_json, turns)),
            "snapshot": lambda snapshot: {"hash": snapshot.hash, "summary": shown_state(snapshot.state)},
            "seconds": lambda seconds: round(seconds, 3),
        },
    )

    @classmethod
    def of(
        cls, course: Course, spending: Spending, search: str = "greedy", tree: Any = None, near: NearFacts | None = None
    ) -> Self:
        """Return the result of a course, with the tree of a search, and with the facts `near` the question."""
        assert course.stop is not None, "the course has ended"
        return cls(
            course.problem.question,
            course.stop,
            course.why,
            course.answer,
            course.claims,
            tuple(refused for turn in course.iterations for refused in turn.refused),
            tuple(course.hypotheses),
            tuple(course.iterations),
            course.snapshot,
            spending,
            course.seconds,
            search,
            course.problem.graph,
            tree,
            limits_of(course),
            () if near is None else near.facts,
            () if near is None else near.missing,
        )

    @property
    def answered(self) -> bool:
        return self.stop is StopReason.ANSWERED

    @property
    def resumable(self) -> bool:
        """Whether a bound stopped it. The same command with a larger bound resumes it, and pays nothing twice."""
        return self.stop in STOPPED_BY

    @property
    def complete(self) -> str:
        """The result in one line: `COMPLETE: …`, `not answerable from this graph: …`, or why it stopped."""
        if self.answered:
            return f"COMPLETE: {self.answer}"
        if self.stop is StopReason.UNANSWERABLE:
            return f"not answerable from this graph: {self.why}"
        if self.stop in (StopReason.NOT_PLANNED, StopReason.LIMIT):
            return f"{self.stop}: {self.why}"
        return f"no answer ({self.stop}): {self.why}"

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The executed plans, in order."""
        return tuple(turn.action.plan for turn in self.iterations if turn.action is not None)

    def summary(self) -> dict[str, Any]:
        """Return a summary of the state: each key's type, description, count and first items."""
        return self.snapshot.state.summary()


__all__ = ["Bounds", "InvestigationRecord", "turn_json"]
