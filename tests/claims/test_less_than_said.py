"""Lines that nearly say a claim: of something under way, made up, taken back, hearsay, or with other marks between."""

from __future__ import annotations

import pytest

from pramana.claims import check
from pramana.language import word_list


def verdict(claim: str, line: str) -> str:
    return check(claim, [line]).verdict.value


@pytest.mark.parametrize(
    ("verb", "done", "ing", "rest"),
    [
        ("build", "built", "building", "a house"),
        ("write", "wrote", "writing", "a novel"),
        ("buy", "bought", "buying", "Contoso"),
        ("cross", "crossed", "crossing", "the road"),
        ("leave", "left", "leaving", "Hull"),
        ("repair", "repaired", "repairing", "the clock"),
        ("walk", "walked", "walking", "to Hull"),
    ],
)
def test_what_was_under_way_or_begun_need_not_have_been_done(verb: str, done: str, ing: str, rest: str) -> None:
    """Who was building a house, or began to, need not have built it, nor have a present of its own."""
    claim = f"Ann {done} {rest}."
    ways = (f"was {ing}", f"is {ing}", f"has been {ing}", f"kept {ing}", f"began to {verb}", f"started {ing}")
    assert [way for way in ways if verdict(claim, f"Ann {way} {rest}.") != "unsure"] == []
    assert verdict(f"Ann was {ing} {rest}.", f"Ann was {ing} {rest} in May.") == "supported"
    assert verdict(claim, f"Ann {done} {rest} in May.") == "supported"


@pytest.mark.parametrize("line", ["Zed is buying Contoso.", "Zed was being bought.", "The bridge was being built."])
def test_a_passive_or_a_present_under_way_says_nothing_of_its_end(line: str) -> None:
    for claim in ("Zed bought Contoso.", "Zed buys Contoso.", "Zed was bought.", "The bridge was built."):
        assert verdict(claim, line) in {"unsure", "not_stated"}


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Ann sang.", "Ann was singing."),
        ("Ann wore a hat.", "Ann was wearing a hat."),
        ("Ann lived in Hull.", "Ann was living in Hull."),
        ("Ann built the house.", "Ann finished building the house."),
    ],
)
def test_what_has_no_end_of_its_own_was_done_while_it_was_under_way(claim: str, line: str) -> None:
    assert verdict(claim, line) == "supported"


@pytest.mark.parametrize("noun", word_list("claims/fictions"))
def test_what_happens_in_something_made_up_is_no_fact(noun: str) -> None:
    for line in (f"Ann killed Bo in the {noun}.", f"In the {noun}, Ann killed Bo.", f"Ann killed Bo in her {noun}."):
        assert verdict("Ann killed Bo.", line) == "unsure", line


@pytest.mark.parametrize(
    "line",
    [
        "Rumour has it that the mill is sold.",
        "Legend has it the mill is sold.",
        "The story goes that the mill is sold.",
        "The mill is sold, I think.",
        "Myth: The mill is sold.",
        "Hypothesis: The mill is sold.",
        "[retracted] The mill is sold.",
        "The mill is sold (not true).",
        "The mill is sold (disputed).",
        "The mill is sold, pending approval.",
        "The mill is sold, subject to contract.",
        "“The mill is sold.”",
        "The mill is sold!?",
        "The mill is sold?!",
    ],
)
def test_hearsay_labels_and_what_is_taken_back_state_nothing(line: str) -> None:
    assert verdict("The mill is sold.", line) == "unsure"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The judge said the thief is a liar.", "The judge, said the thief, is a liar."),
        ("Ann said Bo left.", "“Ann,” said Bo, “left.”"),
        ("Bo, said Ann, stole the map.", "Bo said Ann stole the map."),
        ("No Ann left.", "No, Ann left."),
        ("Ann called Bo left.", "Ann called, Bo left."),
        ("Ann left Bo denied it.", "Ann left (Bo denied it)."),
    ],
)
def test_the_same_words_with_other_marks_between_are_another_claim(claim: str, line: str) -> None:
    assert verdict(claim, line) != "supported"
    assert verdict(line, line) == "supported"
