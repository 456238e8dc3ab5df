"""Work that Ctrl-C ends cleanly, and a second Ctrl-C at once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pramana.errors import ExitCode, PramanaError

T = TypeVar("T")


class Interrupted(PramanaError):
    """The user ended it."""

    exit_code = ExitCode.INTERRUPTED


async def until_interrupted(work: Callable[[], Awaitable[T]], stopping: Callable[[], None]) -> T:
    """Do `work`, and cancel it at the first SIGINT or SIGTERM, after a call of `stopping`; a second ends the process.

    Raises Interrupted where it was cancelled. What the work had committed stays.
    """
    import asyncio

    import anyio

    loop = asyncio.get_running_loop()
    scope = anyio.CancelScope()

    def stop() -> None:
        stopping()
        scope.cancel()

    with _handle_signals(lambda: loop.call_soon_threadsafe(stop)), scope:
        return await work()
    raise Interrupted("Interrupted.")


@contextmanager
def _handle_signals(first: Callable[[], object]) -> Iterator[None]:
    """Call `first` at the first signal. The handlers are plain ones: they run while the event loop is busy, too."""
    signals = 0

    def handle(_number: int, _frame: object) -> None:
        nonlocal signals
        signals += 1
        if signals > 1:
            _abort()
        first()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def never_lost() -> Iterator[None]:
    """Raise KeyboardInterrupt again where Python drops it: a signal that comes while a finaliser runs is only noted."""
    import _thread
    from threading import Timer

    before = sys.unraisablehook

    def again(dropped: sys.UnraisableHookArgs) -> None:
        if isinstance(dropped.exc_value, KeyboardInterrupt):
            Timer(0.05, _thread.interrupt_main).start()  # at once, it would come in here, and be dropped again
        else:
            before(dropped)

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = before


def _abort() -> None:
    """End at once. Nothing is lost: the database keeps what was committed, and rolls back the rest."""
    if sys.stderr.isatty():
        os.write(2, b"\x1b[?25h\n")  # the progress bar hid the cursor
    os._exit(ExitCode.INTERRUPTED)
