"""The book of jobs: what is kept of those that ended, and that nothing that goes wrong with one holds up the others."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from served import make_workspace, need_extras

from pramana.app import open_async
from pramana.server import jobs
from pramana.server.job_process import LOCKED_SECONDS, JobProcess
from pramana.server.jobs import JobBook, ServerJob
from pramana.server.log import AuditLog
from pramana.server.settings import ServeSettings

SPLIT = {"what": "split", "one": "Rama", "number": None, "why": "two people"}
EXPORT = {"format": "graphml", "exact": False}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    need_extras()
    return make_workspace(tmp_path / "ws")


def book_of(folder: Path) -> JobBook:
    return JobBook(folder, ServeSettings({}), AuditLog(folder / "server"))


@asynccontextmanager
async def working(book: JobBook, writing: bool) -> AsyncIterator[None]:
    """Have the jobs of a book done meanwhile."""
    work = asyncio.create_task(book.work(writing))
    yield
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    await book.close()


async def states(*ended: ServerJob) -> list[str]:
    """Return how jobs end."""
    for job in ended:
        assert await job.wait_for_end(300, lambda: False)
    return [job.state for job in ended]


async def until_locked(job: ServerJob) -> None:
    while not job.progress.get("locked"):
        await asyncio.wait_for(job.changed.wait(), 300)


def stop_all(book: JobBook, stopped: Sequence[ServerJob]) -> None:
    for job in stopped:
        book.stop(job.id)


def test_a_job_that_cannot_be_recorded_fails_and_the_next_is_done(folder: Path) -> None:
    async def use() -> tuple[list[str], int]:
        book = book_of(folder)
        lost, other = [await book.add("export", [], EXPORT) for _ in range(2)]
        shutil.rmtree(folder / "server" / "jobs" / lost.id)
        async with working(book, writing=False):
            found = await states(lost, other)
        assert lost.problem is not None
        return found, lost.problem["status"]

    assert asyncio.run(use()) == (["failed", "done"], 400)


def test_of_the_jobs_that_ended_the_last_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last to end, whenever they began, also after a restart; a job that has not ended is always kept."""
    monkeypatch.setattr(jobs, "MOST_ENDED", 3)

    async def use() -> tuple[list[str], list[str]]:
        book = book_of(folder)
        first, second, third, fourth, waits = [await book.add("ingest", [("a.txt", b"A.")], {}) for _ in range(5)]
        stop_all(book, (second, third, fourth, first))
        expected = [first.id, third.id, fourth.id, waits.id]
        assert [job.id for job in book.jobs()] == expected
        assert sorted(each.name for each in (folder / "server" / "jobs").iterdir()) == sorted(expected)
        monkeypatch.setattr(jobs, "MOST_ENDED", 1)
        again = book_of(folder)
        again.load()
        return [job.id for job in again.jobs()], [first.id, waits.id]

    found, expected = asyncio.run(use())
    assert found == expected


def test_a_purge_forgets_uploads_of_the_document_that_were_cut_off(folder: Path) -> None:
    async def use() -> tuple[list[str], list[str]]:
        book = book_of(folder)
        purged, other = [await book.add("ingest", [(name, b"Rama fell.")], {}) for name in ("tale.txt", "b.txt")]
        stop_all(book, (purged, other))
        for purge in (False, True):
            removal = await book.add("remove", [], {"documents": ["tale.txt"], "purge": purge})
            stop_all(book, (removal,))  # one that is not done deletes nothing
        removal = await book.add("remove", [], {"documents": ["tale.txt"], "purge": True})
        assert purged in book.jobs()
        async with working(book, writing=True):
            assert await states(removal) == ["done"]
        return [job.id for job in book.jobs() if job.kind == "ingest"], [other.id]

    found, expected = asyncio.run(use())
    assert found == expected


def test_a_job_waits_in_its_process_for_another_program_that_writes(folder: Path) -> None:
    """It is not begun again and again, goes on when the other has ended, and can be cancelled meanwhile."""

    async def use() -> tuple[list[str], list[int]]:
        book = book_of(folder)
        made = [await book.add("decide", [], {**SPLIT, "other": other}) for other in ("Sita", "Ravana")]
        async with working(book, writing=True):
            async with open_async(folder) as other:
                with other.database.lease("another program"):
                    await until_locked(made[0])
                    assert (made[0].state, made[1].state) == ("running", "queued")
                    book.stop(made[0].id)
                    await states(made[0])
                    await until_locked(made[1])
                    await asyncio.sleep(2 * LOCKED_SECONDS)
            return await states(*made), [job.attempts for job in made]

    assert asyncio.run(use()) == (["cancelled", "done"], [1, 1])


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="there are no sessions of processes here")
def test_a_terminal_interrupts_the_server_and_not_its_jobs() -> None:
    """A child of the terminal's own group would end by Ctrl-C before the server can end it in good order."""
    need_extras()

    async def use() -> tuple[int, int]:
        process = JobProcess()
        await process.start()
        assert process._process is not None
        child = process._process.pid
        found = os.getsid(child), child
        await process.close()
        return found

    session, child = asyncio.run(use())
    assert session == child
