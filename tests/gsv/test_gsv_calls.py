"""Calls made at once."""

from __future__ import annotations

from functools import partial
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from pramana.gsv.calls import gather


async def _after(turns: int, result: Any, log: list[Any]) -> Any:
    for _ in range(turns):
        await anyio.lowlevel.checkpoint()
    log.append(result)
    if isinstance(result, Exception):
        raise result
    return result


def test_results_come_in_the_order_of_the_asking() -> None:
    """Results stand in the order of the works, whichever was done first."""
    log: list[Any] = []
    works = [partial(_after, turns, name, log) for turns, name in ((5, "a"), (1, "b"), (3, "c"))]
    assert anyio.run(gather, works) == ["a", "b", "c"]
    assert log == ["b", "c", "a"]
    assert anyio.run(gather, []) == []


def test_the_first_error_in_order_is_raised_when_all_came_to_their_end() -> None:
    """Of several errors that of the first work is raised, as itself, and no work is cut short."""
    log: list[Any] = []
    works = [
        partial(_after, 9, "a", log),
        partial(_after, 5, KeyError("b"), log),
        partial(_after, 1, ValueError("c"), log),
    ]
    with pytest.raises(KeyError):
        anyio.run(gather, works)
    assert len(log) == 3


def test_cancellation_ends_all_at_once(kit: Any) -> None:
    """Calls that hang are left when the work is cancelled."""

    async def hang(value: Any, sample: int) -> Any:
        await anyio.sleep_forever()

    async def work() -> bool:
        works = [partial(hang, None, index) for index in range(3)]
        with anyio.move_on_after(0.01) as scope:
            await gather(works)
        return scope.cancelled_caught

    assert anyio.run(work)
