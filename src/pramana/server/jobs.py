"""Ingests as jobs: what was uploaded is on disk before it is acknowledged, and a job goes on after a restart."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from pramana.app import AsyncWorkspace, GivenDocument, Progress, replacing
from pramana.errors import InputError, PramanaError, UnknownName, WorkspaceLocked
from pramana.serialization import JsonRecord, JsonShape
from pramana.server.log import now
from pramana.server.problems import problem_of
from pramana.untrusted import Malformed, parse_json, read_body, read_file

FILE = "job.json"
ORIGIN = "upload of {}"
"""Where a document came from that was uploaded: another upload of its name takes its place."""
LOCKED_SECONDS = 1.0
"""How long a job waits before it tries again to write where another process writes."""
MOST_FILES = 1_000
LONGEST_NAME = 200


class IngestState(StrEnum):
    """Where a job is. `queued` and `running` go on after a restart of the server; the others are final."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    PARTIAL = "partial"
    STOPPED = "stopped"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        return self not in (IngestState.QUEUED, IngestState.RUNNING)

    @property
    def can_resume(self) -> bool:
        """Whether it ended before its documents were read, and they are still there."""
        return self in (IngestState.STOPPED, IngestState.FAILED, IngestState.CANCELLED)


@dataclass(frozen=True, slots=True)
class UploadedFile(JsonRecord):
    """A document as it was uploaded: its name, which becomes its doc_id, its size in bytes and its SHA-256."""

    name: str
    bytes: int
    sha: str


@dataclass(slots=True)
class IngestJob(JsonRecord):
    """A job. `progress` counts lines; `report` is the ingest's, `problem` what ended a job that failed."""

    id: str
    state: IngestState
    created: str
    files: tuple[UploadedFile, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    progress: Mapping[str, Any] = field(default_factory=dict)
    report: Mapping[str, Any] | None = None
    problem: Mapping[str, Any] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    cancel: Callable[[], None] | None = None

    json_shape = JsonShape(without=("changed", "cancel"))

    def tell(self) -> None:
        """Wake up whoever waits for news of this job."""
        event, self.changed = self.changed, asyncio.Event()
        event.set()


class JobBook:
    """The jobs of one workspace: kept in its folder `server/jobs`, run one after the other by its one writer."""

    def __init__(self, folder: Path, opener: Callable[[], AsyncWorkspace]) -> None:
        self._folder, self._opener = folder / "server" / "jobs", opener
        self._jobs: dict[str, IngestJob] = {}
        self._wake = asyncio.Event()
        self.lock = asyncio.Lock()
        """Held by whatever writes to the workspace."""

    # Books

    def load(self) -> None:
        """Read the jobs that are on disk, and queue those that had not ended. Uploads cut off half-way are deleted."""
        if not self._folder.is_dir():
            return
        for folder in sorted(self._folder.iterdir()):
            job = _job_in(folder)
            if job is None:
                shutil.rmtree(folder, ignore_errors=True)
                continue
            if not job.state.is_final:
                job.state = IngestState.QUEUED
            self._jobs[job.id] = job
        self._wake.set()

    def jobs(self) -> list[IngestJob]:
        """Return all jobs, the oldest first."""
        return sorted(self._jobs.values(), key=lambda job: (job.created, job.id))

    def job(self, job_id: str) -> IngestJob:
        """Return a job. Raises UnknownName."""
        if job_id not in self._jobs:
            raise UnknownName("job", job_id, list(self._jobs))
        return self._jobs[job_id]

    def add(self, files: Sequence[tuple[str, bytes]], options: Mapping[str, Any]) -> IngestJob:
        """Store files, on disk when this returns, and queue their ingest. Raises InputError for a name of none."""
        if not 1 <= len(files) <= MOST_FILES:
            raise InputError(f"Upload 1 to {MOST_FILES:,} files at once, not {len(files):,}.")
        for name, _ in files:
            check_name(name)
        if len({name for name, _ in files}) < len(files):
            raise InputError("Two files of one upload have the same name.")
        job_id = token_hex(8)
        folder = self._folder / job_id
        folder.mkdir(parents=True)
        for number, (_, body) in enumerate(files):
            _write_synced(folder / str(number), body)
        uploaded = tuple(UploadedFile(name, len(body), sha256(body).hexdigest()) for name, body in files)
        job = IngestJob(job_id, IngestState.QUEUED, now(), uploaded, options)
        self._save(job)
        self._jobs[job_id] = job
        self._wake.set()
        return job

    def resume(self, job_id: str) -> IngestJob:
        """Queue a job again that was stopped or cancelled, or failed; lines that were read are not read again.

        Raises InputError for another.
        """
        job = self.job(job_id)
        if not job.state.can_resume:
            raise InputError(f"The job {job_id} is {job.state}: only one that ended early can be resumed.")
        job.state, job.problem, job.report = IngestState.QUEUED, None, None
        self._save(job)
        self._wake.set()
        return job

    def drop(self, job_id: str) -> None:
        """Delete the record of a job that has ended, and its upload. Raises UnknownName, InputError."""
        if not self.job(job_id).state.is_final:
            raise InputError(f"The job {job_id} has not ended. Cancel it first.")
        shutil.rmtree(self._folder / job_id, ignore_errors=True)
        del self._jobs[job_id]

    def stop(self, job_id: str) -> IngestJob:
        """Cancel a job. What was read stays; one that has ended is not changed."""
        job = self.job(job_id)
        if job.state is IngestState.QUEUED:
            self._end(job, IngestState.CANCELLED)
        elif job.cancel is not None:
            job.cancel()
        return job

    def _save(self, job: IngestJob) -> None:
        with replacing(self._folder / job.id / FILE) as file:
            json.dump(job.as_json(), file)

    def _end(self, job: IngestJob, state: IngestState) -> None:
        job.state, job.cancel = state, None
        self._save(job)
        if not state.can_resume:  # the workspace has what was read; the upload is not needed any more
            for number in range(len(job.files)):
                (self._folder / job.id / str(number)).unlink(missing_ok=True)
        job.tell()

    # Work

    async def work(self) -> None:
        """Run queued jobs for ever, one after the other."""
        while True:
            self._wake.clear()
            for job in self.jobs():
                if job.state is IngestState.QUEUED:
                    async with self.lock:
                        await self._run(job)
            await self._wake.wait()

    async def _run(self, job: IngestJob) -> None:
        job.state = IngestState.RUNNING
        self._save(job)
        job.tell()
        task = asyncio.create_task(asyncio.to_thread(self._ingest, job, asyncio.get_running_loop()))
        try:
            job.report = await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():  # the server stops: the job is on disk as running, and goes on when it starts again
                self._halt(job)
                with suppress(BaseException):
                    await task
                raise
            self._end(job, IngestState.CANCELLED)
        except WorkspaceLocked:
            job.state = IngestState.QUEUED
            self._wake.set()
            await asyncio.sleep(LOCKED_SECONDS)
        except Exception as error:
            job.problem = problem_of(error)
            self._end(job, IngestState.FAILED)
        else:
            self._end(job, _state_of(job.report))

    @staticmethod
    def _halt(job: IngestJob) -> None:
        if job.cancel is not None:
            job.cancel()

    def _ingest(self, job: IngestJob, loop: asyncio.AbstractEventLoop) -> Mapping[str, Any]:
        """Read the documents of a job, in a thread with an event loop of its own."""

        def observe(progress: Progress) -> None:
            job.progress = {"done": progress.done, "total": progress.total, "following": progress.following is not None}
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(job.tell)

        async def ingest() -> Mapping[str, Any]:
            task, here = asyncio.current_task(), asyncio.get_running_loop()
            assert task is not None
            job.cancel = partial(_cancel, here, task)
            documents = [
                GivenDocument(file.name, read_body(self._folder / job.id / str(number)), ORIGIN.format(file.name))
                for number, file in enumerate(job.files)
            ]
            async with self._opener() as workspace:
                report = await workspace.ingest(documents, observe=observe, **job.options)
                return report.as_json()

        return asyncio.run(ingest())


def _cancel(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> None:
    with suppress(RuntimeError):  # the loop has ended, and the task with it
        loop.call_soon_threadsafe(task.cancel)


def check_name(name: str) -> str:
    """Return the name of an upload. Raises InputError for one that is a path, or could be mistaken for one."""
    bad = name in ("", ".", "..") or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip()
    if bad or any(sign in name for sign in "/\\:") or name.startswith("."):
        raise InputError(f"{name[:60]!r} is not the name of a document. Use a plain file name, e.g. minutes.txt.")
    return name


def _job_in(folder: Path) -> IngestJob | None:
    """Return the job that a folder holds, None where it holds none that was acknowledged."""
    try:
        held = parse_json(read_file(folder / FILE))
        files = tuple(UploadedFile(each["name"], each["bytes"], each["sha"]) for each in held["files"])
        kept = {name: held[name] for name in ("options", "progress", "report", "problem")}
        return IngestJob(held["id"], IngestState(held["state"]), held["created"], files, **kept)
    except (InputError, Malformed, PramanaError, KeyError, TypeError, ValueError):
        return None


def _state_of(report: Mapping[str, Any]) -> IngestState:
    """Return how a job ended whose ingest has a report."""
    status = str(report.get("status", "done"))
    if status == IngestState.DONE and report.get("refused_documents"):
        return IngestState.PARTIAL
    return IngestState(status) if status in tuple(IngestState) else IngestState.FAILED


def _write_synced(path: Path, body: bytes) -> None:
    with path.open("xb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
