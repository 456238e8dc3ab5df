"""Reading lines in processes of their own, one for each core. What they return is accepted by the caller, in order.

A process is a plain child with a pipe to and from it: no script of the user is imported again, as `multiprocessing`
would. It ends when its input does, so that none is left however the parent ends. The engine is the same code on the
same text, so it does not matter to the graph which process read a line.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Lock
from typing import IO

import anyio

from pramana.app.reading_work import (
    LineWorker,
    ReadBatchRequest,
    WorkerEnded,
    Workers,
    WorkerSetup,
)
from pramana.app.workspace import WorkspaceResources
from pramana.errors import ModelError
from pramana.karaka import LineBatch, PreparedBatch

WORTHWHILE = 500
"""How many lines are read here before processes are started, where their number was left open. A process takes 1 to 2
s of a core until it has loaded the tagger's tables, and a line 1.5 ms: below some 1,000 lines there is nothing to gain
from a second one."""
_loads = pickle.loads  # what is read was written by the process at the other end of a private pipe
_LENGTH = 8
"""Bytes before each message that hold its length."""
_RARELY = (50_000, 20, 100)
"""When the collector of cycles runs in a process: a batch makes ten thousand objects, hardly any cyclic."""
_ATTEMPTS = 2
"""How often a batch is sent to a worker: one that ends twice under the same batch ends because of it."""
_BEGIN = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from pramana.app.reading_pool import serve
serve()
"""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@asynccontextmanager
async def reading_pool(workspace: WorkspaceResources) -> AsyncIterator[ReadingPool | None]:
    """Yield the processes that read lines for a workspace, None where this process is to read alone.

    Whole batches are read elsewhere only where no model is asked: else its answers would be stored elsewhere, too. A
    server answers many requests at once as it is; on Ray the calls themselves are made elsewhere (`ray_workers`).
    """
    if workspace.reader.asks_any_model:
        yield None
        return
    if workspace.workers is not None:
        yield ReadingPool(workspace, workspace.workers, 0)
        return
    wanted = workspace.config.karaka.workers
    count = cores() if wanted is None else wanted
    budget = workspace.config.budget
    bounded = any(each is not None for each in (budget.calls, budget.tokens, budget.money))
    if count < 2 or bounded:
        yield None
        return
    workers = ReaderProcesses(worker_setup(workspace), count)
    try:
        yield ReadingPool(workspace, workers, WORTHWHILE if wanted is None else 0)
    finally:
        workers.close()


def worker_setup(workspace: WorkspaceResources) -> bytes:
    """Return what a worker for a workspace is made from."""
    return pickle.dumps(WorkerSetup(workspace.config, workspace.prompts))


class ReadingPool:
    """Reads batches in workers. A batch whose worker ends is read by another one, once."""

    def __init__(self, workspace: WorkspaceResources, workers: Workers, lines_here: int) -> None:
        """`lines_here` is how many lines are read in this process first."""
        self._workspace = workspace
        self._workers = workers
        self._lines_here = lines_here

    @property
    def ahead(self) -> int:
        """How many batches to have under way: each process has the next one waiting when it is done with one."""
        return 3 * self._workers.count

    async def read(self, run: int, batch: LineBatch) -> PreparedBatch:
        """Read a batch in one of the processes. Raises what reading it raises, ModelError where processes die of it."""
        if self._lines_here > 0 or not batch.items:
            self._lines_here -= len(batch.items)
            return await self._workspace.reader.batch_reader.read(run, batch)
        request = pickle.dumps(ReadBatchRequest(run, batch))
        for _ in range(_ATTEMPTS):
            try:
                answer = await self._workers.answer(request)
            except WorkerEnded as ended:
                why = ended.why
                continue
            if isinstance(answer, BaseException):
                raise answer
            assert isinstance(answer, PreparedBatch)
            return answer
        first, last = batch.items[0], batch.items[-1]
        raise ModelError(
            f"The process that read {first.doc_id}:{first.line_number} to {last.line_number} ended twice ({why}). Run "
            "the same command again; with --workers 1 lines are read without further processes."
        )


class ReaderProcesses:
    """Processes on this machine, started as there is work for them."""

    def __init__(self, setup: bytes, count: int) -> None:
        self.count = count
        self._limiter = anyio.CapacityLimiter(count)
        self._setup = setup
        self._idle: list[_ReaderProcess] = []
        self._all: list[_ReaderProcess] = []
        self._closed = False
        self._starting = Lock()

    async def answer(self, request: bytes) -> object:
        """See Workers."""
        return await anyio.to_thread.run_sync(self._ask, request, limiter=self._limiter, abandon_on_cancel=True)

    def _ask(self, request: bytes) -> object:
        reader = self._take()
        answer = reader.answer(request)
        self._idle.append(reader)
        return answer

    def _take(self) -> _ReaderProcess:
        """Return an idle process, else a new one. Another thread may take the last idle one first."""
        try:
            return self._idle.pop()
        except IndexError:
            return self._start()

    def _start(self) -> _ReaderProcess:
        with self._starting:
            if self._closed:  # its process was ended, and nobody waits for the answer
                raise ModelError("The processes that read lines have ended.")
            reader = _ReaderProcess(self._setup)
            self._all.append(reader)
        return reader

    def close(self) -> None:
        """End all processes; what they are at is given up."""
        with self._starting:
            self._closed = True
        for reader in self._all:
            reader.kill()
        for reader in self._all:
            reader.close()


class _ReaderProcess:
    """One process. Use it from one thread at a time."""

    def __init__(self, setup: bytes) -> None:
        command = [sys.executable, "-I", "-c", _BEGIN, json.dumps([each for each in sys.path if each])]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._setup = setup

    def answer(self, request: bytes) -> object:
        """Return the answer to a request. Raises WorkerEnded where the process has ended."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        try:
            if self._setup:
                _send(stdin, self._setup)
                self._setup = b""
            _send(stdin, request)
            body = _receive(stdout)
        except (OSError, ValueError):  # the pipe is closed
            body = None
        if body is None:
            self.kill()
            raise WorkerEnded(f"code {self.process.wait()}")
        return _loads(body)

    def kill(self) -> None:
        with suppress(OSError):
            self.process.kill()

    def close(self) -> None:
        """Wait for the end of the process, which was killed, and close its pipes."""
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def _send(stream: IO[bytes], body: bytes) -> None:
    stream.write(len(body).to_bytes(_LENGTH, "big") + body)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes | None:
    """Return the next message, None at the end."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    size = int.from_bytes(head, "big")
    body = stream.read(size)
    return body if len(body) == size else None


def serve() -> None:
    """Read batches until the input ends: what a child process does. An interrupt is the parent's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*_RARELY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that prints gets between the answers
    setup = _receive(sys.stdin.buffer)
    if setup is not None:
        with suppress(BrokenPipeError):  # the parent is gone
            anyio.run(_serve_batches, setup, answers)
    os._exit(0)


async def _serve_batches(setup: bytes, answers: IO[bytes]) -> None:
    worker = LineWorker(setup)
    while (request := _receive(sys.stdin.buffer)) is not None:
        _send(answers, await worker.answer(request))
