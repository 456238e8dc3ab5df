"""One attempt as data: what was generated, the votes, the verdict; and what follows from them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from pramana.canonical import canonical, digest
from pramana.gsv.calls import MissingAnswer
from pramana.gsv.model import ALL_INVALID, Candidate, Score, ScoringResult, Status, Verification, VerificationResult
from pramana.llm import Abstention

C = TypeVar("C", bound=BaseModel)


@dataclass(frozen=True)
class Draft(Generic[C]):
    """A generated value and the violations that the checks found. `response` is the hash of the stored response.

    `identity` is what makes drafts equal, None for all of the data. `left_out` has the violations of the parts that
    were left out of it. `words` are its parts as feedback quotes them, none for its JSON.
    """

    id: str
    value: C
    response: str
    violations: tuple[str, ...]
    identity: Any = None
    left_out: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @cached_property
    def data(self) -> dict[str, Any]:
        return self.value.model_dump(mode="json")

    @cached_property
    def text(self) -> str:
        """The text by which drafts are compared."""
        return canonical(self.data if self.identity is None else self.identity)


@dataclass(frozen=True, slots=True)
class Rival(Generic[C]):
    """A distinct candidate. `draft` is the first of those that are equal, `ids` names all of them."""

    draft: Draft[C]
    ids: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.draft.id


@dataclass(frozen=True, slots=True)
class RoundOutcome(Generic[C]):
    """The outcome of an attempt. `status` None: undecided, another attempt may do better."""

    status: Status | None
    reason: str
    golden: Rival[C] | None = None


@dataclass(slots=True)
class Round(Generic[C]):
    """The state of one attempt.

    `quorum` is how many valid votes a rival needs to be compared, `needed` the average below which nothing is accepted.
    `votes` by rival; `unheard` says why a verdict is missing.
    """

    number: int
    quorum: int
    needed: int
    generated: list[Draft[C] | Abstention | MissingAnswer] = field(default_factory=list)
    votes: dict[str, list[Score | MissingAnswer]] = field(default_factory=dict)
    verification: VerificationResult | None = None
    unheard: MissingAnswer | None = None

    @property
    def drafts(self) -> list[Draft[C]]:
        return [draft for draft in self.generated if isinstance(draft, Draft)]

    @property
    def rivals(self) -> list[Rival[C]]:
        """The distinct candidates, those with violations included, in the order of their first ids."""
        equal: dict[str, list[Draft[C]]] = {}
        for draft in self.drafts:
            equal.setdefault(draft.text, []).append(draft)
        return [Rival(same[0], tuple(draft.id for draft in same)) for same in equal.values()]

    @property
    def sound(self) -> list[Rival[C]]:
        """The distinct candidates that passed the checks: those that are judged."""
        return [rival for rival in self.rivals if not rival.draft.violations]

    def missing(self, kind: str) -> list[MissingAnswer]:
        """Return the generations that are missing for that reason."""
        return [gap for gap in self.generated if isinstance(gap, MissingAnswer) and gap.kind == kind]

    def gaps(self) -> list[MissingAnswer]:
        """Return the votes that are missing."""
        return [vote for votes in self.votes.values() for vote in votes if isinstance(vote, MissingAnswer)]

    def scores(self, rival: Rival[C]) -> tuple[int, ...]:
        return tuple(vote.score for vote in self.votes.get(rival.id, ()) if isinstance(vote, Score))

    def reasons(self, rival: Rival[C]) -> list[str]:
        return [vote.reasoning for vote in self.votes.get(rival.id, ()) if isinstance(vote, Score)]

    def average(self, rival: Rival[C]) -> Fraction | None:
        """Return the exact average of the votes on a rival, None where there are too few.

        Where all votes are there, averages compare as their integer sums do.
        """
        scores = self.scores(rival)
        return Fraction(sum(scores), len(scores)) if len(scores) >= self.quorum else None

    def leaders(self) -> list[Rival[C]]:
        """Return the rivals of the highest average, all of them where they tie."""
        averages = [(rival, self.average(rival)) for rival in self.sound]
        highest = max((average for _, average in averages if average is not None), default=None)
        return [rival for rival, average in averages if average is not None and average == highest]

    def chosen(self) -> Rival[C] | None:
        """Return the rival that the verifier chose."""
        choice = self.verification.choice if self.verification else ALL_INVALID
        return next((rival for rival in self.sound if choice in rival.ids), None)

    def candidates(self) -> list[Candidate]:
        return [candidate_of(draft, self.number) for draft in self.drafts]

    def scorings(self) -> list[ScoringResult]:
        scored = [rival for rival in self.sound if self.scores(rival)]
        return [
            ScoringResult(
                candidate_id=rival.id,
                scores=list(self.scores(rival)),
                reasoning=self.reasons(rival),
                attempt=self.number,
            )
            for rival in scored
        ]


def candidate_of(draft: Draft[C], attempt: int) -> Candidate:
    return Candidate(id=draft.id, data=draft.data, raw_response=draft.response, attempt=attempt)


def candidate_id(index: int) -> str:
    """Return the id of candidate number `index`, from 0: Candidate_A, Candidate_B …"""
    return f"Candidate_{letter(index)}"


def letter(index: int) -> str:
    return chr(ord("A") + index)


def blind_order(item: BaseModel, attempt: int, rivals: Sequence[Rival[C]]) -> list[Rival[C]]:
    """Return `rivals` in an order made from their content alone: neither ids nor scores show in it.

    `item` is the generator's input without feedback. The same on every machine and under every hash seed.
    """
    seed = digest([item, attempt, sorted(rival.draft.text for rival in rivals)])
    return sorted(rivals, key=lambda rival: digest([seed, rival.draft.text]))


def read_choice(answer: Verification, rivals: Sequence[Rival[C]]) -> VerificationResult:
    """Return the verdict with the id of a rival or ALL_INVALID as choice. A choice that is neither is ALL_INVALID."""
    named = {_bare(name): rival.id for rival in rivals for name in rival.ids}
    wished = _bare(answer.choice)
    choice, reasoning = named.get(wished, ALL_INVALID), answer.reasoning
    if wished not in named and wished != _bare(ALL_INVALID):
        reasoning = f"It chose {answer.choice[:60]!r}, which is not a candidate: counted as {ALL_INVALID}. {reasoning}"
    return VerificationResult(choice=choice, reasoning=reasoning, paninian_violations=answer.paninian_violations)


def _bare(choice: str) -> str:
    """Return the part of a choice that distinguishes ids: `Candidate A`, `candidate_a` and `A` are one."""
    return "".join(filter(str.isalnum, choice.casefold())).removeprefix("candidate")


def after_generation(state: Round[C]) -> RoundOutcome[C] | None:
    """Return the outcome of a round without a sound candidate, None where there is one to judge."""
    if state.sound:
        return None
    if state.drafts:
        return RoundOutcome(None, "No candidate passed the deterministic checks.")
    abstentions = [answer for answer in state.generated if isinstance(answer, Abstention)]
    if len(abstentions) == len(state.generated):
        return RoundOutcome("abstained", abstentions[0].reason)
    lost, refused = state.missing("transport"), state.missing("refused")
    if lost:
        return RoundOutcome("failed", f"No candidate came: {lost[0].message}")
    if len(refused) == len(state.generated):
        return RoundOutcome("refused", f"The server will not answer: {refused[0].message}")
    return RoundOutcome(None, "No candidate came that could be read.")


def checks_alone(state: Round[C]) -> RoundOutcome[C]:
    """Return the outcome by the deterministic checks alone: no model judges."""
    passed = "Passed the deterministic checks; no model judged it."
    return after_generation(state) or RoundOutcome("checked", passed, state.sound[0])


def after_batch(state: Round[C]) -> RoundOutcome[C]:
    """Return the outcome of a round whose only candidate was judged by shared calls."""
    unsound = after_generation(state)
    if unsound is not None:
        return unsound
    if state.unheard is not None:
        return RoundOutcome("failed", f"The judges' answer did not come: {state.unheard.message}")
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


def in_dispute(state: Round[C]) -> bool:
    """Return whether a round leaves open what an item is worth.

    The judges disagree about its candidate, one of them said nothing of it, or no shared call could read it.
    """
    if not state.sound:
        return not state.drafts
    scores = state.scores(state.sound[0])
    if not scores or state.verification is None:
        return True
    return (scores[0] >= state.needed) != (state.chosen() is not None)


def after_scoring(state: Round[C]) -> RoundOutcome[C] | None:
    """Return the outcome of a round in which no candidate has enough votes, None where one has."""
    if state.leaders():
        return None
    lost = [gap for gap in state.gaps() if gap.kind == "transport"]
    if lost:
        return RoundOutcome("failed", f"The votes did not come: {lost[0].message}")
    return RoundOutcome(None, "No candidate got enough valid votes.")


def cross_validate(state: Round[C]) -> RoundOutcome[C]:
    """Accept the verifier's choice where it is among the candidates of the highest score, and that is high enough.

    The highest score alone proves nothing: of equal candidates any score is the highest.
    """
    if state.unheard is not None:
        status: Status | None = "failed" if state.unheard.kind == "transport" else None
        return RoundOutcome(status, f"No verdict came: {state.unheard.message}")
    chosen = state.chosen()
    if chosen is None:
        return RoundOutcome(None, "The verifier found every candidate invalid.")
    average = state.average(chosen)
    if average is None or chosen.id not in [rival.id for rival in state.leaders()]:
        return RoundOutcome(None, "Scorers and verifier disagreed.")
    if average < state.needed:
        return RoundOutcome(None, f"Found valid, but scored {points(average)} on average; {state.needed} are needed.")
    reason = f"Scorers and verifier agreed: scored {points(average)} on average. {agreement(state, chosen)}"
    return RoundOutcome("verified", reason, chosen)


def points(average: Fraction) -> str:
    """Return an average as text, rounded down so that it never shows a score that it does not reach.

    >>> points(Fraction(80)), points(Fraction(239, 3))
    ('80', '79.6')
    """
    tenths = average * 10 // 1
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def agreement(state: Round[C], rival: Rival[C]) -> str:
    """Return how many of the candidates of an attempt are equal to `rival`, as a sentence.

    One candidate that was compared with no other has not been agreed with, so it is not counted as an agreement.
    """
    count = sum(not draft.left_out for draft in state.drafts)
    if count <= 1:
        return "It was the only candidate."
    return f"{len(rival.ids)} of {count} candidates proposed it."
