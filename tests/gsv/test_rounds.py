"""What an attempt as data comes to."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from pramana.gsv import ALL_INVALID, Verification
from pramana.gsv.round import Draft, Rival, Round, read_choice


class Guess(BaseModel):
    word: str
    goal: str = ""


def draft(name: str, word: str, goal: str = "", identity: object = None) -> Draft[Guess]:
    return Draft(f"Candidate_{name}", Guess(word=word, goal=goal), "r", (), identity)


@pytest.mark.parametrize(
    ("choice", "meant"),
    [
        ("Candidate_B", "Candidate_B"),
        ("candidate b", "Candidate_B"),
        (" B ", "Candidate_B"),
        ("Candidate-B.", "Candidate_B"),
        ("all invalid", ALL_INVALID),
        ("Candidate_D", ALL_INVALID),
        ("", ALL_INVALID),
    ],
)
def test_a_choice_is_read_whatever_its_spelling(choice: str, meant: str) -> None:
    """Case, spaces and punctuation of an id do not matter; an id that was not given counts as ALL_INVALID."""
    rivals = [Rival(draft(name, name), (f"Candidate_{name}",)) for name in "AB"]
    assert read_choice(Verification(choice=choice, reasoning="r"), rivals).choice == meant


def test_candidates_of_one_identity_are_judged_once() -> None:
    """What a task leaves out of a candidate's identity makes it no other candidate."""
    state: Round[Guess] = Round(1, 1, 80)
    state.generated += [draft("A", "x", "one", ["x"]), draft("B", "x", "two", ["x"]), draft("C", "y", "", ["y"])]
    assert [rival.ids for rival in state.rivals] == [("Candidate_A", "Candidate_B"), ("Candidate_C",)]
