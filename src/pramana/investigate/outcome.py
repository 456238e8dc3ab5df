"""The result of an investigation: answer, hypotheses, turns, state, cost; as JSON, and as a trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from pramana.gasl import Plan
from pramana.investigate.answering import CheckedClaim
from pramana.investigate.bounds import STOPPED_BY, Bounds, StopReason
from pramana.investigate.loop import Course, Iteration
from pramana.investigate.model import Hypothesis, RefusedClaim
from pramana.investigate.references import shown_state
from pramana.investigate.stepping import StateFork
from pramana.llm import Spending


@dataclass(frozen=True)
class InvestigationRecord:
    """An investigation that has ended.

    `answer` is "" where there is none; then `why` says why. `refused` are all claims that did not check out, in the
    order in which they came. `spending` is what was paid now, `graph` the hash of the graph's profile, `tree` that of a
    search, None for greedy.
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

    @classmethod
    def of(cls, course: Course, spending: Spending, search: str = "greedy", tree: Any = None) -> Self:
        """Return the result of a course, with the tree of the search, where there was one."""
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
        return f"no answer ({self.stop}): {self.why}"

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The executed plans, in order."""
        return tuple(turn.action.plan for turn in self.iterations if turn.action is not None)

    def summary(self) -> dict[str, Any]:
        """Return a summary of the state: each key's type, description, count and first items."""
        return self.snapshot.state.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON. Only `cost` and `seconds` depend on payments and on time."""
        return {
            "question": self.question,
            "stop": str(self.stop),
            "why": self.why,
            "complete": self.complete,
            "answer": self.answer or None,
            "claims": [claim.to_dict() for claim in self.claims],
            "refused": [_json_fields(refused) for refused in self.refused],
            "hypotheses": [_json_fields(hypothesis) for hypothesis in self.hypotheses],
            "iterations": [turn_dict(turn) for turn in self.iterations],
            "state": {"hash": self.snapshot.hash, "summary": shown_state(self.snapshot.state)},
            "graph": self.graph,
            "search": self.search,
            "cost": self.spending.as_json(),
            "seconds": round(self.seconds, 3),
        }


def turn_dict(turn: Iteration) -> dict[str, Any]:
    """Return a turn as JSON: the decision, the plan, how its commands ended, the signals, the hashes of the state."""
    told: dict[str, Any] = {"number": turn.number, "decision": str(turn.proposal.decision)}
    told |= {"hypothesis": turn.hypothesis, "state_before": turn.before}
    if turn.proposal.judged is not None:
        told["judged"] = _json_fields(turn.proposal.judged)
    if turn.action is not None and turn.stepped is not None:
        stepped = turn.stepped
        told["plan"] = turn.action.plan.model_dump(mode="json")
        told |= {"confidence": turn.action.confidence, "rationale": turn.action.rationale}
        told["steps"] = [_json_fields(view) for view in stepped.views]
        told["diagnoses"] = [_json_fields(each) for each in stepped.diagnoses]
        told |= {"stopped": stepped.stopped, "signals": stepped.signals.to_dict(), "state_after": stepped.snapshot.hash}
    others = [each for each in turn.proposal.next_actions if each is not turn.action]
    if others:
        told["other_actions"] = [_json_fields(each) for each in others]
    if turn.refused:
        told["refused"] = [_json_fields(each) for each in turn.refused]
    return told


def _json_fields(value: Any) -> Mapping[str, Any]:
    found: Mapping[str, Any] = value.model_dump(mode="json", exclude_none=True)
    return found


__all__ = ["Bounds", "InvestigationRecord", "turn_dict"]
