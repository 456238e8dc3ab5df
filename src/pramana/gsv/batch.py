"""The batched policy: one pass over all items, validation in batches, the loop only for what failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from pramana.gsv.attempt import Attempt
from pramana.gsv.calls import MissingAnswer, ask, gather
from pramana.gsv.case import Case
from pramana.gsv.model import (
    ALL_INVALID,
    BatchScores,
    BatchVerdicts,
    ItemScore,
    ItemVerdict,
    Score,
    VerificationResult,
)
from pramana.gsv.round import Round, RoundOutcome, after_generation, agreement
from pramana.gsv.settings import GSVSettings
from pramana.gsv.task import GSVTask
from pramana.llm import Abstention, Gateway, Ptool
from pramana.trace import Trail

I = TypeVar("I")  # noqa: E741
C = TypeVar("C", bound=BaseModel)
T = TypeVar("T")
Entry = TypeVar("Entry", ItemScore, ItemVerdict)


class CaseBatch(Generic[I, C]):
    """The first attempt at a batch of cases, in as few calls as possible.

    Which items share a call follows from their places in the batch alone: those of one chunk that have a candidate
    to be judged, numbered from 1 in their order.
    """

    def __init__(
        self, gateway: Gateway, settings: GSVSettings, task: GSVTask[I, C], cases: Sequence[Case[I, C]], trail: Trail
    ) -> None:
        self._gateway = gateway
        self._settings = settings
        self._task = task
        self._cases = cases
        self._trail = trail

    async def generate(self) -> list[Round[C]]:
        """Generate one candidate for every case, and check it."""
        size = self._settings.lines_per_generation
        if size == 1 or self._task.batch_generate is None or not self._gateway.answers(self._task.batch_generate):
            return await gather([partial(self._generate_alone, case) for case in self._cases])
        works = [partial(self._generate_chunk, number, part) for number, part in _chunks(self._cases, size)]
        return [state for states in await gather(works) for state in states]

    async def _generate_alone(self, case: Case[I, C]) -> Round[C]:
        attempt = Attempt(self._gateway, case, width=1, quorum=1)
        await attempt.generate(range(1))
        return attempt.round

    async def _generate_chunk(self, number: int, cases: Sequence[Case[I, C]]) -> list[Round[C]]:
        """Ask for several items at once. An item without a usable answer is left to the loop."""
        task = self._task
        assert task.batch_generate is not None and task.batch_generation_input is not None and task.split is not None
        value = task.batch_generation_input([case.item for case in cases])
        call = await self._ask(task.batch_generate, value, self._trail.at("generate", number), cases)
        rounds = [case.begin(quorum=1) for case in cases]
        if isinstance(call, MissingAnswer) or isinstance(call.output, Abstention):
            found: Sequence[C | None] = [None] * len(cases)
        else:
            found = task.split(call.output, len(cases))
        for case, state, value_found in zip(cases, rounds, found, strict=True):
            if value_found is None or isinstance(call, MissingAnswer):
                state.generated.append(
                    MissingAnswer("left_out", "The answer for several items holds none for this one.")
                )
            else:
                state.generated.append(case.draft(0, value_found, call.response))
        return rounds

    async def validate(self, rounds: Sequence[Round[C]]) -> list[RoundOutcome[C]]:
        """Score and verify all sound candidates, by two isolated calls a chunk, and return each round's outcome."""
        pairs = list(zip(self._cases, rounds, strict=True))
        works: list[Callable[[], Any]] = []
        for number, part in _chunks(pairs, self._settings.lines_per_validation):
            judged = [(case, state) for case, state in part if state.sound]
            if judged:
                works += [partial(self._score, number, judged), partial(self._verify, number, judged)]
        await gather(works)
        return [after_generation(state) or self._decide(state) for state in rounds]

    async def _score(self, number: int, judged: Sequence[tuple[Case[I, C], Round[C]]]) -> None:
        ptool, build = self._task.batch_score, self._task.batch_scoring_input
        assert ptool is not None and build is not None
        value = build(_candidate_rows(judged))
        call = await self._ask(ptool, value, self._trail.at("score", number), [case for case, _ in judged])
        entries = (
            call.output.scores if not isinstance(call, MissingAnswer) and isinstance(call.output, BatchScores) else []
        )
        for index, vote in by_item(entries, len(judged)).items():
            state = judged[index - 1][1]
            state.votes[state.sound[0].id] = [Score(reasoning=vote.reasoning, score=vote.score)]

    async def _verify(self, number: int, judged: Sequence[tuple[Case[I, C], Round[C]]]) -> None:
        ptool, build = self._task.batch_verify, self._task.batch_verification_input
        assert ptool is not None and build is not None
        value = build(_candidate_rows(judged))
        call = await self._ask(ptool, value, self._trail.at("verify", number), [case for case, _ in judged])
        heard = not isinstance(call, MissingAnswer) and isinstance(call.output, BatchVerdicts)
        entries = call.output.verdicts if heard else []
        for index, verdict in by_item(entries, len(judged)).items():
            state = judged[index - 1][1]
            state.verification = VerificationResult(
                choice=state.sound[0].id if verdict.valid else ALL_INVALID,
                reasoning=verdict.reasoning,
                paninian_violations=verdict.paninian_violations,
            )

    def _decide(self, state: Round[C]) -> RoundOutcome[C]:
        """Accept where the vote is high enough and the verdict says valid."""
        rival, needed = state.sound[0], state.needed
        scores = state.scores(rival)
        if not scores or state.verification is None:
            return RoundOutcome(None, "Validation in a batch left this item out.")
        if state.chosen() is None:
            return RoundOutcome(None, "Validation in a batch found it invalid.")
        if scores[0] < needed:
            return RoundOutcome(None, f"Validation in a batch scored it {scores[0]}; {needed} are needed.")
        reason = f"Scored {scores[0]} and found valid, by two calls for a batch. {agreement(state, rival)}"
        return RoundOutcome("verified", reason, rival)

    async def _ask(self, ptool: Ptool[Any, Any], value: BaseModel, trail: Trail, cases: Sequence[Case[I, C]]) -> Any:
        for case in cases:
            case.calls += Fraction(1, len(cases))
        return await ask(self._gateway, ptool, value, trail)


def by_item(entries: Sequence[Entry], count: int) -> dict[int, Entry]:
    """Return the entries by item. An item that is named twice counts as left out.

    Where an entry names an item that is not among 1 … `count`, the numbering cannot be trusted: none is returned.
    """
    numbers = [entry.item for entry in entries]
    if any(not 1 <= number <= count for number in numbers):
        return {}
    return {entry.item: entry for entry in entries if numbers.count(entry.item) == 1}


def _candidate_rows(judged: Sequence[tuple[Case[I, C], Round[C]]]) -> list[tuple[int, I, C]]:
    return [(number, case.item, state.sound[0].draft.value) for number, (case, state) in enumerate(judged, 1)]


def _chunks(sequence: Sequence[T], size: int) -> Iterator[tuple[int, Sequence[T]]]:
    """Yield the consecutive parts of a sequence with their numbers, from 1."""
    for number, start in enumerate(range(0, len(sequence), size), 1):
        yield number, sequence[start : start + size]
