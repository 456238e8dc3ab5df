"""Who plans: anything that says, of a situation, what to do next; a model through its ptools is one such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from pramana.errors import (
    BudgetExceeded,
    NeedsModel,
    OutputInvalid,
    PriceUnknown,
    ReplayMiss,
    RequestRefused,
    StoreError,
)
from pramana.investigate.model import (
    Hypothesis,
    HypothesisVerdict,
    NextAction,
    NextStep,
    Plan,
    PlanConfig,
    PlannerProposal,
    Situation,
)
from pramana.investigate.ptools import (
    ANSWER,
    EVALUATE,
    HYPOTHESISE,
    ROLL_ANSWER,
    ROLL_EVALUATE,
    ROLL_HYPOTHESISE,
    Answered,
    EvaluateInput,
    HypothesiseInput,
    InvestigationAnswerInput,
    ProposedHypothesis,
    ProposedPlan,
)
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail


class Planner(Protocol):
    """Says what to do next. The same situation and key always bring the same proposal, or one from stored responses."""

    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        """Return what to do. `key` is the place of the ledger's step, as `iteration/3` or `node/<hash>`."""


class ModelPlanner:
    """A model, or the embedded one, through the ptools. Steps are recorded at `trail`, below the key.

    A first situation is asked for a hypothesis, a later one for what became of it and, where enough is known, for the
    answer; one that did not come, or of which claims were refused, is asked for by itself. An abstention ends in
    `unanswerable`. `rolls`: it plans rollouts, and is the model that is named for those.
    """

    def __init__(self, gateway: Gateway, *, trail: Trail | None = None, rolls: bool = False) -> None:
        self.gateway = gateway
        self._trail = trail or Trail()
        self._first = ROLL_HYPOTHESISE if rolls else HYPOTHESISE
        self._later = ROLL_EVALUATE if rolls else EVALUATE
        self._final = ROLL_ANSWER if rolls else ANSWER

    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        """Return what the model proposes. Raises what `Gateway.call` raises."""
        place = self._trail.at(key)
        if situation.refused or situation.last:
            return await self._answer(situation, place, PlannerProposal(decision=NextStep.TERMINATE))
        tried = situation.hypotheses[-1] if situation.hypotheses else None
        if tried is None or tried.closed:
            return await self._hypothesise(situation, place)
        return await self._evaluate(situation, tried, place)

    async def _hypothesise(self, situation: Situation, place: Trail) -> PlannerProposal:
        asked = HypothesiseInput(
            **_common(situation),
            last_plan=situation.last_plan,
            state=situation.state,
            failed=situation.hypotheses,
            records=situation.records,
            diagnoses=situation.diagnoses,
        )
        output = (await self.gateway.call(self._first, asked, trail=place.at("hypothesise"))).output
        if isinstance(output, Abstention):
            return PlannerProposal(decision=NextStep.TERMINATE, unanswerable=output.reason, unplanned=True)
        if output.unanswerable and not output.next_actions:
            return PlannerProposal(decision=NextStep.TERMINATE, unanswerable=output.unanswerable)
        hypothesis = _hypothesis(output.hypothesis, situation)
        return PlannerProposal(
            decision=NextStep.PIVOT if situation.hypotheses else NextStep.CONTINUE,
            hypothesis=hypothesis,
            next_actions=_actions(output.next_actions, hypothesis.id if hypothesis else "h", situation),
        )

    async def _evaluate(self, situation: Situation, hypothesis: Hypothesis, place: Trail) -> PlannerProposal:
        asked = EvaluateInput(
            **_common(situation),
            hypothesis=hypothesis,
            earlier=tuple(each for each in situation.hypotheses if each.id != hypothesis.id),
            last_plan=situation.last_plan,
            state=situation.state,
            records=situation.records,
            diagnoses=situation.diagnoses,
        )
        output = (await self.gateway.call(self._later, asked, trail=place.at("evaluate"))).output
        if isinstance(output, Abstention):
            return PlannerProposal(decision=NextStep.TERMINATE, unanswerable=output.reason, unplanned=True)
        judged = HypothesisVerdict(
            hypothesis=hypothesis.id, verdict=output.verdict, because=output.because, evidence=tuple(output.evidence)
        )
        if output.decision is NextStep.TERMINATE:
            verdict = {"verdict": judged.verdict, "because": judged.because, "evidence": judged.evidence}
            known = (*situation.hypotheses[:-1], hypothesis.model_copy(update=verdict))
            ended = PlannerProposal(decision=NextStep.TERMINATE, judged=judged)
            if output.answer is not None and (output.answer.complete or output.answer.unanswerable):
                return _with_answer(ended, output.answer)
            return await self._answer(situation.model_copy(update={"hypotheses": known}), place, ended)
        new = _hypothesis(output.hypothesis, situation) if output.decision is NextStep.PIVOT else None
        actions = _actions(output.next_actions, new.id if new else hypothesis.id, situation)
        return PlannerProposal(decision=output.decision, hypothesis=new, judged=judged, next_actions=actions)

    async def _answer(self, situation: Situation, place: Trail, ended: PlannerProposal) -> PlannerProposal:
        asked = InvestigationAnswerInput(
            **_common(situation, card=False),
            hypotheses=situation.hypotheses,
            state=situation.state,
            held=situation.held,
            refused=situation.refused,
        )
        output = (await self.gateway.call(self._final, asked, trail=place.at("answer"))).output
        if isinstance(output, Abstention):
            return ended.model_copy(update={"unanswerable": output.reason, "unplanned": True})
        return _with_answer(ended, output)


def _with_answer(ended: PlannerProposal, answer: Answered) -> PlannerProposal:
    told = {"complete": answer.complete, "claims": tuple(answer.claims), "unanswerable": answer.unanswerable}
    return ended.model_copy(update=told)


def _common(situation: Situation, card: bool = True) -> dict[str, Any]:
    names = ("question", "profile", "graph", "mentions", "facts", *(("card",) if card else ()))
    return {name: getattr(situation, name) for name in names}


def _hypothesis(proposed: ProposedHypothesis | None, situation: Situation) -> Hypothesis | None:
    if proposed is None:
        return None
    number = len(situation.hypotheses) + 1
    return Hypothesis(id=f"h{number}", text=proposed.text, supports=proposed.supports, refutes=proposed.refutes)


def _actions(proposed: Sequence[ProposedPlan], hypothesis: str, situation: Situation) -> tuple[NextAction, ...]:
    """Return the plans, named for the hypothesis, the iteration and their place, the most confident first."""
    ordered = sorted(enumerate(proposed), key=lambda pair: (-pair[1].confidence, pair[0]))
    return tuple(
        NextAction(
            plan=Plan(
                plan_id=f"{hypothesis}-{situation.iteration + 1}{_LETTERS[place]}",
                why=plan.rationale.strip() or f"To try {hypothesis}.",
                commands=tuple(plan.commands),
                config=PlanConfig(continue_on_empty=plan.continue_on_empty),
            ),
            confidence=plan.confidence,
            rationale=plan.rationale,
        )
        for place, plan in ordered
    )


_LETTERS = "abcdefgh"


NO_MODEL_CAN = (OutputInvalid, NeedsModel, RequestRefused)
"""After these another try of the same question would fare no better; what was found so far is kept."""
RAISED = (*NO_MODEL_CAN, BudgetExceeded, PriceUnknown, ReplayMiss, StoreError)
"""What a planner may raise, and callers handle."""


class PlannerBroken(Exception):
    """A planner raised what it should not: an error of its own, or of a server that did not answer."""


async def next_actions(planner: Planner, situation: Any, key: str) -> PlannerProposal:
    """Return what a planner proposes. Raises PlannerBroken for all errors but those in RAISED."""
    try:
        return await planner.next_actions(situation, key=key)
    except RAISED:
        raise
    except Exception as error:
        kept = "what was found until then is kept; the same command resumes"
        raise PlannerBroken(f"The planner raised {type(error).__name__}: {error} ({kept})") from error
