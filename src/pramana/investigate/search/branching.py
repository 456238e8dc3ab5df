"""An investigation as a problem to search: branches that each carry their own hypotheses, records and diagnoses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from pramana.errors import OutputInvalid
from pramana.gasl import StateView, bounded_json
from pramana.investigate.answering import Texts, judged_answer
from pramana.investigate.grounds import said_of
from pramana.investigate.loop import Course, Iteration, take_up
from pramana.investigate.model import Claim, NextAction, NextStep, PlannerProposal, RefusedClaim
from pramana.investigate.planning import NO_MODEL_CAN, Planner, next_actions
from pramana.investigate.problem import Problem
from pramana.investigate.ptools import SCORE, ScoreInput
from pramana.investigate.references import ref_of, referenced_items
from pramana.investigate.search.model import (
    AppliedSearchAction,
    Charges,
    Cost,
    PlannerProposals,
    SearchAction,
    SearchAnswer,
    SearchPlace,
    Taken,
    Valued,
    Worst,
)
from pramana.investigate.stepping import PlanStepper, Signals, StateFork, Stepped
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail

CITED = 5
"""Items of a reference, and texts of an item, that a scorer is shown."""
EVIDENCE_CHARS = 8_000
"""Characters of JSON of all evidence that a scorer is shown: about 2,000 tokens of English."""
NO_PROPOSAL = "No valid proposal came."
"""What the reason begins with why a branch ended whose planner failed."""
COMPLETES = 0.9
"""The confidence in an answer: planners do not say how sure they are of one."""


class Scorer(Protocol):
    """Judges places. `answer` None: how promising the way is; else whether the answer is right."""

    async def score(self, course: Course, answer: PlannerProposal | None, *, key: str) -> tuple[float | None, str]:
        """Return a judgement from 0 to 1, None where there is none, and why."""


class ModelScorer:
    """A model through its ptool. The embedded model does not judge: it would judge by its own rules again.

    `texts` gives the text of what an answer cites, which is what it is judged by.
    """

    def __init__(self, gateway: Gateway, *, trail: Trail | None = None, texts: Texts | None = None) -> None:
        self._gateway = gateway
        self._trail = trail or Trail()
        self._texts = texts

    async def score(self, course: Course, answer: PlannerProposal | None, *, key: str) -> tuple[float | None, str]:
        """Return what the model says. Raises what `Gateway.call` raises, but where no valid answer came."""
        if not self._gateway.judges(SCORE):
            return None, ""
        shown = situation_of(course)
        turns = (turn.action for turn in course.iterations if turn.action is not None)
        asked = ScoreInput(
            **{name: getattr(shown, name) for name in ("question", "profile", "graph", "mentions", "facts")},
            hypotheses=shown.hypotheses,
            state=shown.state,
            plans=tuple(tuple(entry.command for entry in action.plan.entries()) for action in turns),
            records=shown.records,
            answer=answer.complete if answer else None,
            claims=answer.claims if answer else (),
            evidence=evidence_of(course.snapshot.state, answer.claims, self._texts) if answer else {},
        )
        try:
            output = (await self._gateway.call(SCORE, asked, trail=self._trail.at(key))).output
        except OutputInvalid as error:
            return None, str(error)
        return (None, output.reason) if isinstance(output, Abstention) else (output.score / 100, output.because)


def evidence_of(state: StateView, claims: Iterable[Claim], texts: Texts | None = None) -> dict[str, Any]:
    """Return what claims cite, bounded: under each reference its first items, each as `value` with what it `says`."""
    found: dict[str, Any] = {}
    for ref in dict.fromkeys(ref for claim in claims for ref in claim.cites):
        for item in referenced_items(state, ref)[:CITED]:
            found.setdefault(ref_of(item), {"value": item.value, "says": said_of(item, texts)[:CITED]})
    shown: dict[str, Any] = bounded_json(found, max(len(found), CITED), EVIDENCE_CHARS)
    return shown


def situation_of(course: Course) -> Any:
    """Return what a planner is shown of a course."""
    return course.problem.situation(
        course.snapshot,
        last_plan=course.last_plan,
        records=course.records,
        hypotheses=course.hypotheses,
        diagnoses=course.diagnoses,
        held=[Claim(text=each.text, cites=each.cites) for each in course.claims],
        refused=course.refused,
        iteration=sum(turn.action is not None for turn in course.iterations),
    )


class Branches:
    """A question about a graph, to be searched. Each place has its own course: branches share nothing.

    `trail` is where planner, stepper and scorer record their steps; the requests to models are read from it. The same
    situation is the same request, so a planner is asked again only after a new result.
    """

    samples = False

    def __init__(
        self,
        problem: Problem,
        root: StateFork,
        planner: Planner,
        stepper: PlanStepper,
        scorer: Scorer | None = None,
        *,
        texts: Texts | None = None,
        trail: Trail | None = None,
        worst: Worst | None = None,
    ) -> None:
        self.root = root
        self.worst = worst or Worst(ask=Cost(calls=2), value=Cost(calls=1 if scorer else 0))
        self._problem = problem
        self._planner = planner
        self._stepper = stepper
        self._scorer = scorer
        self._texts = texts
        self._trail = trail or Trail()

    def course(self, place: SearchPlace[StateFork]) -> Course:
        """Return the course of a place: what led to it, and what was tried from it and came back to it."""
        tried = (taken for taken in place.tried if taken.applied.answer is None)
        came_back = [taken for taken in tried if taken.applied.snapshot.hash == place.snapshot.hash]
        return self.course_after([*place.steps, *sorted(came_back, key=_turns)][-1:])

    def course_after(self, taken: Iterable[Taken[StateFork]]) -> Course:
        last: Course | None = None
        for each in taken:
            last = each.applied.notes
        return _copy(last) if last is not None else Course(self._problem, self.root)

    async def ask(self, place: SearchPlace[StateFork], *, key: str) -> PlannerProposals:
        """Ask the planner at a place."""
        course = self.course(place)
        begun = len(self._trail.steps)
        try:
            proposal = await next_actions(self._planner, situation_of(course), key)
        except NO_MODEL_CAN as error:
            return PlannerProposals((), f"{NO_PROPOSAL} {error}", self._charges(begun, key))
        if proposal.decision is NextStep.TERMINATE and proposal.complete is None:
            return PlannerProposals((), proposal.unanswerable or "The planner gave it up.", self._charges(begun, key))
        return PlannerProposals(tuple(_actions(proposal)), "", self._charges(begun, key))

    async def apply(
        self, place: SearchPlace[StateFork], action: SearchAction, *, key: str
    ) -> AppliedSearchAction[StateFork]:
        """Execute a plan, or check an answer against its citations."""
        course = self.course(place)
        proposal = PlannerProposal.model_validate(action.carried["proposal"])
        take_up(course, proposal)
        if action.completes:
            return await self._apply_answer(course, proposal, key)
        next_action = proposal.next_actions[action.carried["index"]]
        begun, before = len(self._trail.steps), course.snapshot.hash
        stepped = await self._stepper.apply(course.snapshot, next_action, key=key)
        _note(course, proposal, next_action, stepped, before)
        failure = _failure(stepped)
        return AppliedSearchAction(stepped.snapshot, stepped.signals, failure, None, course, self._charges(begun, key))

    async def _apply_answer(
        self, course: Course, proposal: PlannerProposal, key: str
    ) -> AppliedSearchAction[StateFork]:
        state, question = course.snapshot.state, course.problem.question
        complete = proposal.complete or ""
        checked = await judged_answer(state, question, proposal, self._texts, f"{key}/claims")
        hypothesis = course.hypotheses[-1].id if course.hypotheses else ""
        number = len(course.iterations) + 1
        turn = Iteration(number, proposal, hypothesis, before=course.snapshot.hash, refused=checked.refused)
        course.iterations.append(turn)
        course.refused, course.claims = checked.refused, checked.claims
        if checked.refused:
            return AppliedSearchAction(course.snapshot, Signals(errors=1), _refusal_text(checked.refused), None, course)
        course.answer = complete
        body = [claim.model_dump(mode="json") for claim in proposal.claims]
        answer = SearchAnswer(complete, " ".join(complete.casefold().split()), body)
        return AppliedSearchAction(course.snapshot, Signals(assertions_held=len(checked.claims)), "", answer, course)

    async def value(self, place: SearchPlace[StateFork], *, key: str) -> Valued:
        """Have a place judged."""
        if self._scorer is None:
            return Valued(None)
        begun = len(self._trail.steps)
        course = self.course(place)
        answer = course.iterations[-1].proposal if place.answer is not None else None
        value, why = await self._scorer.score(course, answer, key=key)
        return Valued(value, why, self._charges(begun, key))

    def _charges(self, begun: int, key: str) -> Charges:
        """Return what was asked of models at a step, off the trail: what it cost when it was first asked."""
        found: dict[str, Cost] = {}
        at = {self._trail.at(key).path, key}
        for step in self._trail.steps[begun:]:
            if step.kind == "call" and any(step.path == each or step.path.startswith(f"{each}/") for each in at):
                usage = step.body["usage"]
                tokens = usage["prompt_tokens"] + usage["completion_tokens"]
                for number, exchange in enumerate(step.body["exchanges"] if tokens else ()):
                    first = Cost(1, tokens, usage["money"] or 0)
                    found[str(exchange["request"])] = first if number == 0 else Cost(calls=1)
        return found


def _turns(taken: Taken[StateFork]) -> int:
    return len(taken.applied.notes.iterations)


def _copy(course: Course) -> Course:
    """Return a copy of a course that continues independently."""
    return Course(
        course.problem,
        course.snapshot,
        list(course.hypotheses),
        list(course.iterations),
        list(course.records),
        course.last_plan,
        course.diagnoses,
        course.refused,
        claims=course.claims,
    )


def _actions(proposal: PlannerProposal) -> Iterable[SearchAction]:
    """Yield what a planner proposes, each with the whole proposal: it says of which hypothesis it is, and why."""
    told = proposal.model_dump(mode="json")
    if proposal.decision is NextStep.TERMINATE:
        body = {"complete": proposal.complete, "claims": told["claims"]}
        label = f"COMPLETE: {proposal.complete}"
        yield SearchAction(body, COMPLETES, "", completes=True, label=label, carried={"proposal": told, "index": 0})
        return
    for index, each in enumerate(proposal.next_actions):
        commands = [entry.command.strip() for entry in each.plan.entries()]
        body = {"commands": commands, "config": each.plan.config.model_dump(mode="json")}
        carried = {"proposal": told, "index": index}
        yield SearchAction(body, each.confidence, each.rationale, label=commands[0], carried=carried)


def _note(course: Course, proposal: PlannerProposal, action: NextAction, stepped: Stepped, before: str) -> None:
    """Put what a plan led to into its course."""
    hypothesis = course.hypotheses[-1].id if course.hypotheses else ""
    number = len(course.iterations) + 1
    course.iterations.append(Iteration(number, proposal, hypothesis, action, stepped, before))
    course.snapshot, course.diagnoses = stepped.snapshot, stepped.diagnoses
    course.records += stepped.views
    course.last_plan, course.refused, course.claims = action.plan, (), ()
    if course.hypotheses:
        tried = course.hypotheses[-1]
        course.hypotheses[-1] = tried.model_copy(update={"plans": (*tried.plans, action.plan.plan_id)})


def _failure(stepped: Stepped) -> str:
    """Return what failed: the problem of the first command that could not be read or bound."""
    if not stepped.diagnoses:
        return ""
    first = stepped.diagnoses[0]
    return f"{first.command}: {first.error.get('problem') or first.error.get('message', '')}"


def _refusal_text(claims: tuple[RefusedClaim, ...]) -> str:
    return f"The answer was sent back: {claims[0].problem}"
