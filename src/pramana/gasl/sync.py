"""Coroutines for callers that are no coroutines, also where an event loop already runs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

R = TypeVar("R")


def at_once(work: Coroutine[Any, Any, R]) -> R:
    """Carry out a coroutine that waits for nothing, without an event loop."""
    try:
        work.send(None)
    except StopIteration as done:
        result: R = done.value
        return result
    work.close()
    raise RuntimeError("This work waits for something, and needs an event loop.")


class BackgroundLoop:
    """An event loop in a thread of its own, from the first call on. It ends with the process, or with `close`.

    One loop for all calls: connections to a model's server belong to the loop in which they were opened.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        """Carry out a coroutine and return what it returns. An interrupt cancels it."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = Thread(target=self._loop.run_forever, name="gasl", daemon=True)
            self._thread.start()
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def close(self) -> None:
        """End the thread. Closing twice does nothing."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            if self._thread is not None:
                self._thread.join()
            self._loop.close()
            self._loop = self._thread = None
