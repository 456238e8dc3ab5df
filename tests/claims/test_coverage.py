"""Whether lines say what a statement says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.claims import unsupported_reasons
from pramana.language import EvidenceLine, LinkedExpression

SAID = {
    "Marsh stole the map.": [
        "Marsh stole the map.",
        "The map was stolen by Marsh.",
        "Marsh stole a map",
    ],
    "Ruth Adeyemi resigned after the accident.": [
        "Ruth Adeyemi resigned.",
        "Adeyemi resigned after the accident.",
        "After the accident, Ruth Adeyemi resigned.",
    ],
    "Ned denied that Marsh stole the map.": ["Ned denied that Marsh stole the map."],
    "Ned claimed that Marsh stole the map in May.": [
        "Ned claimed that Marsh stole the map.",
        "According to Ned, Marsh stole the map.",
    ],
    "Police found no evidence.": ["Police found no evidence.", "No evidence was found by police."],
    "The court awarded the owner 40 million kroner in 2021.": [
        "The court awarded the owner 40 million kroner.",
        "The court awarded the owner forty million kroner in 2021.",
    ],
    "Marsh tried to steal the map but failed.": ["Marsh tried to steal the map."],
    "Marta Keller, a chemist from Graz, sold the patent to Colora, a small company in Basel.": [
        "Marta Keller sold the patent to Colora.",
        "The patent was sold to Colora by Marta Keller.",
        "Keller sold the patent.",
        "Colora is a small company.",
    ],
    "Marsh drowned because the storm drove his boat onto the rocks.": [
        "Marsh drowned.",
        "The storm drove his boat onto the rocks.",
    ],
    "Rama gave the bow to Lakshmana.": [
        "Rama gave Lakshmana the bow.",
        "Lakshmana was given the bow by Rama.",
        "The bow was given to Lakshmana by Rama.",
        "Rama gave the bow.",
    ],
    "Marsh did not see the wreck.": ["Marsh didn't see the wreck.", "Marsh didn’t see the wreck."],
    "Only Marsh saw the wreck.": ["Marsh saw the wreck."],
    "The bomb exploded, killing two workers.": ["The bomb killed two workers.", "The bomb exploded."],
}
UNSAID = {
    "Marsh stole the map.": [
        "Lily stole the map.",
        "Marsh never stole the map.",
        "Marsh did not steal the map.",
        "The map stole Marsh.",
        "Marsh was stolen by the map.",
        "Marsh may have stolen the map.",
        "Marsh must have stolen the map.",
        "Marsh allegedly stole the map.",
        "Marsh stole the map in 1843.",
        "Marsh stole the old map.",
        "Marsh stole two maps.",
        "All the sailors stole the map.",
        "Ned said that Marsh stole the map.",
        "Marsh tried to steal the map.",
        "It is false that Marsh stole the map.",
        "Marsh stole the map because he was poor.",
        "Without Marsh the map was stolen.",
        "Marsh hid the map.",
    ],
    "Ruth Adeyemi resigned after the accident.": [
        "Ruth Adeyemi resigned before the accident.",
        "The accident resigned after Ruth Adeyemi.",
        "Adeyemi resigned because of the accident.",
        "Ruth resigned until the accident.",
    ],
    "Ned denied that Marsh stole the map.": [
        "Marsh stole the map.",
        "Ned stole the map.",
        "Ned said that Marsh stole the map.",
        "According to Ned, Marsh stole the map.",
    ],
    "Ned claimed that Marsh stole the map in May.": ["Marsh stole the map.", "Lily claimed that Marsh stole the map."],
    "Police found no evidence.": ["Police found evidence.", "Evidence was found by police."],
    "The court awarded the owner 40 million kroner in 2021.": [
        "The court awarded the owner 41 million kroner.",
        "The court awarded the owner 40 million kroner in 2022.",
        "The owner awarded the court 40 million kroner.",
    ],
    "Marsh was accused of stealing the map.": ["Marsh stole the map."],
    "Marsh tried to steal the map but failed.": ["Marsh stole the map."],
    "Hardly any workers died.": ["Workers died.", "Any workers died."],
    "Marsh or Lily stole the map.": ["Marsh stole the map."],
    "The former president resigned.": ["The president resigned."],
    "According to the report, three workers were injured.": ["Three workers were injured.", "Workers were injured."],
    "Marta Keller, a chemist from Graz, sold the patent to Colora, a small company in Basel.": [
        "Colora sold the patent to Marta Keller.",
        "Marta Keller sold Colora to the patent.",
        "Colora sold the patent.",
        "Basel is a small company.",
    ],
    "Marsh drowned because the storm drove his boat onto the rocks.": [
        "Lily drowned because the storm drove his boat onto the rocks.",
        "The storm drowned because Marsh drove his boat onto the rocks.",
        "The storm drove his boat onto the rocks because Marsh drowned.",
    ],
    "Rama gave the bow to Lakshmana.": [
        "Lakshmana gave the bow to Rama.",
        "Rama was given the bow by Lakshmana.",
        "Rama gave Lakshmana to the bow.",
    ],
    "If Marsh stole the map, he hid it.": ["Marsh stole the map."],
    "It is false that Marsh stole the map.": ["Marsh stole the map."],
    "All but two sailors drowned.": ["All sailors drowned.", "Two sailors drowned."],
    "About forty cars were damaged.": ["Forty cars were damaged."],
    "Lily decided to open the chest.": ["Lily opened the chest."],
    "The captain's brother left.": ["The captain left.", "The brother's captain left."],
    "Marsh left before Lily opened the chest.": ["Lily opened the chest."],
}


def pairs(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(line, statement) for line, statements in table.items() for statement in statements]


@pytest.mark.parametrize(("line", "statement"), pairs(SAID))
def test_what_a_line_says_is_supported(line: str, statement: str) -> None:
    """A line supports itself, its passive, and what is left without a modifier or a participant."""
    assert unsupported_reasons(statement, [EvidenceLine(line)]) == []


@pytest.mark.parametrize(("line", "statement"), pairs(UNSAID))
def test_what_a_line_does_not_say_is_not_supported(line: str, statement: str) -> None:
    """Nothing is supported that swaps, adds, denies, asserts or moves what the line has otherwise."""
    assert unsupported_reasons(statement, [EvidenceLine(line)]) != []


@pytest.mark.parametrize(
    ("means", "statement", "fine"),
    [
        ("Scrooge", "Scrooge used the bow.", True),
        ("Mr. Scrooge", "Scrooge used the bow.", True),
        ("Scrooge", "Fred used the bow.", False),
        ("Scrooge", "Scrooge's nephew used the bow.", False),
        ("Scrooge's nephew", "Scrooge used the bow.", False),
    ],
)
def test_a_link_says_whom_a_pronoun_means(means: str, statement: str, fine: bool) -> None:
    """A pronoun that an accepted link resolves supports a statement about that name, and about no other."""
    line = EvidenceLine("He used the bow.", (LinkedExpression(0, 2, means),))
    assert (unsupported_reasons(statement, [line]) == []) is fine
    assert unsupported_reasons(statement, [EvidenceLine("He used the bow.")]) != []


def test_a_link_holds_at_its_own_place_alone() -> None:
    """Of two pronouns each means what its own link says."""
    line = EvidenceLine("He saw him.", (LinkedExpression(0, 2, "Fred"), LinkedExpression(7, 10, "Bob")))
    assert unsupported_reasons("Fred saw Bob.", [line]) == []
    assert unsupported_reasons("Bob saw Fred.", [line]) != []


def test_each_clause_may_be_said_by_another_line() -> None:
    """A statement of two clauses rests on two lines."""
    lines = [EvidenceLine("Lakshmana received the bow from Rama."), EvidenceLine("Lakshmana killed Ravana.")]
    assert unsupported_reasons("Lakshmana, who received the bow from Rama, killed Ravana.", lines) == []
    assert unsupported_reasons("Rama, who received the bow from Lakshmana, killed Ravana.", lines) != []


NAMES = st.sampled_from(["Rama", "Sita", "Lily", "Ned", "Helvetia"])
VERBS = st.sampled_from([("saw", "seen"), ("sold", "sold"), ("followed", "followed"), ("blamed", "blamed")])


@settings(max_examples=60)
@given(NAMES, NAMES, VERBS)
def test_direction_is_compared_whatever_the_verb(one: str, other: str, verb: tuple[str, str]) -> None:
    """Active and passive of a line are supported; both with their participants swapped are not."""
    line = [EvidenceLine(f"{one} {verb[0]} {other}.")]
    assert unsupported_reasons(f"{other} was {verb[1]} by {one}.", line) == []
    if one != other:
        assert unsupported_reasons(f"{other} {verb[0]} {one}.", line) != []
        assert unsupported_reasons(f"{one} was {verb[1]} by {other}.", line) != []


@settings(max_examples=100)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_texts_are_compared(statement: str, line: str) -> None:
    """No text raises, and each line that has a word supports itself."""
    unsupported_reasons(statement, [EvidenceLine(line)])
    if any(character.isascii() and character.isalpha() for character in line):
        assert unsupported_reasons(line, [EvidenceLine(line)]) == []


def test_a_statement_that_never_ends_is_not_compared() -> None:
    """What is too long to be read is not supported, unless it is the line."""
    text = "Marsh stole the map and " * 1_000
    assert unsupported_reasons(f"{text}Lily.", [EvidenceLine(text)]) != []


@pytest.mark.parametrize(
    ("statement", "shown"),
    [
        ("Marsh sold the map on 2019-03-14.", True),
        ("Marsh sold the map on March 14, 2019.", True),
        ("Marsh sold the map on 2019-03-15.", False),
        ("Marsh sold the map on 14 April 2019.", False),
    ],
)
def test_dates_are_compared_by_value(statement: str, shown: bool) -> None:
    """A date may be written in another form than the line's, and is the same day."""
    assert (unsupported_reasons(statement, [EvidenceLine("Marsh sold the map on 14 March 2019.")]) == []) is shown
