"""The loop: hypothesise and plan, execute, evaluate; continue, refine, pivot or terminate, within bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

import anyio

from pramana.errors import BudgetExceeded
from pramana.gasl import Plan
from pramana.investigate.answering import (
    Checked,
    CheckedClaim,
    check_answer,
    judged_answer,
    known_refs,
    quoting_proposal,
)
from pramana.investigate.bounds import Bounds, StopReason
from pramana.investigate.element_texts import CUT
from pramana.investigate.grounds import Texts
from pramana.investigate.model import (
    Claim,
    Diagnosis,
    Hypothesis,
    HypothesisVerdict,
    Judgement,
    NextAction,
    NextStep,
    PlannerProposal,
    RefusedClaim,
    StepView,
)
from pramana.investigate.planning import NO_MODEL_CAN, Planner, PlannerBroken, next_actions
from pramana.investigate.problem import Problem
from pramana.investigate.stepping import PlanStepper, StateFork, Stepped


@dataclass(frozen=True, slots=True)
class Iteration:
    """One turn: the proposal, the plan that was executed, and its result; None where no plan was executed."""

    number: int
    proposal: PlannerProposal
    hypothesis: str
    action: NextAction | None = None
    stepped: Stepped | None = None
    before: str = ""
    refused: tuple[RefusedClaim, ...] = ()


@dataclass(slots=True)
class Course:
    """An investigation in progress, and its result. `why` gives in a sentence the reason why it stopped."""

    problem: Problem
    snapshot: StateFork
    hypotheses: list[Hypothesis] = field(default_factory=list)
    iterations: list[Iteration] = field(default_factory=list)
    records: list[StepView] = field(default_factory=list)
    last_plan: Plan | None = None
    diagnoses: tuple[Diagnosis, ...] = ()
    refused: tuple[RefusedClaim, ...] = ()
    stop: StopReason | None = None
    why: str = ""
    answer: str = ""
    claims: tuple[CheckedClaim, ...] = ()
    seconds: float = 0.0


Observe = Callable[[Iteration], None]
"""Gets each turn when it has ended."""
Spent = Callable[[], tuple[int, int]]
"""Returns the calls, and the millionths of a US dollar, that were paid so far."""


class Loop:
    """Investigates greedily: the most confident of several next actions is executed.

    `texts` gives the text of cited lines and sources. `spent` is checked between turns; a gateway checks its own
    budget before each call.
    """

    def __init__(
        self,
        planner: Planner,
        stepper: PlanStepper,
        bounds: Bounds | None = None,
        *,
        texts: Texts | None = None,
        spent: Spent | None = None,
        observe: Observe | None = None,
    ) -> None:
        self._planner = planner
        self._stepper = stepper
        self._bounds = bounds or Bounds()
        self._texts = texts
        self._spent = spent or (lambda: (0, 0))
        self._observe = observe or (lambda _: None)

    async def run(self, problem: Problem, root: StateFork | None = None) -> Course:
        """Investigate to the end, or to a bound. Raises what ends every run but a budget."""
        course = Course(problem, root or StateFork.root())
        began, paid = perf_counter(), self._spent()
        with anyio.move_on_after(self._bounds.seconds) as clock:
            await self._go(course, paid)
        if clock.cancelled_caught:
            _end(course, StopReason.TIME, f"The time, {self._bounds.seconds:g} seconds, is over.")
        course.seconds = perf_counter() - began
        return course

    async def _go(self, course: Course, paid: tuple[int, int]) -> None:
        turns = _Turns(self._bounds)
        try:
            while course.stop is None:
                self._check_spending(course, paid)
                if course.stop is None:
                    await self._turn(course, turns)
        except BudgetExceeded as error:
            _end(course, StopReason.BUDGET, str(error))
        except NO_MODEL_CAN as error:
            _end(course, StopReason.FAILED, str(error))
        except PlannerBroken as error:
            _end(course, StopReason.BROKEN, str(error))

    def _check_spending(self, course: Course, before: tuple[int, int]) -> None:
        calls, money = (now - then for now, then in zip(self._spent(), before, strict=True))
        bounds = self._bounds
        if bounds.calls is not None and calls >= bounds.calls:
            _end(course, StopReason.BUDGET, f"The budget is {bounds.calls} calls, and {calls} were made.")
        elif bounds.money is not None and money >= bounds.money > 0:
            _end(course, StopReason.BUDGET, f"The budget is {bounds.money / 1e6:.6f} US dollars, and it is spent.")

    async def _turn(self, course: Course, turns: _Turns) -> None:
        """Ask what to do, and do it."""
        last = turns.plans >= self._bounds.iterations
        if last and not course.snapshot.state.keys():
            _end(course, StopReason.ITERATIONS, _over(self._bounds))
            return
        situation = course.problem.situation(
            course.snapshot,
            last_plan=course.last_plan,
            records=course.records,
            hypotheses=course.hypotheses,
            diagnoses=course.diagnoses,
            held=[Claim(text=each.text, cites=each.cites) for each in course.claims],
            refused=course.refused,
            iteration=turns.plans,
            last=last,
        )
        number = len(course.iterations) + 1
        proposal = await next_actions(self._planner, situation, f"iteration/{number}")
        take_up(course, proposal)
        if proposal.decision is NextStep.TERMINATE or last:
            await self._terminate(course, proposal, number, turns, last)
        else:
            await self._carry_out(course, proposal, number, turns)
        if course.iterations and course.iterations[-1].number == number:
            self._observe(course.iterations[-1])

    async def _terminate(
        self, course: Course, proposal: PlannerProposal, number: int, turns: _Turns, last: bool
    ) -> None:
        """Check the answer; take it, or send back what does not check out, so often; then quote lines in its place."""
        checked = await self._check_proposal(course, proposal, f"iteration/{number}/claims")
        hypothesis = course.hypotheses[-1].id if course.hypotheses else ""
        before = course.snapshot.hash
        course.iterations.append(Iteration(number, proposal, hypothesis, before=before, refused=checked.refused))
        course.refused, course.claims = checked.refused, checked.claims
        if not checked.refused:
            _take(course, proposal, checked, last, self._bounds)
            return
        turns.refusals += 1
        if turns.refusals <= self._bounds.refusals:
            return
        quoted = quoting_proposal(proposal, checked)
        again = quoted and check_answer(
            course.snapshot.state, course.problem.question, quoted.complete or "", quoted.claims, self._texts
        )
        if quoted and again and not again.refused:
            course.claims = again.claims
            _take(course, quoted, again, last, self._bounds)
            course.why += " Where its sentences were not shown to be what their lines say, the lines are quoted."
            return
        course.answer = " ".join(claim.text for claim in checked.claims)
        problem = checked.refused[0]
        _end(
            course,
            StopReason.REFUSED,
            f"The answer was sent back {turns.refusals - 1} times, and {_refusal_text(problem)}",
        )

    async def _check_proposal(self, course: Course, proposal: PlannerProposal, key: str) -> Checked:
        if proposal.complete is None:
            if proposal.unanswerable:
                return Checked((), ())
            return Checked((), (RefusedClaim(text="", problem="Neither an answer nor why there is none was given."),))
        state, question = course.snapshot.state, course.problem.question
        return await judged_answer(state, question, proposal, self._texts, key)

    async def _carry_out(self, course: Course, proposal: PlannerProposal, number: int, turns: _Turns) -> None:
        """Execute the most confident plan, and record its result."""
        hypothesis = course.hypotheses[-1].id if course.hypotheses else ""
        before = course.snapshot.hash
        action = _most_confident(proposal.next_actions)
        if action is None:
            course.iterations.append(Iteration(number, proposal, hypothesis, before=before))
            turns.idle += 1
            if turns.idle >= self._bounds.repeats:
                _end(course, StopReason.NO_PLAN, f"The planner proposed no plan, {turns.idle} times in a row.")
            return
        turns.idle = 0
        stepped = await self._stepper.apply(course.snapshot, action, key=f"iteration/{number}/plan")
        turns.plans += 1
        course.iterations.append(Iteration(number, proposal, hypothesis, action, stepped, before))
        course.snapshot, course.diagnoses = stepped.snapshot, stepped.diagnoses
        course.records += stepped.views
        course.last_plan = action.plan
        if course.hypotheses:
            tried = course.hypotheses[-1]
            course.hypotheses[-1] = tried.model_copy(update={"plans": (*tried.plans, action.plan.plan_id)})
        self._end_if_repeated(course, stepped, action, before, turns)

    def _end_if_repeated(
        self, course: Course, stepped: Stepped, action: NextAction, before: str, turns: _Turns
    ) -> None:
        """End the hypothesis where the same failure, or the same plan without any gain, came too often."""
        if stepped.snapshot.hash == before and stepped.signals.repeated and not stepped.diagnoses:
            course.diagnoses = (_same_again(action),)
        if stepped.snapshot.hash != before or not (stepped.signals.repeated or stepped.diagnoses):
            return
        for mark in {action.hash, *(each.command for each in stepped.diagnoses)}:
            turns.failures[mark] += 1
        if max(turns.failures.values()) <= self._bounds.repeats or not stepped.signals.repeated:
            return
        turns.given_up += 1
        again = "The same failure came again and again"
        if turns.given_up >= self._bounds.repeats:
            _end(course, StopReason.REPEATED, f"{again}: {_problem_of(course.diagnoses)}")
        elif course.hypotheses:
            given_up = {"closed": True, "because": f"{again}; it was given up."}
            course.hypotheses[-1] = course.hypotheses[-1].model_copy(update=given_up)


@dataclass(slots=True)
class _Turns:
    """What is counted from turn to turn."""

    bounds: Bounds
    plans: int = 0
    refusals: int = 0
    idle: int = 0
    given_up: int = 0
    failures: Counter[str] = field(default_factory=Counter)


def take_up(course: Course, proposal: PlannerProposal) -> None:
    """Record the verdict on the hypothesis under trial, and the new hypothesis.

    `supported` without evidence in the state becomes `partial`. A proposal of several plans is recorded once, however
    many of them are executed.
    """
    if proposal.hypothesis is not None and _under_trial(course, proposal.hypothesis):
        return
    judged = proposal.judged
    if judged is not None and course.hypotheses and course.hypotheses[-1].id == judged.hypothesis:
        course.hypotheses[-1] = _apply_judgement(course, course.hypotheses[-1], judged)
    leaves = proposal.decision in (NextStep.PIVOT, NextStep.TERMINATE)
    if leaves and course.hypotheses:
        course.hypotheses[-1] = course.hypotheses[-1].model_copy(update={"closed": True})
    if proposal.hypothesis is not None:
        course.hypotheses.append(proposal.hypothesis)


def _under_trial(course: Course, hypothesis: Hypothesis) -> bool:
    newest = course.hypotheses[-1] if course.hypotheses else None
    return newest is not None and (newest.id, newest.text) == (hypothesis.id, hypothesis.text)


def _apply_judgement(course: Course, hypothesis: Hypothesis, judged: HypothesisVerdict) -> Hypothesis:
    evidence = known_refs(course.snapshot.state, judged.evidence)
    verdict, because = judged.verdict, judged.because
    if verdict is Judgement.SUPPORTED and not evidence:
        verdict, because = Judgement.PARTIAL, f"{because} (Called supported, with no evidence in the state.)".strip()
    return hypothesis.model_copy(update={"verdict": verdict, "because": because, "evidence": evidence})


def _most_confident(actions: Sequence[NextAction]) -> NextAction | None:
    """Return the action of the highest confidence, of equal ones the first."""
    return max(actions, key=lambda action: action.confidence, default=None)


def _take(course: Course, proposal: PlannerProposal, checked: Checked, last: bool, bounds: Bounds) -> None:
    if proposal.complete is None:
        reason = proposal.unanswerable or ""
        stop, told = _without_answer(course, proposal)
        _end(course, StopReason.ITERATIONS if last else stop, f"{_over(bounds)} {reason}" if last else told + reason)
        return
    course.answer, course.claims = proposal.complete, checked.claims
    count = len(checked.claims)
    held = f"{count} claim{'s' * (count != 1)}, each of whose citations checks out"
    _end(course, StopReason.ANSWERED, f"The answer rests on {held}{', found in the last iteration' if last else ''}.")


def _without_answer(course: Course, proposal: PlannerProposal) -> tuple[StopReason, str]:
    """Return why nothing answers: no plan, a search that a bound cut, or a graph without it; and what to add."""
    if limits := limits_of(course):
        return StopReason.LIMIT, f"{' '.join(limits)} "
    if proposal.unplanned:
        return StopReason.NOT_PLANNED, ""
    return StopReason.UNANSWERABLE, ""


def limits_of(course: Course) -> tuple[str, ...]:
    """Return what was not looked at because of a bound, each in a sentence; of an answer, in the plan that found it."""
    last = course.records[-1].plan if course.records and course.answer else None
    texts = [each.said for each in course.problem.mentions if each.match == CUT]
    steps = [step for step in course.records if step.plan == (last or step.plan) and not step.refused]
    cut = dict.fromkeys(step.command for step in steps if step.status == "partial")
    return (*texts, *(f"A bound cut the search `{command}`, so more may be there." for command in cut))


def _end(course: Course, stop: StopReason, why: str) -> None:
    course.stop, course.why = stop, why


def _over(bounds: Bounds) -> str:
    return f"The bound of {bounds.iterations} iterations is reached."


def _refusal_text(refused: RefusedClaim) -> str:
    return f"still does not check out: {refused.problem}"


def _same_again(action: NextAction) -> Diagnosis:
    problem = "The same plan was executed before, with nothing new."
    first = action.plan.entries()[0].command
    return Diagnosis(plan=action.plan.plan_id, command=first, error={"type": "Repeated", "problem": problem})


def _problem_of(diagnoses: Sequence[Diagnosis]) -> str:
    error = diagnoses[0].error if diagnoses else {}
    return str(error.get("problem") or error.get("message") or "nothing new was found")
