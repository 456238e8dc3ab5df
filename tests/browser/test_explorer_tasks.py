"""What can be started in the explorer: forms, estimates, progress, results, cancelling."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium, serious_findings
from served import Served, make_workspace, need_extras

pytestmark = [pytest.mark.browser, pytest.mark.slow]
JOB_SECONDS = 400.0
"""How long a job may take: each is a process that imports the program, behind the tests that run beside this one."""
HANDLERS = """
import asyncio
from pramana.stategraph import Registry

async def sleep(amount):
    await asyncio.sleep(3600)
    return {"amount": amount}

registry = Registry()
registry.python("sleep", sleep)
"""
SLEEPS = {
    "name": "sleeps",
    "start": "rest",
    "terminal": ["rest"],
    "edges": [],
    "nodes": {
        "rest": {
            "node_id": "rest",
            "kind": "python",
            "callable_id": "sleep",
            "input_map": {"amount": "amount"},
            "output_map": {"amount": "amount"},
        }
    },
}
"""A graph of states whose only node does not end within a test."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    need_extras()
    home = tmp_path_factory.mktemp("tasks")
    (home / "handlers.py").write_text(HANDLERS)
    options = ("--allow-writes", "--handlers", str(home / "handlers.py"))
    with Served(make_workspace(home / "ws"), options=options, log=home / "log") as server:
        yield server


@pytest.fixture
def page(chromium: Chromium, served: Served) -> Iterator[Chromium]:
    """A page of the explorer, which writes nothing to the console."""
    chromium.begin()
    yield chromium
    assert chromium.log == []


def open_task(page: Chromium, served: Served, name: str, **values: str) -> None:
    """Open a task's form, and fill in fields."""
    page.open(f"{served.url}/#/ws/task/{name}")
    page.until(f"document.querySelector('form.task') && location.hash.endsWith({json.dumps(name)})")
    for field, value in values.items():
        page.run(f"document.querySelector('form.task [name={field}]').value = {json.dumps(value)}")


def press(page: Chromium, word: str) -> None:
    found = f"[...document.querySelectorAll('main button')].find((each) => each.innerText === {json.dumps(word)})"
    page.until(found)
    page.run(f"{found}.click()")


def until_text(page: Chromium, text: str) -> None:
    page.until(f"document.querySelector('main').innerText.includes({json.dumps(text)})", JOB_SECONDS)


def until_job(page: Chromium, selector: str) -> None:
    """Wait until a job is shown with something in it."""
    page.until(f"document.querySelector('.job {selector}')", JOB_SECONDS)


def to_result(page: Chromium, jobs: int = 1) -> None:
    """Wait until the newest of so many jobs has ended, and open its result."""
    newest = "document.querySelector('.job')?.querySelector('a')"
    page.until(f"document.querySelectorAll('.job').length >= {jobs} && {newest}", JOB_SECONDS)
    page.run(f"{newest}.click()")
    page.until("location.hash.includes('/job/') && document.querySelector('main .job')")


def test_a_question_is_investigated(page: Chromium, served: Served, axe: str) -> None:
    """What it would take is said first; the result has the plans that were run."""
    open_task(page, served, "investigate", question="Who gave the bow to Sita?", iterations="2")
    press(page, "Estimate first")
    until_text(page, "an investigation: no call of a model")
    press(page, "Investigate")
    to_result(page)
    until_text(page, "Save report.html")
    assert serious_findings(page, axe) == []


def test_claims_are_checked(page: Chromium, served: Served) -> None:
    open_task(page, served, "check", claims="Rama gave the bow to Sita.\nRavana married Sita.")
    press(page, "Check")
    page.until("document.querySelector('.about .supported')")
    page.run("document.querySelector('.about blockquote a').click()")
    page.until("document.querySelector('#here')")


def test_gasl_is_run(page: Chromium, served: Served) -> None:
    command = 'FIND nodes WHERE canonical_name = "Rama" AS found'
    open_task(page, served, "gasl", command=command)
    press(page, "Estimate first")
    until_text(page, "no call of a model")
    press(page, "Run")
    until_text(page, "success: 1 row")
    open_task(page, served, "gasl", command="FOND nodes")
    press(page, "Run")
    page.until("document.querySelector('.about .problem')")
    page.log.clear()  # browsers note the 400


def test_a_graph_of_states_asks_a_person(page: Chromium, served: Served) -> None:
    """A node that waits is a form; its answer goes on with the run."""
    open_task(page, served, "stategraph")
    press(page, "Run")
    to_result(page)
    page.until("document.querySelector('form.task [name=approved]')")
    page.run("document.querySelector('form.task [name=approved]').value = 'true'")
    before = page.run("location.hash")
    press(page, "Answer")
    page.until(f"location.hash !== {json.dumps(before)}")
    until_job(page, ".done")
    until_text(page, "amount")
    until_text(page, "true")


def test_a_seed_is_executed_over_a_file(page: Chromium, served: Served, tmp_path: Path) -> None:
    items = [{"id": "i1", "text": "My peanut allergy was handled well.", "date": "2024-01-01"}]
    (tmp_path / "reviews.jsonl").write_text(json.dumps({"id": "r1", "items": items}) + "\n", "utf-8")
    open_task(page, served, "anot", template="g1a")
    page.choose_files("form.task [name=data]", tmp_path / "reviews.jsonl")
    press(page, "Estimate first")
    until_text(page, "no call of a model")
    press(page, "Execute")
    until_job(page, "a")
    page.run("document.querySelector('.job a').click()")
    page.until("document.querySelector('.results tbody tr')")
    until_text(page, "Low Risk")


def test_a_person_acts_in_a_session(page: Chromium, served: Served) -> None:
    open_task(page, served, "session")
    press(page, "Begin")
    page.until("location.hash.includes('/session/') && document.querySelector('form.task [name=actions]')")
    press(page, "Apply")
    until_text(page, "1 action applied")
    until_text(page, "1 node, 0 edges")
    press(page, "Apply")
    until_text(page, "already exists")
    press(page, "End the session")
    until_text(page, "Ended: ")


def test_the_embedded_model_grows_no_graph_and_says_what_would(page: Chromium, served: Served) -> None:
    open_task(page, served, "grow")
    press(page, "Grow")
    until_text(page, "failed")
    until_text(page, "pramana.toml")


def test_a_run_is_replayed_and_the_graph_exported(page: Chromium, served: Served) -> None:
    open_task(page, served, "replay", run="1")
    press(page, "Replay")
    until_text(page, "Identical.")
    open_task(page, served, "export", format="graphml")
    press(page, "Export")
    to_result(page)
    until_text(page, "Save graph.graphml")
    open_task(page, served, "export", format="report")
    press(page, "Export")
    to_result(page, jobs=2)
    until_text(page, "Save report.html")


def test_a_task_is_cancelled(page: Chromium, served: Served) -> None:
    """A job that runs has a button that ends it, and its process; one that waits behind it has one, too."""
    open_task(page, served, "stategraph", graph=json.dumps(SLEEPS))
    press(page, "Run")
    until_job(page, ".running")
    open_task(page, served, "investigate", question="Who gave the bow to Sita?")
    press(page, "Investigate")
    until_job(page, ".queued")
    press(page, "Cancel")
    until_job(page, ".cancelled")
    open_task(page, served, "stategraph")
    until_job(page, ".running")
    press(page, "Cancel")
    until_job(page, ".cancelled")
    states = [each["state"] for each in served.get("/workspaces/ws/jobs").json()[-2:]]
    assert states == ["cancelled", "cancelled"]


def test_the_tasks_of_a_server_that_reads(chromium: Chromium, tmp_path: Path) -> None:
    """Checks and queries work; what writes says what would allow it."""
    need_extras()
    with Served(make_workspace(tmp_path / "ws"), options=("--read-only",), log=tmp_path / "log") as server:
        open_task(chromium, server, "check", claims="Sita married Rama.")
        press(chromium, "Check")
        chromium.until("document.querySelector('.about .supported')")
        chromium.open(f"{server.url}/#/ws/task/investigate")
        until_text(chromium, "--allow-writes")
    chromium.log.clear()
