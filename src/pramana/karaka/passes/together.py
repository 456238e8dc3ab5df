"""Calls about several items at once: which items share one, and what becomes of those that an answer leaves out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from pramana.gsv import MissingAnswer, NumberedEntry, ask, by_item, gather, halves
from pramana.llm import Gateway, Ptool
from pramana.trace import Trail

T = TypeVar("T")


E = TypeVar("E", bound=NumberedEntry)

MOST = 30
"""How many items share a call, at most: of forty and more, models leave some out."""
ROOM = 8_000
"""How many characters of lines are shown in one call: some 2,000 tokens, so that a small model still reads all."""

ANSWER_TOKENS, ENTRY_TOKENS = 128, 80
"""Room in an answer: for what is around its entries, and for an entry with a number and a sentence."""


def content_chunks(
    items: Sequence[T], lines_of: Callable[[T], Mapping[Hashable, str]], most: int = MOST, room: int = ROOM
) -> Iterator[list[T]]:
    """Yield consecutive items that share a call: up to `most`, with up to `room` characters of lines, each shown once.

    `lines_of` returns the lines that are shown for an item, by place. One item is always a chunk. Which items share a
    call follows from the items and their lines alone.

    >>> lines = {1: "a" * 6, 2: "b" * 6, 3: "c" * 6}
    >>> list(content_chunks([1, 1, 2, 3], lambda number: {number: lines[number]}, most=3, room=12))
    [[1, 1, 2], [3]]
    """
    chunk: list[T] = []
    shown: dict[Hashable, str] = {}
    for item in items:
        more = {**shown, **lines_of(item)}
        if chunk and (len(chunk) == most or sum(map(len, more.values())) > room):
            yield chunk
            chunk, more = [], dict(lines_of(item))
        chunk.append(item)
        shown = more
    if chunk:
        yield chunk


class SharedCall(Generic[T, E]):
    """One kind of call about several items: `build` makes its input, `entries` reads the answers about items."""

    def __init__(
        self,
        gateway: Gateway,
        ptool: Ptool[Any, Any],
        build: Callable[[Sequence[T]], BaseModel],
        entries: Callable[[Any], Sequence[E]],
    ) -> None:
        self._gateway = gateway
        self._ptool = ptool
        self._build = build
        self._entries = entries

    async def ask(self, items: Sequence[T], trail: Trail) -> list[E | MissingAnswer]:
        """Return the entry of each item. Items that an answer leaves out are asked about again, in halves of the call.

        An item that has no entry in a call about it alone is missing. So is every item of a call that got no answer.
        Raises the errors that end a run.
        """
        room = ANSWER_TOKENS + ENTRY_TOKENS * len(items)
        call = await ask(self._gateway, self._ptool, self._build(items), trail, max_tokens=room)
        if isinstance(call, MissingAnswer) and call.kind == "transport":
            return [call] * len(items)
        listed: Sequence[E] = ()
        if not isinstance(call, MissingAnswer) and isinstance(call.output, self._ptool.output):
            listed = self._entries(call.output)
        found: dict[int, E | MissingAnswer] = {
            number - 1: entry for number, entry in by_item(listed, len(items)).items()
        }
        left = [number for number in range(len(items)) if number not in found]
        if left and len(items) > 1:
            parts = halves(left, len(items))
            works = [
                partial(self.ask, [items[number] for number in part], trail.at("rest", place)) for place, part in parts
            ]
            for (_, part), answers in zip(parts, await gather(works), strict=True):
                found |= dict(zip(part, answers, strict=True))
        missing = call if isinstance(call, MissingAnswer) else MissingAnswer("left_out", "The answer leaves it out.")
        return [found.get(number, missing) for number in range(len(items))]
