"""Whom a line is addressed to takes no part in what it says."""

from __future__ import annotations

from itertools import product

import pytest
from readings import told

GREETINGS = ("Dear {},", "Hi {},", "Thank you, {},", "Thanks, {},", "Good morning, {},", "Yes, {},", "Well, {},", "{},")
ADDRESSEES = ("Margaret", "Mr Carter", "Ms Osei", "Helen Moss")
CLAUSES = {
    "the auditors resigned.": ["resign: KARTA=the auditors"],
    "the draft minutes contain an error.": ["contain: KARTA=the draft minutes, KARMA=an error"],
    "I sent the report.": ["send: KARTA=I, KARMA=the report"],
    "the lease of the office was sold.": ["sell: KARMA=the lease of the office"],
}


@pytest.mark.parametrize(("greeting", "name"), list(product(GREETINGS, ADDRESSEES)))
def test_an_addressee_in_front_has_no_part(greeting: str, name: str) -> None:
    """Whatever the greeting and the name: the clause reads as it does alone."""
    for clause, kriyas in CLAUSES.items():
        assert told(f"{greeting.format(name)} {clause}") == kriyas


@pytest.mark.parametrize(("clause", "kriyas"), list(CLAUSES.items()))
@pytest.mark.parametrize("name", ADDRESSEES)
def test_an_addressee_at_the_end_has_no_part(clause: str, kriyas: list[str], name: str) -> None:
    """*The auditors resigned, Margaret.*"""
    begun = clause[0].upper() + clause[1:]
    before = [kriya.replace("=the", "=The", 1) for kriya in kriyas]
    assert told(f"{begun[:-1]}, {name}.") == (kriyas if begun.startswith("I ") else before)


@pytest.mark.parametrize(
    ("text", "kriyas"),
    [
        ("Dear all, the meeting ended.", ["end: KARTA=the meeting"]),
        ("Dear Sir or Madam, the boiler failed.", ["fail: KARTA=the boiler"]),
        ("Dear Margaret and Tom, the auditors resigned.", ["resign: KARTA=the auditors"]),
        ("Dear Dr. Chen, Liam Carter signed the deed.", ["sign: KARTA=Liam Carter, KARMA=the deed"]),
        ("Gentlemen, the board resigned.", ["resign: KARTA=the board"]),
        ("The board, Margaret, resigned.", ["resign: KARTA=The board"]),
        ("“Tom, the men left,” said Anna.", ["leave: KARTA=the men, says Anna", "say: KARTA=Anna"]),
    ],
)
def test_other_ways_of_address(text: str, kriyas: list[str]) -> None:
    """Groups, nouns in place of names, names in the middle, and speech."""
    assert told(text) == kriyas


@pytest.mark.parametrize(
    ("text", "kriya"),
    [
        ("Margaret, the chair, resigned.", "resign: KARTA=Margaret"),
        ("Margaret, Tom and Anna resigned.", "resign: KARTA=Margaret+Tom+Anna"),
        ("Margaret, the auditors said, had resigned.", "resign: KARTA=Margaret, says the auditors"),
        ("Margaret, who chairs the board, resigned.", "resign: KARTA=Margaret"),
        ("Dear Margaret, who chairs the board, resigned.", "resign: KARTA=Margaret"),
        ("Dear old Tom signed the deed.", "sign: KARTA=Dear old Tom, KARMA=the deed"),
        ("No man, no tree, survived.", "survive: KARTA=No man, not"),
    ],
)
def test_a_subject_is_not_taken_for_an_addressee(text: str, kriya: str) -> None:
    """Appositions, lists, remarks and descriptions behind a name leave it the subject."""
    assert kriya in told(text)
