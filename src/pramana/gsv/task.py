"""The description of a kind of candidate that GSV needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from pramana.gsv.model import BatchScores, BatchVerdicts, Score, Verification
from pramana.llm import Ptool

I = TypeVar("I")  # noqa: E741
C = TypeVar("C", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class GSVTask(Generic[I, C]):
    """Candidates of type C for items of type I: who generates, scores and verifies them, and how each is asked.

    `generation_input(item, feedback)` gets "" as feedback at first. `scoring_input` and `verification_input` must
    show no scores. `check` returns the violations that code can detect in a candidate, as sentences the generator can
    act on; none for a sound one. It must be pure. `identity` returns the part of a candidate (JSON) that distinguishes
    it, if that is not all of it: candidates of one identity are judged once. `words` returns the parts of a
    candidate as feedback to its generator quotes them, None for its JSON. `proposes` returns whether a candidate says
    anything: on the fast path a first one that does not ends the item, which then counts as abstained.

    `tidy(item, candidate)` corrects in a candidate what code can correct, before it is checked. `salvage(item,
    candidate)` returns what is left of one without the parts that `check` refuses, None where nothing is.

    The batch ptools are asked about several items at once: `batch_generation_input(items, notes)` gets a note of what
    was wrong with an earlier answer about each item, "" where there is none. `split(output, count)` returns the
    candidate of each of `count` items, None where the answer holds none. `answer_tokens(item)` is how long the answer
    about an item may be. The builders of batch judgements get (number, item, candidate),
    numbered from 1. Without `batch_score` and `batch_verify` the batched policy judges every item by itself.
    Raises ValueError where a batch ptool has no builder.
    """

    name: str
    generate: Ptool[Any, C]
    score: Ptool[Any, Score]
    verify: Ptool[Any, Verification]
    generation_input: Callable[[I, str], BaseModel]
    scoring_input: Callable[[I, C], BaseModel]
    verification_input: Callable[[I, Sequence[tuple[str, C]]], BaseModel]
    check: Callable[[I, C], Sequence[str]]
    identity: Callable[[C], Any] | None = None
    words: Callable[[C], Sequence[str]] | None = None
    proposes: Callable[[C], bool] | None = None
    tidy: Callable[[I, C], C] | None = None
    salvage: Callable[[I, C], C | None] | None = None
    batch_generate: Ptool[Any, Any] | None = None
    batch_generation_input: Callable[[Sequence[I], Sequence[str]], BaseModel] | None = None
    split: Callable[[Any, int], Sequence[C | None]] | None = None
    answer_tokens: Callable[[I], int] = lambda item: 256
    batch_score: Ptool[Any, BatchScores] | None = None
    batch_scoring_input: Callable[[Sequence[tuple[int, I, C]]], BaseModel] | None = None
    batch_verify: Ptool[Any, BatchVerdicts] | None = None
    batch_verification_input: Callable[[Sequence[tuple[int, I, C]]], BaseModel] | None = None

    def __post_init__(self) -> None:
        parts = {
            "batch_generate": (self.batch_generate, self.batch_generation_input, self.split),
            "batch_score": (self.batch_score, self.batch_scoring_input),
            "batch_verify": (self.batch_verify, self.batch_verification_input),
        }
        for name, given in parts.items():
            if any(part is None for part in given) and any(part is not None for part in given):
                raise ValueError(
                    f"The task {self.name!r} has only a part of {name}: a ptool and its builders go together."
                )
