"""CAUSES between Kriyās, on small views."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana
from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.causes import propose
from pramana.karaka.passes.model import Event, PassView


def _view(*lines: str, verbs: dict[int, tuple[str, ...]], doc: str = "d") -> PassView:
    """A view of one document; `verbs` are the words of each line's Kriyās, by line number."""
    events = []
    for number, words in verbs.items():
        for sequence, word in enumerate(words, 1):
            start = lines[number - 1].index(word)
            evidence = Evidence(doc, number, start, start + len(word), word, Grade.VERBATIM)
            events.append(Event(f"{doc}_L{number}_K{sequence}", word, evidence, "affirmative", "actual", ""))
    return PassView({(doc, number): text for number, text in enumerate(lines, 1)}, (), tuple(events))


def _pairs(view: PassView, least: int = 50) -> list[tuple[str, str]]:
    return [(link.source_evidence.quote, link.target_evidence.quote) for link in propose(view, least)]


def test_a_reason_links_the_cause_to_the_effect() -> None:
    """The link runs from the Kriyā of the cause, with evidence for both verbs and the signal."""
    view = _view("The road was closed because the river rose.", verbs={1: ("closed", "rose")})
    (link,) = propose(view)
    assert (link.source, link.relation, link.target) == ("d_L1_K2", "CAUSES", "d_L1_K1")
    assert (link.source_evidence.quote, link.target_evidence.quote) == ("rose", "closed")
    assert link.signal is not None
    assert (link.signal.start, link.signal.end, link.signal.quote) == (20, 27, "because")


def test_a_purpose_causes_what_is_done_for_it_and_is_marked() -> None:
    """The intention is the cause; the reason says that it is a purpose."""
    view = _view("He went to the market to buy bread.", verbs={1: ("went", "buy")})
    (link,) = propose(view)
    assert (link.source_evidence.quote, link.target_evidence.quote) == ("buy", "went")
    assert link.reason.startswith("purpose")


def test_a_line_that_opens_with_a_result_is_the_effect_of_the_line_before() -> None:
    """The main verbs of two neighbouring lines are linked."""
    lines = ("The river rose.", "As a result, the shop closed.")
    assert _pairs(_view(*lines, verbs={1: ("rose",), 2: ("closed",)})) == [("rose", "closed")]


def test_a_line_that_opens_with_a_reason_is_the_cause_of_the_line_before() -> None:
    """*This is because* turns the direction."""
    lines = ("The shop closed.", "This is because the river rose.")
    assert _pairs(_view(*lines, verbs={1: ("closed",), 2: ("rose",)})) == [("rose", "closed")]


def test_lines_that_are_no_neighbours_are_not_linked() -> None:
    """A line between them ends the tie, whatever it holds."""
    lines = ("The river rose.", "It was Monday.", "Therefore the shop closed.")
    assert _pairs(_view(*lines, verbs={1: ("rose",), 3: ("closed",)})) == []


def test_nothing_is_proposed_where_a_span_holds_no_event() -> None:
    """A cause without a Kriyā of its own causes nothing."""
    assert _pairs(_view("The road was closed because the river rose.", verbs={1: ("closed",)})) == []


def test_a_kriya_never_causes_itself() -> None:
    """Where one Kriyā stands for both verbs, there is no link."""
    text = "The road was closed because the river rose."
    whole = Evidence("d", 1, 0, len(text), text, Grade.VERBATIM)
    other = Evidence("d", 1, 0, 3, "The", Grade.VERBATIM)
    events = tuple(Event(f"k{n}", "close", e, "affirmative", "actual", "") for n, e in enumerate((whole, other)))
    assert propose(PassView({("d", 1): text}, (), events)) == []


def test_bare_times_are_proposed_only_when_asked_for() -> None:
    """*after* says a time; a lower bound lets it in."""
    view = _view("The house burned after lightning struck it.", verbs={1: ("burned", "struck")})
    assert _pairs(view) == []
    assert _pairs(view, 30) == [("struck", "burned")]


def test_the_proposals_do_not_depend_on_other_documents() -> None:
    """What one document proposes is the same beside another."""
    one = _view("He fell because it rained.", verbs={1: ("fell", "rained")}, doc="a")
    two = _view("She wept because he left.", verbs={1: ("wept", "left")}, doc="b")
    both = PassView({**one.lines, **two.lines}, (), one.events + two.events)
    assert propose(both) == propose(one) + propose(two)


def test_an_empty_view_proposes_nothing() -> None:
    """No events, no links."""
    assert propose(PassView({}, (), ())) == []


def _read_causes(tmp_path: Path, text: str) -> set[tuple[str, int, str, int]]:
    """Return the causes in a text as read from it: verb and line of the cause, verb and line of the effect."""
    (tmp_path / "a.txt").write_text(text, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        graph = ws.to_networkx()
    told = graph.nodes
    return {
        (told[one]["verb"], told[one]["line_number"], told[other]["verb"], told[other]["line_number"])
        for one, other, name in graph.edges(data="relation")
        if name == "CAUSES"
    }


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("The roof collapsed. The collapse killed two workers.", ("collapse", 1, "kill", 2)),
        ("The roof collapsed. It was Monday. Two workers died as a result of the collapse.", ("collapse", 1, "die", 3)),
        ("A fire broke out in the mill. People fled because of the fire.", ("break out", 1, "flee", 2)),
        ("The pump failed. The failure flooded the mine.", ("fail", 1, "flood", 2)),
        ("The pump failed. This flooded the mine.", ("fail", 1, "flood", 2)),
        ("Heavy snow fell, which delayed the train.", ("fall", 1, "delay", 1)),
        ("Prices rose. This was because the harvest had failed.", ("fail", 2, "rise", 1)),
        ("Prices rose. The reason was that the harvest had failed.", ("fail", 2, "rise", 1)),
    ],
)
def test_nouns_and_pronouns_that_take_an_event_up_carry_its_effects(
    text: str, cause: tuple[str, int, str, int], tmp_path: Path
) -> None:
    """An event noun with an article, *this* and *which* mean what was told, and what it brings about is its effect."""
    assert cause in _read_causes(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "The roof collapsed. A collapse killed two workers.",
        "The roof collapsed. The bridge collapsed. The collapse killed two workers.",
        "The roof may collapse. The collapse killed two workers.",
        "The roof collapsed. The collapse surprised two workers.",
        "The roof collapsed. The rain killed two workers.",
        "Heavy rain, which delayed the start, stopped at noon.",
    ],
)
def test_other_events_are_not_taken_up(text: str, tmp_path: Path) -> None:
    """An indefinite noun, one of two events, what is only possible, and verbs of another kind give no cause."""
    assert _read_causes(tmp_path, text) == set()
