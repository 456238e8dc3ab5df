"""How surely a line has an amount of the asked kind, and what the part that holds it has of the question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.karaka.line_quotes.amounts import amount_share
from pramana.karaka.line_quotes.part_traits import line_parts, part_traits
from pramana.karaka.line_quotes.terms import question_terms
from pramana.language import AskedQuestion, read_asked


def asked_of(question: str) -> AskedQuestion:
    asked = read_asked(question)
    assert asked is not None
    return asked


def share(question: str, line: str) -> float | None:
    asked = asked_of(question)
    return amount_share(asked, question_terms(asked.text), line)


@pytest.mark.parametrize(
    ("question", "line", "expected"),
    [
        ("How many people work at the Lowgate bakery?", "It opened in 1922 and employs 340 people.", 1.0),
        ("How many people did Ord take on board?", "He took 38 passengers on board.", 0.9),
        ("How many patients were sent away?", "No patient was harmed, although eleven were diverted.", 0.6),
        ("How many patients were sent away?", "The ward was built in 1931.", 0.0),
        ("How many weeks did it last?", "It lasted nine weeks.", 1.0),
        ("How many buses came?", "The fair lasted nine weeks.", 0.0),
        ("How much did the clock cost?", "It cost £60.", 1.0),
        ("How much would it be to mend the clock?", "The man wants sixty florins to mend it.", 0.8),
        ("How much would it be to mend the clock?", "It has stopped for sixty days.", 0.0),
        ("By how much did the income fall?", "The income fell by 8 per cent.", 1.0),
        ("How large was the deficit?", "There was a deficit of £2.4 million.", 1.0),
        ("How big is a limpet?", "It is a snail hardly larger than a thumbnail.", 0.8),
        ("How long was the ride?", "It was eleven miles by the coast.", 1.0),
        ("How long was Ann away?", "It was eleven miles by the coast.", 0.0),
        ("How long did the digging take?", "It took him three summers.", 1.0),
        ("How long did Tilda stay?", "She stayed until the harvest.", 0.8),
        ("How long did Tilda stay?", "She stayed with her aunt.", 0.0),
        ("How old was Lusk when she left?", "She had left school at fourteen.", 0.8),
        ("How old was Edmund?", "Edmund caught it in the winter of 1826.", 0.0),
        ("How old was Edmund?", "Edmund met her at 16.20 at the gate.", 0.0),
    ],
)
def test_a_line_has_an_amount_of_the_asked_kind(question: str, line: str, expected: float) -> None:
    """1 for an expression of the kind, less for what may be one, 0 for none and for numbers of something else."""
    assert share(question, line) == expected


def test_other_kinds_have_no_amount() -> None:
    """Of *who* and *why* it says nothing."""
    assert share("Who left?", "Nine people left.") is None


def test_the_part_with_the_year_must_tell_of_the_question() -> None:
    """A year of another clause is in a part that has few of the question's words."""
    asked = asked_of("When was the church of Saint Bavo built?")
    terms = question_terms(asked.text)
    other = part_traits(asked, terms, "They saw the church of Saint Bavo, and the Museum of Glass, opened in 1978.")
    own = part_traits(asked, terms, "The church of Saint Bavo was built in 1310, and the museum in 1978.")
    assert (other.words, other.names) == (0.0, 0.0)
    assert own.words == own.verb == own.names == 1.0
    assert own.alone == 0.5


@given(st.text(max_size=120))
def test_parts_of_a_line_are_its_words_in_order(text: str) -> None:
    """No part is empty, and each is in the line behind the one before."""
    place = 0
    for part in line_parts(text):
        assert part.strip()
        place = text.index(part, place) + len(part)


@given(st.text(max_size=80), st.sampled_from(["How many boats sank?", "How old is Ann?", "How long did it take?"]))
def test_shares_are_between_none_and_all(text: str, question: str) -> None:
    """Whatever a line holds, its share is in 0–1."""
    found = share(question, text)
    assert found is not None and 0 <= found <= 1
