"""Sampled lines read under one version of the prompts, by the same engine as an ingest, into a scratch graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pramana.errors import ReplayMiss
from pramana.evals.prompts.facts import LineReading, line_reading
from pramana.evals.prompts.sample import SampledBatch
from pramana.graph import GRAPH_SCHEMA
from pramana.gsv import GSVRetryEngine, GSVSettings
from pramana.karaka import (
    KarakaGraphV2,
    Verification,
    line_path,
    reading_identity,
    reading_task,
)
from pramana.llm import Gateway, PromptBook, Ptool, map_in_order
from pramana.store import Database
from pramana.trace import Step, Trail

FEEDBACK = "kriya_extraction_feedback_prompt"


@dataclass(frozen=True, slots=True)
class BatchReading:
    """The result of a batch, and the cost of all calls for it, whenever they were paid. `money` None: not known."""

    lines: tuple[LineReading, ...]
    calls: int
    tokens: int
    money: int | None


@dataclass(frozen=True, slots=True)
class Done:
    """A batch that was read, with what is to be recorded of it."""

    reading: BatchReading
    trails: tuple[Trail, ...]


class SideReader:
    """Reads batches under the prompts of one side, `a` or `b`, which is the last part of every path it records."""

    def __init__(
        self, side: str, gateway: Gateway, book: PromptBook, settings: GSVSettings, verification: Verification
    ) -> None:
        self.gateway = gateway
        self._side = side
        self._settings = settings
        self._task = reading_task(book, verification)
        self._engine = GSVRetryEngine(gateway, settings)

    @cached_property
    def _graph(self) -> KarakaGraphV2:
        return KarakaGraphV2(database=Database(None, (GRAPH_SCHEMA,)))

    def close(self) -> None:
        if "_graph" in self.__dict__:
            self._graph.database.close()

    def identity(self, engine: str) -> dict[str, Any]:
        """Return all but the text that decides what a line becomes, as JSON. Raises PromptError for a wrong slot."""
        return reading_identity(self.gateway, self._task, self._settings, engine)

    @property
    def judged(self) -> bool:
        """Whether models score and verify."""
        return self.gateway.judges(self._task.score) and self.gateway.judges(self._task.verify)

    @property
    def reads_several(self) -> bool:
        """Whether one call reads several lines."""
        ptool = self._task.batch_generate
        return self._settings.policy == "batched" and ptool is not None and self.gateway.answers(ptool)

    @property
    def together(self) -> int:
        """How many lines share calls: those of a batch where the policy is batched, else each is by itself."""
        return self._settings.lines_per_batch if self._engine.shares_calls(self._task) else 1

    def in_use(self) -> dict[str, bool]:
        """Return the keys of the prompts that reading uses under the policy, and whether a model reads each."""
        task, batched = self._task, self._settings.policy == "batched"
        asked: list[Ptool[Any, Any] | None] = [task.generate, task.score, task.verify]
        asked += [task.batch_score, task.batch_verify] if batched else []
        asked += [task.batch_generate] if self.reads_several else []
        found = {ptool.prompt: self._heard(ptool) for ptool in asked if ptool is not None}
        return {**found, FEEDBACK: self.gateway.judges(task.generate)}

    def _heard(self, ptool: Ptool[Any, Any]) -> bool:
        generates = ptool in (self._task.generate, self._task.batch_generate)
        return self.gateway.judges(ptool) and (generates or self.judged)

    async def read(self, batch: SampledBatch, recorded: Mapping[str, Step]) -> Done:
        """Read one batch. Raises the errors that end a run: BudgetExceeded, ReplayMiss, AccessRefused …"""
        trails = [Trail(f"{line_path(item)}/{self._side}", recorded=recorded) for item in batch.items]
        shared = Trail(f"{batch.path}/{self._side}", recorded=recorded)
        results = await self._engine.run(self._task, batch.items, trails.__getitem__, shared)
        lines = tuple(line_reading(self._graph, *pair) for pair in zip(batch.items, results, strict=True))
        for trail, line in zip(trails, lines, strict=True):
            trail.record("compared", line.as_json())
        every = (*trails, shared)
        return Done(_sum_lines(lines, [step for trail in every for step in trail.steps]), every)

    async def read_all(
        self,
        batches: Sequence[SampledBatch],
        ahead: int,
        accept: Callable[[SampledBatch, Done], None],
        recorded: Mapping[str, Step] | None = None,
    ) -> None:
        """Read batches, up to `ahead` at once, and accept them in their order."""

        async def work(batch: SampledBatch) -> Done:
            return await self.read(batch, recorded or {})

        await map_in_order(work, batches, accept, ahead)

    async def unread(self, batches: Sequence[SampledBatch]) -> list[SampledBatch]:
        """Return the batches that are not answered from the store alone. For a gateway that asks no model."""
        return [batch for batch in batches if not await self._is_stored(batch)]

    async def _is_stored(self, batch: SampledBatch) -> bool:
        try:
            await self.read(batch, {})
        except ReplayMiss:
            return False
        return True


def _sum_lines(lines: tuple[LineReading, ...], steps: Sequence[Step]) -> BatchReading:
    calls = [step.body for step in steps if step.kind == "call"]
    usages = [call["usage"] for call in calls]
    money = [usage["money"] for usage in usages]
    return BatchReading(
        lines=lines,
        calls=sum(len(call["exchanges"]) for call in calls),
        tokens=sum(usage["prompt_tokens"] + usage["completion_tokens"] for usage in usages),
        money=None if None in money else sum(money),
    )
