"""A provider over a server's batch API: calls are collected into jobs, which take hours and cost half.

OpenAI's and Anthropic's batch APIs take a file of requests, answer within 24 hours, and charge half the price
(https://platform.openai.com/docs/guides/batch, https://docs.claude.com/en/docs/build-with-claude/batch-processing).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import anyio

from pramana.canonical import digest
from pramana.errors import (
    CallTimedOut,
    ConfigError,
    ConnectionFailed,
    ModelError,
    RequestRefused,
    ServerFailed,
    TransportError,
)
from pramana.llm.batch_jobs import BatchJob, BatchJobs
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated
from pramana.llm.providers.batches import NAME_LENGTH, BatchAnswer, BatchEndpoint, BatchRequest, JobState
from pramana.llm.providers.plugin import Opening
from pramana.llm.settings import BATCH_IN_FLIGHT
from pramana.store import Database

MOST_REQUESTS = 2_000
"""Requests in one job. Servers take 50,000 and more; smaller jobs bring the first answers sooner, and bound memory."""
MOST_BYTES = 20_000_000
"""Bytes of requests in one job, for the same reason. OpenAI takes 200 MB, Anthropic 256 MB."""
NO_LIMITS: dict[str, Any] = {"concurrency": BATCH_IN_FLIGHT, "rpm": None, "tpm": None}
"""A batch API has limits of its own; those of direct calls do not count there."""
FAILED_LOOKS = 60
"""After this many looks in a row that failed the run ends, to be resumed: an hour at the slowest pace."""


@dataclass(frozen=True, slots=True)
class JobProgress:
    """What a person who waits is told: jobs that are open at the server, and the requests in them and done of them."""

    jobs: int
    requests: int
    done: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchPace:
    """How a batch API is asked.

    `linger_s`: a job is sent when no request has come for so long. All work that can go on without an answer has
    asked by then, since it waits for nothing else. `first_look_s`, `longest_look_s`: the time between two looks at the
    open jobs, which doubles from one to the other; servers ask for no more than about one look a minute.
    """

    linger_s: float = 1.0
    first_look_s: float = 5.0
    longest_look_s: float = 60.0


@dataclass(slots=True)
class _PendingAnswer:
    request: BatchRequest
    size: int
    changed: anyio.Event = field(default_factory=anyio.Event)
    answer: BatchAnswer | None = None
    error: ModelError | None = None

    @property
    def is_done(self) -> bool:
        return self.answer is not None or self.error is not None


class BatchProvider:
    """The provider of one model behind its batch API. Use it in one event loop.

    A request that an earlier process sent is not sent again: its answer is fetched from the job that holds it. Whoever
    waits for an answer takes turns at the work for all: sending what was collected, and looking at the open jobs.
    """

    reads_messages = True

    def __init__(
        self,
        endpoint: BatchEndpoint,
        jobs: BatchJobs,
        pace: BatchPace | None = None,
        observe: Callable[[JobProgress], None] | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._jobs = jobs
        self._pace = pace or BatchPace()
        self._observe = observe or (lambda _: None)
        self._waiting: dict[str, _PendingAnswer] = {}
        self._unsent: dict[str, _PendingAnswer] = {}
        self._answered: list[str] = []
        self._newest = 0.0
        self._asked = anyio.Event()
        self._is_driven = False
        self._failed_looks = 0

    async def complete(self, ask: Ask) -> RawResponse | Renegotiated:
        """Answer one call when its job has ended. Raises what a direct call would."""
        request = self._endpoint.request(ask)
        waiting = self._waiting.get(request.name) or self._enter(request)
        while not waiting.is_done:
            await self._wait(waiting)
        self._answered.append(request.name)
        if waiting.error is not None:
            raise type(waiting.error)(str(waiting.error))
        assert waiting.answer is not None
        return self._endpoint.read(waiting.request, waiting.answer)

    async def aclose(self) -> None:
        self._forget_answered()
        await self._endpoint.aclose()

    def _enter(self, request: BatchRequest) -> _PendingAnswer:
        """Take up a request: to be sent, unless an open job holds it."""
        self._forget_answered()
        waiting = self._waiting[request.name] = _PendingAnswer(request, len(str(request.body).encode()))
        if self._jobs.job_of(request.name) is None:
            self._unsent[request.name] = waiting
            self._newest = anyio.current_time()
            self._asked.set()
        return waiting

    def _forget_answered(self) -> None:
        """Forget what was answered at an earlier turn: by now its answer is in the store of responses."""
        self._jobs.forget(self._answered)
        self._answered.clear()

    async def _wait(self, waiting: _PendingAnswer) -> None:
        """Wait for a turn of somebody else, or take one."""
        if self._is_driven:
            await waiting.changed.wait()
            return
        self._is_driven = True
        try:
            await self._drive(waiting)
        finally:
            self._is_driven = False
            for each in self._waiting.values():
                self._wake(each)

    def _wake(self, waiting: _PendingAnswer) -> None:
        waiting.changed.set()
        waiting.changed = anyio.Event()

    async def _drive(self, mine: _PendingAnswer) -> None:
        """Send and look until the answer to `mine` is there."""
        look = self._pace.first_look_s
        while not mine.is_done:
            if self._unsent:
                await self._send_when_quiet()
                look = self._pace.first_look_s
            if await self._look() or mine.is_done:
                continue
            self._asked = anyio.Event()
            with anyio.move_on_after(look):
                await self._asked.wait()
            look = min(2 * look, self._pace.longest_look_s)

    async def _send_when_quiet(self) -> None:
        while (quiet := self._newest + self._pace.linger_s - anyio.current_time()) > 0:  # noqa: ASYNC110 (as in limits)
            await anyio.sleep(quiet)
        while self._unsent:
            await self._send(self._next_job())

    def _next_job(self) -> list[_PendingAnswer]:
        """Return as many of the unsent requests as one job takes, in the order of their names."""
        chosen: list[_PendingAnswer] = []
        size = 0
        for name in sorted(self._unsent):
            waiting = self._unsent[name]
            full = len(chosen) >= MOST_REQUESTS or size + waiting.size > MOST_BYTES
            if chosen and full:
                break
            chosen.append(waiting)
            size += waiting.size
        return chosen

    async def _send(self, chosen: list[_PendingAnswer]) -> None:
        """Note a job, send it, and note the server's name of it. A job that is refused fails each of its requests."""
        names = [waiting.request.name for waiting in chosen]
        job = digest(names)[:NAME_LENGTH]
        self._jobs.begin(job, names)
        for name in names:
            del self._unsent[name]
        try:
            self._jobs.note_sent(job, await self._endpoint.submit(job, [waiting.request for waiting in chosen]))
        except (ConnectionFailed, CallTimedOut):
            return  # it may have arrived: the next look finds out
        except ModelError as error:
            self._fail(names, error)

    def _fail(self, names: list[str], error: ModelError) -> None:
        self._jobs.forget(names)
        for name in names:
            if (waiting := self._waiting.pop(name, None)) is not None:
                waiting.error = error
                self._wake(waiting)

    async def _look(self) -> bool:
        """Look at the open jobs, and return whether one brought answers. A failure ends the run only when it lasts."""
        try:
            brought = await self._look_at_jobs()
        except TransportError:
            self._failed_looks += 1
            if self._failed_looks > FAILED_LOOKS:
                raise
            return False
        self._failed_looks = 0
        return brought

    async def _look_at_jobs(self) -> bool:
        """Look at every open job; return whether one brought answers."""
        self._forget_answered()
        progress = JobProgress(0, 0, 0)
        brought = False
        for job in self._jobs.open():
            if not any(name in self._waiting for name in self._jobs.requests(job.job)):
                continue  # of an earlier run that nobody goes on with now
            server_id = job.server_id or await self._endpoint.find(job.job)
            state = await self._state(job, server_id)
            if state.state == "running":
                done = progress.done + state.done
                progress = JobProgress(progress.jobs + 1, progress.requests + job.requests, done)
            else:
                await self._take(job, server_id, state)
                brought = True
        self._observe(progress)
        return brought

    async def _state(self, job: BatchJob, server_id: str | None) -> JobState:
        """Return how far a job is. One that never reached the server has failed, and its requests are sent again."""
        if server_id is None:
            return JobState("failed", reason="It never reached the server.")
        if job.server_id is None:
            self._jobs.note_sent(job.job, server_id)
        return await self._endpoint.state(server_id)

    async def _take(self, job: BatchJob, server_id: str | None, state: JobState) -> None:
        """Give the answers of an ended job to those who wait for them."""
        names = self._jobs.requests(job.job)
        if state.state == "failed" and server_id is not None:
            return self._fail(names, RequestRefused(f"The server refused the job {server_id}: {state.reason}"))
        if server_id is not None:
            for answer in await self._endpoint.answers(server_id):
                if answer.name in names and answer.status:
                    self._deliver(answer)
        left = [name for name in names if name in self._waiting]
        self._fail(left, ServerFailed(f"The job {server_id or job.job} ended without an answer to this request."))
        return None

    def _deliver(self, answer: BatchAnswer) -> None:
        waiting = self._waiting.pop(answer.name, None)
        if waiting is not None:
            waiting.answer = answer
            self._wake(waiting)


def open_batches(opening: Opening, database: Database, observe: Callable[[JobProgress], None]) -> BatchProvider:
    """Return the provider of a model behind its server's batch API. Raises ConfigError where there is none."""
    settings = opening.settings
    source = settings.source()
    if source.batches is None:
        raise ConfigError(f"The provider {settings.provider!r} of the model {opening.name!r} has no batch API.")
    at = settings.base_url or source.default_url
    longest = settings.batch_look_s
    pace = BatchPace(linger_s=min(1.0, longest), first_look_s=min(5.0, longest), longest_look_s=longest)
    jobs = BatchJobs(database, f"{settings.provider}:{settings.model} at {at}")
    return BatchProvider(source.batches(opening), jobs, pace, observe)
