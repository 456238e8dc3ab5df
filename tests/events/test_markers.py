"""A participant whose preposition changes what it says is not stored, and the reading says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pramana
from pramana.events import Extraction, Kriya, Role, leave_out_marked, read_kriyas
from pramana.karaka import LineItem, line_unit

KEPT = """
Most speakers live outside their homeland. | live | Most speakers
Adeyemi resigned two days after the accident. | resign | Adeyemi
Maria voted against the budget in Paris. | vote | Maria, Paris
The village lies far from Paris. | lie | The village
After the accident, Maria resigned. | resign | Maria
He stayed until May and June. | stay | He
They met between 1990 and 1995. | meet | They
Outside Paris and Rome they live in tents. | live | they, tents
He fled prior to the war. | flee | He
It closed by noon. | close | It
She has lived in Rome since 1990. | live | She, Rome
He waited near the old gate. | wait | He
She came before Marsh fled. | flee | Marsh
She travelled by night. | travel | She, night
The letter was written by Tom in May. | write | The letter, Tom, May
They came out of the house. | come | They, the house
He stood behind the door. | stand | He, the door
"""


@pytest.mark.parametrize("row", KEPT.strip().splitlines())
def test_marked_participants_are_left_out_and_no_others(row: str) -> None:
    """Places and times are kept only where the event is there and then."""
    line, verb, names = (part.strip() for part in row.split(" | "))
    found = read_kriyas(line)
    assert isinstance(found, Extraction)
    stored = [leave_out_marked(line, kriya).kriya for kriya in found.kriyas if kriya.verb == verb]
    assert stored[0] is not None
    assert {name for mentions in stored[0].karakas.values() for name in mentions} == set(names.split(", "))


def reading(role: Role, mention: str, verb: str = "leave", quote: str = "left", **more: str) -> Kriya:
    return Kriya(verb=verb, verb_quote=quote, karakas={role: [mention]}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "role", "mention"),
    [
        ("Everyone except Marsh left.", Role.KARTA, "Marsh"),
        ("He left without a word.", Role.KARANA, "a word"),
        ("They left instead of Tom.", Role.KARTA, "Tom"),
        ("She left the day before the trial.", Role.ADHIKARANA_TEMPORAL, "the day"),
        ("She left before the long trial.", Role.ADHIKARANA_TEMPORAL, "before the long trial"),
        ("She left, unlike her brother.", Role.KARTA, "her brother"),
        ("She left for a house near Paris and Rome.", Role.ADHIKARANA_SPATIAL, "Rome"),
    ],
)
def test_what_a_model_proposes_is_held_to_the_line(line: str, role: Role, mention: str) -> None:
    """Whoever proposed it: the mention's preposition is looked up in the line."""
    found = leave_out_marked(line, reading(role, mention))
    assert found.kriya is None
    assert f"“{mention}”" in found.left_out[0]


def test_a_denial_is_left_out_with_its_marked_participant() -> None:
    """*Did not resign before May* does not say *did not resign*."""
    line = "He did not resign before May."
    kriya = Kriya(
        verb="resign",
        verb_quote="did not resign",
        karakas={Role.KARTA: ["He"], Role.ADHIKARANA_TEMPORAL: ["May"]},
        polarity="negative",  # type: ignore[arg-type]
    )
    assert leave_out_marked(line, kriya).kriya is None
    assert "what the line denies" in leave_out_marked(line, kriya).left_out[1]


def test_the_unit_of_a_line_holds_no_edge_to_what_is_left_out() -> None:
    """Kriyās keep the numbers that they have in the reading."""
    item = LineItem("a.txt", 1, "Everyone except Marsh left, and Lily left Paris.")
    left = reading(Role.KARTA, "Marsh")
    lily = Kriya(verb="leave", verb_quote="left", karakas={Role.KARTA: ["Lily"], Role.KARMA: ["Paris"]})
    unit = line_unit(item, Extraction(kriyas=[left, lily]), "key", "checked", (1, "a.txt/line/1"))
    assert {fact.edge.target for fact in unit.edges} == {"Lily", "Paris", "a.txt_L1"}
    assert {fact.edge.source for fact in unit.edges} == {"a.txt_L1_K2"}


def test_a_question_with_a_marker_is_not_answered_by_events_of_another(tmp_path: Path) -> None:
    """Neither *before* nor *after* is in the graph; the line decides, and the reply shows it."""
    text = tmp_path / "a.txt"
    text.write_text("Ruth Adeyemi resigned after the accident.\nMaria voted against the budget in Paris.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.ingest(text)
        assert report.participants_left_out == 2
        assert "left out: “the accident” as time, for “after”" in str(ws.line("a.txt:1"))
        asked = ws.ask("Who resigned before the accident?")
        assert (asked.status, "“before the accident”" in asked.answer) == ("NO_MATCH", True)
        assert asked.nearest[0].text.startswith("Ruth Adeyemi resigned")
        assert ws.ask("Where did Maria vote?").answer.startswith("Paris: ")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from("before after until outside the Paris and , it far from except but for days two".split()),
        min_size=1,
        max_size=25,
    ).map(" ".join),
    st.sampled_from(list(Role)),
    st.sampled_from(["Paris", "it", "days", "the", "before"]),
)
def test_any_line_is_looked_at_without_an_error(line: str, role: Role, mention: str) -> None:
    """Readings of models and lines of documents are hostile input."""
    leave_out_marked(line, reading(role, mention))
