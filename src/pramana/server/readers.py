"""Readers of a workspace: threads with a connection and an event loop each, so that SQLite sees one at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from pramana.app import AsyncWorkspace
from pramana.errors import PramanaError

T = TypeVar("T")
Work = Callable[[AsyncWorkspace], Awaitable[T]]


class ServerBusy(PramanaError):
    """More requests wait than may. The client may try again after a second."""


class ServerTimeout(PramanaError):
    """A request took longer than requests may."""


@dataclass(slots=True)
class _Reader:
    """A thread's own event loop and workspace."""

    runner: asyncio.Runner
    workspace: AsyncWorkspace


class ReaderPool:
    """Runs work that reads one workspace, each piece in a thread that has the workspace open. Close it in the end."""

    def __init__(self, opener: Callable[[], AsyncWorkspace], count: int, waiting: int, seconds: float) -> None:
        self._opener = opener
        self._seconds = seconds
        self._most = count + waiting
        self._pending = 0
        self._own = threading.local()
        self._readers: list[_Reader] = []
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="pramana-reader")

    async def use(self, work: Work[T]) -> T:
        """Run `work` and return its result. Raises ServerBusy, ServerTimeout, and what it raises."""
        if self._pending >= self._most:
            raise ServerBusy("The server is busy. Try again in a second.")
        self._pending += 1
        stop = _Stop()
        future: Future[T] = self._threads.submit(self._run, work, stop)
        future.add_done_callback(self._forget(asyncio.get_running_loop()))
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), self._seconds)
        except TimeoutError:
            raise ServerTimeout(f"This took longer than {self._seconds:g} s, and was stopped.") from None
        finally:
            if not future.done():
                future.cancel()
                stop.set()

    def _forget(self, loop: asyncio.AbstractEventLoop) -> Callable[[Future[T]], None]:
        """Return what counts a piece of work as ended, once its thread is free again."""

        def end() -> None:
            self._pending -= 1

        def note(_: Future[T]) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(end)

        return note

    def _run(self, work: Work[T], stop: _Stop) -> T:
        reader: _Reader | None = getattr(self._own, "reader", None)
        if reader is None:
            reader = self._own.reader = _Reader(asyncio.Runner(), self._opener())
            self._readers.append(reader)
        return reader.runner.run(stop.guard(work(reader.workspace)))

    def close(self) -> None:
        """Wait for what runs, and close all connections."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        for reader in self._readers:
            reader.runner.run(reader.workspace.aclose())
            reader.runner.close()
        self._readers.clear()


class _Stop:
    """Cancels work in another thread's event loop, begun or not."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._task: asyncio.Task[object] | None = None
        self._stopped = False

    async def guard(self, work: Awaitable[T]) -> T:
        """Await work, which `set` cancels."""
        with self._lock:
            self._task = asyncio.current_task()
            stopped = self._stopped
        if stopped and self._task is not None:
            self._task.cancel()
        try:
            return await work
        finally:
            with self._lock:
                self._task = None

    def set(self) -> None:
        """Cancel the work. Any thread may call it."""
        with self._lock:
            self._stopped = True
            if self._task is not None:
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)
