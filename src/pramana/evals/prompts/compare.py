"""Two versions of the prompts over the same lines: which is accepted more, do they agree, what does each cost?

The workspace's graph is not touched; every response is stored, so the same comparison again asks nothing. The run is
in the ledger, under the kind `compare`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pramana.canonical import digest
from pramana.errors import InputError, PramanaError
from pramana.evals.prompts.reading import BatchReading, Done, SideReader
from pramana.evals.prompts.result import PromptComparison, made_of
from pramana.evals.prompts.sample import SampledBatch
from pramana.evals.prompts.trial import SIDES, Trial, TrialSettings, Workbench, new_trial, trial_of
from pramana.llm import Budget, Gateway, GatewayMode, PromptBook, Spending
from pramana.serialization import JsonRecord
from pramana.store import Blobs
from pramana.trace import Run, RunStatus, Step
from pramana.views import Difference

COMPARE = "compare"
SAMPLE, SEED = 200, 0

Observe = Callable[[str, int, int], None]
"""Gets the side (`a` or `b`), how many of its lines are read, and how many there are."""


@dataclass(frozen=True, slots=True)
class CompareEstimate(JsonRecord):
    """What a comparison would take, about: of each side, the lines that are not answered from the store alone.

    What both sides ask alike is paid once, and counted twice here. `money` None: a price is unknown.
    """

    lines: int
    documents: Mapping[str, int]
    differing: tuple[str, ...]
    to_read: tuple[int, int]
    calls: int
    tokens: int
    money: int | None


class PromptComparer:
    """Compares prompts over the lines of a workspace that this process holds.

    A version is `shipped`, `workspace`, or a file that is read as if it were the workspace's prompts.json: keys that
    it leaves out are as shipped. Raises InputError where a comparison could show nothing, PromptError for what is no
    version of the prompts.
    """

    def __init__(
        self,
        bench: Workbench,
        a: str | Path,
        b: str | Path,
        sample: int = SAMPLE,
        seed: int = SEED,
        documents: Sequence[str] = (),
    ) -> None:
        """`sample` lines or a few more, drawn with `seed` from all documents or from those named."""
        self._bench = bench
        settings = TrialSettings(bench.gsv, bench.verification, sample, seed)
        self._trial = new_trial(bench, str(a), str(b), settings, documents)

    async def estimate(self) -> CompareEstimate:
        """Return the estimated cost of a comparison. Nothing is spent or written."""
        found = [await self._estimate_side(side) for side in SIDES]
        prices = [money for *_, money in found]
        return CompareEstimate(
            lines=self._trial.lines,
            documents=self._trial.by_document,
            differing=self._trial.differing,
            to_read=(found[0][0], found[1][0]),
            calls=sum(calls for _, calls, _, _ in found),
            tokens=sum(tokens for _, _, tokens, _ in found),
            money=None if None in prices else sum(price or 0 for price in prices),
        )

    async def _estimate_side(self, side: str) -> tuple[int, int, int, int | None]:
        """Return how many lines of a side are not stored, and what reading them takes: calls, tokens, money."""
        trial = self._trial
        async with _gateway(self._bench, trial.books[side], GatewayMode.REPLAY) as gateway:
            reader = trial.reader(side, gateway)
            missing = await reader.unread(trial.batches)
            reader.close()
        async with self._bench.rehearse(trial.books[side]) as gateway:
            reader = trial.reader(side, gateway)
            await reader.read_all(missing, 1, lambda _batch, _found: None)
            reader.close()
            spent = gateway.spending
        return sum(len(batch.items) for batch in missing), spent.calls, spent.tokens, spent.money

    async def compare(self, observe: Observe | None = None) -> PromptComparison:
        """Read the same lines under both, and return what differs. The same call resumes a stopped comparison.

        Raises BudgetExceeded before the call that could pass the budget: what was answered is kept.
        """
        with self._bench.stores.database.lease("pramana prompts compare"):
            spent = Spending()
            with self._bench.stores.ledger.running(COMPARE, await self._manifest(), (COMPARE,)) as run:
                sides = [await self._side(run.id, side, spent, observe) for side in SIDES]
                made = made_of(self._trial, sides, run.id, spent.as_json())
                run.left_out = made.sums.answered != made.sums.lines
                run.result = made.without_texts()
            return made

    async def _side(self, run: int, side: str, spent: Spending, observe: Observe | None) -> list[BatchReading]:
        """Read all lines under one version, and add what it costs to `spent` and to the workspace's own spending."""
        async with _gateway(self._bench, self._trial.books[side], budget=self._remaining_budget(spent)) as gateway:
            try:
                return await self._read_side(run, side, gateway, observe)
            finally:
                for into in (spent, self._bench.gateway.spending):
                    _count(into, gateway.spending)

    async def _read_side(self, run: int, side: str, gateway: Gateway, observe: Observe | None) -> list[BatchReading]:
        reader, lines = self._trial.reader(side, gateway), self._trial.lines
        readings: list[BatchReading] = []

        def accept(_batch: SampledBatch, found: Done) -> None:
            with self._bench.stores.database.transaction():
                for trail in found.trails:
                    self._bench.stores.ledger.clear(run, trail.path)
                    self._bench.stores.ledger.write(run, trail)
            readings.append(found.reading)
            if observe is not None:
                observe(side, sum(len(reading.lines) for reading in readings), lines)

        try:
            await reader.read_all(self._trial.batches, _ahead(self._bench, reader), accept)
        finally:
            reader.close()
        return readings

    def _remaining_budget(self, spent: Spending) -> Budget:
        """Return what is left of the budget: both versions are one command."""
        whole = self._bench.budget
        return Budget(
            calls=None if whole.calls is None else max(0, whole.calls - spent.calls),
            tokens=None if whole.tokens is None else max(0, whole.tokens - spent.tokens),
            money=None if whole.money is None else max(0, whole.money - (spent.money or 0)),
        )

    async def _manifest(self) -> dict[str, Any]:
        trial, engine = self._trial, self._bench.engine
        sides = {}
        for side in SIDES:
            async with _gateway(self._bench, trial.books[side]) as gateway:
                reader = trial.reader(side, gateway)
                stored = Blobs(self._bench.stores.database).put(trial.texts(side, sorted(reader.in_use())))
                sides[side] = {"prompts": stored, "ptools": reader.identity(engine)["ptools"]}
        return {
            "names": list(trial.names),
            "sides": sides,
            "documents": [list(each) for each in trial.documents],
            "sample": trial.settings.size,
            "seed": trial.settings.seed,
            "lines": trial.lines,
            "gsv": trial.settings.gsv.model_dump(mode="json"),
            "verification": trial.settings.verification,
            "engine": engine,
        }


async def repeat_comparison(
    bench: Workbench, run: Run, recorded: Mapping[str, Step]
) -> tuple[str, str, dict[str, Step], list[Difference]]:
    """Repeat a comparison from stored texts and responses alone.

    Returns the hashes of what was recorded and of what came out now, the steps, and what could not be repeated.
    Raises InputError for a run that is not complete.
    """
    if run.status not in (RunStatus.DONE, RunStatus.PARTIAL):
        raise InputError(f"Run {run.id} is not complete. Run the same command again to resume it.")
    steps: dict[str, Step] = {}
    expected = _essence(run.result)
    try:
        trial = trial_of(bench, run)
        sides = [await _repeat_side(bench, trial, side, recorded, steps) for side in SIDES]
    except PramanaError as error:
        return expected, "", steps, [Difference(COMPARE, str(error))]
    return expected, _essence(made_of(trial, sides, run.id, {}).without_texts()), steps, []


async def _repeat_side(
    bench: Workbench, trial: Trial, side: str, recorded: Mapping[str, Step], steps: dict[str, Step]
) -> list[BatchReading]:
    readings: list[BatchReading] = []

    def accept(_batch: SampledBatch, found: Done) -> None:
        readings.append(found.reading)
        steps.update({step.path: step for trail in found.trails for step in trail.steps})

    async with _gateway(bench, trial.books[side], GatewayMode.REPLAY) as gateway:
        reader = trial.reader(side, gateway)
        try:
            await reader.read_all(trial.batches, 1, accept, recorded)
        finally:
            reader.close()
    return readings


def _count(into: Spending, spent: Spending) -> None:
    for name, model in spent.models.items():
        total = into.of(name)
        for each in fields(model):
            setattr(total, each.name, getattr(total, each.name) + getattr(model, each.name))


def _essence(result: Mapping[str, Any]) -> str:
    """Return the hash of a result, without what was paid: a replay pays nothing."""
    return digest({name: value for name, value in result.items() if name not in ("paid", "run")})


def _ahead(bench: Workbench, reader: SideReader) -> int:
    """Return how many batches to have under way: as many lines as an ingest has."""
    return max(1, bench.ahead * bench.gsv.lines_per_batch // reader.together)


@asynccontextmanager
async def _gateway(
    bench: Workbench, book: PromptBook, mode: GatewayMode | None = None, budget: Budget | None = None
) -> AsyncIterator[Gateway]:
    gateway = bench.open_gateway(mode, budget, book)
    try:
        yield gateway
    finally:
        await gateway.aclose()
