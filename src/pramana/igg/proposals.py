"""Records the result of an answer in the ledger: one proposal per action, with the reasons of refusals."""

from __future__ import annotations

from pramana.igg.actions import action_json
from pramana.igg.outcome import ActionOutcome, AppliedAction, RefusedAction
from pramana.trace import Proposal, Trail, Verdict


def propose(outcome: ActionOutcome, trail: Trail) -> tuple[Proposal, ...]:
    """Record every action of an answer below a path (`.../iteration/3`), as `action/N`, N from 1, in order.

    Applied actions passed deterministic checks alone: their verdict is `checked`.
    """
    both: list[AppliedAction | RefusedAction] = sorted((*outcome.applied, *outcome.refused), key=lambda one: one.index)
    return tuple(_propose(one, trail.at("action", one.index + 1)) for one in both)


def _propose(one: AppliedAction | RefusedAction, trail: Trail) -> Proposal:
    body = action_json(one.action)
    if isinstance(one, RefusedAction):
        near = f" Candidates: {', '.join(one.candidates)}." if one.candidates else ""
        return trail.propose(body, Verdict.REFUSED, f"{one.code}: {one.problem}.{near}")
    grades = ", ".join(dict.fromkeys(place.grade.value for place in one.evidence if place is not None))
    told = (f"Applied as {one.id}" if one.id else "Taken", grades or "asserted" if one.id else "", one.note)
    return trail.propose(body, Verdict.CHECKED, f"{'; '.join(part for part in told if part)}.")
