"""Uploads as jobs: what was acknowledged is read, whatever happens to the server."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import FINAL, Served, make_workspace, need_extras
from served import ended_job as wait_for

WS = "/workspaces/ws"


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Served]:
    """A server over a workspace of its own, which may be written to."""
    need_extras()
    folder = make_workspace(tmp_path / "ws")
    with Served(folder, options=("--allow-writes",), log=tmp_path / "log") as server:
        yield server


def upload(served: Served, name: str = "visit.txt", text: str = "Hanuman visited Sita.", **options: Any) -> Any:
    return served.post(f"{WS}/jobs", files={"files": (name, text.encode())}, **options)


def children_of(process: int) -> list[int]:
    """Return the children of a process; waits until there is one."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        if found:
            return [int(each) for each in found]
        time.sleep(0.02)
    raise AssertionError("no child was started")


def long_text(lines: int) -> str:
    return " ".join(f"Rama gave bow number {number} to Sita." for number in range(lines))


def test_an_upload_is_read_and_then_answers(written: Served) -> None:
    """A reader that was open before sees what the job wrote."""
    assert written.post(f"{WS}/ask", json={"question": "Who visited Sita?"}).json()["status"] == "NO_MATCH"
    before = written.get(f"{WS}/facts").headers["etag"]
    answer = upload(written)
    assert answer.status_code == 202
    job = wait_for(written, answer.json()["id"], *FINAL)
    assert (job["state"], job["report"]["documents"]) == ("done", 1)
    reply = written.post(f"{WS}/ask", json={"question": "Who visited Sita?"}).json()
    assert [each["text"] for each in reply["citations"]] == ["Hanuman visited Sita."]
    assert written.get(f"{WS}/facts", headers={"if-none-match": before}).status_code == 200


def test_a_job_is_followed_to_its_end(written: Served) -> None:
    job = upload(written, text=long_text(20)).json()["id"]
    with written.client.stream("GET", f"{WS}/jobs/{job}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        states = [json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: ")]
    assert states[-1]["state"] == "done"
    assert states[-1]["progress"] == {"done": 20, "total": 20, "following": states[-1]["progress"]["following"]}


def test_a_file_that_cannot_be_read_is_named(written: Served) -> None:
    job = wait_for(written, upload(written, "broken.pdf", "no PDF").json()["id"], *FINAL)
    assert job["state"] in ("partial", "done", "failed")
    assert job["report"]["refused_documents"][0]["path"] == "upload of broken.pdf"


def test_the_same_key_uploads_once(written: Served) -> None:
    key = {"idempotency-key": "k1"}
    first, again = upload(written, headers=key), upload(written, headers=key)
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json()["id"] == again.json()["id"]
    assert len(written.get(f"{WS}/jobs").json()) == 1
    other = upload(written, text="Another text.", headers=key)
    assert other.status_code == 400 and "idempotency key" in other.json()["detail"]


def test_a_job_is_cancelled_and_resumed(written: Served) -> None:
    job = upload(written, text=long_text(400)).json()["id"]
    wait_for(written, job, "running")
    assert written.post(f"{WS}/jobs/{job}/cancel").status_code == 200
    assert wait_for(written, job, *FINAL)["state"] == "cancelled"
    assert written.get("/workspaces").status_code == 200
    assert written.post(f"{WS}/jobs/{job}/resume").json()["state"] in ("queued", "running")
    assert wait_for(written, job, *FINAL)["state"] == "done"
    assert written.client.delete(f"{WS}/jobs/{job}").status_code == 204
    assert written.get(f"{WS}/jobs/{job}").status_code == 404


@pytest.mark.slow
def test_a_job_goes_on_whose_process_was_killed(written: Served) -> None:
    """Its process is another one than the server's, which answers meanwhile; killed, it is begun again."""
    job = upload(written, text=long_text(400)).json()["id"]
    wait_for(written, job, "running")
    for child in children_of(written.process.pid):
        os.kill(child, signal.SIGKILL)
    done = wait_for(written, job, *FINAL)
    assert (done["state"], done["attempts"]) == ("done", 2)
    assert written.get(f"{WS}/documents").json()["items"][1]["read"]


@pytest.mark.slow
def test_a_job_goes_on_after_the_server_was_killed(written: Served) -> None:
    job = upload(written, text=long_text(400)).json()["id"]
    wait_for(written, job, "running")
    written.kill()
    written.start()
    assert wait_for(written, job, *FINAL)["report"]["status"] == "done"
    lines = written.get(f"{WS}/documents").json()["items"]
    assert [(each["doc_id"], each["read"]) for each in lines] == [("tale.txt", True), ("visit.txt", True)]


@pytest.mark.slow
def test_an_upload_that_was_acknowledged_survives_a_kill_at_once(written: Served, tmp_path: Path) -> None:
    """What was answered with 202 is read after `kill -9`; what was cut off before leaves nothing behind."""
    jobs = [upload(written, f"visit{n}.txt", f"Hanuman visited Sita {n} times.").json()["id"] for n in range(3)]
    with socket.create_connection(("127.0.0.1", written.port)) as line:
        head = f"POST /api/v1{WS}/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
        line.sendall(f"{head}Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n".encode())
        written.kill()
    half = tmp_path / "ws/server/jobs" / ("0" * 16)
    half.mkdir()
    (half / "0").write_bytes(b"half of an upload, as a kill leaves it before it is acknowledged")
    written.start()
    assert [wait_for(written, job, *FINAL)["state"] for job in jobs] == ["done"] * 3
    assert sorted(each["id"] for each in written.get(f"{WS}/jobs").json()) == sorted(jobs)
    assert not half.exists()


@pytest.mark.slow
def test_a_job_goes_on_after_the_server_was_stopped(written: Served) -> None:
    """SIGTERM ends the server within seconds, also while a job runs and a client follows it."""
    job = upload(written, text=long_text(400)).json()["id"]
    wait_for(written, job, "running")
    began = time.monotonic()
    assert written.stop() in (0, -15)
    assert time.monotonic() - began < 30
    written.start()
    assert wait_for(written, job, *FINAL)["state"] == "done"


def test_documents_are_removed_and_the_audit_log_says_by_whom(written: Served, tmp_path: Path) -> None:
    answer = written.post(f"{WS}/remove", json={"documents": ["tale.txt"]})
    assert answer.json()["removed"] == ["tale.txt"]
    assert written.get(f"{WS}/documents").json()["items"] == []
    assert written.post(f"{WS}/remove", json={"documents": ["tale.txt"]}).status_code == 404
    entries = [json.loads(line) for line in (tmp_path / "ws/server/audit.jsonl").read_text().splitlines()]
    said = [(each["what"], each["outcome"]) for each in entries if "request" in each]
    assert said == [("remove", "done"), ("remove", "UnknownName")]
    assert entries[1]["request"] == answer.headers["x-request-id"]


def test_decisions_are_made_and_taken_back(written: Served) -> None:
    made = written.post(f"{WS}/decisions", json={"what": "split", "one": "Rama", "other": "Sita", "why": "two people"})
    assert made.status_code == 200
    (decision,) = written.get(f"{WS}/decisions").json()
    assert written.post(f"{WS}/decisions", json={"what": "undo", "number": decision["number"]}).status_code == 200
    assert len(written.get(f"{WS}/decisions").json()) == 2
    assert written.post(f"{WS}/decisions", json={"what": "merge", "one": "Rama"}).status_code == 400
