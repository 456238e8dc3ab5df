"""Concurrent work whose results are taken in the order of the items."""

from __future__ import annotations

import anyio
import pytest

from pramana.llm.ordered import map_in_order


@pytest.mark.parametrize("ahead", [1, 3, 50])
def test_results_are_taken_in_order_and_no_more_than_allowed_are_under_way(ahead: int) -> None:
    """Later items end first, and are accepted later; never are more than `ahead` under way."""
    under_way, most = 0, 0
    accepted: list[tuple[int, int]] = []

    async def work(item: int) -> int:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await anyio.sleep(0.001 * (10 - item % 10))
        under_way -= 1
        return item * item

    anyio.run(map_in_order, work, range(20), lambda item, result: accepted.append((item, result)), ahead)
    assert accepted == [(item, item * item) for item in range(20)]
    assert most <= ahead


@pytest.mark.parametrize("where", ["work", "accept"])
def test_the_first_error_in_order_ends_it_bare(where: str) -> None:
    """What came before it is accepted, nothing after it; the error is raised as itself, in no group."""
    accepted: list[int] = []

    async def work(item: int) -> int:
        await anyio.sleep(0.001 if item else 0.01)
        if where == "work" and item >= 5:
            raise ValueError(str(item))
        return item

    def accept(item: int, result: int) -> None:
        if where == "accept" and item == 5:
            raise ValueError(str(item))
        accepted.append(result)

    with pytest.raises(ValueError, match=r"^5$"):
        anyio.run(map_in_order, work, range(20), accept, 8)
    assert accepted == [0, 1, 2, 3, 4]
