"""Items in batches for a model: bounded, cleaned, and numbered; and what comes back, checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from pramana.gasl.binding import without_provenance
from pramana.gasl.ptools import NumberedItem, ProcessInput
from pramana.gasl.serialization import bounded_json
from pramana.gasl.tree import Returning
from pramana.serialization import texts_in

MOST_ITEMS = 10
"""Items in a batch."""
MOST_CHARS = 12_000
"""Characters of JSON in a batch."""
ITEM_CHARS = 2_000
"""Characters of JSON of an item; a longer one is cut, and says so."""


@dataclass(frozen=True, slots=True)
class ItemBatch:
    """Some of the items, from position `first` on, as a model is shown them."""

    first: int
    items: tuple[Any, ...]
    asked: ProcessInput

    def alone(self) -> Iterator[ItemBatch]:
        """Yield one batch per item."""
        for index, item in enumerate(self.items):
            shown = NumberedItem(item=1, data=self.asked.items[index].data)
            yield ItemBatch(self.first + index, (item,), self.asked.model_copy(update={"items": [shown]}))


def batches(items: Sequence[Any], instruction: str, returning: Returning | None) -> list[ItemBatch]:
    """Return the items in batches, in order. How they are cut follows from the items alone."""
    fields = field_descriptions(returning)
    made: list[ItemBatch] = []
    for first, shown in _cut_batches([bounded_json(without_provenance(item), 50, ITEM_CHARS) for item in items]):
        numbered = [NumberedItem(item=number, data=data) for number, data in enumerate(shown, 1)]
        asked = ProcessInput(instruction=instruction, items=numbered, fields=fields)
        made.append(ItemBatch(first, tuple(items[first : first + len(shown)]), asked))
    return made


def field_descriptions(returning: Returning | None) -> dict[str, str]:
    """Return the fields of output items as they are shown to a model: `{"name": "text", "year": "integer?"}`."""
    if returning is None:
        return {}
    return {name: f"{kind}{'?' if name in returning.optional else ''}" for name, kind in returning.fields}


def _cut_batches(shown: Sequence[Any]) -> Iterator[tuple[int, list[Any]]]:
    first, held, size = 0, list[Any](), 0
    for index, data in enumerate(shown):
        length = len(json.dumps(data, ensure_ascii=False))
        if held and (len(held) == MOST_ITEMS or size + length > MOST_CHARS):
            yield first, held
            first, held, size = index, [], 0
        held.append(data)
        size += length
    if held:
        yield first, held


@dataclass(frozen=True, slots=True)
class OutputItem:
    """An output item: its fields, the positions of the items that it was made of, and words of them that say it."""

    data: dict[str, Any]
    of: tuple[int, ...]
    quote: str


RefusedItem = dict[str, Any]
"""What was refused, shortened (`item`), and why (`reason`), as records list it."""
REFUSED_SHOWN = 20
"""Refused items that a record lists."""
REFUSED_CHARS = 300
"""Characters of JSON of a refused item: enough to recognise it."""


def refused_item(data: Any, reason: str) -> RefusedItem:
    return {"item": bounded_json(without_provenance(data), 10, REFUSED_CHARS), "reason": reason}


def answer_faults(asked: ProcessInput, output: BaseModel) -> list[str]:
    """Return the faults of an answer that code can see: unknown item numbers, words that occur in no item."""
    count = len(asked.items)
    found = []
    for number, item in enumerate(output.model_dump()["items"], 1):
        wrong = [each for each in item["of"] if not 1 <= each <= count]
        if wrong:
            found.append(f"Output item {number} is made of {wrong}; the items are numbered 1 to {count}.")
        elif item["quote"] and not _stands_in(item["quote"], [asked.items[each - 1].data for each in item["of"]]):
            found.append(f"The quote of output item {number} does not occur in the items that it names.")
    return found


def made_of(batch: ItemBatch, output: BaseModel) -> tuple[list[OutputItem], list[RefusedItem], int]:
    """Return the output items of a batch, those refused for items that are not there, and how many quotes were dropped
    as no item has them."""
    made, refused, unquoted = [], list[RefusedItem](), 0
    for item in output.model_dump()["items"]:
        numbers = tuple(dict.fromkeys(item["of"]))
        if not all(1 <= number <= len(batch.items) for number in numbers):
            said = ", ".join(map(str, numbers))
            why = f"It names item {said}; there are items 1 to {len(batch.items)}."
            refused.append(refused_item(item["data"], why))
            continue
        quote = item["quote"]
        if quote and not _stands_in(quote, [batch.asked.items[number - 1].data for number in numbers]):
            quote, unquoted = "", unquoted + 1
        made.append(OutputItem(item["data"], tuple(batch.first + number - 1 for number in numbers), quote))
    return made, refused, unquoted


def _stands_in(quote: str, data: Sequence[Any]) -> bool:
    wanted = " ".join(quote.split())
    return any(wanted in " ".join(text.split()) for item in data for text in texts_in(item))
