"""Rollouts: from a new node, a cheaper planner plays on alone for a few steps, to see whether it comes to an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol

from pramana.investigate.search.memo import Memo
from pramana.investigate.search.model import Charges, Cost, PlannerProposals, S, SearchPlace, SearchProblem, Taken
from pramana.investigate.search.valuing import NOTHING, step_value


class Policy(Protocol[S]):
    """Who plans in rollouts: a cheaper model, or the rules."""

    async def ask(self, place: SearchPlace[S], *, key: str) -> PlannerProposals: ...


@dataclass(frozen=True, slots=True)
class Rollouts(Generic[S]):
    """How rollouts are made: at most `steps` of them by `policy`, each charged at most `worst`.

    `weight` is what a rollout counts in a node's value, 0 to 1.
    """

    policy: Policy[S]
    steps: int = 4
    weight: float = 0.3
    worst: Cost = field(default_factory=Cost)

    @property
    def most(self) -> Cost:
        """The most that one rollout can cost."""
        return Cost(self.worst.calls * self.steps, self.worst.tokens * self.steps, self.worst.money * self.steps)


@dataclass(frozen=True, slots=True)
class Rolled(Generic[S]):
    """The result of a rollout. `value` 0 to 1: 1 where it found an accepted answer; None where it did nothing."""

    taken: tuple[Taken[S], ...]
    value: float | None
    charges: Charges


async def roll(problem: SearchProblem[S], rollouts: Rollouts[S], memo: Memo, place: SearchPlace[S]) -> Rolled[S]:
    """Play on from a place: ask the policy, apply its surest action, until an answer, a failure or the bound."""
    taken: list[Taken[S]] = []
    charges: dict[str, Cost] = {}
    begun = place.node
    for number in range(rollouts.steps):
        key = f"node/{begun}/roll/{number}"
        asked = await _ask(rollouts, memo, place, key)
        charges.update(asked.charges)
        action = max(asked.actions, key=lambda each: each.confidence, default=None)
        if action is None:
            break
        applied = await problem.apply(place, action, key=key)
        charges.update(applied.charges)
        taken.append(Taken(action, applied))
        if applied.answer is not None:
            return Rolled(tuple(taken), 1.0, charges)
        if applied.failure or applied.snapshot.hash == place.snapshot.hash:
            break
        place = SearchPlace(applied.snapshot, applied.snapshot.hash, (*place.steps, taken[-1]))
    return Rolled(tuple(taken), _value(place, taken), charges)


async def _ask(rollouts: Rollouts[S], memo: Memo, place: SearchPlace[S], key: str) -> PlannerProposals:
    return await memo.proposals(key, place.context, lambda: rollouts.policy.ask(place, key=key))


def _value(place: SearchPlace[S], taken: list[Taken[S]]) -> float | None:
    """Return the mean of the steps, None where the policy knew none: that says nothing of the node."""
    if not taken:
        return None
    values = [step_value(each.applied, returned=False) for each in taken]
    if taken[-1].applied.failure:
        values[-1] = NOTHING
    return sum(values) / len(values)
