"""The process of a job, from both ends: a plain child with a pipe to and from it, which ends when its input does."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.canonical import canonical
from pramana.errors import WorkspaceLocked
from pramana.serialization import json_value
from pramana.server.job_work import JobOrder, work_on
from pramana.server.problems import problem_of
from pramana.untrusted import Malformed, parse_json

RESULT = "result.json"
"""Where the child writes what came of a job, before it ends."""
NICE = 5
"""How far a job steps back behind answers: on a busy machine a question goes first."""
GRACE_SECONDS = 15.0
"""How long a child may take to end in good order; then it is killed, which loses nothing that was accepted."""
LOCKED_SECONDS = 1.0
"""How long a job waits before it tries again to write where another process writes."""
SPARE_SECONDS = 300.0
"""How long a process waits for a further change: whoever goes through a list of questions decides every few seconds."""
PIPE_BYTES = 1 << 22
_BEGIN = f"""
import json, os, sys
sys.path[:] = json.loads(sys.argv[1])
if hasattr(os, "nice"):
    os.nice({NICE})
from pramana.server.job_process import serve_job
serve_job()
"""


@dataclass(frozen=True, slots=True)
class JobEnd:
    """How a job's process ended: with a report or a problem; `lost` without either."""

    report: Any = None
    problem: Mapping[str, Any] | None = None
    outputs: tuple[str, ...] = ()
    cancelled: bool = False
    lost: bool = False


class JobProcess:
    """A process that runs one order. It may be started before there is one: it imports the program meanwhile."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._cancelled = False

    async def start(self) -> None:
        """Start the process."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _BEGIN, json.dumps(sys.path)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=PIPE_BYTES,
            start_new_session=True,  # Ctrl-C in a terminal is for the server, which ends its children in good order
        )

    @property
    def waits(self) -> bool:
        """Whether it was started, and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def run(self, order: JobOrder, observe: Callable[[Mapping[str, Any]], None]) -> JobEnd:
        """Run an order to its end; `observe` is called with its progress."""
        result = Path(order.folder) / RESULT
        result.unlink(missing_ok=True)
        if not self.waits:
            await self.start()
        assert self._process is not None and self._process.stdin is not None and self._process.stdout is not None
        with suppress(ConnectionError):  # it was killed at once
            self._process.stdin.write(f"{canonical(order.as_json())}\n".encode())
            await self._process.stdin.drain()
        if self._cancelled:
            self.cancel()
        async for line in self._process.stdout:
            with suppress(ValueError):
                observe(json.loads(line))
        await self._process.wait()
        return self._end_in(result)

    def _end_in(self, result: Path) -> JobEnd:
        try:
            found = parse_json(result.read_text("utf-8"))
            return JobEnd(found["report"], found["problem"], tuple(found["outputs"]))
        except (OSError, Malformed, KeyError, TypeError, ValueError):
            return JobEnd(cancelled=self._cancelled, lost=not self._cancelled)

    def cancel(self) -> None:
        """Have the child end early."""
        self._cancelled = True
        if self._process is not None:
            task = asyncio.create_task(self.close())
            _CLOSING.add(task)
            task.add_done_callback(_CLOSING.discard)

    async def close(self) -> None:
        """End the child: in good order where it does so in time."""
        if self._process is None or self._process.returncode is not None:
            return
        assert self._process.stdin is not None
        with suppress(ConnectionError, RuntimeError):
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), GRACE_SECONDS)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class SpareProcess:
    """Keeps a process ready for the next change of the graph: to import the program takes longer than most changes."""

    def __init__(self) -> None:
        self._ready: JobProcess | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def prepare(self) -> None:
        """Have a process ready for some minutes from now."""
        process = self.take()
        if not process.waits:
            await process.start()
        self._ready = process
        self._timer = asyncio.get_running_loop().call_later(SPARE_SECONDS, lambda: self.take().cancel())

    def take(self) -> JobProcess:
        """Return the process that is ready, or one that has to be started."""
        if self._timer is not None:
            self._timer.cancel()
        process, self._ready = self._ready, None
        return process if process is not None and process.waits else JobProcess()

    async def close(self) -> None:
        """End the process that is ready."""
        await self.take().close()


_CLOSING: set[asyncio.Task[None]] = set()
"""Tasks that end children; the event loop keeps none itself."""


def serve_job() -> None:
    """Read an order from standard input and work on it, until it is done or the input ends. The child's side."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a library prints is no progress
    given = sys.stdin.readline()
    if not given:  # it was not needed
        return
    order = JobOrder.of(json.loads(given))

    def observe(progress: Mapping[str, Any]) -> None:
        with suppress(OSError):  # the server was killed; the end of the input ends this process, too
            out.write(f"{canonical(json_value(progress))}\n".encode())

    asyncio.run(_work(order, observe))


async def _work(order: JobOrder, observe: Callable[[Mapping[str, Any]], None]) -> None:
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    threading.Thread(target=_follow_input, args=(loop, task), daemon=True).start()
    report, problem = None, None
    try:
        report = await _work_when_unlocked(order, observe)
    except asyncio.CancelledError:
        os._exit(0)  # threads of libraries may still work; what was accepted is on disk
    except Exception as error:
        problem = order.without_folders(problem_of(error))
        if problem["status"] >= 500:
            sys.stderr.write(f"A job of kind {order.kind} failed: {type(error).__name__}: {error}\n")
    found = {"report": report, "problem": problem, "outputs": order.outputs()}
    path = Path(order.folder) / RESULT
    draft = path.with_suffix(".part")
    draft.write_text(canonical(json_value(found)), "utf-8")
    draft.replace(path)


async def _work_when_unlocked(order: JobOrder, observe: Callable[[Mapping[str, Any]], None]) -> Any:
    """Work on an order; while another process writes to the workspace, wait and try again."""
    while True:
        try:
            return await work_on(order, observe)
        except WorkspaceLocked:
            observe({"locked": True})
            await asyncio.sleep(LOCKED_SECONDS)


def _follow_input(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> None:
    """Cancel the work when the input ends: its server ended, or the job was cancelled."""
    sys.stdin.read()
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(task.cancel)
    threading.Event().wait(GRACE_SECONDS)  # the main thread may be in a computation that takes no notice
    os._exit(1)
