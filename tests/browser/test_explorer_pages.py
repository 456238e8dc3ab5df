"""Every page of the explorer in a browser, on a server that may be written to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium, serious_findings
from served import Served, make_workspace, need_extras

import pramana
from pramana.igg import ScriptedAgent

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LIVES = (
    "Meera Rao sold the mill to Sita in 1925. Sita married Rama on 4 May 1938. Rama did not buy the <b>bow</b>. "
    "Mrs. Rao lived in Pune. She burned the mill. Anil Rao met A. Rao."
)
ITEMS = [{"id": "i1", "text": "I told them about my peanut allergy and broke out in hives after the satay."}]
WHERE = {
    "ask": ("#/ws/ask/Who%20married%20Rama%3F", ".answer"),
    "search": ("#/ws/search/mill", "blockquote"),
    "documents": ("#/ws/documents", "tbody a"),
    "document": ("#/ws/document/tale.txt/2/0/4", ".details"),
    "entities": ("#/ws/entities", ".choice"),
    "entity": ("#/ws/entity/Meera%20Rao", ".timeline li"),
    "events": ("#/ws/events", ".timeline li"),
    "review": ("#/ws/review", "#queue + p, .card"),
    "ledger": ("#/ws/ledger", ".ledger li"),
    "runs": ("#/ws/runs", "tbody tr"),
    "ingest": ("#/ws/run/1", ".pairs"),
    "formula": ("#/ws/run/FORMULA", ".results tbody tr"),
    "audits": ("#/ws/audits", "#jobs p"),
    "tasks": ("#/ws/tasks", ".tasks li"),
    **{
        f"task {name}": (f"#/ws/task/{name}", "form.task")
        for name in ("investigate", "check", "gasl", "anot", "stategraph", "grow", "session", "replay", "export")
    },
    "graph": ("graph?workspace=ws", "#panel h2"),
    "report": ("report?workspace=ws", "main section"),
    "growth": ("growth?workspace=ws&run=GROWN", "#counts:not(:empty)"),
}
"""Each page, and what is there when it is shown."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a workspace with a text, a graph that an agent grew, and results of a formula."""
    need_extras()
    home = tmp_path_factory.mktemp("pages")
    folder = make_workspace(home / "ws", LIVES)
    schema = {"node_types": ["Person"], "edge_types": ["KNOWS"], "unique_keys": {"Person": ["name"]}}
    added = [{"type": "ADD_NODE", "label": "Person", "properties": {"name": name}} for name in ("Ann", "<i>Ben</i>")]
    agent = ScriptedAgent([{"reasoning": "<b>so</b>", "actions": each} for each in (added, [{"type": "FINISH"}])])
    with pramana.open(folder) as ws:
        ws.igg({"session_id": "s", "goal_prompt": "Who?", "config": {"schema": schema}}, agent)
        ws.anot("g1a", [{"id": "<u>r1</u>", "items": ITEMS}])
    with Served(folder, options=("--allow-writes",), log=home / "log") as server:
        yield server


@pytest.fixture
def page(chromium: Chromium, served: Served) -> Iterator[Chromium]:
    """A page of the explorer. It writes nothing to the console, and asks this server alone."""
    chromium.begin()
    yield chromium
    assert chromium.log == []
    assert [url for url in chromium.requested if not url.startswith((served.url, "data:", f"blob:{served.url}"))] == []


def newest_run(served: Served, kind: str) -> int:
    return int(served.get("/workspaces/ws/runs", params={"kind": kind, "newest": True}).json()["items"][0]["run"])


def go(page: Chromium, served: Served, name: str) -> None:
    """Open a page by its name, and wait until it is shown."""
    address, shown = WHERE[name]
    for word, kind in (("FORMULA", "anot run"), ("GROWN", "igg run")):
        address = address.replace(word, str(newest_run(served, kind))) if word in address else address
    page.open("data:text/html,")
    page.open(f"{served.url}/{address}")
    if name == "ask":  # an address fills the question in, and a key asks it
        page.until("document.activeElement.value")
        page.key("Enter")
    page.until(f"document.querySelector({json.dumps(shown)})")


def text_of(page: Chromium, selector: str = "main") -> str:
    return str(page.run(f"document.querySelector({json.dumps(selector)}).innerText"))


@pytest.mark.parametrize("name", WHERE)
def test_a_page_can_be_used_by_everybody(page: Chromium, served: Served, axe: str, name: str) -> None:
    """axe-core finds nothing serious in light and dark, wide and narrow; no page is wider than its window; and no text
    of a document has become an element."""
    for scheme, width in (("light", 1280), ("dark", 390)):
        page.prefer(scheme)
        page.resize(width, 800)
        go(page, served, name)
        page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert serious_findings(page, axe) == [], (scheme, width)
        assert page.run("document.documentElement.scrollWidth") <= width, (scheme, width)
        assert page.run("document.querySelectorAll('main b b, main i, main u').length") == 0


def test_an_entity_has_its_names_and_its_facts_in_time(page: Chromium, served: Served) -> None:
    go(page, served, "entity")
    told = text_of(page)
    assert "Meera Rao 1×" in told and "sell(agent: Meera Rao" in told
    assert page.run("[...document.querySelectorAll('.year h3')].map((each) => each.innerText)")[0] == "1925"


def test_a_decision_is_made_and_undone(page: Chromium, served: Served) -> None:
    """On an entity's page another name is said to be the same, and that is taken back."""
    page.open(f"{served.url}/#/ws/entity/Rama")
    page.until("document.querySelector('.decide')")
    page.run("document.querySelector('.decide').closest('details').open = true")
    page.run("document.querySelector('.decide input').focus()")
    page.type("Meera Rao")
    page.run("document.querySelector('.decide button').click()")
    page.until("document.querySelector('#told').innerText === 'Decided.'")
    assert "Meera Rao" in text_of(page) and "in force" in text_of(page)
    assert page.run("document.activeElement.tagName") == "H2", "the keyboard goes on from the top of the page"
    page.run("[...document.querySelectorAll('main button')].find((each) => each.innerText === 'Undo').click()")
    page.until("document.querySelector('#told').innerText === 'Taken back.'")
    assert "taken back" in text_of(page)


def test_events_are_sorted_by_time(page: Chromium, served: Served) -> None:
    go(page, served, "events")
    assert page.run("[...document.querySelectorAll('.year h3')].map((each) => each.innerText)") == ["1925", "1938"]
    page.open(f"{served.url}/#/ws/events//1930-01-01")
    page.until("document.querySelectorAll('.year').length === 1")
    assert "1938-05-04" in text_of(page)


def test_a_formula_is_followed_to_its_quote(page: Chromium, served: Served) -> None:
    go(page, served, "formula")
    page.run("document.querySelector('.value').click()")
    page.until("document.querySelector('td.why:not([hidden]) pre')")
    assert "broke out" in text_of(page, "td.why:not([hidden])")
    assert "<u>r1</u>" in text_of(page)


def test_the_growth_of_a_graph_is_shown(page: Chromium, served: Served) -> None:
    go(page, served, "growth")
    assert text_of(page, "#session") == "s" and "2 nodes" in text_of(page, "#counts")
    assert "finished" in text_of(page, "#about")


def test_the_graph_is_filtered_and_leads_to_its_lines(page: Chromium, served: Served) -> None:
    """Filters by verb, time and status; a fact's place opens its line with the words marked."""
    go(page, served, "graph")
    page.click_on("#all")
    count = page.run("scene.edges.length")
    for name, value in (("verb", "marry"), ("since", "1930"), ("until", "1926")):
        change = "box.dispatchEvent(new Event('change'))"
        page.run(
            f"(() => {{ const box = document.querySelector('input[name={name}]'); box.value = '{value}'; {change}; }})()"
        )
        assert 0 < page.run("scene.edges.length") < count, name
        page.run(f"(() => {{ const box = document.querySelector('input[name={name}]'); box.value = ''; {change}; }})()")
    page.click_on("input[name=statuses][value=denied]")
    assert 0 < page.run("scene.edges.length") < count
    page.run("goTo({ edge: edges.findIndex((each) => each.at.length && !each.inner) })")
    page.run("document.querySelector('#panel cite a').click()")
    page.until("document.querySelector('#here mark')")


def test_more_of_a_graph_takes_the_place_of_what_is_drawn(page: Chromium, served: Served) -> None:
    """The nearest edges are drawn first. More of them leave what is chosen, drawn and filtered as it was."""
    go(page, served, "graph")
    page.run("goTo({ node: nodes.findIndex((each) => each.label === 'Sita') })")
    page.click_on("input[name=statuses][value=denied]")
    page.until("layout.done")
    told = (
        "[nodes[state.chosen.node].id, scene.nodes.length, [...state.off.statuses].map((each) => graph.statuses[each])]"
    )
    before = page.run(told)
    page.run("void (replaced = nodes[0])")
    change = "box.value = '10000'; box.dispatchEvent(new Event('change'))"
    page.run(
        f"(() => {{ const box = document.querySelector('[aria-label=\"How many edges are loaded\"]'); {change}; }})()"
    )
    page.until("nodes[0] !== replaced && !document.querySelector('#scope [role=status]')")
    assert page.run(told) == before and before[2] == ["denied"]
    assert page.run("location.search").endswith("limit=10000")


def test_keys_lead_through_the_pages(page: Chromium, served: Served) -> None:
    """`/` goes to the field of a page; a page that was gone to has the focus at its heading."""
    go(page, served, "entities")
    page.run("location.hash = '#/ws/search'")
    page.until("document.activeElement.tagName === 'H2' && document.activeElement.innerText === 'Search'")
    page.key("/")
    assert page.run("document.activeElement.getAttribute('aria-label')") == "Words or names"
    page.type("mill")
    page.key("Enter")
    page.until("document.querySelector('blockquote mark')")


def test_a_document_is_uploaded_and_read(page: Chromium, served: Served, tmp_path: Path) -> None:
    """What reading would take is said first; then the job is followed to its end, and the document is in the list."""
    go(page, served, "documents")
    (tmp_path / "letter <1>.txt").write_text("Sita wrote to Rama. Rama answered.", "utf-8")
    page.choose_files("input[name=files]", tmp_path / "letter <1>.txt")
    page.until("document.querySelector('#estimate').innerText.includes('2 lines to read')")
    assert "no cost" in text_of(page, "#estimate")
    page.run("document.querySelector('form.upload button').click()")
    page.until("document.querySelector('.job .done')")
    assert "2 checked" in text_of(page, ".job")
    page.until("document.querySelector('table.documents').innerText.includes('letter <1>.txt')")


def test_the_report_is_the_page_that_is_saved(page: Chromium, served: Served) -> None:
    """Its parts are those of the file, in its style, and it leads back."""
    go(page, served, "report")
    saved = served.get("/workspaces/ws/report").json()
    body = saved["page"].partition("</head>")[2]
    page.run(f"void (saved = new DOMParser().parseFromString({json.dumps(body)}, 'text/html'))")
    assert page.run("saved.querySelector('main').innerHTML === document.querySelector('main').innerHTML")
    assert page.run("getComputedStyle(document.querySelector('rect.checked')).fill") != "rgb(0, 0, 0)"
    page.run("document.querySelector('nav a').click()")
    page.until("document.querySelector('table.documents')")


def test_a_follow_up_means_who_was_named_before(page: Chromium, served: Served) -> None:
    go(page, served, "ask")
    page.run("document.querySelector('main form input').focus()")
    page.type("Whom did she marry?")
    page.key("Enter")
    page.until("document.querySelectorAll('.answer').length === 2")
    assert "Understood as: Whom did Sita marry?" in text_of(page)


def test_a_run_is_replayed(page: Chromium, served: Served) -> None:
    go(page, served, "ingest")
    page.run("[...document.querySelectorAll('main button')].find((each) => each.innerText === 'Replay').click()")
    page.until("document.querySelector('#replayed .identical')")


def test_a_graph_is_audited(page: Chromium, served: Served, tmp_path: Path) -> None:
    go(page, served, "audits")
    graph = {"nodes": [{"id": "Sita"}, {"id": "Zeus"}], "edges": [{"source": "Sita", "target": "Zeus", "label": "met"}]}
    (tmp_path / "graph.json").write_text(json.dumps(graph), "utf-8")
    (tmp_path / "text.txt").write_text("Sita wrote to Rama.", "utf-8")
    page.choose_files("input[aria-label=Graph]", tmp_path / "graph.json")
    page.choose_files("input[aria-label=Texts]", tmp_path / "text.txt")
    page.run("document.querySelector('main form button').click()")
    page.until("document.querySelector('.job table')")
    page.run("document.querySelector('.job a').click()")
    page.until("document.querySelector('.ledger li')")
    assert "Zeus" in text_of(page) and "unsupported" in text_of(page)
