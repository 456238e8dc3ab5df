"""The loop: observe, decide, act, until the run ends."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from pramana.errors import BudgetExceeded
from pramana.igg.agents import Agent, AgentAbstained
from pramana.igg.backend import GrowingGraph
from pramana.igg.context import RunContext
from pramana.igg.growth import Growth
from pramana.igg.payload import Payload
from pramana.igg.stepping import GrowthStepper, TurnResult
from pramana.igg.stopping import RESUMABLE, Stopped
from pramana.igg.vectors import Embedding
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import Trail


@dataclass(frozen=True, slots=True)
class GenerationResult(JsonRecord):
    """The result of a run. `stopped` is the reason, `detail` explains it; `resumable`: the same call continues the run.
    `limits_reached` names the bounds that were reached at the end, whether or not they ended the run (`max_nodes`,
    `max_edges`), `pruned` the isolated nodes that were removed.

    `cost` is the sum of calls, tokens and money (US dollars) over all iterations, including earlier attempts.
    `error` is what the agent raised, if that stopped the run.
    """

    growth: Growth
    stopped: Stopped
    detail: str
    iterations: int
    hash: str
    applied: int
    refused: int
    cost: Mapping[str, float]
    log: Path | None = None
    exported: tuple[Path, ...] = ()
    pruned: tuple[str, ...] = ()
    limits_reached: tuple[str, ...] = ()
    error: Exception | None = None

    json_shape = JsonShape(
        without=("growth",),
        plus=("resumable",),
        computed={"size": lambda result: dict(zip(("nodes", "edges"), result.graph.count(), strict=True))},
        inline=("size",),
    )

    @property
    def graph(self) -> GrowingGraph:
        """The graph that was built."""
        return self.growth.graph

    @property
    def resumable(self) -> bool:
        return self.stopped in RESUMABLE


class GraphGenerationService:
    """Runs an agent that builds a graph under a payload.

    `log` is the file of the run's log: if it exists without an end, the run is resumed. `meter` returns the expenses so
    far (`calls`, `tokens`, `money`), `keep` is called after every turn with its record, before the next turn
    begins.
    """

    def __init__(
        self,
        payload: Payload,
        agent: Agent,
        *,
        context: RunContext | None = None,
        log: Path | None = None,
        embedder: Embedding | None = None,
        meter: Callable[[], Mapping[str, float]] = dict,
        keep: Callable[[TurnResult, Trail], None] | None = None,
        trail: Trail | None = None,
        most: int | None = None,
    ) -> None:
        """`most` cancels the run after this many iterations, whatever the payload allows.

        Raises InputError if the payload cannot be used, or the log belongs to another run, or has ended."""
        self.agent = agent
        self.trail = trail or Trail()
        self._meter, self._keep = meter, keep
        resumed = log is not None and log.exists()
        if resumed and log is not None:
            self.stepper = GrowthStepper.resume(log, payload, context, embedder=embedder)
        else:
            self.stepper = GrowthStepper(payload, context, log=log, embedder=embedder)
        self.resumed = self.stepper.course.iterations
        self._log = log
        self._cancelled = False
        self._closed = False
        self._most = most
        self._error: Exception | None = None

    def cancel(self) -> None:
        """Stop before the next decision. The log stays complete, and the run can be resumed."""
        self._cancelled = True

    def execute_loop(self) -> GenerationResult:
        """Run to the end in a new event loop, for scripts. See `run`."""
        return anyio.run(self.run)

    async def run(self) -> GenerationResult:
        """Observe, decide and act until the run ends. Any answer is accepted.

        What an agent raises stops the run: the result holds the graph and the error, and the log stays complete. Call
        `run` again to resume. Disk errors are raised.
        """
        if self._closed:
            self.stepper.reopen()
        self._closed, self._cancelled, self._error = False, False, None
        self.stepper.course.resume()
        try:
            stopped, detail = await self._loop()
        except BaseException:
            self._close()
            raise
        return self._result(stopped, detail)

    async def _loop(self) -> tuple[Stopped, str]:
        while (stopped := self.stepper.stopped) is None:
            if self._cancelled or self.stepper.course.iterations == self._most:
                return Stopped.CANCELLED, "by the user"
            place, before = self.trail.at("iteration", self.stepper.iteration), dict(self._meter())
            try:
                decided = await self._decision(place)
            except BudgetExceeded as error:
                return Stopped.BUDGET, str(error)
            except Exception as error:
                self._error = error
                return Stopped.FAILED, self._failure(error)
            if isinstance(decided, AgentAbstained):
                return Stopped.ABSTAINED, decided.reason
            turned = self.stepper.act(decided, place, cost=self._cost(before))
            if self._keep is not None:
                self._keep(turned, self.trail)
        return stopped, self.stepper.course.detail

    async def _decision(self, place: Trail) -> Any:
        """Return what the agent decides on: all that is not ours to answer for, models included, is asked here."""
        await self.stepper.embed()
        observation = await self.stepper.observe(place, self._budget_left())
        decided: Any = self.agent.decide(self.stepper.payload, observation, place.at("decide"))
        return await decided if inspect.isawaitable(decided) else decided

    def _failure(self, error: Exception) -> str:
        done = self.stepper.course.iterations
        kept = f"the graph of {done} iteration{'' if done == 1 else 's'} is kept"
        return f"the agent raised {type(error).__name__}: {error}; {kept}, and the same call resumes the run"

    def _close(self) -> None:
        self.stepper.close()
        self._closed = True

    def _budget_left(self) -> Mapping[str, Any]:
        return self.stepper.course.remaining_budget()

    def _cost(self, before: Mapping[str, float]) -> dict[str, float]:
        grown = {name: round(amount - before.get(name, 0), 6) for name, amount in self._meter().items()}
        return {name: amount for name, amount in grown.items() if amount}

    def _result(self, stopped: Stopped, detail: str) -> GenerationResult:
        growth, course = self.stepper.growth, self.stepper.course
        limits, pruned, exported = growth.limits_reached(), list[str](), tuple[Path, ...]()
        if stopped in RESUMABLE:
            self._close()
        else:
            ending, exported = self.stepper.end(stopped, detail)
            pruned = ending.pruned
        counts = course.applied, course.refused
        spent = dict(course.spent)
        done = (growth.hash, *counts, spent, self._log, exported, tuple(pruned), limits)
        return GenerationResult(growth, stopped, detail, course.iterations, *done, error=self._error)
