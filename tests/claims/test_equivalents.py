"""What a line says in other words: other verbs, other sides of an event, kinds, what an expression means in its text."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimVerdict, check, check_all

SAID = [
    ("Hansen bought the mill from the state in 1987.", "The state sold the mill to Hansen."),
    ("The state lent Hansen the money.", "Hansen borrowed the money from the state."),
    ("The mill belongs to Hansen.", "Hansen owns the mill."),
    ("The army sank the ship in May.", "The ship sank in May."),
    ("The trial precedes the sale.", "The sale follows the trial."),
    ("Ann became the mayor of Oslo.", "Ann was the mayor of Oslo."),
    ("Marsh murdered the boy.", "Marsh killed the child."),
    ("The king's son left the city.", "The son of the king left the city."),
    ("The vote followed a debate of six hours.", "The vote followed a six-hour debate."),
    ("The painting, long attributed to Vermeer, burned.", "The painting was long attributed to Vermeer."),
    ("Ann left when the war began.", "When the war began, Ann left."),
    ("The treaty forbids the sale.", "The sale is forbidden by the treaty."),
]
UNSAID = [
    ("Hansen bought the mill from the state in 1987.", "Hansen sold the mill to the state."),
    ("Hansen bought the mill from the state in 1987.", "The state bought the mill from Hansen."),
    ("The mill belongs to Hansen.", "Hansen belongs to the mill."),
    ("The army did not sink the ship.", "The ship sank."),
    ("The ship sank in May.", "The army sank the ship."),
    ("The trial precedes the sale.", "The trial follows the sale."),
    ("Ann hoped to become the mayor of Oslo.", "Ann was the mayor of Oslo."),
    ("No boy left.", "No child left."),
    ("Every boy left.", "Every child left."),
    ("Only the boy left.", "Only the child left."),
    ("The child left.", "The boy left."),
    ("The son's king left the city.", "The son of the king left the city."),
    ("The vote followed a debate of six hours.", "The vote followed a nine-hour debate."),
    ("Ann left before the war began.", "Before the war began, Ann did not leave."),
]


@pytest.mark.parametrize(("line", "claim"), SAID)
def test_a_line_says_an_event_from_every_side(line: str, claim: str) -> None:
    """Converse verbs, results, kinds, possessors, compounds and the order of clauses change nothing."""
    assert check(claim, [line]).verdict is ClaimVerdict.SUPPORTED


@pytest.mark.parametrize(("line", "claim"), UNSAID)
def test_another_event_in_like_words_is_not_said(line: str, claim: str) -> None:
    """The same words with exchanged participants, a kind where something is counted out, what was only hoped."""
    assert check(claim, [line]).verdict is not ClaimVerdict.SUPPORTED


def test_a_text_says_whom_its_pronouns_and_descriptions_mean() -> None:
    """What a plain text shows for certain is used; what is open is not, and given links are not added to."""
    text = ["Clara Ek is a potter who lives in Graz.", "She sold the mill to Boris."]
    assert check_all(["Clara Ek lives in Graz.", "Clara Ek sold the mill."], text)[1].is_supported
    assert not check_all(["Boris sold the mill."], text)[0].is_supported
    two = ["Clara met Anna in Graz.", "She sold the mill."]
    assert not check_all(["Anna sold the mill."], two)[0].is_supported
