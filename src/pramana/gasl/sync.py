"""Coroutines that wait for nothing, for callers that are not coroutines."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

R = TypeVar("R")


def at_once(work: Coroutine[Any, Any, R]) -> R:
    """Execute a coroutine that waits for nothing, without an event loop."""
    try:
        work.send(None)
    except StopIteration as done:
        result: R = done.value
        return result
    work.close()
    raise RuntimeError("This work waits for something, and needs an event loop.")
