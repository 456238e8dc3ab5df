"""The Generate-Score-Verify-Retry engine: which policy asks whom, and how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from pydantic import BaseModel

from pramana.gsv.attempt import Attempt
from pramana.gsv.batch import CaseBatch, reads_together
from pramana.gsv.calls import gather
from pramana.gsv.case import Case
from pramana.gsv.model import GSVResult
from pramana.gsv.round import RoundOutcome, in_dispute
from pramana.gsv.settings import GSVSettings
from pramana.gsv.task import GSVTask
from pramana.llm import Gateway
from pramana.trace import Trail

I = TypeVar("I")  # noqa: E741
C = TypeVar("C", bound=BaseModel)


DISPUTED_ATTEMPTS = 1
"""How many full attempts an item gets about which the judges of a batch disagree. Of seventeen lines of a news article
two took 46 % of all calls in more attempts than that, and chance decided them."""


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
        if cases and self.shares_calls(task):
            batch = CaseBatch(self._gateway, task, self._settings, self._judges(task))
            await batch.attempt(cases, batch_trail, last=not batch.repairs)
            undecided = [case for case in cases if case.decided is None]
            if undecided and batch.repairs:
                await batch.attempt(undecided, batch_trail.at("repair"), last=True)
        return await gather([partial(self._settle, case) for case in cases])

    def shares_calls(self, task: GSVTask[I, C]) -> bool:
        """Return whether items of a batch share calls, so that what becomes of one may depend on the others."""
        if self._settings.policy != "batched":
            return False
        return self._judges_batches(task) if self._judges(task) else reads_together(self._gateway, task)

    async def extract_with_retry(self, task: GSVTask[I, C], item: I, trail: Trail) -> GSVResult:
        """Work on one item by itself: the loop of `fast_path` where that is the policy, else the full one."""
        return await self._loop(Case(task, item, trail, self._settings))

    async def _settle(self, case: Case[I, C]) -> GSVResult:
        """Return the result of an item: what a batch decided, else what the loop does.

        Judges of a batch that both refuse an item have decided, too; one about which they disagree goes to the loop.
        """
        if case.decided is not None:
            return case.decided
        if case.rounds and self._judges(case.task) and not in_dispute(case.rounds[-1]):
            return case.exhausted_result()
        return await self._loop(case)

    async def _loop(self, case: Case[I, C]) -> GSVResult:
        """Make attempts until one decides, or they are used up, or another one might pass the bound of calls."""
        width, attempts = self._width(case.task), self._attempts(case)
        together = bool(case.rounds) and self._judges_batches(case.task)  # disputed in a batch
        for left in range(attempts, 0, -1):
            if case.rounds and not case.affords(self._price(width)):
                break
            quorum = 1 if together else self._settings.quorum
            attempt = Attempt(self._gateway, case, width, quorum, together)
            outcome = await self._make(attempt, case.task, left == 1)
            result = case.close(attempt.round, outcome)
            if result is not None:
                return result
        return case.exhausted_result()

    def _price(self, width: int) -> int:
        """Return how many calls an attempt takes whose votes are all valid: the fast path may ask for two verdicts."""
        return width + width * self._settings.scorers + (2 if self._settings.policy == "fast_path" else 1)

    async def _make(self, attempt: Attempt[I, C], task: GSVTask[I, C], last: bool) -> RoundOutcome[C]:
        if not self._judges(task):
            return await attempt.generate_and_check(last)
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
            most = DISPUTED_ATTEMPTS if case.rounds else self._settings.max_retries
            return min(most, self._settings.max_retries) if generates else 1
        return max(0, (self._settings.candidates if generates else 1) - len(case.rounds))
