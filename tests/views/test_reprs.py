"""Results as notebooks and terminals show them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pramana
from pramana.app import Workspace
from pramana.evidence import Evidence
from pramana.gasl import Plan
from pramana.karaka import QueryPlan, QueryStep, Role
from pramana.pages import escape_text, mark_places, table, visible_text
from pramana.views.reports import Difference, IngestReport, ReplayReport
from pramana.views.showing import MOST_SHOWN, ShownList

HOSTILE = "<script>alert('x')</script>\u202e<img src=x onerror=alert(1)>"
# The last line has no verb, so the reading of it is refused.
STORY = "Rama gave the bow to Lakshmana. He used it to kill Ravana. Ravana did not release Sita.\n\n"
STORY += f"{HOSTILE} that, which Rama.\n"
HARMLESS = {
    "div",
    "bdi",
    "b",
    "span",
    "code",
    "mark",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "details",
    "summary",
}
HARMLESS |= {"hr", "pre"}


class Page(HTMLParser):
    """Reads HTML: its tags, its text, what is marked, and whether all that was opened was closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text, self.marks, self.open = "", [""], []  # type: ignore[var-annotated]
        self.feed(html)
        assert not self.open
        assert {*self.tags} <= HARMLESS and self.attributes <= {"style", "class", "open"}

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "hr":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "mark" in self.open:
            self.marks.append(data)


def page(value: Any) -> Page:
    return Page(value._repr_html_())


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("reprs")
    (folder / "rama.txt").write_text(STORY, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "rama.txt")
        yield opened


def test_a_reply_shows_its_lines_with_what_was_found_marked(ws: Workspace) -> None:
    """The question, how it ended, the answer, and each cited line: participants and markers marked, verdict and grades beside it."""
    reply = ws.ask("Who gave the bow to Lakshmana?")
    read = page(reply)
    assert read.marks[1:] == ["Rama", "the bow", "to", "Lakshmana"]
    assert "GROUNDED" in read.text and "checkedverbatim" in read.text.replace(" ", "")
    assert repr(reply) == str(reply) == f"{reply.answer}\n  rama.txt:1 Rama gave the bow to Lakshmana."


def test_a_reply_tells_the_facts_that_it_rests_on(ws: Workspace) -> None:
    """Of the cited lines only what the plan found, the links that were followed among it; none is in the JSON."""
    reply = ws.ask("Who killed Ravana?")
    assert [fact.edge.relation for fact in reply.facts if fact.edge.source.startswith("He")] == ["IS_SAME_AS"]
    assert {fact.evidence[0].doc_id for fact in reply.facts} == {"rama.txt"}
    assert {"facts", "plan", "matches"}.isdisjoint(reply.model_dump())
    assert reply.plan is not None and reply.plan.steps[0].verb == "kill"
    assert ws.ask("Who killed Ravana?").facts == reply.facts


def test_a_reply_without_a_match_shows_the_nearest_lines(ws: Workspace) -> None:
    """They are said to be near, and are no citations."""
    reply = ws.ask("Who invented the bow of Sita?")
    assert (reply.status, reply.facts) == ("NO_MATCH", [])
    assert "Nearest:\n  rama.txt:" in repr(reply)
    assert "share most words" in page(reply).text


def test_a_fact_shows_its_line_with_the_quote_marked(ws: Workspace) -> None:
    """Source, relation, target, verdict; each place with its grade; and why it is there."""
    fact = ws.facts("HAS_KARTA", "Rama")[0]
    assert fact.texts == ("Rama gave the bow to Lakshmana.",)
    read = page(fact)
    assert read.marks[1:] == ["Rama"]
    assert "HAS_KARTĀ" in read.text and "no model judged it" in read.text
    assert repr(fact) == "rama.txt_L1_K1 -HAS_KARTĀ-> Rama (checked)"


def test_a_line_shows_what_was_read_in_it_and_with_which_reserve(ws: Workspace) -> None:
    """Its Kriyās, a denial among them, and what became of it."""
    view = ws.line("rama.txt:3")
    read = page(view)
    assert read.marks[1:] == ["Ravana", "Sita"]
    assert "negative" in read.text and "release(agent: Ravana; object: Sita)" in read.text
    assert repr(view).startswith("rama.txt:3 Ravana did not release Sita.\nchecked: ")
    assert page(view.kriyas[0]).marks[1:] == ["Ravana", "Sita"]


def test_an_entity_shows_where_it_takes_part(ws: Workspace) -> None:
    """Its names, its pronouns, and each event with its line."""
    found = ws.entity("Rama")
    read = page(found)
    assert "Rama" in read.marks and "he (1)" in read.text.lower()
    assert repr(found) == "1 item\n  Rama: 1 by name, 1 by a pronoun"


def test_plans_show_their_steps() -> None:
    """Of a question's plan goal, conditions and what is asked for; of GASL's the commands and why."""
    step = QueryStep(goal=HOSTILE, verb="give", karakas={Role.KARMA: "bow"}, extract=Role.KARTA, follow_causes=True)
    read = page(QueryPlan(steps=[step]))
    assert "verb give, KARMA bow; follows causes" in read.text and visible_text(HOSTILE) in read.text
    assert "FIND nodes AS a" in page(Plan(plan_id=HOSTILE, why="To see.", commands=("FIND nodes AS a",))).text


def test_reports_show_what_was_left_out(ws: Workspace) -> None:
    """An ingest its reasons, a replay its differences; whatever stands in them is text."""
    report = IngestReport(run=1, stopped_by=HOSTILE, failed_lines=[HOSTILE])
    report.lines["refused"] = 2
    report.reasons[f"refused: {HOSTILE}"] = 2
    assert page(report).text.count(visible_text(HOSTILE)) == 3
    different = ReplayReport(1, False, "a", "b", (Difference("x", HOSTILE),), True)
    assert visible_text(HOSTILE) in page(different).text and "differs" in page(different).text
    assert "identical" in page(ws.replay(1)).text


def test_what_was_not_accepted_is_listed_with_its_reason(ws: Workspace) -> None:
    """By place, the first of them where a number is given."""
    found = ws.refusals()
    assert sorted(each.path for each in found) == ["pass/relations/refused/1", "rama.txt/line/4"]
    assert all(page(found).text.count(each.reason) == 1 for each in found)
    assert ws.refusals(limit=0) == []


def test_everything_that_the_workspace_returns_is_shown_and_hostile_text_is_text(ws: Workspace) -> None:
    """No tag, no attribute and no hidden sign of a document comes through, in lists neither."""
    shown = [
        ws.status(),
        ws.runs(),
        ws.run_passes(),
        ws.estimate(ws.folder.parent / "rama.txt"),
        ws.facts(),
        ws.prompts(),
    ]
    shown += [ws.line("rama.txt:4"), ws.refusals(), ws.ask(HOSTILE), ws.facts()[0].why(), ws.facts(limit=0)]
    for value in shown:
        if hasattr(value, "_repr_html_"):
            assert "\u202e" not in page(value).text
        assert len(repr(value).splitlines()) <= MOST_SHOWN + 2
    assert visible_text(HOSTILE) in page(ws.line("rama.txt:4")).text


def test_lists_are_bounded() -> None:
    """A list shows its first items, and says how many more there are; it is the list that it is."""
    many = ShownList(range(1_000))
    assert many == list(range(1_000))
    assert repr(many).endswith(f"\n  {MOST_SHOWN - 1}\n  … {1_000 - MOST_SHOWN} more")
    assert f"{1_000 - MOST_SHOWN} more items" in page(many).text
    assert "none" in page(ShownList()).text


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    """A table has the columns that say something."""
    read = Page(str(table(("a", "b", "c"), [("1", "", "3"), ("4", "", "")])))
    assert (read.tags.count("th"), read.tags.count("td")) == (2, 4)


@given(st.text(max_size=40), st.lists(st.tuples(st.integers(-5, 45), st.integers(-5, 45)), max_size=4))
def test_marks_change_no_text(text: str, places: list[tuple[int, int]]) -> None:
    """Whatever is marked, also places that overlap or lie outside, the text stays; what is hidden is written out."""
    read = Page(str(mark_places(text, places)))
    assert read.text == visible_text(text)
    inside = {at for start, end in places for at in range(max(start, 0), min(end, len(text)))}
    assert "".join(read.marks) == "".join(visible_text(text[at]) for at in sorted(inside))


def test_of_a_long_text_the_part_with_the_mark_is_shown() -> None:
    """Two thousand code points, from a little before the first mark on; what is left out is said."""
    read = Page(str(mark_places("a" * 9_000 + "bow" + "c" * 9_000, [(9_000, 9_003)])))
    assert read.text == "…" + "a" * 200 + "bow" + "c" * 1_797 + "…"
    assert read.marks[1:] == ["bow"]
    assert Page(str(mark_places("a" * 9_000, []))).text == "a" * 2_000 + "…"


def test_evidence_outside_its_line_is_shown_as_its_quote(ws: Workspace) -> None:
    """Where the line is not at hand the quote stands alone, marked."""
    from dataclasses import replace

    fact = replace(ws.facts()[0], texts=())
    assert isinstance(fact.evidence[0], Evidence)
    assert page(fact).marks[1:] == [fact.evidence[0].quote]


def test_no_colour_is_made_for_one_background(ws: Workspace) -> None:
    """Text has the notebook's own colour: nothing sets a background but marks, which one can see through."""
    html = ws.ask("Who killed Ravana?")._repr_html_()
    assert set(re.findall(r"background:([^;\"]+)", html)) == {"#f5c40066"}
    assert re.findall(r"[^-]color:([^;\"]+)", html.replace("border-color", "")) == ["inherit"] * html.count("<mark")
    assert str(escape_text("a")) == "<bdi>a</bdi>"
