"""Texts become vectors in the same way as ptools are called: stored, budgeted, retried, recorded and replayed alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

import anyio
import numpy as np
from anyio.lowlevel import checkpoint

from pramana.canonical import digest, digest_bytes
from pramana.errors import AccessRefused, ModelError, ReplayMiss, RequestRefused, ServerFailed, TransportError
from pramana.llm.attempts import ENDS_RUN, Attempts, PaidCall
from pramana.llm.breaker import CircuitBreaker
from pramana.llm.exchange import GatewayMode
from pramana.llm.limits import RateLimiter
from pramana.llm.parse import replace_surrogates
from pramana.llm.prepared import MESSAGE_TOKENS
from pramana.llm.prices import Price
from pramana.llm.providers.vectors import Kind, RawVectors, VectorProvider
from pramana.llm.quantise import Matrix, quantise
from pramana.llm.settings import EmbedderSettings
from pramana.llm.usage import Spending, Usage
from pramana.llm.vector_replay import check_computed, recorded_vectors
from pramana.llm.vector_store import StoredVector, VectorStore
from pramana.store import Database
from pramana.trace import Timing, Trail

STEP = "embed"
"""The kind of the steps recorded here."""


@dataclass(slots=True)
class _VectorBatch:
    """Texts on their way to the model, by request. Whoever wants one of them too waits for `done`."""

    texts: Mapping[str, str]
    done: anyio.Event = field(default_factory=anyio.Event)
    found: Mapping[str, StoredVector] = field(default_factory=dict)
    error: Exception | None = None


class Embedder:
    """Turns texts into vectors. A gateway opens it, and shares its budget, spending and mode with it.

    In `spending`, `calls` counts batches and `stored` texts whose vectors were stored.
    """

    def __init__(
        self,
        database: Database,
        settings: EmbedderSettings,
        attempts: Attempts,
        spending: Spending,
        mode: GatewayMode,
        provider: VectorProvider | None = None,
    ) -> None:
        self.settings = settings
        self.limiter = RateLimiter(settings)
        self.breaker = CircuitBreaker(settings)
        self.price = Price(settings)
        self._provider = provider or settings.source().open(settings)
        self._store = VectorStore(database)
        self._attempts = attempts
        self._spending = spending
        self._mode = mode
        self._batches: dict[str, _VectorBatch] = {}
        self._width: int | None = settings.dimensions

    @property
    def name(self) -> str:
        """Return `provider:model`."""
        return f"{self.settings.provider}:{self._provider.name}"

    @property
    def space(self) -> str:
        """Return a name of all that decides a vector but the text: only vectors of one space can be compared."""
        return f"{self.name}-{digest(self._identity('passage'))[:8]}"

    async def embed(self, texts: Sequence[str], *, kind: Kind = "passage", trail: Trail | None = None) -> Matrix:
        """Return one vector of bytes a text, in order; record one step at `trail`.

        A text without visible characters gives zeros, and is not sent. Each vector is stored before it is used, and
        asked for once. Raises BudgetExceeded before a call that could pass the budget, ReplayMiss in a replay where a
        vector is not stored, and the other errors below ModelError; what came before an error stays stored.
        """
        began, place = perf_counter(), trail or Trail()
        requests = [self._request(text, kind) for text in texts]
        wanted = {
            request: self._with_prefix(text, kind) for request, text in zip(requests, texts, strict=True) if request
        }
        body: dict[str, Any] = {
            "embedder": self.name,
            "kind": kind,
            "texts": len(texts),
            "requests": digest(list(wanted)),
        }
        asked = self._spending.of(self.name).calls
        try:
            found = await self._find(wanted, kind, place, body)
        except (*ENDS_RUN, ReplayMiss):
            raise
        except ModelError as error:
            place.record(STEP, {**body, "outcome": {"error": type(error).__name__, "message": str(error)}})
            raise
        vectors = digest_bytes(b"".join(found[request].body for request in wanted))
        later = {request: found[request].revision for request in wanted if found[request].revision > 1}
        body |= {"vectors": vectors, "revisions": later, "outcome": "ok"}
        if self._mode is GatewayMode.REPLAY and self._provider.pure:
            check_computed(place, STEP, body)
        place.record(STEP, body)
        cached = self._spending.of(self.name).calls == asked
        place.timings.append(Timing(place.path, perf_counter() - began, cached))
        return self._matrix([found[request].body if request else b"" for request in requests])

    def estimate(self, texts: Sequence[str], kind: Kind = "passage") -> Usage:
        """Return roughly what `embed` will cost: nothing for what is stored and will be used."""
        if self._provider.pure:
            return Usage()
        wanted = {request: self._with_prefix(text, kind) for text in texts if (request := self._request(text, kind))}
        if self._mode is not GatewayMode.REFRESH:
            stored = self._store.newest(wanted)
            wanted = {request: text for request, text in wanted.items() if request not in stored}
        return self._usage(sum(_bytes(text) for text in wanted.values()) // 4)

    async def aclose(self) -> None:
        """Close the connection to the server."""
        await self._provider.aclose()

    # Requests

    def _identity(self, kind: Kind) -> dict[str, Any]:
        """Return what decides a vector beside the text, as JSON. The prefixes are part of the text."""
        told = self.settings.input_type or self.settings.source().tells_kinds
        return {"embedder": self.name, "dimensions": self.settings.dimensions, "kind": kind if told else None}

    def _with_prefix(self, text: str, kind: Kind) -> str:
        prefix = self.settings.query_prefix if kind == "query" else self.settings.passage_prefix
        return prefix + replace_surrogates(text[: self.settings.longest])

    def _request(self, text: str, kind: Kind) -> str:
        """Return the key of a text's vector; empty for a text that is not sent."""
        if not text[: self.settings.longest].strip():
            return ""
        return digest({**self._identity(kind), "text": self._with_prefix(text, kind)})

    # Vectors

    async def _find(
        self, wanted: Mapping[str, str], kind: Kind, place: Trail, body: Mapping[str, Any]
    ) -> Mapping[str, StoredVector]:
        if self._provider.pure:
            rows = quantised_vectors(
                (await self._provider.vectors(list(wanted.values()), kind)).rows, len(wanted), None
            )
            return {key: StoredVector(key, 1, row.tobytes(), "") for key, row in zip(wanted, rows, strict=True)}
        if self._mode is GatewayMode.REPLAY:
            self._spending.of(self.name).stored += len(wanted)
            return recorded_vectors(self._store, place, STEP, body, wanted)
        return await self._fetch(wanted, kind)

    async def _fetch(self, wanted: Mapping[str, str], kind: Kind) -> dict[str, StoredVector]:
        """Return the vectors: stored ones, those that others have asked for just now, and the rest from the model."""
        found: dict[str, StoredVector] = {}
        while missing := {request: text for request, text in wanted.items() if request not in found}:
            if self._mode is GatewayMode.LIVE:
                stored = self._store.newest(missing)
                found |= stored
                self._spending.of(self.name).stored += len(stored)
                missing = {request: text for request, text in missing.items() if request not in stored}
            await checkpoint()  # a long run of stored vectors can be cancelled, too
            others = {id(batch): batch for key in missing if (batch := self._batches.get(key))}
            found |= await self._lead({key: text for key, text in missing.items() if key not in self._batches}, kind)
            for batch in others.values():
                await batch.done.wait()
                if batch.error is not None:
                    raise _again(batch.error)
                found |= {key: vector for key, vector in batch.found.items() if key in missing}
        return found

    async def _lead(self, texts: Mapping[str, str], kind: Kind) -> dict[str, StoredVector]:
        """Ask for texts in batches that others may wait for. Should this be cancelled, one of them takes its place."""
        if texts:
            self._store.refuse_paying(self.name)
        listed, size = list(texts.items()), self.settings.batch
        batches = [_VectorBatch(dict(listed[start : start + size])) for start in range(0, len(listed), size)]
        for batch in batches:
            self._batches.update(dict.fromkeys(batch.texts, batch))
        pending = iter(batches)

        async def work() -> None:
            for batch in pending:
                if not any(one.error for one in batches):
                    await self._settle(batch, kind)

        try:
            async with anyio.create_task_group() as group:
                for _ in range(min(self.settings.concurrency, len(batches))):
                    group.start_soon(work)
        finally:
            for batch in batches:
                self._release(batch)
        for batch in batches:
            if batch.error is not None:
                raise batch.error
        return {key: vector for batch in batches for key, vector in batch.found.items()}

    async def _settle(self, batch: _VectorBatch, kind: Kind) -> None:
        try:
            batch.found = await self._ask(batch.texts, kind)
        except Exception as error:
            batch.error = error
        finally:
            self._release(batch)

    def _release(self, batch: _VectorBatch) -> None:
        for request in batch.texts:
            if self._batches.get(request) is batch:
                del self._batches[request]
        batch.done.set()

    async def _ask(self, texts: Mapping[str, str], kind: Kind) -> dict[str, StoredVector]:
        """Ask for one batch. Of a refused one each half is asked for alone, until the text that is refused is named."""

        def keep(raw: RawVectors) -> tuple[dict[str, StoredVector] | TransportError, Usage]:
            usage = worst if raw.prompt_tokens is None else self._usage(raw.prompt_tokens)
            return self._keep(raw, texts), usage

        size = sum(_bytes(text) for text in texts.values())
        worst = self._usage(size + MESSAGE_TOKENS * len(texts))
        try:
            send = partial(self._provider.vectors, list(texts.values()), kind)
            return await self._attempts.until_answered(PaidCall(self, size // 4, worst, send, keep))
        except RequestRefused as error:
            if isinstance(error, AccessRefused):
                raise
            if len(texts) == 1:
                raise RequestRefused(f"{error} The text: {next(iter(texts.values()))[:80]!r}") from None
        listed = list(texts.items())
        halves = dict(listed[: len(listed) // 2]), dict(listed[len(listed) // 2 :])
        return {**await self._ask(halves[0], kind), **await self._ask(halves[1], kind)}

    def _keep(self, raw: RawVectors, texts: Mapping[str, str]) -> dict[str, StoredVector] | ServerFailed:
        """Store a batch. What came was paid for even where it is none: then the error is returned, not raised."""
        try:
            rows = quantised_vectors(raw.rows, len(texts), self._width)
        except ServerFailed as error:
            return error
        self._width = rows.shape[1]
        return self._store.add(self.name, {key: row.tobytes() for key, row in zip(texts, rows, strict=True)})

    def _usage(self, tokens: int) -> Usage:
        return Usage(tokens, 0, self.price.cost(tokens, 0))

    def _matrix(self, bodies: Sequence[bytes]) -> Matrix:
        widths = {len(body) for body in bodies if body}
        if len(widths) > 1:
            raise ServerFailed(
                f"{self.name} has given vectors of {_join_widths(widths)} numbers; they cannot be compared."
            )
        width = widths.pop() if widths else self._width or 0
        return np.frombuffer(b"".join(body or bytes(width) for body in bodies), np.int8).reshape(len(bodies), width)


def quantised_vectors(rows: Any, count: int, width: int | None) -> Matrix:
    """Return the vectors of `count` texts as bytes. Raises ServerFailed where `rows` are not such vectors."""
    if isinstance(rows, np.ndarray) and rows.dtype == np.int8:
        return rows
    try:
        table = np.asarray(rows)
        if table.dtype.kind not in "iuf":
            raise ValueError("not all of them are lists of numbers of one length")
        vectors = quantise(table)
    except (ValueError, TypeError, OverflowError) as error:
        raise ServerFailed(f"The server's answer holds no vectors ({error}).") from None
    if len(vectors) != count:
        raise ServerFailed(f"The server's answer holds {len(vectors)} vectors for {count} texts.")
    if vectors.shape[1] == 0 or width not in (None, vectors.shape[1]):
        raise ServerFailed(f"The server's vectors have {vectors.shape[1]} numbers, not {width or 'any'}.")
    return vectors


def _again(error: Exception) -> Exception:
    """Return an error of another's call as one of this call."""
    return type(error)(str(error)) if isinstance(error, ModelError) else error


def _bytes(text: str) -> int:
    return len(text.encode())


def _join_widths(widths: set[int]) -> str:
    return " and ".join(map(str, sorted(widths)))
