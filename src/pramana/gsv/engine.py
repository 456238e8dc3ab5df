"""The Generate-Score-Verify-Retry engine: which policy asks whom, and how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from pydantic import BaseModel

from pramana.gsv.attempt import Attempt
from pramana.gsv.batch import CaseBatch
from pramana.gsv.calls import gather
from pramana.gsv.case import Case
from pramana.gsv.model import GSVResult
from pramana.gsv.round import Round, RoundOutcome, checks_alone
from pramana.gsv.settings import GSVSettings
from pramana.gsv.task import GSVTask
from pramana.llm import Gateway
from pramana.trace import Trail

I = TypeVar("I")  # noqa: E741
C = TypeVar("C", bound=BaseModel)


class GSVRetryEngine:
    """Turns items into accepted candidates, or into refusals with their reasons.

    A failed call is an outcome, and so are attempts used up: both are in the result, and nothing is raised. The
    errors that end a run are raised: AccessRefused, NeedsModel, BudgetExceeded, PriceUnknown, ReplayMiss.
    """

    def __init__(self, gateway: Gateway, settings: GSVSettings | None = None) -> None:
        self._gateway = gateway
        self._settings = settings or GSVSettings()

    async def run(
        self, task: GSVTask[I, C], items: Sequence[I], trail_of: Callable[[int], Trail], batch_trail: Trail
    ) -> list[GSVResult]:
        """Work on one batch of items under the policy in force, and return their results in order.

        What concerns item number i (from 0) alone is recorded at `trail_of(i)`, calls for several at `batch_trail`.
        """
        cases = [Case(task, item, trail_of(index), self._settings) for index, item in enumerate(items)]
        if self._settings.policy == "batched" and (self._judges_batches(task) or not self._judges(task)):
            return await self._run_batch(task, cases, batch_trail)
        return await gather([partial(self._loop, case) for case in cases])

    async def extract_with_retry(self, task: GSVTask[I, C], item: I, trail: Trail) -> GSVResult:
        """Work on one item by itself: the loop of `fast_path` where that is the policy, else the full one."""
        return await self._loop(Case(task, item, trail, self._settings))

    async def _run_batch(self, task: GSVTask[I, C], cases: Sequence[Case[I, C]], trail: Trail) -> list[GSVResult]:
        batch = CaseBatch(self._gateway, self._settings, task, cases, trail)
        rounds = await batch.generate()
        if self._judges(task):
            outcomes = await batch.validate(rounds)
        else:
            outcomes = [checks_alone(state) for state in rounds]
        return await gather([partial(self._go_on, *entry) for entry in zip(cases, rounds, outcomes, strict=True)])

    async def _go_on(self, case: Case[I, C], state: Round[C], outcome: RoundOutcome[C]) -> GSVResult:
        """Close the single pass of an item, and send it to the loop if it is undecided."""
        return case.close(state, outcome) or await self._loop(case)

    async def _loop(self, case: Case[I, C]) -> GSVResult:
        """Make attempts until one decides, or they are used up."""
        for _ in range(self._attempts(case)):
            attempt = Attempt(self._gateway, case, self._width(case.task), self._settings.quorum)
            outcome = await self._make(attempt, case.task)
            result = case.close(attempt.round, outcome)
            if result is not None:
                return result
        return case.exhausted_result()

    async def _make(self, attempt: Attempt[I, C], task: GSVTask[I, C]) -> RoundOutcome[C]:
        if not self._judges(task):
            return await attempt.generate_and_check()
        return await (attempt.fast() if self._settings.policy == "fast_path" else attempt.full())

    def _judges(self, task: GSVTask[I, C]) -> bool:
        """Return whether models score and verify. Rules that verify themselves prove nothing."""
        return self._gateway.judges(task.score) and self._gateway.judges(task.verify)

    def _judges_batches(self, task: GSVTask[I, C]) -> bool:
        asked = (task.batch_score, task.batch_verify)
        return self._judges(task) and all(ptool is not None and self._gateway.judges(ptool) for ptool in asked)

    def _width(self, task: GSVTask[I, C]) -> int:
        """Return how many candidates an attempt has: rules answer the same however often they are asked."""
        return self._settings.candidates if self._gateway.judges(task.generate) else 1

    def _attempts(self, case: Case[I, C]) -> int:
        """Return how many attempts are open: the loop's, or where only checks decide one a candidate."""
        task, generates = case.task, self._gateway.judges(case.task.generate)
        if self._judges(task):
            return self._settings.max_retries if generates else 1
        return max(0, (self._settings.candidates if generates else 1) - len(case.rounds))
