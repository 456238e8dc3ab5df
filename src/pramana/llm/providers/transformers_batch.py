"""Calls that come at the same moment go through the model together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Generic, TypeVar

import anyio
from anyio import to_thread

from pramana.errors import ModelError

In = TypeVar("In")
Out = TypeVar("Out")

GATHER_S = 0.02
"""How long the first call of a batch waits for others. One answer takes a hundred times as long."""

Work = Callable[[Sequence[In], Event], list[Out]]
"""Does a batch, in a separate thread; ends early once the event is set."""


@dataclass(slots=True, eq=False)
class _Waiting(Generic[In, Out]):
    item: In
    turn: anyio.Event = field(default_factory=anyio.Event)
    """Set when the result is there, or when this call is to lead the next batch."""
    result: Out | None = None
    error: Exception | None = None
    done: bool = False


class Gatherer(Generic[In, Out]):
    """Gathers calls into batches of at most `largest`, in the order in which they came.

    The first call of a batch leads it: it waits a moment for others, does the work in a thread, and hands the results
    out; then the first that is waiting leads. A leader that is cancelled leaves the batch to the next.
    """

    def __init__(self, work: Work[In, Out], largest: int, gather_s: float = GATHER_S) -> None:
        self.largest = largest
        self._work = work
        self._gather_s = gather_s
        self._waiting: list[_Waiting[In, Out]] = []
        self._led = False
        self._full = anyio.Event()

    async def do(self, item: In) -> Out:
        """Return the result for one item. Raises what the work raises."""
        mine: _Waiting[In, Out] = _Waiting(item)
        self._waiting.append(mine)
        if len(self._waiting) >= self.largest:
            self._full.set()
        try:
            while not mine.done:
                if self._led:
                    await mine.turn.wait()
                    mine.turn = anyio.Event() if not mine.done else mine.turn
                else:
                    await self._lead()
        finally:
            if mine in self._waiting:  # cancelled: its place is for another
                self._waiting.remove(mine)
                self._call_next()
        if mine.error is not None:
            raise type(mine.error)(str(mine.error)) if isinstance(mine.error, ModelError) else mine.error
        return mine.result  # type: ignore[return-value]

    async def _lead(self) -> None:
        self._led = True
        batch: list[_Waiting[In, Out]] = []
        stop = Event()
        try:
            await self._gather()
            batch = self._waiting[: self.largest]
            items = [one.item for one in batch]
            results = await to_thread.run_sync(self._work, items, stop, abandon_on_cancel=True)
            self._hand_out(batch, results)
        except Exception as error:
            for one in batch:
                one.error, one.done = error, True
        finally:
            stop.set()
            self._led = False
            self._waiting = [one for one in self._waiting if not one.done]
            for one in batch:
                one.turn.set()
            self._call_next()

    async def _gather(self) -> None:
        if len(self._waiting) < self.largest:
            self._full = anyio.Event()
            with anyio.move_on_after(self._gather_s):
                await self._full.wait()

    def _hand_out(self, batch: Sequence[_Waiting[In, Out]], results: Sequence[Out]) -> None:
        for one, result in zip(batch, results, strict=True):
            one.result, one.done = result, True

    def _call_next(self) -> None:
        if not self._led and self._waiting:
            self._waiting[0].turn.set()
