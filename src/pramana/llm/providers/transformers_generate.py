"""One batch of prompts in, one answer each out: padded on the left, each row with its own end, heat and seed.

A row's answer does not depend on the rows beside it, as far as the machine's arithmetic allows: in 32 bits on a
processor that is to the token; in 16 or 4 bits sums are rounded otherwise in other batches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pramana.llm.providers.base import Status
from pramana.llm.providers.transformers_models import Local, library
from pramana.llm.providers.transformers_schema import forbid, matcher


@dataclass(frozen=True, slots=True)
class PromptRow:
    """One prompt as tokens. `grammar` None leaves the answer free; the seed counts only above temperature 0."""

    tokens: tuple[int, ...]
    max_tokens: int
    temperature: float = 0.0
    seed: int = 0
    grammar: str | None = None


@dataclass(slots=True)
class GrowingAnswer:
    """An answer under way. `status` None: not at its end yet."""

    row: PromptRow
    chance: Random
    reading: Any = None
    tokens: list[int] = field(default_factory=list)
    status: Status | None = None

    def take(self, token: int, stops: frozenset[int]) -> None:
        """Take the next token, unless the answer is at its end."""
        if self.status is not None:
            return
        if token in stops:
            self.status = "stop"
            return
        self.tokens.append(token)
        if self.reading is not None:
            self.reading.consume_token(token)
            if self.reading.is_stopped():  # the JSON is whole: nothing but an end could follow
                self.status = "stop"
        if self.status is None and len(self.tokens) >= self.row.max_tokens:
            self.status = "length"


def generate(
    local: Local, rows: Sequence[PromptRow], stopped: Callable[[], bool] = lambda: False
) -> list[GrowingAnswer]:
    """Write all answers. Where `stopped` comes true, those not at their end keep the status None."""
    torch = library("torch")
    writings = [GrowingAnswer(row, Random(row.seed), _reading(local, row)) for row in rows]
    with torch.inference_mode():
        ids, seen = _pad_rows(torch, local, rows)
        places = (seen.cumsum(-1) - 1).clamp(min=0)
        cache: Any = None
        while not stopped():
            step = local.model(
                input_ids=ids,
                attention_mask=seen,
                position_ids=places,
                past_key_values=cache,
                use_cache=True,
                logits_to_keep=1,
            )
            chosen = _chosen(torch, step.logits[:, -1].float(), writings)
            for writing, token in zip(writings, chosen.tolist(), strict=True):
                writing.take(token, local.stops)
            if all(writing.status for writing in writings):
                break
            cache, ids = step.past_key_values, chosen.unsqueeze(-1)
            seen = torch.cat([seen, seen.new_ones(len(rows), 1)], dim=-1)
            places = places[:, -1:] + 1
    return writings


def _reading(local: Local, row: PromptRow) -> Any:
    return None if row.grammar is None else matcher(local, row.grammar)


def _pad_rows(torch: Any, local: Local, rows: Sequence[PromptRow]) -> tuple[Any, Any]:
    """Return tokens and mask, each a table of rows, all of them ending in the last column."""
    width = max(len(row.tokens) for row in rows)
    pad = local.tokenizer.pad_token_id or 0
    ids = [[pad] * (width - len(row.tokens)) + list(row.tokens) for row in rows]
    seen = [[0] * (width - len(row.tokens)) + [1] * len(row.tokens) for row in rows]
    device = local.model.device
    return torch.tensor(ids, device=device), torch.tensor(seen, device=device)


def _chosen(torch: Any, scores: Any, writings: Sequence[GrowingAnswer]) -> Any:
    """Return each row's next token: the likeliest at temperature 0, else one drawn by the row's own chance."""
    open_readings = [None if writing.status else writing.reading for writing in writings]
    if any(reading is not None for reading in open_readings):
        forbid(scores, open_readings)
    best = scores.argmax(-1)
    drawn = [place for place, writing in enumerate(writings) if writing.row.temperature > 0 and not writing.status]
    if drawn:
        heat = torch.tensor([writings[place].row.temperature for place in drawn], device=scores.device)
        shares = torch.softmax(scores[drawn].double() / heat.double().unsqueeze(-1), -1).cumsum(-1)
        chance = [writings[place].chance.random() for place in drawn]
        points = torch.tensor(chance, dtype=torch.float64, device=scores.device).unsqueeze(-1) * shares[:, -1:]
        best[drawn] = torch.searchsorted(shares, points, right=True).squeeze(-1).clamp(max=scores.shape[1] - 1)
    return best
