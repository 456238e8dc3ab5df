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
from dataclasses import dataclass
from threading import Lock
from typing import IO, Any

import anyio

from pramana.app.config import Config
from pramana.app.models import open_gateway
from pramana.app.workspace import WorkspaceResources
from pramana.errors import ModelError
from pramana.karaka import BatchReader, LineBatch, PreparedBatch
from pramana.llm import RESPONSE_SCHEMA, Budget, PromptBook
from pramana.store import Database

WORTHWHILE = 500
"""How many lines are read here before processes are started, where their number was left open. A process takes 1 to 2
s of a core until it has loaded the tagger's tables, and a line 1.5 ms: below some 1,000 lines there is nothing to gain
from a second one."""
_loads = pickle.loads  # what is read was written by the process at the other end of a private pipe
_LENGTH = 8
"""Bytes before each message that hold its length."""
_RARELY = (50_000, 20, 100)
"""When the collector of cycles runs in a process: a batch makes ten thousand objects, hardly any cyclic."""
_BEGIN = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from pramana.app.reading_pool import serve
serve()
"""


@dataclass(frozen=True, slots=True)
class _Setup:
    """What a process needs to read as its parent does."""

    config: Config
    prompts: PromptBook


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@asynccontextmanager
async def reading_pool(workspace: WorkspaceResources) -> AsyncIterator[ReadingPool | None]:
    """Yield the processes that read lines for a workspace, None where this process is to read alone.

    Only the embedded model is asked by several: a server answers many requests at once as it is, and a budget is
    kept by one process.
    """
    wanted = workspace.config.karaka.workers
    count = cores() if wanted is None else wanted
    budget = workspace.config.budget
    bounded = any(each is not None for each in (budget.calls, budget.tokens, budget.money))
    if count < 2 or workspace.reader.asks_model or bounded:
        yield None
        return
    pool = ReadingPool(workspace, count, WORTHWHILE if wanted is None else 0)
    try:
        yield pool
    finally:
        pool.close()


class ReadingPool:
    """Processes that read batches, started as there is work for them."""

    def __init__(self, workspace: WorkspaceResources, count: int, lines_here: int) -> None:
        """`lines_here` is how many lines are read in this process first."""
        self.count = count
        self._workspace = workspace
        self._lines_here = lines_here
        self._limiter = anyio.CapacityLimiter(count)
        self._setup = pickle.dumps(_Setup(workspace.config, workspace.prompts))
        self._idle: list[_ReaderProcess] = []
        self._all: list[_ReaderProcess] = []
        self._closed = False
        self._starting = Lock()

    @property
    def ahead(self) -> int:
        """How many batches to have under way: each process has the next one waiting when it is done with one."""
        return 3 * self.count

    async def read(self, run: int, batch: LineBatch) -> PreparedBatch:
        """Read a batch in one of the processes. Raises what reading it raises, ModelError where processes die of it."""
        if self._lines_here > 0 or not batch.items:
            self._lines_here -= len(batch.items)
            return await self._workspace.reader.batch_reader.read(run, batch)
        return await anyio.to_thread.run_sync(
            self._ask, pickle.dumps((run, batch)), limiter=self._limiter, abandon_on_cancel=True
        )

    def _ask(self, request: bytes) -> PreparedBatch:
        """Send a batch to a process and return its reading. One that ends meanwhile is replaced, once."""
        for _ in range(2):
            reader = self._take()
            try:
                answer = reader.answer(request)
            except _Ended as ended:
                code = ended.code
                continue
            self._idle.append(reader)
            if isinstance(answer, BaseException):
                raise answer
            assert isinstance(answer, PreparedBatch)
            return answer
        _, batch = _loads(request)
        first, last = batch.items[0], batch.items[-1]
        raise ModelError(
            f"The process that read {first.doc_id}:{first.line_number} to {last.line_number} ended twice (code "
            f"{code}). Run the same command again; with --workers 1 lines are read without further processes."
        )

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


class _Ended(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _ReaderProcess:
    """One process. Use it from one thread at a time."""

    def __init__(self, setup: bytes) -> None:
        command = [sys.executable, "-I", "-c", _BEGIN, json.dumps([each for each in sys.path if each])]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._setup = setup

    def answer(self, request: bytes) -> object:
        """Return the answer to a request. Raises _Ended where the process has ended."""
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
            raise _Ended(self.process.wait())
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
            anyio.run(_serve_batches, _loads(setup), answers)
    os._exit(0)


async def _serve_batches(setup: _Setup, answers: IO[bytes]) -> None:
    config = setup.config
    gateway = open_gateway(Database(None, (RESPONSE_SCHEMA,)), config, setup.prompts, budget=Budget())
    own = config.karaka
    reader = BatchReader(gateway, setup.prompts, config.gsv, own.verification, own.related, own.entity_types)
    while (request := _receive(sys.stdin.buffer)) is not None:
        run, batch = _loads(request)
        before = gateway.spending.copy()
        try:
            answer: Any = await reader.read(run, batch, {})
            answer.spending = gateway.spending.since(before)
        except Exception as error:
            answer = error
        _send(answers, _answer_bytes(answer))


def _answer_bytes(answer: object) -> bytes:
    """Return an answer as bytes; an error that cannot be sent as one that has its text."""
    try:
        body = pickle.dumps(answer)
        if isinstance(answer, Exception):
            _loads(body)
    except Exception:
        return pickle.dumps(ModelError(f"{type(answer).__name__}: {answer}"))
    return body
