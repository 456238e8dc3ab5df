"""Event loops in threads of their own: results, interrupts, and ends of every kind."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from threading import Thread, current_thread, main_thread

import anyio
import anyio.lowlevel
import pytest

from pramana.background import BackgroundLoop

LIMIT = 30.0
"""Seconds for a process that takes about one: a hang would last for ever."""


def ended(program: str, *arguments: str, code: int = 0) -> str:
    """Run a Python program that must end by itself, silently but for what it prints; return that."""
    command = [sys.executable, "-W", "error", "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    return done.stdout


def wait_until(true: Callable[[], object]) -> None:
    until = time.monotonic() + LIMIT
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_run_gives_result_and_error_of_a_coroutine_also_inside_a_loop() -> None:
    """Coroutines and plain functions run in one other thread, also where this thread's event loop is running."""

    async def work(number: int) -> tuple[int, bool]:
        await anyio.lowlevel.checkpoint()
        return 10 // number, current_thread() is main_thread()

    async def outer() -> None:
        with BackgroundLoop() as loop:
            assert loop.run(work(5)) == (2, False)
            assert loop.call(divmod, 7, 2) == (3, 1)
            with pytest.raises(ZeroDivisionError):
                loop.run(work(0))

    asyncio.run(outer())


def test_close_cancels_what_runs_and_awaits_farewells_last_first() -> None:
    """What still runs is cancelled and winds up before the farewells; a closed loop says that it is closed."""
    said: list[str] = []

    async def long() -> None:
        said.append("begun")
        try:
            await anyio.sleep_forever()
        finally:
            said.append("cancelled")

    def wait_for_long() -> None:
        with pytest.raises(CancelledError):
            loop.run(long())
        said.append("raised")

    async def first() -> None:
        said.append("first")

    async def second() -> None:
        said.append("second")

    loop = BackgroundLoop()
    loop.at_end(first)
    loop.at_end(second)
    waiting = Thread(target=wait_for_long)
    waiting.start()
    wait_until(lambda: said == ["begun"])
    loop.close()
    loop.close()
    waiting.join(LIMIT)
    assert [word for word in said if word != "raised"] == ["begun", "cancelled", "second", "first"]
    assert "raised" in said
    with pytest.raises(RuntimeError, match="closed"):
        loop.call(int)


def test_close_awaits_farewells_where_nothing_was_called() -> None:
    """What was registered is closed also where the loop was never needed before."""
    said: list[str] = []

    async def farewell() -> None:
        said.append("farewell")

    with BackgroundLoop() as loop:
        loop.at_end(farewell)
    assert said == ["farewell"]


def test_an_exit_inside_a_call_reaches_its_caller_alone() -> None:
    """SystemExit, raised by what is called, does not end the loop for other callers."""
    with BackgroundLoop() as loop:
        with pytest.raises(SystemExit):
            loop.call(sys.exit, 3)
        assert loop.call(int) == 0


def test_close_raises_what_a_farewell_raised() -> None:
    """An error at closing is not lost."""

    async def fail() -> None:
        raise OSError("the disk is full")

    loop = BackgroundLoop()
    loop.at_end(fail)
    with pytest.raises(OSError, match="full"):
        loop.close()


def test_a_dropped_loop_ends_when_it_is_collected() -> None:
    """A loop that nobody holds any more ends by itself, with its farewells; a cycle does not keep it."""
    said: list[str] = []

    async def farewell() -> None:
        said.append("farewell")

    loop = BackgroundLoop()
    loop.at_end(farewell)
    loop.itself = loop  # type: ignore[attr-defined]
    loop.call(int)
    del loop
    gc.collect()
    wait_until(lambda: said == ["farewell"])


def test_an_interrupt_cancels_and_waits_for_the_end() -> None:
    """The cancelled coroutine has written down how far it got when the interrupt reaches the caller."""
    said: list[str] = []

    async def long() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await anyio.sleep_forever()
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.sleep(0.05)
            said.append("ended")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with BackgroundLoop() as loop, pytest.raises(KeyboardInterrupt):
            loop.run(long())
    finally:
        signal.signal(signal.SIGINT, before)
    assert said == ["ended"]


BEGIN = """
import os, sys, threading, time
from pramana.background import BackgroundLoop
async def farewell(): print("farewell", flush=True)
loop = BackgroundLoop()
loop.at_end(farewell)
loop.call(int)
"""


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("", "farewell\n"),
        ("import asyncio\nasync def work(): loop.call(int)\nasyncio.run(work())", "farewell\n"),
        ("others = [BackgroundLoop() for _ in range(20)]\n[other.call(int) for other in others]", "farewell\n"),
        ("threading.Thread(target=lambda: (time.sleep(0.2), print(loop.call(int)))).start()", "0\nfarewell\n"),
        ("loop.again = loop", "farewell\n"),
        ("loop.close()", "farewell\n"),
        ("del loop\nimport gc; gc.collect(); time.sleep(0.5)", "farewell\n"),
        ("threading.Thread(target=loop.call, args=(time.sleep, 0.5), daemon=True).start()", "farewell\n"),
        (
            "import anyio\nthreading.Thread(target=lambda: loop.run(anyio.sleep_forever()), daemon=True).start()",
            "farewell\n",
        ),
        ("sys.exit(0)", "farewell\n"),
        ("os._exit(0)", ""),
    ],
)
def test_a_process_ends_with_a_loop_that_is_open(rest: str, said: str) -> None:
    """Scripts that forget to close end by themselves, silently, and farewells run wherever Python's own would."""
    assert ended(BEGIN + rest) == said


def test_a_process_ends_while_its_loop_is_busy() -> None:
    """A loop that does not listen is abandoned after the time that an exit waits."""
    busy = "import pramana.background as b; b.EXIT_SECONDS = 0.5\n"
    busy += "threading.Thread(target=lambda: loop.call(time.sleep, 60), daemon=True).start()\n"
    assert ended(BEGIN + busy + "time.sleep(0.5)") == ""


def test_a_process_ends_by_an_error_with_a_loop_that_is_open() -> None:
    """The traceback is that of the error alone."""
    command = [sys.executable, "-c", f"{BEGIN}raise ValueError('mine')"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (done.returncode, done.stdout) == (1, "farewell\n")
    assert done.stderr.count("Traceback") == 1
    assert done.stderr.endswith("ValueError: mine\n")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("end", ["sys.exit(0)", "loop.close()", "del loop"])
def test_a_forked_child_says_that_it_has_no_loop_and_ends(end: str) -> None:
    """The child gets an error where it would wait for ever, opens its own, and leaves the parent's alone."""
    child = f"""
import warnings; warnings.simplefilter("ignore", DeprecationWarning)  # fork with threads, from Python 3.12 on
if os.fork() == 0:
    try: loop.call(int)
    except RuntimeError as error: print("fork" in str(error), flush=True)
    other = BackgroundLoop(); print(other.call(int), flush=True)
    {end}
else:
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
    said = ended(BEGIN + child).splitlines()
    assert said == ["True", "0", "0", "farewell"]
