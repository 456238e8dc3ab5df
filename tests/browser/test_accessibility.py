"""Every page that is written, held against axe-core: wide and narrow, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import Chromium, serious_findings
from view_graphs import hostile_graph

import pramana
from pramana.igg import GraphGenerationService, ScriptedAgent, read_log, read_payload
from pramana.views import growth_html
from pramana.views.graph_page.page import GraphView

pytestmark = [pytest.mark.browser, pytest.mark.slow]
STORY = """Jacob Marley hired Ebenezer Scrooge in London in 1836.
Scrooge sold the warehouse to Mr. Fezziwig because the rent was too high.
Marley did not sign the lease.
Scrooge said that Fezziwig would pay £400.
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One page of each kind, by its name."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "story.txt").write_text(STORY, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "story.txt")
        made = {
            "view": ws.view().save(folder / "view.html"),
            "report": ws.report().save(folder / "report.html"),
            "answers": ws.answers_page([ws.ask("Who hired Scrooge?")]).save(folder / "answers.html"),
        }
    made["growth"] = folder / "growth.html"
    made["growth"].write_text(_growth(folder / "log.jsonl"), "utf-8")
    made["hostile"] = GraphView("hostile", hostile_graph()).save(folder / "hostile.html")
    return {name: path.as_uri() for name, path in made.items()}


def _growth(log: Path) -> str:
    schema = {"node_types": ["Person"], "edge_types": ["KNOWS"], "unique_keys": {"Person": ["name"]}}
    added = [{"type": "ADD_NODE", "label": "Person", "properties": {"name": name}} for name in ("Ann", "Ben")]
    knows = {"type": "ADD_EDGE", "label": "KNOWS", "from": {"name": "Ann"}, "to": {"name": "Ben"}}
    stranger = {"type": "REMOVE", "node": {"name": "Carl"}}
    turns = [added, [knows, stranger], [{"type": "FINISH", "reason": "done"}]]
    agent = ScriptedAgent([{"reasoning": "as asked", "actions": actions} for actions in turns])
    given = {"session_id": "s", "goal_prompt": "Who knows whom?", "config": {"schema": schema}}
    GraphGenerationService(read_payload(given), agent, log=log).execute_loop()
    return growth_html(read_log(log))


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["view", "report", "answers", "growth", "hostile"])
def test_a_page_can_be_used_by_everybody(
    page: Chromium, pages: dict[str, str], axe: str, name: str, scheme: str, width: int
) -> None:
    """axe-core finds nothing serious: contrast, labels, names of controls; and the page is no wider than its window."""
    page.prefer(scheme)
    page.resize(width, 900)
    page.open(pages[name])
    assert serious_findings(page, axe) == []
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
