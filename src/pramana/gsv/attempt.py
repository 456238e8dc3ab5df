"""One attempt at one item: candidates by isolated calls, their votes, one blind verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from pramana.gsv.calls import MissingAnswer, ask, gather
from pramana.gsv.case import Case
from pramana.gsv.chunks import by_item
from pramana.gsv.model import Score
from pramana.gsv.round import (
    Draft,
    Rival,
    Round,
    RoundOutcome,
    after_generation,
    after_scoring,
    blind_order,
    checks_alone,
    cross_validate,
    letter,
    read_choice,
)
from pramana.gsv.settings import MOST_CALLS
from pramana.llm import Abstention, Call, Gateway, Ptool
from pramana.trace import Trail

I = TypeVar("I")  # noqa: E741
C = TypeVar("C", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


class Attempt(Generic[I, C]):
    """Makes the calls of the next attempt at a case, `width` candidates wide. `quorum`: see Round.

    `together`: all candidates are scored in one call, by the task's judge of several items.
    """

    def __init__(self, gateway: Gateway, case: Case[I, C], width: int, quorum: int, together: bool = False) -> None:
        self._gateway = gateway
        self._case = case
        self._width = width
        self._together = together
        self.round: Round[C] = case.begin(quorum)

    async def full(self) -> RoundOutcome[C]:
        """Generate all candidates at once, score them, verify, cross-validate."""
        await self.generate(range(self._width))
        return await self._judge()

    async def fast(self) -> RoundOutcome[C]:
        """Generate and score one candidate. Verify it alone if its score is high enough, else take the full path.

        The first candidate's votes are kept, and a verdict on the same set of candidates is not asked for twice. One
        that proposes nothing ends it.
        """
        await self.generate(range(1))
        proposes = self._case.task.proposes
        if proposes is not None and self.round.sound and not proposes(self.round.sound[0].draft.value):
            return RoundOutcome("abstained", "The first candidate proposes nothing.")
        alone = await self._alone()
        if alone is not None and alone.status is not None:
            return alone
        await self.generate(range(1, self._width))
        return await self._judge(verified=alone is not None and len(self.round.sound) == 1)

    async def generate_and_check(self, last: bool) -> RoundOutcome[C]:
        """Generate one candidate, and let the deterministic checks decide: no model judges.

        The `last` attempt keeps what is left of a candidate without what the checks refuse.
        """
        await self.generate(range(1))
        if last:
            self._case.salvage(self.round)
        return checks_alone(self.round)

    async def generate(self, indexes: Iterable[int]) -> None:
        """Make isolated calls for the candidates at `indexes`: different samples in every attempt."""
        value = self._case.task.generation_input(self._case.item, self._case.feedback)
        first = (self.round.number - 1) * self._case.settings.candidates
        indexes = list(indexes)
        await self._gateway.prepare_samples(self._case.task.generate, value, [first + index for index in indexes])
        self.round.generated += await gather([partial(self._draft, value, index, first + index) for index in indexes])

    async def _draft(self, value: BaseModel, index: int, sample: int) -> Draft[C] | Abstention | MissingAnswer:
        trail = self._case.at(self.round, "generate", letter(index))
        call = await self._ask(self._case.task.generate, value, trail, sample)
        return call if isinstance(call, MissingAnswer) else self._case.draft_of_call(index, call)

    async def _alone(self) -> RoundOutcome[C] | None:
        """Verify the only candidate if its score is high enough. Return its outcome, None where it was not verified."""
        if after_generation(self.round) is not None:
            return None
        others = self._width - 1
        await self._score(reserved=2 + others * (1 + self._case.settings.scorers))
        average = self.round.average(self.round.sound[0])
        if average is None or average < self._case.settings.fast_path_score:
            return None
        await self._verify("verify_alone")
        return cross_validate(self.round)

    async def _judge(self, verified: bool = False) -> RoundOutcome[C]:
        self._case.salvage(self.round)
        ended = after_generation(self.round)
        if ended is None:
            await (self._score_together() if self._together else self._score(reserved=1))
            ended = after_scoring(self.round)
        if ended is not None:
            return ended
        if not verified:
            await self._verify("verify")
        return cross_validate(self.round)

    async def _score(self, reserved: int) -> None:
        """Ask for the votes on every distinct sound candidate that has none yet, again for those that are not valid.

        Votes are asked for again at most as often as the settings say, and within the bound of calls for one item, of
        which the attempt may still need those that are `reserved`.
        """
        scorers = self._case.settings.scorers
        unscored = [rival for rival in self.round.sound if rival.id not in self.round.votes]
        places = [(rival, scorer) for rival in unscored for scorer in range(scorers)]
        for rival in unscored:
            self.round.votes[rival.id] = [MissingAnswer("invalid", "not asked")] * scorers
        for again in range(self._case.settings.score_attempts):
            room = max(0, int(MOST_CALLS - self._case.calls) - reserved)
            places = [place for place in places if _is_invalid(self.round.votes[place[0].id][place[1]])][:room]
            await self._prepare_votes(places, again)
            votes = await gather([partial(self._vote, *place, again) for place in places])
            for (rival, scorer), vote in zip(places, votes, strict=True):
                self.round.votes[rival.id][scorer] = vote

    async def _prepare_votes(self, places: Sequence[tuple[Rival[C], int]], again: int) -> None:
        """Ask for the votes on one candidate at once: they differ by nothing but chance."""
        works = []
        for _, group in groupby(places, key=lambda place: place[0].id):
            votes = list(group)
            value = self._case.task.scoring_input(self._case.item, votes[0][0].draft.value)
            samples = [self._sample(scorer, again) for _, scorer in votes]
            works.append(partial(self._gateway.prepare_samples, self._case.task.score, value, samples))
        await gather(works)

    def _sample(self, scorer: int, again: int) -> int:
        return scorer + again * self._case.settings.scorers

    async def _score_together(self) -> None:
        """Ask for one vote on each distinct sound candidate, in one call: votes of one model are no better apart."""
        task, rivals = self._case.task, self.round.sound
        assert task.batch_score is not None and task.batch_scoring_input is not None
        value = task.batch_scoring_input([(n, self._case.item, each.draft.value) for n, each in enumerate(rivals, 1)])
        answer = _output(await self._ask(task.batch_score, value, self._case.at(self.round, "score"), 0))
        lost = answer if isinstance(answer, MissingAnswer) else MissingAnswer("left_out", "No vote on it came.")
        found = {} if isinstance(answer, MissingAnswer) else by_item(answer.scores, len(rivals))
        for number, rival in enumerate(rivals, 1):
            entry = found.get(number)
            vote = lost if entry is None else Score(reasoning=entry.reasoning, score=entry.score)
            self.round.votes[rival.id] = [vote]

    async def _vote(self, rival: Rival[C], scorer: int, again: int) -> Score | MissingAnswer:
        value = self._case.task.scoring_input(self._case.item, rival.draft.value)
        place = self._case.at(self.round, "score", rival.id.removeprefix("Candidate_"), scorer + 1)
        sample = self._sample(scorer, again)
        trail = place.at("again", again) if again else place
        return _output(await self._ask(self._case.task.score, value, trail, sample))

    async def _verify(self, place: str) -> None:
        """Ask once for the best candidate. The verifier sees ids and data, no scores; the order reveals nothing."""
        task, item = self._case.task, self._case.item
        order = blind_order(task.generation_input(item, ""), self.round.number, self.round.sound)
        value = task.verification_input(item, [(rival.id, rival.draft.value) for rival in order])
        answer = _output(await self._ask(task.verify, value, self._case.at(self.round, place), 0))
        self.round.verification, self.round.unheard = None, None
        if isinstance(answer, MissingAnswer):
            self.round.unheard = answer
        else:
            self.round.verification = read_choice(answer, self.round.sound)

    async def _ask(
        self, ptool: Ptool[Any, Out], value: BaseModel, trail: Trail, sample: int
    ) -> Call[Out] | MissingAnswer:
        self._case.calls += 1
        return await ask(self._gateway, ptool, value, trail, sample)


def _is_invalid(vote: Score | MissingAnswer) -> bool:
    return isinstance(vote, MissingAnswer) and vote.kind == "invalid"


def _output(call: Call[Out] | MissingAnswer) -> Out | MissingAnswer:
    """Return the answer of a judge. An abstention counts as a missing answer."""
    if isinstance(call, MissingAnswer):
        return call
    if isinstance(call.output, Abstention):
        return MissingAnswer("refused", f"It abstained: {call.output.reason}")
    return call.output
