"""The work that another process does for an ingest: reading batches with the embedded model, or asking models.

A request and its answer are bytes, so that the same worker runs behind a pipe (`reading_pool`) and on Ray
(`ray_workers`). Nothing is stored there: the process that asked stores and accepts, in document order.
"""

from __future__ import annotations

import os
import pickle
import platform
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import anyio

from pramana.app.config import Config
from pramana.app.engine import engine_hash
from pramana.app.models import open_gateway
from pramana.app.plugins import identities, uses_of
from pramana.errors import ConfigError, ModelError, ServerFailed
from pramana.karaka import BatchReader, LineBatch, PreparedBatch
from pramana.llm import RENEGOTIATIONS, RESPONSE_SCHEMA, Ask, Budget, Gateway, PromptBook, RawResponse, Renegotiated
from pramana.store import Database
from pramana.version import __version__

_loads = pickle.loads  # what is read was written by the process at the other end of a private connection


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """What a worker needs to work as the process that asks does. Keys are not among it: see `ServerSettings.key`."""

    config: Config
    prompts: PromptBook


@dataclass(frozen=True, slots=True)
class ReadBatchRequest:
    """Lines to be read, in the run of that number."""

    run: int
    batch: LineBatch


@dataclass(frozen=True, slots=True)
class AskModelRequest:
    """One call to the model of that name in the configuration."""

    model: str
    ask: Ask


@dataclass(frozen=True, slots=True)
class WorkerAccount:
    """What a worker says of itself. `problems` are models that it cannot ask, each with the reason."""

    version: str
    engine: str
    python: str
    process: int
    problems: tuple[str, ...] = ()


class WorkerEnded(Exception):
    """A worker ended while it had a request. `why` says how, as far as is known."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Workers(Protocol):
    """Processes that answer requests; `count` of them are wanted."""

    count: int

    async def answer(self, request: bytes) -> object:
        """Return the answer of the worker that has least to do. Raises WorkerEnded where that ended meanwhile."""
        ...

    def close(self) -> None:
        """End all of them; what they are at is given up."""
        ...


class LineWorker:
    """Answers requests. Use it in one event loop."""

    def __init__(self, setup: bytes) -> None:
        found: WorkerSetup = _loads(setup)
        self._config, self._prompts = found.config, found.prompts
        self._reading = anyio.Lock()
        self._in_flight: dict[str, anyio.Semaphore] = {}

    def account(self) -> WorkerAccount:
        """Return which code works here, and what it lacks of keys."""
        llm = self._config.llm
        problems = []
        for name in {llm.default, *llm.ptools.values()}:
            try:
                llm.model(name).key()
            except ConfigError as error:
                problems.append(str(error))
        engine = engine_hash(identities(uses_of(self._config)))
        return WorkerAccount(__version__, engine, platform.python_version(), os.getpid(), tuple(sorted(problems)))

    async def answer(self, request: bytes) -> bytes:
        """Return the answer to a request, or the error that it ended with."""
        try:
            asked = _loads(request)
            if isinstance(asked, AskModelRequest):
                return answer_bytes(await self._ask_model(asked))
            return answer_bytes(await self._read_batch(asked))
        except Exception as error:
            return answer_bytes(error)

    async def _read_batch(self, asked: ReadBatchRequest) -> PreparedBatch:
        gateway, reader = self._gateway, self._reader
        async with self._reading:  # what it spends is that of one batch
            before = gateway.spending.copy()
            reading: PreparedBatch = await reader.read(asked.run, asked.batch, {})
            reading.spending = gateway.spending.since(before)
        return reading

    async def _ask_model(self, asked: AskModelRequest) -> RawResponse:
        """Ask a model. A server that refuses the form of a request, which costs nothing, is asked in the next form."""
        provider = self._gateway.provider(asked.model)
        refused = ""
        async with self._slots_of(asked.model):
            for _ in range(RENEGOTIATIONS):
                answer = await provider.complete(asked.ask)
                if not isinstance(answer, Renegotiated):
                    return answer
                refused = answer.what
        raise ServerFailed(f"The server refused every form of the request: {refused}")

    def _slots_of(self, model: str) -> anyio.Semaphore:
        """Return what bounds the calls to a model by its `concurrency`. More may wait here: a call that ends is then
        followed by the next one while the process that asks is busy accepting lines."""
        if model not in self._in_flight:
            self._in_flight[model] = anyio.Semaphore(self._config.llm.model(model).concurrency)
        return self._in_flight[model]

    @cached_property
    def _gateway(self) -> Gateway:
        return open_gateway(Database(None, (RESPONSE_SCHEMA,)), self._config, self._prompts, budget=Budget())

    @cached_property
    def _reader(self) -> BatchReader:
        own = self._config.karaka
        return BatchReader(
            self._gateway, self._prompts, self._config.gsv, own.verification, own.related, own.entity_types
        )


def answer_bytes(answer: object) -> bytes:
    """Return an answer as bytes; an error that cannot be sent as one that has its text."""
    try:
        body = pickle.dumps(answer)
        if isinstance(answer, Exception):
            _loads(body)
    except Exception:
        return pickle.dumps(ModelError(f"{type(answer).__name__}: {answer}"))
    return body
