"""The first two attempts at a batch, in as few calls as possible: generate, check, judge; and repair what failed.

What an item shares its calls with follows from the batch and from answers alone. Where a shared call gets no answer,
all items that are not decided fail: the next run must not decide them in other company.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from pramana.gsv.calls import MissingAnswer, ask, gather
from pramana.gsv.case import Case
from pramana.gsv.chunks import by_item, chunks, halves
from pramana.gsv.model import ALL_INVALID, BatchScores, BatchVerdicts, ItemScore, ItemVerdict, Score, VerificationResult
from pramana.gsv.round import Round, RoundOutcome, after_batch, checks_alone
from pramana.gsv.settings import GSVSettings
from pramana.gsv.task import GSVTask
from pramana.llm import Abstention, Call, Gateway, Ptool
from pramana.trace import Trail

I = TypeVar("I")  # noqa: E741
C = TypeVar("C", bound=BaseModel)
Pair = tuple[Case[I, C], Round[C]]

JUDGE_TOKENS = 80
"""Room for a judge's entry about one item: its number, a number of points, and a sentence."""
JUDGED_TOKENS = 9_000
"""How long the readings that a judge is shown at once may be by the bounds of their answers. These are generous: really
such readings and their lines take a third of it, so that they and the prompt fit into the 8,192 tokens that local
servers commonly offer."""
ANSWER_TOKENS = 128
"""Room for what an answer has besides its entries."""


@dataclass(frozen=True, slots=True)
class BatchJudge:
    """One of the two blind judges. `found` reads its answer, `note` puts an entry into an item's round."""

    kind: str
    ptool: Ptool[Any, Any]
    build: Callable[[Sequence[tuple[int, Any, Any]]], BaseModel]
    found: Callable[[Any, int], Mapping[int, Any]]
    note: Callable[[Round[Any], Any], None]


class CaseBatch(Generic[I, C]):
    """Decides cases of one task as far as shared calls can. `judged`: models judge, not the checks alone."""

    def __init__(self, gateway: Gateway, task: GSVTask[I, C], settings: GSVSettings, judged: bool) -> None:
        self._gateway = gateway
        self._judged = judged
        self._task, self._settings = task, settings
        self._together = reads_together(gateway, task)
        self.repairs = gateway.judges(task.generate)
        """Whether a second attempt may do better: rules answer the same however often they are asked."""

    async def attempt(self, cases: Sequence[Case[I, C]], trail: Trail, last: bool) -> None:
        """Generate, check and judge. The `last` attempt judges what is left of a candidate that fails a check."""
        pairs = [(case, case.begin(quorum=1)) for case in cases]
        await gather(self._generations(pairs, trail.at("generate")))
        for case, state in pairs:
            if last:
                case.salvage(state)
        if self._judged and not self._lost_answer(pairs):
            await gather(self._judgements(pairs, trail))
        outcomes = [after_batch(state) if self._judged else checks_alone(state) for _, state in pairs]
        for (case, state), outcome in zip(pairs, _all_or_none(outcomes, self._lost_answer(pairs)), strict=True):
            case.close(state, outcome)

    def _lost_answer(self, pairs: Sequence[Pair[I, C]]) -> MissingAnswer | None:
        """Return the first answer that did not come, where items share the calls that follow or came before."""
        shared = self._together or self._judged
        return next((gap for _, state in pairs if shared for gap in state.missing("transport")), None)

    def _generations(self, pairs: Sequence[Pair[I, C]], trail: Trail) -> list[Callable[[], Awaitable[None]]]:
        """Return the calls that generate one candidate for every case, and check it."""
        if not self._together:
            return [partial(self._generate_alone, pair) for pair in pairs]
        assert self._task.batch_generate is not None
        room = self._gateway.most_tokens(self._task.batch_generate) - ANSWER_TOKENS
        parts = chunks(pairs, self._settings.lines_per_generation, self._answer_tokens, room)
        return [partial(self._generate_part, part, trail.at(number)) for number, part in parts]

    def _answer_tokens(self, pair: Pair[I, C]) -> int:
        return self._task.answer_tokens(pair[0].item)

    async def _generate_alone(self, pair: Pair[I, C]) -> None:
        case, state = pair
        case.calls += 1
        value = self._task.generation_input(case.item, case.feedback)
        call = await ask(self._gateway, self._task.generate, value, case.at(state, "generate", "A"))
        state.generated.append(call if isinstance(call, MissingAnswer) else case.draft_of_call(0, call))

    async def _generate_part(self, part: Sequence[Pair[I, C]], trail: Trail) -> None:
        """Ask about several items at once. Those without a usable answer are asked about again, in smaller parts."""
        task = self._task
        assert task.batch_generate is not None and task.batch_generation_input is not None
        value = task.batch_generation_input([case.item for case, _ in part], [case.note for case, _ in part])
        tokens = ANSWER_TOKENS + sum(map(self._answer_tokens, part))
        _share(part)
        call = await ask(self._gateway, task.batch_generate, value, trail, max_tokens=tokens)
        if isinstance(call, MissingAnswer) and (call.kind == "transport" or len(part) == 1):
            for _, state in part:
                state.generated.append(call)
            return
        left = part if isinstance(call, MissingAnswer) else self._take_drafts(part, call)
        if len(part) > 1:
            rest = [partial(self._generate_part, half, trail.at("rest", n)) for n, half in halves(left, len(part))]
            await gather(rest)
            return
        for _, state in left:
            state.generated.append(MissingAnswer("left_out", "The answer holds nothing for this item."))

    def _take_drafts(self, part: Sequence[Pair[I, C]], call: Call[Any]) -> list[Pair[I, C]]:
        """Give each item its candidate from an answer, and return the items for which it holds none."""
        assert self._task.split is not None
        abstained = isinstance(call.output, Abstention)
        found = [None] * len(part) if abstained else self._task.split(call.output, len(part))
        for (case, state), value in zip(part, found, strict=True):
            if value is not None:
                state.generated.append(case.draft(0, value, call.response))
        return [pair for pair, value in zip(part, found, strict=True) if value is None]

    def _judgements(self, pairs: Sequence[Pair[I, C]], trail: Trail) -> list[Callable[[], Awaitable[None]]]:
        """Return the calls that score and verify all sound candidates: two a part, which see nothing of each other."""
        sound = [pair for pair in pairs if pair[1].sound]
        works: list[Callable[[], Awaitable[None]]] = []
        for judge in judges_of(self._task):
            room = (self._gateway.most_tokens(judge.ptool) - ANSWER_TOKENS) // JUDGE_TOKENS
            most = max(1, min(self._settings.lines_per_validation, room))
            for number, part in chunks(sound, most, self._answer_tokens, JUDGED_TOKENS):
                works.append(partial(self._judge_part, judge, part, trail.at(judge.kind, number)))
        return works

    async def _judge_part(self, judge: BatchJudge, part: Sequence[Pair[I, C]], trail: Trail) -> None:
        numbered = [(number, case.item, state.sound[0].draft.value) for number, (case, state) in enumerate(part, 1)]
        tokens = ANSWER_TOKENS + JUDGE_TOKENS * len(part)
        _share(part)
        call = await ask(self._gateway, judge.ptool, judge.build(numbered), trail, max_tokens=tokens)
        if isinstance(call, MissingAnswer) and call.kind == "transport":
            for _, state in part:
                state.unheard = call
            return
        found = {} if isinstance(call, MissingAnswer) else judge.found(call.output, len(part))
        for index, entry in found.items():
            judge.note(part[index - 1][1], entry)
        left = [pair for index, pair in enumerate(part, 1) if index not in found]
        if left and len(part) > 1:
            rest = [partial(self._judge_part, judge, half, trail.at("rest", n)) for n, half in halves(left, len(part))]
            await gather(rest)


def _share(part: Sequence[Pair[I, C]]) -> None:
    """Count a call in equal shares for the items that it is about."""
    for case, _ in part:
        case.calls += Fraction(1, len(part))


def reads_together(gateway: Gateway, task: Any) -> bool:
    """Return whether one call can read several items."""
    return task.batch_generate is not None and bool(gateway.answers(task.batch_generate))


def judges_of(task: Any) -> tuple[BatchJudge, BatchJudge]:
    """Return the two judges of a task that has them."""
    return (
        BatchJudge("score", task.batch_score, task.batch_scoring_input, _votes, _note_vote),
        BatchJudge("verify", task.batch_verify, task.batch_verification_input, _verdicts, _note_verdict),
    )


def _votes(output: Any, count: int) -> Mapping[int, ItemScore]:
    return by_item(output.scores, count) if isinstance(output, BatchScores) else {}


def _verdicts(output: Any, count: int) -> Mapping[int, ItemVerdict]:
    return by_item(output.verdicts, count) if isinstance(output, BatchVerdicts) else {}


def _note_vote(state: Round[Any], vote: ItemScore) -> None:
    state.votes[state.sound[0].id] = [Score(reasoning=vote.reasoning, score=vote.score)]


def _note_verdict(state: Round[Any], verdict: ItemVerdict) -> None:
    choice = state.sound[0].id if verdict.valid else ALL_INVALID
    faults = verdict.paninian_violations
    state.verification = VerificationResult(choice=choice, reasoning=verdict.reasoning, paninian_violations=faults)


def _all_or_none(outcomes: Sequence[RoundOutcome[C]], lost: MissingAnswer | None) -> list[RoundOutcome[C]]:
    """Let every item fail that is not decided, where an answer did not come: it would be decided in other company."""
    missing = next((outcome.reason for outcome in outcomes if outcome.status == "failed"), None)
    if lost is not None:
        return [RoundOutcome("failed", f"No candidate came: {lost.message}")] * len(outcomes)
    if missing is None:
        return list(outcomes)
    return [RoundOutcome("failed", missing) if outcome.status is None else outcome for outcome in outcomes]
