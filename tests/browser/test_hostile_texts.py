"""Markup and scripts in whatever others can name or write: no page of the explorer, and no page to send, runs them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from chromium import Chromium
from served import Served, done, ended_job, make_workspace, need_extras

import pramana
from pramana.igg import ScriptedAgent

pytestmark = [pytest.mark.browser, pytest.mark.slow]
RUN = "window.ran=1"
ATTACKS = (
    f"<img src=x onerror={RUN}>",
    f"<script>{RUN}<%s>" % "/script",
    f'"><svg onload={RUN}>',
    f"javascript:{RUN}",
    f"</script><script>{RUN}</script>",
    "{{constructor.constructor('" + RUN + "')()}}",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'>",
    f"' autofocus onfocus={RUN} x='",
)
ATTACK = ATTACKS[0]
PAGES = (
    *(
        f"#/ws/{page}"
        for page in ("ask", "search", "documents", "entities", "events", "review", "ledger", "runs", "audits", "tasks")
    ),
    *(
        f"#/ws/task/{name}"
        for name in ("investigate", "check", "gasl", "anot", "stategraph", "grow", "session", "replay", "export")
    ),
    "graph?workspace=ws",
    "report?workspace=ws",
)
OUTSIDE = "document.querySelectorAll('main img, main iframe, main script, main object, main embed, #panel img, #panel script').length"
LINKS = "[...document.querySelectorAll('a[href]')].filter((each) => !/^(https?|blob):/.test(each.href)).length"


def text() -> str:
    lines = [f"Rama gave the {each} to Sita. {each} met Hanuman in Lanka." for each in ATTACKS]
    return "\n\n".join(lines)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a workspace in which everything that can be named or written is an attack."""
    need_extras()
    home = tmp_path_factory.mktemp("hostile")
    folder = make_workspace(home / "ws", "Rama met Sita.")
    schema = {"node_types": ["Person"], "edge_types": ["KNOWS"]}
    added = [{"type": "ADD_NODE", "label": "Person", "properties": {"name": each, each: each}} for each in ATTACKS]
    agent = ScriptedAgent([{"reasoning": ATTACK, "actions": each} for each in (added, [{"type": "FINISH"}])])
    with pramana.open(folder) as ws:
        for number, attack in enumerate(ATTACKS):
            name = attack.replace("/", "_").replace(":", "_")
            (home / f"{number}{name}.txt").write_text(text(), "utf-8")
            ws.ingest(home / f"{number}{name}.txt")
        ws.igg({"session_id": ATTACK, "goal_prompt": ATTACK, "config": {"schema": schema}}, agent)
        ws.anot("g1a", [{"id": each, "items": [{"id": each, "text": each}]} for each in ATTACKS])
        ws.split("Rama", "Sita", ATTACK)
    with Served(folder, options=("--allow-writes",), log=home / "log") as server:
        for each in ATTACKS:
            server.post("/workspaces/ws/ask", json={"question": f"Who gave the {each} to Sita?"})
            server.post("/workspaces/ws/investigations", json={"question": each, "search": each[:40]})
        yield server


@pytest.fixture
def page(chromium: Chromium, served: Served) -> Iterator[Chromium]:
    """A page of the explorer, which asks this server alone, whatever is written in it."""
    chromium.begin()
    yield chromium
    ours = (served.url, "data:", f"blob:{served.url}", "file:")
    assert [url for url in chromium.requested if not url.startswith(ours)] == []


def check(page: Chromium, where: str) -> None:
    page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.run("new Promise((done) => setTimeout(done, 150))")
    assert page.run("window.ran === undefined"), where
    assert page.run(OUTSIDE) == 0, where
    assert page.run(LINKS) == 0, where


def open_page(page: Chromium, url: str) -> None:
    page.open("data:text/html,")
    page.open(url)
    page.until("document.querySelector('h1, h2')")
    page.run("new Promise((done) => setTimeout(done, 400))")


def test_no_page_runs_what_is_written_in_documents(page: Chromium, served: Served) -> None:
    runs = served.get("/workspaces/ws/runs", params={"limit": 200}).json()["items"]
    documents = served.get("/workspaces/ws/documents").json()["items"]
    found = [
        *PAGES,
        *(f"#/ws/run/{each['run']}" for each in runs),
        *(f"#/ws/document/{quote(each['doc_id'], safe='')}/1" for each in documents),
    ]
    found += [f"growth?workspace=ws&run={each['run']}" for each in runs if each["kind"] == "igg run"]
    assert len(found) > 40
    for where in found:
        open_page(page, f"{served.url}/{where}")
        check(page, where)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_page_runs_what_an_address_says(page: Chromium, served: Served, attack: str) -> None:
    """Links that others send: names, questions, documents and workspaces in addresses, and what is answered to them."""
    said = quote(attack, safe="")
    parts = (
        "ask",
        "search",
        "entity",
        "document",
        "events",
        "entities",
        "ledger",
        "run",
        "task",
        "session",
        "job",
        "audit",
    )
    for where in (*(f"#/ws/{part}/{said}" for part in parts), f"#/{said}/{said}", f"?{said}#{said}"):
        open_page(page, f"{served.url}/{where}")
        check(page, where)
    for where in (
        f"graph?workspace={said}&about={said}",
        f"graph?workspace=ws&about={said}&limit={said}",
        f"growth?workspace=ws&run={said}#{said}",
    ):
        open_page(page, f"{served.url}/{where}")
        check(page, where)


def test_no_page_to_send_runs_them(page: Chromium, served: Served, tmp_path: Path) -> None:
    """The files that jobs write, opened from the disk, where no policy of the server holds."""
    graph = {
        "nodes": [{"id": each} for each in ATTACKS],
        "edges": [{"source": ATTACKS[0], "target": each, "label": each} for each in ATTACKS],
    }
    files: list[Any] = [("graph", ("g.json", json.dumps(graph))), ("texts", (f"{ATTACK}.txt", text()))]
    begun = [served.post("/workspaces/ws/exports", json={"format": each}) for each in ("view", "report")]
    begun += [
        served.post("/workspaces/ws/audits", files=files),
        served.post("/workspaces/ws/investigations", json={"question": ATTACK, "iterations": 1}),
    ]
    pages = 0
    for answer in begun:
        job = ended_job(served, answer.json()["id"]) if answer.json()["kind"] == "investigate" else done(served, answer)
        for name in (each for each in job["outputs"] if each.endswith(".html")):
            (tmp_path / name).write_bytes(served.get(f"/workspaces/ws/jobs/{job['id']}/outputs/{name}").content)
            open_page(page, (tmp_path / name).as_uri())
            page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            assert (
                page.run("window.ran === undefined")
                and page.run("document.querySelectorAll('img, iframe').length") == 0
            )
            pages += 1
    assert pages >= 3
