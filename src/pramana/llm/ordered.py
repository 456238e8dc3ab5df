"""Concurrent work whose results are taken in the order of the items, never in the order of completion."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import anyio

T = TypeVar("T")
R = TypeVar("R")


@dataclass(slots=True)
class _Slot(Generic[T, R]):
    item: T
    done: anyio.Event = field(default_factory=anyio.Event)
    result: list[R] = field(default_factory=list)
    error: Exception | None = None


def _error_of_accepting(accept: Callable[[T, R], None], slot: _Slot[T, R]) -> Exception | None:
    """Give a result to `accept`, and return the error that it raised, if any."""
    try:
        accept(slot.item, slot.result[0])
    except Exception as failure:
        return failure
    return None


async def map_in_order(
    work: Callable[[T], Awaitable[R]], items: Iterable[T], accept: Callable[[T, R], None], ahead: int
) -> None:
    """Run `work` on the items, up to `ahead` (≥ 1) at once, and give the results to `accept` in the items' order.

    The first error in that order, of `work` or of `accept`, ends the loop and is raised. No further item is started.
    Started items are finished, since their calls to a model are paid and stored. An item is drawn only when fewer
    than `ahead` items are running or waiting to be accepted.
    """
    waiting: deque[_Slot[T, R]] = deque()
    source = iter(items)
    error: Exception | None = None

    async def run(slot: _Slot[T, R]) -> None:
        try:
            slot.result.append(await work(slot.item))
        except Exception as failure:
            slot.error = failure
        finally:
            slot.done.set()

    async with anyio.create_task_group() as group:
        while error is None:
            for item in source:
                slot: _Slot[T, R] = _Slot(item)
                waiting.append(slot)
                group.start_soon(run, slot)
                if len(waiting) >= ahead:
                    break
            if not waiting:
                break
            first = waiting.popleft()
            await first.done.wait()
            error = first.error or _error_of_accepting(accept, first)
    if error is not None:
        raise error
