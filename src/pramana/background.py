"""An event loop in a thread of its own, for callers that are not coroutines. It never keeps the process from ending."""

from __future__ import annotations

import asyncio
import atexit
import os
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from contextvars import Context, copy_context
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

import anyio

R = TypeVar("R")
Farewell = Callable[[], Awaitable[None]]

EXIT_SECONDS = 5.0
"""How long the end of the process waits for all loops together. Closing a database and its connections takes
milliseconds; a loop that is busy for longer is abandoned, since committed data is on disk already."""
CANCEL_SECONDS = 5.0
"""How long an interrupted call is given to record how far it got, before the interrupt is raised."""


class BackgroundLoop:
    """An event loop in a thread of its own, from the first call on. Close it, or use it as a context manager.

    A loop that is never closed ends when it is garbage collected, or with the process; what `at_end` registered runs
    then, too, for up to 5 s. One loop serves all calls, since a connection belongs to the loop in which it was opened.
    In a forked child the thread is missing: calls raise RuntimeError there, and closing does nothing.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._served: _Served | None = None
        self._farewells: list[Farewell] = []
        self._closed = False

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        """Run a coroutine and return its result. An interrupt cancels it, and waits until it has ended.

        Raises CancelledError (of concurrent.futures) where another thread closes the loop meanwhile.
        """
        call = _Call(work)
        try:
            served = self._running()
            served.begin(call)
        except RuntimeError:
            work.close()
            raise
        try:
            return call.future.result()
        except KeyboardInterrupt:
            served.cancel(call)
            call.ended.wait(CANCEL_SECONDS)
            raise
        except CancelledError:
            if _LEAVING.is_set():  # a daemon thread: Python is about to freeze it, and a traceback helps nobody
                Event().wait()
            raise

    def call(self, function: Callable[..., R], *arguments: Any) -> R:
        """Call a plain function in the loop's thread and return its result."""

        async def work() -> R:
            return function(*arguments)

        return self.run(work())

    def at_end(self, farewell: Farewell) -> None:
        """Await `farewell` in the loop when it ends, however it ends. The last one registered is awaited first."""
        self._farewells.append(farewell)

    def close(self) -> None:
        """Cancel what still runs, await what `at_end` registered, and end the thread. Closing twice does nothing.

        Raises what a farewell raised.
        """
        with self._lock:
            if self._served is None and self._farewells and not self._closed:
                self._served = _Served(self._farewells)  # nothing was called, but there is something to close
            served, self._served, self._closed = self._served, None, True
        if served is not None and served.dismiss():
            served.ended.result()

    def __enter__(self) -> BackgroundLoop:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> _Served:
        with self._lock:
            if self._closed:
                raise RuntimeError("This is closed. Open it again to go on working with it.")
            if self._served is None:
                self._served = _Served(self._farewells)
                weakref.finalize(self, self._served.dismiss).atexit = False  # `_end_all` does it, and waits
            return self._served


class _Call(Generic[R]):
    """A coroutine on its way through the loop."""

    def __init__(self, work: Coroutine[Any, Any, R]) -> None:
        self.future: Future[R] = Future()
        self.ended = Event()
        self._work = work
        self._scope: anyio.CancelScope | None = None
        self._cancelled = False

    async def run(self) -> None:
        try:
            with anyio.CancelScope() as self._scope:
                if self._cancelled:
                    self._scope.cancel()
                self.future.set_result(await self._work)
                return
            self.future.set_exception(CancelledError())
        except asyncio.CancelledError:
            self.future.set_exception(CancelledError())
            raise
        except BaseException as error:  # SystemExit, too, belongs to the caller: it must not end the loop of others
            self.future.set_exception(error)
        finally:
            self.ended.set()

    def cancel(self) -> None:
        """Cancel the coroutine, begun or not. To be called in the loop's thread."""
        self._cancelled = True
        if self._scope is not None:
            self._scope.cancel()

    def refuse(self, error: Exception) -> None:
        """End a call that the loop does not begin any more."""
        self._work.close()
        self.future.set_exception(error)
        self.ended.set()


class _Served:
    """What the thread works with. It holds no reference to its BackgroundLoop, which could otherwise never be freed."""

    def __init__(self, farewells: list[Farewell]) -> None:
        self.ended: Future[None] = Future()
        self._farewells = farewells
        self._process = os.getpid()
        self._lock = Lock()
        self._over = False
        self._stop = asyncio.Event()
        self._ready: Future[tuple[asyncio.AbstractEventLoop, anyio.abc.TaskGroup, Context]] = Future()
        Thread(target=self._work, name="pramana", daemon=True).start()
        self._loop, self._group, self._context = self._ready.result()
        _SERVED.add(self)

    def begin(self, call: _Call[Any]) -> None:
        """Raises RuntimeError where the loop has ended, and in a forked child, where a call would wait for ever."""
        if os.getpid() != self._process:
            raise RuntimeError(
                f"This was opened in process {self._process}, before a fork. Open it again in the child."
            )
        with self._lock:
            if self._over:
                raise RuntimeError("This is closed. Open it again to go on working with it.")
            self._loop.call_soon_threadsafe(self._start, call, context=self._context)

    def _start(self, call: _Call[Any]) -> None:
        try:
            self._group.start_soon(call.run)
        except RuntimeError as error:
            call.refuse(error)

    def cancel(self, call: _Call[Any]) -> None:
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(call.cancel, context=self._context)

    def dismiss(self) -> bool:
        """Ask the loop to end, without waiting: a garbage collector may call this in any thread, the loop's included.

        Returns False where there is nothing to wait for.
        """
        if os.getpid() != self._process:
            return False
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._stop.set)
        return True

    def _work(self) -> None:
        failed: BaseException | None = None
        try:
            anyio.run(self._serve)
        except BaseException as error:
            failed = error
        _SERVED.discard(self)
        if failed is None:
            self.ended.set_result(None)
            return
        if not self._ready.done():
            self._ready.set_exception(failed)
        self.ended.set_exception(failed)

    async def _serve(self) -> None:
        async with anyio.create_task_group() as group:
            self._ready.set_result((asyncio.get_running_loop(), group, copy_context()))  # anyio's own is in it
            await self._stop.wait()
            group.cancel_scope.cancel()
        with self._lock:
            self._over = True
        for farewell in reversed(self._farewells):
            await farewell()


_SERVED: set[_Served] = set()
"""The loops that are running, of this process and, in a forked child, of its parent."""
_LEAVING = Event()
"""Set once the process is ending."""


def _end_all() -> None:
    """End all loops, while their threads still run: a thread that the interpreter has frozen would never answer."""
    _LEAVING.set()
    until = monotonic() + EXIT_SECONDS
    waiting = [served for served in list(_SERVED) if served.dismiss()]
    for served in waiting:
        with suppress(BaseException):  # nobody is left to read a traceback, and committed data is on disk
            served.ended.result(max(0.0, until - monotonic()))


atexit.register(_end_all)
