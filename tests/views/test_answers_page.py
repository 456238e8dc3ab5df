"""Answers as a page to send: what was asked, what rests on which lines, and nothing that a text could run."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

import pramana
from pramana.cli.program import main
from pramana.views import AnswersPage

STORY = """Marta Keller bought the mill in Brno. She sold it to Adam Novak in 1925.

<script>alert(1)</script> Adam Novak <b>repaired</b> the roof.
"""
QUESTIONS = ("Who bought the mill?", "To whom did Marta Keller sell the mill?", "Who painted the bridge?")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> AnswersPage:
    folder = tmp_path_factory.mktemp("answers")
    (folder / "story.txt").write_text(STORY, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "story.txt")
        return ws.answers_page([ws.ask(question) for question in QUESTIONS])


def test_each_answer_has_its_lines_in_their_context(page: AnswersPage) -> None:
    tree = LexborHTMLParser(page.html())
    first, second, third, documents = tree.css("main > section")
    assert [each.css_first("h2").text() for each in (first, second, third)] == list(QUESTIONS)
    assert first.css_first(".line").text() == "Marta Keller bought the mill in Brno."
    assert first.css_first("blockquote").text().endswith("She sold it to Adam Novak in 1925.")
    assert {mark.text() for mark in first.css("mark")} >= {"Marta Keller", "the mill"}
    assert first.css_first("figcaption").text() == "story.txt:1"
    assert (
        "Not answered: nothing was found" in third.text()
        and third.css_first(".answer").attributes["class"] == "answer open"
    )
    assert blake2b(STORY.encode(), digest_size=16).hexdigest() in documents.text() and "story.txt" in documents.text()


def test_its_sources_are_the_cited_lines_else_the_nearest(page: AnswersPage) -> None:
    for reply in page.replies:
        shown = reply.citations or reply.nearest
        assert [(each.doc_id, each.line_number, each.text) for each in reply.sources] == [
            (each.doc_id, each.line_number, each.text) for each in shown
        ]
    [second] = page.replies[1].sources
    assert (second.before, second.part) == ("Marta Keller bought the mill in Brno.", "")


def test_no_text_becomes_an_element(page: AnswersPage) -> None:
    tree = LexborHTMLParser(page.html())
    assert not tree.css("script") and not tree.css("main b")
    assert "default-src 'none'" in page.html()


def test_the_same_replies_give_the_same_page(page: AnswersPage, tmp_path: Path) -> None:
    assert page.save(tmp_path / "a.html").read_text("utf-8") == page.html() == page.html()


def test_a_part_of_a_document_is_named(tmp_path: Path) -> None:
    """A time stamp, a page or a slide is shown beside the place of the line."""
    (tmp_path / "film.srt").write_text("1\n00:01:05,000 --> 00:01:09,000\nAda sold the boat.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "film.srt")
        [source] = ws.ask("Who sold the boat?").sources
    assert (source.part, source.text) == ("00:01:05", "Ada sold the boat.")


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "story.txt").write_text(STORY, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "story.txt")
    made = tmp_path / "sent" / "answers.html"
    with pytest.raises(SystemExit) as ended:
        main(["ask", "-w", str(tmp_path / "ws"), QUESTIONS[0], "--html", str(made)])
    assert ended.value.code == 0
    assert QUESTIONS[0] in made.read_text("utf-8")
    assert "Wrote" in capsys.readouterr().err
