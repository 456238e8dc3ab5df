"""Concurrent jobs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import anyio

T = TypeVar("T")


async def together(jobs: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """Run jobs concurrently, and return their results in the order of the jobs.

    The first error, in that order, is raised when all have ended: what they paid for is stored by then.
    """
    found: dict[int, T] = {}
    failed: dict[int, Exception] = {}

    async def work(index: int, job: Callable[[], Awaitable[T]]) -> None:
        try:
            found[index] = await job()
        except Exception as error:
            failed[index] = error

    if len(jobs) == 1:
        return [await jobs[0]()]
    async with anyio.create_task_group() as group:
        for index, job in enumerate(jobs):
            group.start_soon(work, index, job)
    if failed:
        raise failed[min(failed)]
    return [found[index] for index in range(len(jobs))]
