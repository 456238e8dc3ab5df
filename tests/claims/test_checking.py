"""The verdict of rules on a claim."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.timing import quickest

from pramana.claims import ClaimText, ClaimVerdict, check, check_all
from pramana.language import EvidenceLine, LinkedExpression

OPPOSED = [
    ("Marsh stole the map.", "Marsh never stole the map."),
    ("Marsh stole the map.", "The map was not stolen by Marsh."),
    ("Marsh never stole the map.", "Marsh stole the map."),
    ("No passengers were injured.", "Passengers were injured."),
    ("Marsh stole the map.", "The map stole Marsh."),
    ("Ann sold three maps.", "Ann sold four maps."),
    ("Ann left on 4 March 1912.", "Ann left on 5 March 1912."),
    ("Ann resigned before the trial.", "Ann resigned after the trial."),
    ("Sales rose in May.", "Sales fell in May."),
    ("The storm killed at least 31 people.", "The storm killed at most 31 people."),
    ("The old hall is full.", "The old hall is empty."),
    ("Marsh stole the map in May, and Lily hid it.", "Marsh did not steal the map."),
]
OPEN = [
    ("Marsh did not steal the map in May.", "Marsh stole the map."),  # perhaps in June
    ("Ann sold three maps in May.", "Ann sold four maps."),  # in all, perhaps
    ("Ann may have sold three maps.", "Ann may have sold four maps."),
    ("Ann sold at least three maps.", "Ann sold four maps."),
    ("Lily stole the map.", "Marsh stole the map."),  # both may have
    ("Ned said that Marsh stole the map.", "Marsh never stole the map."),
    ("Ann met Bob.", "Bob never met Ann in Oslo."),
    ("The old bridge fell.", "The new bridge fell."),  # another bridge
]


@pytest.mark.parametrize(("line", "claim"), OPPOSED)
def test_one_opposed_operator_or_value_contradicts(line: str, claim: str) -> None:
    """A denial, exchanged roles, a number, a date, a marker or a verb of the opposite meaning, and nothing else."""
    found = check(claim, [line])
    assert (found.verdict, found.lines) == (ClaimVerdict.CONTRADICTED, (0,))
    assert found.reasons


@pytest.mark.parametrize(("line", "claim"), OPEN)
def test_what_may_both_hold_is_no_contradiction(line: str, claim: str) -> None:
    """A narrower denial, a part of a number, a possibility, another participant, somebody's words."""
    assert check(claim, [line]).verdict is ClaimVerdict.UNSURE


def written(mark: str) -> list[tuple[str, str]]:
    line, found = "", []
    for entry in Path(__file__).with_name("claims.txt").read_text("utf-8").splitlines():
        if entry.startswith("="):
            line = entry[2:]
        elif entry.startswith(mark):
            found.append((line, entry[2:]))
    return found


@pytest.mark.parametrize(("line", "claim"), written("-"))
def test_what_a_line_does_not_say_is_never_supported(line: str, claim: str) -> None:
    """None of the false claims that were written by hand passes."""
    assert check(claim, [line]).verdict is not ClaimVerdict.SUPPORTED


def test_of_the_written_true_claims_most_are_supported_and_none_contradicted() -> None:
    """Rules leave some paraphrases unsure; they never call one false."""
    verdicts = [check(claim, [line]).verdict for line, claim in written("+")]
    assert ClaimVerdict.CONTRADICTED not in verdicts
    assert verdicts.count(ClaimVerdict.SUPPORTED) >= 0.5 * len(verdicts)


def test_nothing_shared_is_not_stated() -> None:
    """A claim about what no line speaks of; not one whose words are only others."""
    lines = ["Marsh stole the map at night.", "He hid it in the lighthouse."]
    assert check("Brown wrote a poem.", lines).verdict is ClaimVerdict.NOT_STATED
    assert check("Marsh robbed the map at night.", lines).verdict is ClaimVerdict.UNSURE


def test_accepted_links_are_used() -> None:
    """*He hid it* says that Marsh hid the map where the links say so, and only there."""
    linked = EvidenceLine("He hid it.", (LinkedExpression(0, 2, "Marsh"), LinkedExpression(7, 9, "the map")))
    assert check("Marsh hid the map.", [linked]).verdict is ClaimVerdict.SUPPORTED
    assert check("Lily hid the map.", [linked]).verdict is not ClaimVerdict.SUPPORTED
    assert check("Marsh hid the map.", ["He hid it."]).verdict is not ClaimVerdict.SUPPORTED
    assert check("Marsh did not hide the map.", [linked]).verdict is ClaimVerdict.CONTRADICTED
    denied = EvidenceLine("He did not hide it.", (LinkedExpression(0, 2, "Marsh"), LinkedExpression(16, 18, "the map")))
    assert check("Marsh hid the map.", [denied]).verdict is ClaimVerdict.CONTRADICTED
    assert check("Lily hid the map.", [denied]).verdict is ClaimVerdict.UNSURE


def test_a_text_is_searched_for_the_lines_that_decide() -> None:
    """Indices are those of the text; what one line does not say, another may."""
    lines = [f"Guest {number} arrived late." for number in range(40)] + ["Marsh stole the map."]
    found = check_all(["The map was stolen by Marsh.", "Marsh never stole the map.", "Brown wept."], lines)
    assert [each.verdict.value for each in found] == ["supported", "contradicted", "not_stated"]
    assert [each.lines for each in found] == [(40,), (40,), ()]


def test_an_adverb_of_another_line_is_not_taken() -> None:
    """Each word of a claim is said by the clause that says the claim, not by any line."""
    lines = ["It is colloquially known as the second city.", "Officially, it is a town."]
    assert not check("It is officially known as the second city.", lines).is_supported
    assert check("It is colloquially known as the second city.", lines).is_supported


def test_an_empty_claim_and_an_empty_text_decide_nothing() -> None:
    """Neither is supported, whatever the other is."""
    assert check("", ["Marsh left."]).verdict is ClaimVerdict.UNSURE
    assert check("Marsh left.", []).verdict is ClaimVerdict.NOT_STATED
    assert ClaimText([]).check("Marsh left.").verdict is ClaimVerdict.NOT_STATED


def test_json_has_the_verdict_and_the_reasons() -> None:
    """A check is a record."""
    told = check("Marsh left.", ["Marsh left."]).as_json()
    assert json.loads(json.dumps(told)) == {
        "claim": "Marsh left.",
        "verdict": "supported",
        "reasons": [],
        "lines": [0],
        "decided_by": "rules",
        "opposing": [],
    }


@settings(max_examples=60)
@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=3))
def test_any_texts_have_a_verdict(claim: str, lines: list[str]) -> None:
    """Hostile texts are compared like others; a verdict names lines of the evidence."""
    found = check(claim, lines)
    assert all(0 <= index < len(lines) for index in found.lines)


@settings(max_examples=30)
@given(st.sampled_from([line for line, _ in OPPOSED + OPEN]))
def test_every_line_supports_itself(line: str) -> None:
    """A line says what it says."""
    assert check(line, [line]).verdict is ClaimVerdict.SUPPORTED


HOSTILE = "Marsh stole the map from Lily in May and Ned hid the old chest. "


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        (HOSTILE * 75 + "Ann left.", HOSTILE * 75),
        ("Marsh fell " + "in Oslo " * 500 + "in May.", "Marsh fell " + "in May " * 501 + "in Oslo."),
        ("not " * 1_200 + "Marsh.", "not " * 1_100 + "Marsh."),
        ("the map of " * 400 + "Oslo fell.", "the map of " * 401 + "Oslo fell."),
        ('"' * 4_000, '"' * 4_001),
    ],
)
def test_long_sentences_take_seconds_at_most(claim: str, line: str) -> None:
    """What would take longer to compare is unsure."""
    assert quickest(lambda: check(claim, [line]), 10) < 10


@pytest.mark.parametrize(
    ("line", "claim", "supported"),
    [
        ("The owner, Baltic Lines, sold the ferry.", "Baltic Lines sold the ferry.", True),
        ("The owner, Baltic Lines, sold the ferry.", "Baltic Lines was the owner.", True),
        ("Ann Lee, the mayor of Bergen, opened the bridge.", "The mayor of Bergen opened the bridge.", True),
        ("The ferry Aurora sank near Kiel.", "The ferry sank.", True),
        ("The owner, not Baltic Lines, sold the ferry.", "Baltic Lines sold the ferry.", False),
        ("The owner, Baltic Lines, and the crew sold the ferry.", "The crew was Baltic Lines.", False),
        ("Ann Lee, the mayor of Bergen, met Bo Ek.", "Bo Ek met the mayor of Bergen.", False),
    ],
)
def test_either_part_of_an_apposition_takes_part(line: str, claim: str, supported: bool) -> None:
    """In a plain text a name means the one thing that its line describes it as, and the other way round."""
    assert check_all([claim], [line])[0].is_supported is supported
