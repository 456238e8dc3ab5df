"""`PROCESS … VERIFIED` by generate, score, verify, retry: GSV plugged into the socket that GASL declares."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, ConfigDict

from pramana.gasl import ProcessInput, Verified, answer_faults
from pramana.gsv import GSVResult, GSVRetryEngine, GSVSettings, GSVTask, Score, Verification, gather
from pramana.llm import Gateway, Parameters, Ptool
from pramana.trace import Trail

_JUDGE = Parameters(temperature=0.3, max_tokens=1024)


class _Asked(BaseModel):
    model_config = ConfigDict(frozen=True)


class ProcessScoringInput(_Asked):
    """The instruction, the items that it was about, and what was made of them."""

    instruction: str
    items: list[Any]
    output: Any


class NamedOutput(_Asked):
    id: str
    data: Any


class ProcessVerificationInput(_Asked):
    """The candidates by id, without their scores."""

    instruction: str
    items: list[Any]
    candidates: list[NamedOutput]


PROCESS_SCORING = Ptool(
    "gasl.process_scoring", "gasl_process_scoring_prompt", ProcessScoringInput, Score, ("items", "output"), _JUDGE
)
PROCESS_VERIFICATION = Ptool(
    "gasl.process_verification",
    "gasl_process_verification_prompt",
    ProcessVerificationInput,
    Verification,
    ("items", "candidates"),
    _JUDGE,
)
PTOOLS: tuple[Ptool[Any, Any], ...] = (PROCESS_SCORING, PROCESS_VERIFICATION)


class GsvVerifier:
    """Generates what PROCESS asks for, and accepts what scorers and a blind verifier agree on.

    Where no model judges, what passes the deterministic checks is `checked`, and no more is claimed.
    """

    def __init__(self, gateway: Gateway, settings: GSVSettings) -> None:
        self._engine = GSVRetryEngine(gateway, settings)

    async def extract(
        self, ptool: Ptool[ProcessInput, Any], batches: Sequence[ProcessInput], trail: Trail
    ) -> list[Verified]:
        """Return what became of each batch, in order."""
        task = _task(ptool)
        works = [
            partial(self._engine.extract_with_retry, task, batch, trail.at(index))
            for index, batch in enumerate(batches)
        ]
        results = await gather(works)
        return [_verified_answer(ptool, result) for result in results]


def _task(ptool: Ptool[ProcessInput, Any]) -> GSVTask[ProcessInput, Any]:
    return GSVTask(
        name="gasl.process",
        generate=ptool,
        score=PROCESS_SCORING,
        verify=PROCESS_VERIFICATION,
        generation_input=lambda batch, feedback: batch.model_copy(update={"feedback": feedback}),
        scoring_input=_scoring_input,
        verification_input=_verification_input,
        check=answer_faults,
        identity=lambda output: json.loads(output.model_dump_json()),
    )


def _scoring_input(batch: ProcessInput, output: BaseModel) -> ProcessScoringInput:
    return ProcessScoringInput(
        instruction=batch.instruction, items=_item_values(batch), output=output.model_dump(mode="json")
    )


def _verification_input(batch: ProcessInput, candidates: Sequence[tuple[str, BaseModel]]) -> ProcessVerificationInput:
    named = [NamedOutput(id=name, data=output.model_dump(mode="json")) for name, output in candidates]
    return ProcessVerificationInput(instruction=batch.instruction, items=_item_values(batch), candidates=named)


def _item_values(batch: ProcessInput) -> list[Any]:
    return [item.model_dump(mode="json") for item in batch.items]


def _verified_answer(ptool: Ptool[ProcessInput, Any], result: GSVResult) -> Verified:
    golden = result.golden_candidate
    if golden is None:
        return Verified(None, result.status, result.reason)
    output = ptool.output.model_validate(golden.data)
    scores = [
        entry for entry in result.all_scores if (entry.candidate_id, entry.attempt) == (golden.id, golden.attempt)
    ]
    points = tuple(scores[0].scores) if scores else ()
    return Verified(output, result.status, result.reason, golden.raw_response, points)
