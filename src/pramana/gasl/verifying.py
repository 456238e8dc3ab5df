"""What `PROCESS … VERIFIED` asks of whoever verifies. The layer above provides its engine here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel

from pramana.gasl.ptools import ProcessInput
from pramana.llm import Ptool
from pramana.trace import Trail


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of one batch. `output` is None where nothing was accepted; `verdict` is `verified`, `checked`,
    `refused`, `failed` or `abstained`, `reason` says why in a sentence, `response` is the hash of what was accepted."""

    output: BaseModel | None
    verdict: str
    reason: str
    response: str = ""
    scores: tuple[int, ...] = ()


class Verifier(Protocol):
    """Generates, and accepts only what is found to hold."""

    async def extract(
        self, ptool: Ptool[ProcessInput, Any], batches: Sequence[ProcessInput], trail: Trail
    ) -> list[Verified]:
        """Return what became of each batch, in order. Raises the errors that end a run, no others."""
        ...
