"""The web explorer in a browser: from a question to the line that answers it, without a request to anywhere else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium
from served import Served, make_workspace, need_extras

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HOSTILE = "<img src=x onerror=alert(1)> gave the <script>alert(2)</script> to Sita. Rama gave the bow to Sita."


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    need_extras()
    home = tmp_path_factory.mktemp("explorer")
    folder = make_workspace(home / "ws", f"{HOSTILE} Sita married Rama. Ravana did not marry Sita.")
    with Served(folder, options=("--read-only",), log=home / "log") as server:
        yield server


@pytest.fixture
def page(chromium: Chromium, served: Served) -> Iterator[Chromium]:
    """A page of the explorer. It writes nothing to the console, and asks this server alone."""
    chromium.begin()
    yield chromium
    assert chromium.log == []
    assert [url for url in chromium.requested if not url.startswith((served.url, "data:"))] == []


def text_of(page: Chromium) -> str:
    return str(page.run("document.getElementById('main').innerText"))


def test_events_without_a_time_are_shown_where_none_has_one(page: Chromium, served: Served) -> None:
    page.open(f"{served.url}/#/ws/events")
    page.until("document.querySelector('main').innerText.includes('Sita married Rama.')")
    assert "No event here has a time." in text_of(page)


def test_a_question_leads_to_its_line(page: Chromium, served: Served) -> None:
    page.open(f"{served.url}/#/ws/ask")
    page.until("document.querySelector('form input')")
    page.run("document.querySelector('form input').focus()")
    page.type("Who married Rama?")
    page.key("Enter")
    page.until("document.querySelector('.status')")
    assert "Answered from facts of the graph" in text_of(page) and "Sita married Rama." in text_of(page)
    page.run("document.querySelector('blockquote a.place').click()")
    page.until("document.querySelector('#here mark')")
    assert page.run("document.querySelector('#here .text').innerText") == "Sita married Rama."
    assert page.run("[...document.querySelectorAll('#here mark')].map((each) => each.innerText)") == ["Sita", "Rama"]


def test_a_link_fills_in_its_question_and_a_key_asks_it(page: Chromium, served: Served) -> None:
    """What a page elsewhere links to may cost a call of a model. What was answered is not asked again on the way back."""

    def asked() -> int:
        return sum(url.endswith("/ask/stream") for url in page.requested)

    page.open("data:text/html,")
    page.open(f"{served.url}/#/ws/ask/Who%20married%20Rama%3F")
    page.until("document.activeElement.value === 'Who married Rama?'")
    assert "Press Enter to ask it." in text_of(page) and asked() == 0
    page.key("Enter")
    page.until("document.querySelector('.answer')")
    assert asked() == 1
    page.run("location.hash = '#/ws/documents'")
    page.until("document.querySelector('table.documents')")
    page.run("history.back()")
    page.until("document.querySelector('.answer')")
    assert page.run("document.querySelector('main form input').value") == "" and asked() == 1


def test_documents_entities_and_the_ledger_are_shown(page: Chromium, served: Served) -> None:
    page.open(f"{served.url}/#/ws/documents")
    page.until("document.querySelector('tbody a')")
    assert "tale.txt" in text_of(page)
    page.run("location.hash = '#/ws/entities'")
    page.until("document.querySelectorAll('.entities a').length > 1")
    page.run("location.hash = '#/ws/entity/Sita'")
    page.until("document.querySelector('.timeline li')")
    assert "marry(agent: Sita; object: Rama)" in text_of(page)
    page.run("location.hash = '#/ws/ledger'")
    page.until("document.querySelector('.ledger li')")
    assert "marry(object: Rama; agent: Sita)" in text_of(page)


def test_brackets_of_a_text_do_not_break_an_answer(page: Chromium, served: Served) -> None:
    """A line ends behind the places of a sentence, not at brackets that a quoted line has; places beside each other
    keep a space."""
    page.open(f"{served.url}/#/ws/ask")
    page.until("document.querySelector('h2')")
    text = "It says: “[Illustration: a slide]” [a.txt:1] [a.txt:2]\\nIt [sic] ends [a.txt:1]."
    lines = "[1, 2].map((line_number) => ({ doc_id: 'a.txt', line_number }))"
    page.run(f'main.append(el("p", {{ id: "made" }}, withPlaces("{text}", {lines})))')
    assert page.run("document.querySelectorAll('#made br').length") == 2
    assert page.run("document.querySelector('#made bdi').firstChild.textContent.length") > 0
    shown = page.run("document.querySelector('#made').innerText")
    assert shown.split("\n") == [
        "It says: “[Illustration: a slide]” [a.txt:1] [a.txt:2]",
        "It [sic] ends [a.txt:1]",
        ".",
    ]


def test_an_answer_that_is_none_shows_each_near_line_once(page: Chromium, served: Served) -> None:
    page.open(f"{served.url}/#/ws/ask")
    page.until("document.querySelector('h2')")
    near = [{"doc_id": "a.txt", "line_number": number, "text": f"Text {number}."} for number in (1, 2)]
    reply = {"status": "NO_MATCH", "answer": "The nearest says: “Text 1.” [a.txt:1]", "nearest": near, "citations": []}
    page.run(f'main.append(el("div", {{ id: "made" }}, replyParts("?", {json.dumps(reply)})))')
    shown = page.run("document.querySelector('#made').innerText")
    assert shown.count("Text 1.") == 1 and "Other near lines:" in shown and "Text 2." in shown


def test_markup_in_a_document_stays_text(page: Chromium, served: Served) -> None:
    page.open(f"{served.url}/#/ws/document/tale.txt")
    page.until("document.querySelector('ol.lines li')")
    assert "<img src=x onerror=alert(1)>" in text_of(page)
    assert page.run("document.querySelectorAll('main img, main script').length") == 0


def test_a_narrow_page_does_not_scroll_sideways(page: Chromium, served: Served) -> None:
    page.resize(390, 800)
    for where in ("ask/Who%20married%20Rama%3F", "documents", "document/tale.txt/2", "entity/Sita", "runs", "ledger"):
        page.open("data:text/html,")
        page.open(f"{served.url}/#/ws/{where}")
        page.until("document.querySelector('h2')")
        assert page.run("document.documentElement.scrollWidth") <= 390, where


def test_a_server_with_tokens_asks_for_one(chromium: Chromium, tmp_path: Path) -> None:
    need_extras()
    secret = "t" * 20
    folder = make_workspace(tmp_path / "ws")
    with Served(folder, options=("--token", f"read:{secret}"), log=tmp_path / "log") as server:
        chromium.open(f"{server.url}/")
        chromium.until("document.querySelector('input[type=password]')")
        chromium.run("document.querySelector('input[type=password]').focus()")
        chromium.type(secret)
        chromium.key("Enter")
        chromium.until("document.querySelector('#workspace').value === 'ws'")
        chromium.until("document.querySelector('h2').innerText === 'Ask'")
        chromium.open(f"{server.url}/graph?workspace=ws")
        chromium.until("typeof scene !== 'undefined' && scene.nodes.length")
    chromium.log.clear()  # the first answer is a 401, which browsers note
