"""How long something takes, told so that a busy machine does not fail a test."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

TRIES = 3
"""How often something slow is timed: what slows a process down for a moment, a collection of garbage or a neighbour in its
core's caches, rarely does so three times."""


def quickest(act: Callable[[], object], enough: float) -> float:
    """Return the processor seconds of the quickest run of `act`; it runs again only while each run took `enough` or more.

    The time is the thread's: what other processes and the threads that an earlier test left behind take is no part of it.
    """
    seconds = float("inf")
    for _ in range(TRIES):
        began = thread_time()
        act()
        seconds = min(seconds, thread_time() - began)
        if seconds < enough:
            break
    return seconds
