"""The answers of scorers and verifiers, and the result for an item."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

ALL_INVALID = "ALL_INVALID"
"""What a verifier chooses where no candidate holds."""

Status = Literal["verified", "checked", "refused", "failed", "abstained"]

Points = Annotated[int, Field(strict=True, ge=1, le=100)]
Number = Annotated[int, Field(strict=True)]


class _FrozenModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _strict(*names: str) -> Callable[[dict[str, Any]], None]:
    """Return what makes a JSON schema strict: these properties alone, all of them required and without defaults."""

    def close(schema: dict[str, Any]) -> None:
        properties = {name: schema["properties"][name] for name in names}
        schema["properties"] = {n: {k: v for k, v in each.items() if k != "default"} for n, each in properties.items()}
        schema["required"] = list(names)

    return close


class Score(_FrozenModel):
    """One scorer's vote, 1 (wrong) to 100 (nothing to mend)."""

    reasoning: str
    score: Points


class Verification(_FrozenModel):
    """One verifier's answer: the id of the best candidate, or ALL_INVALID."""

    choice: str
    reasoning: str
    paninian_violations: list[str] = []


class ItemScore(_FrozenModel):
    """The vote on item number `item` of a batch. Nothing is said of what is right."""

    model_config = ConfigDict(json_schema_extra=_strict("item", "score", "reasoning"))

    item: Number
    score: Points
    reasoning: str = ""


class BatchScores(_FrozenModel):
    """One vote an item, in any order."""

    scores: list[ItemScore]


class ItemVerdict(_FrozenModel):
    """The verdict on item number `item` of a batch. Nothing is said of what is right."""

    model_config = ConfigDict(json_schema_extra=_strict("item", "valid", "reasoning"))

    item: Number
    valid: Annotated[bool, Field(strict=True)]
    reasoning: str = ""
    paninian_violations: list[str] = []


class BatchVerdicts(_FrozenModel):
    """One verdict an item, in any order."""

    verdicts: list[ItemVerdict]


class Candidate(_FrozenModel):
    """One candidate. `id` is `Candidate_A`, `Candidate_B` … within its attempt, which counts from 1.

    `data` is what was proposed, as JSON. `raw_response` is the content hash under which the response is stored.
    """

    id: str
    data: dict[str, Any]
    raw_response: str = ""
    attempt: int = 1


class ScoringResult(_FrozenModel):
    """The valid votes on one candidate, in the order of the scorers. Never empty."""

    candidate_id: str
    scores: list[int]
    reasoning: list[str]
    attempt: int = 1

    @property
    def avg_score(self) -> Fraction:
        """The exact average."""
        return Fraction(sum(self.scores), len(self.scores))


class VerificationResult(_FrozenModel):
    """The blind verdict. `choice` is the id of a candidate of its attempt, or ALL_INVALID."""

    choice: str
    reasoning: str
    paninian_violations: list[str] = []


class FailedAttempt(_FrozenModel):
    """The record of an attempt that was not accepted.

    `scores` holds the votes on each of `candidates` ([] where it was not scored), `verifier_choice` is "" without
    a verdict, `feedback` is the text given to the next attempt, `reason` says why this one was not accepted.
    """

    attempt: int
    candidates: list[str]
    scores: list[list[int]]
    verifier_choice: str
    feedback: str
    reason: str


class GSVResult(_FrozenModel):
    """The complete result for one item.

    `golden_candidate` is None unless `status` is `verified` (scored high enough, found valid) or `checked` (passed the
    deterministic checks; no model was there to judge). The others: `refused` (the attempts were used up, or the
    server will not answer), `failed` (no answer came; trying again later may help), `abstained` (the generator will
    not guess). `reason` says why, in a sentence.

    `agreed` counts the candidates of its attempt that are equal to the accepted one, itself included; 0 where none was
    accepted. An attempt with a single candidate has 1, which is not agreement.

    `left_out` says of the accepted candidate what the checks refused of it, which is left out.

    `verification` is the last one, None without any. `attempts` counts from 1; the single pass of the batched
    policy is the first. `calls` are the ptool calls that it took, a batch's call in equal shares.
    """

    golden_candidate: Candidate | None
    left_out: list[str] = []
    agreed: int = 0
    attempts: int
    all_candidates: list[Candidate]
    all_scores: list[ScoringResult]
    verification: VerificationResult | None
    feedback_history: list[str]
    status: Status
    reason: str
    calls: Fraction
    failure_log: list[FailedAttempt]
