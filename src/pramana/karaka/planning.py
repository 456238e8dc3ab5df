"""Plans for a question: two made apart, executed before anybody judges them. What finds the same needs no judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pramana.canonical import canonical
from pramana.gsv import GSVRetryEngine, GSVSettings, GSVTask, MissingAnswer, ask, gather
from pramana.karaka.plans import QueryPlan
from pramana.karaka.tasks import Question
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict

PLANS = 2
"""How many plans are made apart. Two that find the same confirm each other; a third would cost a call each time."""
_NAMES = "AB"
AGREED = "Two plans that were made apart find the same."
ONCE = "It passed the checks; the lines that it finds are judged with the answer."
ALONE = "The only plan that passed the checks; a blind verifier found it valid."
CHOSEN = "A blind verifier chose it among plans that find different things."

Execute = Callable[[QueryPlan], Any]
"""Returns what a plan finds, as JSON: plans of one result are one."""


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """The plan for a question, None where there is none. `status` is a verdict or a status of GSV."""

    plan: QueryPlan | None
    status: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Draft:
    """A plan that was proposed, with the faults that the checks found, or what it finds."""

    name: str
    plan: QueryPlan
    faults: Sequence[str]
    found: str = ""


class QuestionPlanner:
    """Makes plans. Under the policy `batched` with a model: two calls, and one more where they find different things.

    Where all of that gives no plan, and under the other policies, the question goes through the GSV loop by itself.
    """

    def __init__(self, gateway: Gateway, task: GSVTask[Question, QueryPlan], settings: GSVSettings) -> None:
        self._gateway = gateway
        self._task = task
        self._loop = GSVRetryEngine(gateway, settings.model_copy(update={"policy": _loop_policy(settings)}))
        models = all(gateway.judges(ptool) for ptool in (task.generate, task.verify))
        self._executes_first = settings.policy == "batched" and models

    async def plan(self, question: Question, execute: Execute, trail: Trail) -> PlannedQuestion:
        """Return the plan for a question. Raises the errors that end a run."""
        if self._executes_first:
            drafts = await self._drafts(question, execute, trail)
            chosen, planned = await self._choose(question, drafts, trail)
            for draft in drafts:
                _propose(draft, chosen, planned, trail)
            if planned is not None:
                return planned
        result = await self._loop.extract_with_retry(self._task, question, trail)
        if result.golden_candidate is None:
            return PlannedQuestion(None, result.status, result.reason)
        plan = QueryPlan.model_validate(result.golden_candidate.data)
        return PlannedQuestion(plan, result.status, result.reason)

    async def plan_once(self, question: Question, trail: Trail) -> PlannedQuestion:
        """Return the one plan that a model makes in one call, None where the checks refuse it."""
        call = await ask(self._gateway, self._task.generate, self._task.generation_input(question, ""), trail)
        if isinstance(call, MissingAnswer) or not isinstance(call.output, QueryPlan):
            return PlannedQuestion(None, Verdict.REFUSED.value, "The model gave no plan.")
        reason = " ".join(self._task.check(question, call.output))
        verdict = Verdict.REFUSED if reason else Verdict.CHECKED
        trail.at("plan").propose(call.output.model_dump(mode="json"), verdict, reason or ONCE)
        return PlannedQuestion(None if reason else call.output, verdict.value, reason or ONCE)

    async def _drafts(self, question: Question, execute: Execute, trail: Trail) -> list[_Draft]:
        """Ask for plans, and execute those without faults."""
        value = self._task.generation_input(question, "")
        works = [
            partial(ask, self._gateway, self._task.generate, value, trail.at("apart", name), sample)
            for sample, name in enumerate(_NAMES[:PLANS])
        ]
        drafts = []
        for name, call in zip(_NAMES, await gather(works), strict=False):
            if isinstance(call, MissingAnswer) or not isinstance(call.output, QueryPlan):
                continue
            faults = tuple(self._task.check(question, call.output))
            found = "" if faults else canonical(execute(call.output))
            drafts.append(_Draft(name, call.output, faults, found))
        return drafts

    async def _choose(
        self, question: Question, drafts: Sequence[_Draft], trail: Trail
    ) -> tuple[_Draft | None, PlannedQuestion | None]:
        """Return the plan that is taken, with the reason; a verifier is asked where plans do not confirm each other."""
        sound = [draft for draft in drafts if not draft.faults]
        if not sound:
            return None, None
        if len(sound) == PLANS and len({draft.found for draft in sound}) == 1:
            return sound[0], PlannedQuestion(sound[0].plan, Verdict.CHECKED.value, AGREED)
        ordered = sorted(sound, key=lambda draft: canonical(draft.plan.model_dump(mode="json")))
        value = self._task.verification_input(question, [(f"Candidate_{draft.name}", draft.plan) for draft in ordered])
        call = await ask(self._gateway, self._task.verify, value, trail.at("choose"))
        choice = "" if isinstance(call, MissingAnswer) else str(getattr(call.output, "choice", ""))
        wished = choice.strip().rpartition("_")[2].rpartition(" ")[2].upper()
        for draft in sound:
            if draft.name == wished:
                reason = CHOSEN if len(sound) > 1 else ALONE
                return draft, PlannedQuestion(draft.plan, Verdict.VERIFIED.value, reason)
        return None, None


def _loop_policy(settings: GSVSettings) -> str:
    return "full" if settings.policy == "full" else "fast_path"


def _propose(draft: _Draft, chosen: _Draft | None, planned: PlannedQuestion | None, trail: Trail) -> None:
    """Record a plan in the ledger, with what became of it."""
    verdict, reason = Verdict.REFUSED, "No verifier found it valid."
    if draft.faults:
        reason = f"Refused by the checks: {' '.join(draft.faults)}"
    elif draft is chosen and planned is not None:
        verdict, reason = Verdict(planned.status), planned.reason
    elif chosen is not None:
        reason = f"Plan {chosen.name} was taken."
    trail.at("apart", draft.name, "plan").propose(draft.plan.model_dump(mode="json"), verdict, reason)


def found_by_readings(parts: Sequence[tuple[str, Any]]) -> Mapping[str, Any]:
    """Return what a plan's readings find, as JSON: events, whom they name, and what was asked for and is not stated."""
    return {
        label: {
            "matches": sorted([match.kriya.id, sorted(node.id for node in match.entities)] for match in found.matches),
            "assumed": list(found.assumed),
            "unstated": found.unstated,
        }
        for label, found in parts
    }
