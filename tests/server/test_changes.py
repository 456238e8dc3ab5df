"""Decisions and removal are jobs: the server answers meanwhile, and each is done once, whatever happens to its process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Served, ended_job, make_workspace, need_extras

from pramana.app import AsyncWorkspace, open_async
from pramana.errors import WorkspaceLocked
from pramana.server.job_work import JobOrder, work_on

WS = "/workspaces/ws"
SPLIT = {"what": "split", "one": "Rama", "other": "Sita", "why": "two people"}
AT_ONCE = {"prefer": "respond-async"}


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Served]:
    need_extras()
    with Served(make_workspace(tmp_path / "ws"), options=("--allow-writes",), log=tmp_path / "log") as server:
        yield server


def order_of(folder: Path, kind: str, options: dict[str, Any]) -> JobOrder:
    """Return the order of a job in a folder of its own beside a workspace."""
    home = folder.parent / "job"
    home.mkdir(exist_ok=True)
    return JobOrder(str(folder), str(home), kind, (), options, {})


def test_a_decision_that_is_made_in_time_is_the_answer(written: Served, tmp_path: Path) -> None:
    """No job is left of it; the audit log says who decided, and how its job ended."""
    made = written.post(f"{WS}/decisions", json=SPLIT)
    assert (made.status_code, made.json()["decision"]["number"], made.json()["heeded"]) == (200, 1, True)
    assert written.get(f"{WS}/jobs").json() == [] and list((tmp_path / "ws/server/jobs").iterdir()) == []
    again = written.post(f"{WS}/decisions", json=SPLIT)
    assert (again.status_code, again.json()["type"]) == (400, "urn:pramana:error:input-error")
    assert again.json()["instance"] == f"urn:pramana:request:{again.headers['x-request-id']}"
    unknown = written.post(f"{WS}/decisions", json={**SPLIT, "one": "Ramma"})
    assert (unknown.status_code, unknown.json()["nearest"][0]) == (404, "rama")
    entries = [json.loads(line) for line in (tmp_path / "ws/server/audit.jsonl").read_text().splitlines()]
    assert [(each["what"], each["outcome"]) for each in entries] == [
        ("decide ended", "done"),
        ("decide", "done"),
        ("decide ended", "failed"),
        ("decide", "InputError"),
        ("decide ended", "failed"),
        ("decide", "UnknownName"),
    ]


def test_who_does_not_wait_gets_the_job(written: Served) -> None:
    answer = written.post(f"{WS}/decisions", json=SPLIT, headers=AT_ONCE)
    assert (answer.status_code, answer.json()["kind"]) == (202, "decide")
    assert ended_job(written, answer.json()["id"])["report"]["decision"]["one"] == "Rama"
    removal = written.post(f"{WS}/remove", json={"documents": ["tale.txt"]}, headers=AT_ONCE)
    assert ended_job(written, removal.json()["id"])["report"]["removed"] == ["tale.txt"]


def test_a_decision_waits_for_what_was_begun_before_it(written: Served) -> None:
    """Behind an upload that is read, and while a command of another process writes."""
    text = " ".join(f"Rama gave bow number {number} to Sita." for number in range(200))
    upload = written.post(f"{WS}/jobs", files={"files": ("bows.txt", text.encode())}).json()["id"]
    decision = written.post(f"{WS}/decisions", json=SPLIT, headers=AT_ONCE).json()
    assert decision["state"] == "queued"
    assert written.post(f"{WS}/ask", json={"question": "Who married Rama?"}).json()["status"] == "GROUNDED"
    assert ended_job(written, decision["id"])["state"] == "done"
    assert ended_job(written, upload)["state"] == "done"


CHANGES: dict[str, tuple[dict[str, Any], str, Callable[[AsyncWorkspace], Any]]] = {
    "decide": ({**SPLIT, "number": None}, "decisions", lambda ws: ws.split("Rama", "Sita", "two people")),
    "remove": ({"documents": ["tale.txt"], "purge": True}, "removals", lambda ws: ws.remove("tale.txt", purge=True)),
}
"""What each kind of change is given, the count that its job takes first, and the change itself."""


@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_is_made_once_when_its_process_is_killed_after_it(tmp_path: Path, kind: str) -> None:
    """The change is on disk; the job that begins again makes no second one, and reports the first."""
    need_extras()
    folder = make_workspace(tmp_path / "ws")
    options, counted, make = CHANGES[kind]
    order = order_of(folder, kind, options)
    order.once(counted, lambda: 0)

    def state(ws: AsyncWorkspace) -> Any:
        return ws.graph_hash(), [each.number for each in ws.decisions()], ws.ledger.numbers()

    async def work() -> tuple[Any, Any, Any]:
        async with open_async(folder) as ws:
            await make(ws)
            before = state(ws)
        report = await work_on(order, lambda _: None)
        async with open_async(folder) as ws:
            return report, before, state(ws)

    report, before, after = asyncio.run(work())
    assert after == before
    assert report["graph_hash"] == before[0]
    assert report["decision"]["number"] == 1 if kind == "decide" else report["removed"] == ["tale.txt"]


def test_what_another_process_decides_meanwhile_is_not_taken_for_the_jobs_own(tmp_path: Path) -> None:
    need_extras()
    folder = make_workspace(tmp_path / "ws")
    order = order_of(folder, "decide", {**SPLIT, "number": None})

    async def work() -> Any:
        async with open_async(folder) as other:
            with other.database.lease("another process"), pytest.raises(WorkspaceLocked):
                await work_on(order, lambda _: None)
            await other.split("Rama", "Ravana")
        return await work_on(order, lambda _: None)

    assert asyncio.run(work())["decision"]["number"] == 2


def test_a_change_that_was_cut_off_is_not_resumed_by_whom_it_is_not_allowed() -> None:
    """A purge needs the scope admin: who may resume jobs cannot finish one. It is sent again."""
    need_extras()
    from pramana.server.jobs import ServerJob, ServerJobState

    for kind, can_resume in (("remove", False), ("decide", False), ("ingest", True)):
        assert ServerJob("0" * 16, kind, ServerJobState.CANCELLED, "", ()).can_resume is can_resume
