"""The loop: observe, decide, act, until the run is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from pramana.errors import BudgetExceeded
from pramana.graph.adapters import MemoryAdapter
from pramana.igg.agents import Abstained, Agent
from pramana.igg.context import Context
from pramana.igg.growth import Growth
from pramana.igg.payload import Payload
from pramana.igg.stepping import Stepper, Turned
from pramana.igg.stopping import RESUMABLE, Stopped
from pramana.igg.vectors import Embedding
from pramana.trace import Trail


@dataclass(frozen=True, slots=True)
class GenerationResult:
    """What a run came to. `stopped` says why, `detail` in words; `resumable`: the same run can be gone on with.
    `limits_reached` names the bounds that were full at its end, whether or not it stopped for them (`max_nodes`,
    `max_edges`), `pruned` the isolated nodes that were dropped.

    `cost` sums up calls, tokens and money (US dollars) over all iterations, those of an earlier attempt included.
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

    @property
    def graph(self) -> MemoryAdapter:
        """The graph that was grown."""
        return self.growth.graph

    @property
    def resumable(self) -> bool:
        return self.stopped in RESUMABLE

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON, without the graph."""
        nodes, edges = self.graph.count()
        return {
            "stopped": str(self.stopped),
            "detail": self.detail,
            "resumable": self.resumable,
            "iterations": self.iterations,
            "nodes": nodes,
            "edges": edges,
            "applied": self.applied,
            "refused": self.refused,
            "cost": dict(self.cost),
            "hash": self.hash,
            "log": None if self.log is None else str(self.log),
            "limits_reached": list(self.limits_reached),
            "pruned": list(self.pruned),
            "exported": [str(path) for path in self.exported],
        }


class GraphGenerationService:
    """Has an agent grow a graph under a payload.

    `log` is the file of the run's log: where one without an end is there, the run goes on from it. `meter` returns
    what was spent so far (`calls`, `tokens`, `money`), `keep` is called after every turn with what was recorded,
    before the next one begins.
    """

    def __init__(
        self,
        payload: Payload,
        agent: Agent,
        *,
        context: Context | None = None,
        log: Path | None = None,
        embedder: Embedding | None = None,
        meter: Callable[[], Mapping[str, float]] = dict,
        keep: Callable[[Turned, Trail], None] | None = None,
        trail: Trail | None = None,
        most: int | None = None,
    ) -> None:
        """`most` cancels the run after so many iterations, whatever the payload allows.

        Raises InputError where the payload cannot be used, or the log is of another run, or at its end."""
        self.agent = agent
        self.trail = trail or Trail()
        self._meter, self._keep = meter, keep
        resumed = log is not None and log.exists()
        if resumed and log is not None:
            self.stepper = Stepper.resume(log, payload, context, embedder=embedder)
        else:
            self.stepper = Stepper(payload, context, log=log, embedder=embedder)
        self.resumed = self.stepper.course.iterations
        self._log = log
        self._cancelled = False
        self._most = most

    def cancel(self) -> None:
        """Stop before the next decision. The log stays whole, and the run can be gone on with."""
        self._cancelled = True

    def execute_loop(self) -> GenerationResult:
        """Run to the end. For scripts: in an event loop of its own. See `run`."""
        return anyio.run(self.run)

    async def run(self) -> GenerationResult:
        """Observe, decide and act until the run is over. Whatever the agent answers is taken; errors of a model that
        would meet every further call, and those of the disk, are raised, with the log as it stands."""
        try:
            stopped, detail = await self._loop()
        except BaseException:
            self.stepper.close()
            raise
        return self._result(stopped, detail)

    async def _loop(self) -> tuple[Stopped, str]:
        while (stopped := self.stepper.stopped) is None:
            if self._cancelled or self.stepper.course.iterations == self._most:
                return Stopped.CANCELLED, "by the user"
            try:
                abstained = await self._turn()
            except BudgetExceeded as error:
                return Stopped.BUDGET, str(error)
            if abstained is not None:
                return Stopped.ABSTAINED, abstained.reason
        return stopped, self.stepper.course.detail

    async def _turn(self) -> Abstained | None:
        place = self.trail.at("iteration", self.stepper.iteration)
        before = dict(self._meter())
        await self.stepper.embed()
        observation = await self.stepper.observe(place, self._left())
        decided = await self.agent.decide(self.stepper.payload, observation, place.at("decide"))
        if isinstance(decided, Abstained):
            return decided
        turned = self.stepper.act(decided, place, cost=self._cost(before))
        if self._keep is not None:
            self._keep(turned, self.trail)
        return None

    def _left(self) -> Mapping[str, Any]:
        return self.stepper.course.left()

    def _cost(self, before: Mapping[str, float]) -> dict[str, float]:
        grown = {name: round(amount - before.get(name, 0), 6) for name, amount in self._meter().items()}
        return {name: amount for name, amount in grown.items() if amount}

    def _result(self, stopped: Stopped, detail: str) -> GenerationResult:
        growth, course = self.stepper.growth, self.stepper.course
        limits, pruned, exported = growth.limits_reached(), list[str](), tuple[Path, ...]()
        if stopped in RESUMABLE:
            self.stepper.close()
        else:
            ending, exported = self.stepper.end(stopped, detail)
            pruned = ending.pruned
        counts = course.applied, course.refused
        spent = dict(course.spent)
        done = (growth.hash, *counts, spent, self._log, exported, tuple(pruned), limits)
        return GenerationResult(growth, stopped, detail, course.iterations, *done)
