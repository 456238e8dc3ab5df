"""Readers of a workspace: threads with a connection and an event loop each, so that SQLite sees one at a time.

Work that takes too long is stopped: cancelled where it awaits something, and broken off where it computes. A thread
that computes on would be lost to all later requests, and few such requests would end the service.
"""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from heapq import heappop, heappush
from typing import TypeVar

from pramana.app import AsyncWorkspace
from pramana.errors import PramanaError

T = TypeVar("T")
Work = Callable[[AsyncWorkspace], Awaitable[T]]


BREAK_SECONDS = 1.0
"""How long work that is cancelled may take to end before it is broken off, and how often that is tried again."""


class ServerBusy(PramanaError):
    """More requests wait than may. The client may try again after a second."""


class ServerTimeout(PramanaError):
    """A request took longer than requests may."""


class _BrokenOff(BaseException):
    """Ends work that computes. Nothing that handles errors of its own takes it for one."""


class ReaderPool:
    """Runs work that reads one workspace, each piece in a thread that has the workspace open. Close it in the end.

    Of the free threads the first takes the next piece: each keeps what it has read, so the fewer there are the more of
    that is there again. All of it is for the thread of one event loop.
    """

    def __init__(self, opener: Callable[[], AsyncWorkspace], count: int, waiting: int, seconds: float) -> None:
        self._opener = opener
        self._seconds = seconds
        self._most = count + waiting
        self._readers = [_Reader(f"pramana-reader-{number}") for number in range(count)]
        self._free = list(range(count))
        self._queue: deque[Callable[[int], bool]] = deque()
        self._pending = 0
        self._breaking: set[asyncio.Task[None]] = set()

    async def use(self, work: Work[T]) -> T:
        """Run `work` and return its result. Raises ServerBusy, ServerTimeout, and what it raises."""
        if self._pending >= self._most:
            raise ServerBusy("The server is busy. Try again in a second.")
        loop = asyncio.get_running_loop()
        stop, answer = _Stop(), loop.create_future()
        working: list[tuple[_Reader, Future[T]]] = []

        def begin(number: int) -> bool:
            if answer.done():  # whoever asked has gone
                return False
            begun = self._readers[number].begin(self._opener, work, stop)
            begun.add_done_callback(lambda done: _tell(loop, lambda: end(number, done)))
            working.append((self._readers[number], begun))
            return True

        def end(number: int, done: Future[T]) -> None:
            self._take_next(number)
            _pass_on(done, answer)

        self._pending += 1
        if self._free:
            begin(heappop(self._free))
        else:
            self._queue.append(begin)
        try:
            return await asyncio.wait_for(answer, self._seconds)
        except TimeoutError:
            raise ServerTimeout(f"This took longer than {self._seconds:g} s, and was stopped.") from None
        finally:
            stop.set()
            for reader, begun in working:
                self._break_off(reader, begun)

    def _break_off(self, reader: _Reader, begun: Future[T]) -> None:
        """Have work end that nobody waits for, however it spends its time."""
        if begun.done():
            return

        async def interrupt() -> None:
            await asyncio.sleep(BREAK_SECONDS)
            while not begun.done():
                reader.interrupt(begun)
                await asyncio.sleep(BREAK_SECONDS)

        task = asyncio.create_task(interrupt())
        self._breaking.add(task)
        task.add_done_callback(self._breaking.discard)

    @property
    def busy(self) -> int:
        """How many threads work now."""
        return len(self._readers) - len(self._free)

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a thread."""
        return len(self._queue)

    def _take_next(self, number: int) -> None:
        """Give a thread that is free the piece of work that waits for the longest time, of those still waited for."""
        self._pending -= 1
        while self._queue:
            if self._queue.popleft()(number):
                return
            self._pending -= 1
        heappush(self._free, number)

    def close(self) -> None:
        """Wait for what runs, and close all connections."""
        self._queue.clear()
        for reader in self._readers:
            reader.close()


class _Reader:
    """A thread with its own event loop and workspace, which it opens when it has something to do."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._thread = ThreadPoolExecutor(1, name)
        self._runner = asyncio.Runner()
        self._workspace: AsyncWorkspace | None = None
        self._lock = threading.Lock()
        self._working: int | None = None
        """The thread that works now, by Python's number for it."""
        self._broken = False

    def begin(self, opener: Callable[[], AsyncWorkspace], work: Work[T], stop: _Stop) -> Future[T]:
        """Begin a piece of work."""

        def run() -> T:
            thread = threading.get_ident()
            try:
                self._working = thread
                if self._workspace is None:
                    self._workspace = opener()
                return self._runner.run(stop.guard(work(self._workspace)))
            finally:
                self._working = None  # from here on nothing is broken off; one error at most is on its way
                try:
                    self._settle(thread)
                except _BrokenOff:
                    self._settle(thread)

        return self._thread.submit(run)

    def interrupt(self, begun: Future[T]) -> None:
        """Break off a piece of work, if that is what runs: an exception is raised wherever its thread computes."""
        with self._lock:
            thread = self._working
            if thread is None or begun.done():
                return
            self._broken = True
            _raise_in(thread, _BrokenOff)
            if self._workspace is not None:
                self._workspace.database.interrupt()

    def _settle(self, thread: int) -> None:
        """Have the thread ready for the next piece of work, which no error that was meant for this one may end."""
        with self._lock:  # whoever breaks off has done so
            _raise_in(thread, None)
        if self._broken:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Throw away the thread, the event loop and the workspace of what was broken off: none has to be in order."""
        workspace, self._workspace = self._workspace, None
        if workspace is not None:
            with suppress(Exception):
                self._runner.run(workspace.aclose())
            with suppress(Exception):
                workspace.database.close()
        with suppress(Exception):
            self._runner.close()
        self._thread.shutdown(wait=False)
        self._thread, self._runner, self._broken = ThreadPoolExecutor(1, self._name), asyncio.Runner(), False

    def close(self) -> None:
        """Wait for what runs, and close the workspace."""
        self._thread.shutdown(wait=True)
        if self._workspace is not None:
            self._runner.run(self._workspace.aclose())
            self._workspace = None
        self._runner.close()


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have CPython raise an error in a thread before its next step; None takes one back that was not raised yet."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _tell(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(call)


def _pass_on(done: Future[T], answer: asyncio.Future[T]) -> None:
    """Give whoever waits what came of the work, if anybody still does."""
    if answer.done():
        return
    error = done.exception()
    if error is None:
        answer.set_result(done.result())
    else:
        answer.set_exception(error)


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
