"""What a model is asked about a claim that rules leave unsure: one isolated, blind verdict."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pramana.llm import Parameters, PromptFolder, Ptool, Rule


class ClaimInput(BaseModel):
    """A claim with the numbered lines that it may follow from; nothing of what rules or others made of it."""

    model_config = ConfigDict(frozen=True)

    claim: str
    lines: list[str]


class ClaimItem(BaseModel):
    """A claim with its own lines, one of several that a call judges. Its number comes first, as a reader meets it."""

    model_config = ConfigDict(frozen=True)

    item: int
    claim: str
    lines: list[str]


class ClaimsInput(BaseModel):
    """Claims that are judged in one call, each by its own lines alone."""

    model_config = ConfigDict(frozen=True)

    items: list[ClaimItem]


class ClaimAnswer(BaseModel):
    """A model's verdict. `lines` are the numbers (from 1) of the lines that decide, none for `not_stated`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reasoning: str
    verdict: Literal["supported", "contradicted", "not_stated", "unsure"]
    lines: Annotated[list[Annotated[int, Field(strict=True, ge=1)]], Field(max_length=50)] = []


class NumberedVerdict(ClaimAnswer):
    """A model's verdict on one of several claims."""

    item: Annotated[int, Field(strict=True, ge=1)]


class ClaimsAnswer(BaseModel):
    """A model's verdicts on several claims, by their numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdicts: Annotated[list[NumberedVerdict], Field(max_length=50)]


CLAIM_VERDICT: Ptool[ClaimInput, ClaimAnswer] = Ptool(
    "claims.claim_verdict",
    "claim_verdict_prompt",
    ClaimInput,
    ClaimAnswer,
    ("claim", "lines"),
    Parameters(temperature=0.0, max_tokens=400),
)
CLAIM_VERDICTS: Ptool[ClaimsInput, ClaimsAnswer] = Ptool(
    "claims.claim_verdicts",
    "claim_verdicts_prompt",
    ClaimsInput,
    ClaimsAnswer,
    ("items",),
    Parameters(temperature=0.0, max_tokens=2_000),
    entries="verdicts",
)
PTOOLS: tuple[Ptool[Any, Any], ...] = (CLAIM_VERDICT, CLAIM_VERDICTS)
PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
RULES: Mapping[str, Rule] = {}
"""The embedded model judges no claim: its rules have already been asked."""
