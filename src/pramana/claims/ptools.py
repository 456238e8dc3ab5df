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


class ClaimAnswer(BaseModel):
    """A model's verdict. `lines` are the numbers (from 1) of the lines that decide, none for `not_stated`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reasoning: str
    verdict: Literal["supported", "contradicted", "not_stated", "unsure"]
    lines: Annotated[list[Annotated[int, Field(strict=True, ge=1)]], Field(max_length=50)] = []


CLAIM_VERDICT: Ptool[ClaimInput, ClaimAnswer] = Ptool(
    "claims.claim_verdict",
    "claim_verdict_prompt",
    ClaimInput,
    ClaimAnswer,
    ("claim", "lines"),
    Parameters(temperature=0.0, max_tokens=400),
)
PTOOLS: tuple[Ptool[Any, Any], ...] = (CLAIM_VERDICT,)
PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
RULES: Mapping[str, Rule] = {}
"""The embedded model judges no claim: its rules have already been asked."""
