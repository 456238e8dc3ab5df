"""The workspaces that a server holds open: readers, one writer, jobs and an audit log for each."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeVar

from pramana.app import AsyncWorkspace, open_async
from pramana.errors import UnknownName
from pramana.server.chats import ChatBook
from pramana.server.idempotency import WrittenAnswers
from pramana.server.jobs import JobBook, ServerJobState
from pramana.server.log import AuditLog
from pramana.server.readers import ReaderPool, ServerBusy
from pramana.server.settings import ServeSettings

T = TypeVar("T")


class ServedWorkspace:
    """One workspace, with all that serves it."""

    def __init__(self, name: str, folder: Path, settings: ServeSettings) -> None:
        self.name, self.folder, limits = name, folder, settings.limits
        self._opener: Callable[[], AsyncWorkspace] = lambda: open_async(
            folder, flags=settings.flags, read_only=settings.read_only
        )
        self.readers = ReaderPool(self._opener, limits.readers, limits.waiting, limits.seconds)
        self.sessions = ReaderPool(self._opener, 1, limits.waiting, limits.seconds)
        """Does what agents do to graphs that grow: in one thread, which keeps them open."""
        self.chats = ChatBook(folder, self.readers, kept=not settings.read_only)
        self._here: AsyncWorkspace | None = None
        self.audit = AuditLog(folder / "server")
        self.jobs = JobBook(folder, settings, self.audit)
        self.answers = WrittenAnswers(folder)

    def stamp(self) -> str:
        """Return a text that changes with what answers depend on. For the event loop's thread."""
        return self.here().catalogue.stamp()

    def here(self) -> AsyncWorkspace:
        """Return the workspace as the event loop's thread has it open: for what takes less time than handing it to a
        reader, and for nothing that can take longer than a few milliseconds."""
        if self._here is None:
            self._here = self._opener()
        return self._here

    async def close(self) -> None:
        """Wait for what runs, and close the workspace."""
        await self.jobs.close()
        for pool in (self.readers, self.sessions):
            await asyncio.to_thread(pool.close)
        if self._here is not None:
            await self._here.aclose()


class Desk:
    """All workspaces of a server. `start` opens each once, so that what is wrong with one is said at the start."""

    def __init__(self, settings: ServeSettings) -> None:
        self.settings = settings
        self.workspaces = {name: ServedWorkspace(name, folder, settings) for name, folder in settings.folders.items()}
        self.is_ready = False
        self.is_stopping: Callable[[], bool] = lambda: not self.is_ready
        self.streams = 0
        """Answers that are sent as events now: of questions, and of jobs that are followed."""
        self._tasks: list[asyncio.Task[Any]] = []

    def workspace(self, name: str) -> ServedWorkspace:
        """Return a workspace by its name. Raises UnknownName."""
        if name not in self.workspaces:
            raise UnknownName("workspace", name, list(self.workspaces))
        return self.workspaces[name]

    def only_name(self, name: str) -> str:
        """Return the name that is meant: `name`, or that of the only workspace where none is given."""
        return name or (next(iter(self.workspaces)) if len(self.workspaces) == 1 else "")

    async def read(self, name: str, work: Callable[[AsyncWorkspace], Awaitable[T]]) -> T:
        """Run work that reads a workspace. Raises what ReaderPool.use raises, and UnknownName."""
        return await self.workspace(name).readers.use(work)

    def check_streams(self) -> None:
        """Raise ServerBusy where as many streams of events are open as may be."""
        if self.streams >= self.settings.limits.streams:
            raise ServerBusy("Too many streams of events are open. Try again in a second.")

    async def count_stream(self, events: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
        """Yield events, which count as one stream until they end or nobody reads on."""
        self.streams += 1
        try:
            async with aclosing(events):
                async for event in events:
                    yield event
        finally:
            self.streams -= 1

    def gauges(self) -> list[tuple[str, str, dict[str, int]]]:
        """Return what goes on now: each gauge with what it says, and its value by labels as Prometheus writes them."""
        jobs, readers = {}, {}
        for name, served in self.workspaces.items():
            states = Counter(job.state for job in served.jobs.jobs())
            for state in (ServerJobState.QUEUED, ServerJobState.RUNNING):
                jobs[f'{{workspace="{name}",state="{state}"}}'] = states[state]
            readers[f'{{workspace="{name}",state="busy"}}'] = served.readers.busy
            readers[f'{{workspace="{name}",state="waiting"}}'] = served.readers.waiting
        return [
            ("pramana_jobs", "Jobs that wait or run.", jobs),
            ("pramana_readers", "Readers at work, and requests that wait for one.", readers),
            ("pramana_streams", "Streams of events that are open.", {"": self.streams}),
        ]

    async def start(self) -> None:
        """Open every workspace, and begin to work on jobs. Raises what opening raises."""
        for served in self.workspaces.values():
            await served.readers.use(_touch)
            served.chats.load()
            if self.settings.allow_writes:
                served.jobs.load()
                self._tasks += [asyncio.create_task(served.jobs.work(writing)) for writing in (True, False)]
        self.is_ready = True

    async def stop(self) -> None:
        """End jobs so that they go on at the next start, and close all workspaces."""
        self.is_ready = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for served in self.workspaces.values():
            await served.close()


async def _touch(workspace: AsyncWorkspace) -> str:
    return workspace.graph_hash()
