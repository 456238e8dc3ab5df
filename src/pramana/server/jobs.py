"""Jobs: long work, kept on disk before it is acknowledged, done in processes of their own, and done after a restart."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from pramana.app import replacing
from pramana.errors import InputError, PramanaError, UnknownName
from pramana.serialization import JsonRecord, JsonShape
from pramana.server.job_process import JobEnd, JobProcess, SpareProcess
from pramana.server.job_work import CHANGES, WRITING, JobOrder
from pramana.server.log import AuditLog, now
from pramana.server.problems import JobFailed, make_problem, problem_of
from pramana.server.settings import ServeSettings
from pramana.untrusted import Malformed, parse_json, read_file

FILE = "job.json"
MOST_FILES = 1_000
LONGEST_NAME = 200
POLL_SECONDS = 1.0
"""How often whoever waits for a job looks whether the server stops."""
MOST_ENDED = 200
"""Jobs that are kept after their end: whoever looks at a list looks no further back, and each may have its files."""
AGAIN_SECONDS = 1.0
"""How long a job waits whose process was killed: what killed it may go by."""
MOST_ATTEMPTS = 3
"""How often a job is begun whose process was killed: what kills it each time, such as too little memory, goes on."""


class ServerJobState(StrEnum):
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
        return self not in (ServerJobState.QUEUED, ServerJobState.RUNNING)


EARLY_ENDS = (ServerJobState.STOPPED, ServerJobState.FAILED, ServerJobState.CANCELLED)


@dataclass(frozen=True, slots=True)
class UploadedFile(JsonRecord):
    """A file as it was uploaded: its name, its size in bytes and its SHA-256."""

    name: str
    bytes: int
    sha: str


@dataclass(slots=True)
class ServerJob(JsonRecord):
    """A job. `progress` counts what is done, `report` is what came of it, `problem` what ended a job that failed,
    `outputs` are the names of files that it wrote."""

    id: str
    kind: str
    state: ServerJobState
    created: str
    files: tuple[UploadedFile, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    progress: Mapping[str, Any] = field(default_factory=dict)
    report: Any = None
    problem: Mapping[str, Any] | None = None
    outputs: tuple[str, ...] = ()
    attempts: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    process: JobProcess | None = None

    json_shape = JsonShape(without=("changed", "process"), plus=("cost",))

    @property
    def cost(self) -> Mapping[str, Any] | None:
        """What it cost: calls, tokens, money (millionths of a US dollar); None where that is not known."""
        found = self.report if isinstance(self.report, Mapping) else {}
        return next((found[name] for name in ("spending", "cost") if isinstance(found.get(name), Mapping)), None)

    @property
    def can_resume(self) -> bool:
        """Whether it ended before its work was done, and what it was given is still there. A change of the graph is
        sent again instead: who may resume jobs may not do all of them."""
        return self.state in EARLY_ENDS and self.kind not in CHANGES

    def tell(self) -> None:
        """Wake up whoever waits for news of this job."""
        event, self.changed = self.changed, asyncio.Event()
        event.set()

    async def wait_for_end(self, seconds: float, is_stopping: Callable[[], bool]) -> bool:
        """Return whether it has ended; waits for that for some seconds, and no longer than the server goes on."""
        until = time.monotonic() + seconds
        while not self.state.is_final and time.monotonic() < until and not is_stopping():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), min(POLL_SECONDS, until - time.monotonic()))
        return self.state.is_final


class JobBook:
    """The jobs of one workspace, kept in its folder `server/jobs`. Those that write run one after the other, and so do
    the others, beside them."""

    def __init__(self, folder: Path, settings: ServeSettings, audit: AuditLog) -> None:
        self._workspace, self._settings, self._audit = folder, settings, audit
        self._folder = folder / "server" / "jobs"
        self._jobs: dict[str, ServerJob] = {}
        self._spare = SpareProcess()
        self._wakes = {True: asyncio.Event(), False: asyncio.Event()}

    # Books

    def load(self) -> None:
        """Read the jobs that are on disk, and queue those that had not ended. Uploads cut off half-way are deleted."""
        if not self._folder.is_dir():
            return
        for folder in sorted(self._folder.iterdir(), key=_changed_at):
            job = _job_in(folder)
            if job is None:
                shutil.rmtree(folder, ignore_errors=True)
                continue
            if not job.state.is_final:
                job.state, job.attempts = ServerJobState.QUEUED, 0
            self._jobs[job.id] = job
        self._forget_oldest()
        self._wake()

    def jobs(self) -> list[ServerJob]:
        """Return all jobs, the oldest first."""
        return sorted(self._jobs.values(), key=lambda job: (job.created, job.id))

    def job(self, job_id: str) -> ServerJob:
        """Return a job. Raises UnknownName."""
        if job_id not in self._jobs:
            raise UnknownName("job", job_id, list(self._jobs))
        return self._jobs[job_id]

    async def add(self, kind: str, files: Sequence[tuple[str, bytes]], options: Mapping[str, Any]) -> ServerJob:
        """Store what a job is given, on disk when this returns, and queue it. Raises InputError for a bad file name."""
        job = await asyncio.to_thread(self._store, kind, files, options)
        self._jobs[job.id] = job
        self._wake()
        return job

    def _store(self, kind: str, files: Sequence[tuple[str, bytes]], options: Mapping[str, Any]) -> ServerJob:
        if len(files) > MOST_FILES:
            raise InputError(f"Upload at most {MOST_FILES:,} files at once, not {len(files):,}.")
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
        job = ServerJob(job_id, kind, ServerJobState.QUEUED, now(), uploaded, options)
        self._save(job)
        _sync_folder(folder)
        return job

    def resume(self, job_id: str) -> ServerJob:
        """Queue a job again that was stopped or cancelled, or failed; lines that were read are not read again.

        Raises InputError for another.
        """
        job = self.job(job_id)
        if not job.can_resume:
            raise InputError(f"The job {job_id} is {job.state}: only one that ended early can be resumed.")
        job.state, job.problem, job.report, job.attempts = ServerJobState.QUEUED, None, None, 0
        self._save(job)
        self._wake()
        return job

    def drop(self, job_id: str) -> None:
        """Delete the record of a job that has ended, and its files. Raises UnknownName, InputError."""
        if not self.job(job_id).state.is_final:
            raise InputError(f"The job {job_id} has not ended. Cancel it first.")
        self._forget(job_id)

    def _forget(self, job_id: str) -> None:
        self._jobs.pop(job_id, None)
        shutil.rmtree(self._folder / job_id, ignore_errors=True)

    def _forget_oldest(self) -> None:
        """Forget the jobs that ended first, where they are too many: the last to end is the last of all."""
        ended = [job for job in self._jobs.values() if job.state.is_final]
        for job in ended[:-MOST_ENDED]:
            self._forget(job.id)

    def _forget_uploads(self, documents: Collection[str]) -> None:
        """Forget the jobs that ended early and hold the text of documents that are purged."""
        for job in list(self._jobs.values()):
            if job.can_resume and any(file.name in documents for file in job.files):
                self._forget(job.id)

    def take_report(self, job: ServerJob) -> Any:
        """Return the report of a job that has ended, and forget the job. Raises JobFailed where there is none."""
        self._forget(job.id)  # somebody else may have done so
        if job.problem is not None or job.report is None:
            raise JobFailed(job.problem or make_problem(409, f"It was {job.state}."))
        return job.report

    def stop(self, job_id: str) -> ServerJob:
        """Cancel a job. What was read stays; one that has ended is not changed."""
        job = self.job(job_id)
        if job.state is ServerJobState.QUEUED:
            self._end(job, ServerJobState.CANCELLED)
        elif job.process is not None:
            job.process.cancel()
        return job

    def output(self, job_id: str, name: str) -> Path:
        """Return the file that a job wrote under a name. Raises UnknownName for one that it does not list."""
        job = self.job(job_id)
        if name not in job.outputs:
            raise UnknownName("output", name, job.outputs)
        return self._folder / job_id / "out" / name

    def _wake(self) -> None:
        for event in self._wakes.values():
            event.set()

    def _save(self, job: ServerJob) -> None:
        with replacing(self._folder / job.id / FILE) as file:
            json.dump(job.as_json(), file)

    def _end(self, job: ServerJob, state: ServerJobState) -> None:
        job.state = state
        self._save(job)
        self._audit.write(None, f"{job.kind} ended", {"job": job.id}, str(state))
        if not job.can_resume:  # what was uploaded is in the workspace, or not needed any more
            for number in range(len(job.files)):
                (self._folder / job.id / str(number)).unlink(missing_ok=True)
        if job.id in self._jobs:
            self._jobs[job.id] = self._jobs.pop(job.id)
        if job.kind == "remove" and state is ServerJobState.DONE and job.options["purge"]:
            self._forget_uploads(job.options["documents"])
        self._forget_oldest()
        job.tell()

    # Work

    async def work(self, writing: bool) -> None:
        """Run queued jobs for ever, one after the other: those that write to the workspace, or the others."""
        while True:
            self._wakes[writing].clear()
            for job in self.jobs():
                if job.state is ServerJobState.QUEUED and (job.kind in WRITING) is writing:
                    await self._run_or_fail(job)
            await self._wakes[writing].wait()

    async def _run_or_fail(self, job: ServerJob) -> None:
        """Run a job. One that cannot be begun or recorded (a full disk, too many processes) ends; others go on."""
        try:
            await self._run(job)
        except Exception as error:
            sys.stderr.write(f"A job of kind {job.kind} failed: {type(error).__name__}: {error}\n")
            job.problem = problem_of(error)
            with suppress(OSError, PramanaError):
                self._end(job, ServerJobState.FAILED)
            job.tell()

    async def _run(self, job: ServerJob) -> None:
        job.state, job.attempts = ServerJobState.RUNNING, job.attempts + 1
        self._save(job)
        job.tell()

        def observe(progress: Mapping[str, Any]) -> None:
            job.progress = progress
            job.tell()

        job.process = self._spare.take() if job.kind in CHANGES else JobProcess()
        try:
            end = await job.process.run(self._order(job), observe)
        finally:  # also where the server stops: the job is on disk as running, and goes on at its start
            await asyncio.shield(job.process.close())
            job.process = None
        await self._note(job, end)
        if job.kind in CHANGES:
            with suppress(OSError):  # the next change starts a process of its own
                await self._spare.prepare()

    async def _note(self, job: ServerJob, end: JobEnd) -> None:
        """Record how a job's process ended. One that was killed is begun again."""
        if end.lost and job.attempts < MOST_ATTEMPTS:
            job.state = ServerJobState.QUEUED
            self._save(job)
            self._wake()
            await asyncio.sleep(AGAIN_SECONDS)
            return
        job.report, job.problem, job.outputs = end.report, end.problem, end.outputs
        if end.cancelled:
            self._end(job, ServerJobState.CANCELLED)
        elif end.lost:
            job.problem = make_problem(500, f"The job's process was ended from outside {MOST_ATTEMPTS} times.")
            self._end(job, ServerJobState.FAILED)
        else:
            self._end(job, ServerJobState.FAILED if end.problem is not None else _state_of(end.report))

    async def close(self) -> None:
        """End the process that waits for a change."""
        await self._spare.close()

    def _order(self, job: ServerJob) -> JobOrder:
        return JobOrder(
            str(self._workspace),
            str(self._folder / job.id),
            job.kind,
            tuple(file.name for file in job.files),
            dict(job.options),
            dict(self._settings.flags),
            None if self._settings.handlers is None else str(self._settings.handlers),
        )


def check_name(name: str) -> str:
    """Return the name of an upload. Raises InputError for one that is a path, or could be mistaken for one."""
    bad = name in ("", ".", "..") or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip()
    if bad or any(sign in name for sign in "/\\:") or name.startswith("."):
        raise InputError(f"{name[:60]!r} is not the name of a document. Use a plain file name, e.g. minutes.txt.")
    return name


def _job_in(folder: Path) -> ServerJob | None:
    """Return the job that a folder holds, None where it holds none that was acknowledged."""
    try:
        held = parse_json(read_file(folder / FILE))
        files = tuple(UploadedFile(each["name"], each["bytes"], each["sha"]) for each in held["files"])
        kept = {name: held[name] for name in ("options", "progress", "report", "problem", "attempts")}
        state, outputs = ServerJobState(held["state"]), tuple(held["outputs"])
        return ServerJob(held["id"], held["kind"], state, held["created"], files, outputs=outputs, **kept)
    except (InputError, Malformed, PramanaError, KeyError, TypeError, ValueError):
        return None


def _changed_at(folder: Path) -> tuple[float, str]:
    """Return when a job was last written, which of one that has ended is its end."""
    file = folder / FILE
    return (file.stat().st_mtime if file.is_file() else 0.0, folder.name)


def _state_of(report: Any) -> ServerJobState:
    """Return how a job ended that has a report."""
    found = report if isinstance(report, Mapping) else {}
    status = str(found.get("status", "done"))
    if status == ServerJobState.DONE and found.get("refused_documents"):
        return ServerJobState.PARTIAL
    return ServerJobState(status) if status in tuple(ServerJobState) else ServerJobState.DONE


def _write_synced(path: Path, body: bytes) -> None:
    with path.open("xb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Have the names of the files in a folder, and its own, on disk, where the system can do that."""
    for each in (folder, folder.parent):
        with suppress(OSError):
            opened = os.open(each, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)
