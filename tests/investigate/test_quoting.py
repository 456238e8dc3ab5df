"""Sentences that have all words of a question: which answer it, and which only speak of the same."""

from __future__ import annotations

import pytest

from pramana.investigate.quoting import asked_words, quotes_answer
from pramana.language import read_asked


@pytest.mark.parametrize(
    ("question", "label", "sentence", "answers"),
    [
        ("Who directed Barrier?", "Barrier", "Barrier is a 2002 short film written and directed by Grace Lee.", True),
        ("Who directed Barrier?", "Grace Lee", "Barrier directed Grace Lee to the exit.", False),
        ("Who wrote and directed Barrier?", "Barrier", "Barrier is a film written and directed by Grace Lee.", True),
        ("Who hired Anna?", "Anna", "Anna hired Bob.", False),
        ("Who hired Anna?", "Anna", "She was hired by Bob.", True),
        ("Who hired Anna?", "Anna", "Anna was never hired by Bob.", False),
        ("Who did Anna hire?", "Anna", "Anna was hired by Bob.", False),
        ("Who did Anna hire?", "Anna", "Anna hired Bob.", True),
        ("Who was apprenticed with Orr?", "Dick", "Dick is a fellow apprentice of Orr.", True),
        ("Who is the wife of Orr?", "Ann", "Ann talks with the wife of Bob about Orr.", False),
        ("Who was Orr's business partner?", "Lee", "Lee is a lawyer and Orr's former partner in business.", True),
        ("What is the population of Kahuku?", "Kahuku", "In 2010 it had a population of 2,614.", True),
        ("What did Marley die of?", "Marley", "Marley is a deceased friend of Orr.", False),
        ("Why does Marley appear to Orr?", "Marley", "Marley appears to Orr to warn him.", True),
        ("Why does Marley appear to Orr?", "Marley", "Marley appears before Orr.", False),
        ("Who plays music with Orr?", "Ann", "Ann plays music that reminds Orr of home.", False),
        ("Who plays music with Orr?", "Ann", "Ann plays music with Orr.", True),
        ("Who is the frontman of Crow?", "Ann", "Ann is frontman and vocalist for the rock band Crow.", True),
        ("Who cares for Tim?", "Tim", "Tim is glad of Orr's generosity and caring nature.", False),
        ("Who weighs Ann?", "Ann", "The sack holds goods brought by Ann to be weighed by Old Joe.", False),
        ("Who manages Orbit?", "Orbit", "Orbit is the manager of a trademark of Leeds.", False),
        ("How many ghosts are there?", "Ghost", "The ghost shows the link between the two spirits.", False),
        ("Which storm killed the most people?", "Storm", "The storm killed five people in Texas.", False),
        ("Which companies does Orbit own?", "Orbit", "Orbit is a holding company of Leeds.", False),
        ("When did the show first air?", "show", "It originally aired on April 19, 1987.", True),
        ("When did the show first air?", "show", "It originally aired on Fox.", False),
        ("In which building is the clinic that Ann leads?", "Ann", "Ann leads the North Clinic.", False),
        ("In which building is the clinic?", "clinic", "The clinic is housed in the Ridley Wing.", True),
    ],
)
def test_a_sentence_with_all_words_in_the_same_roles_answers(
    question: str, label: str, sentence: str, answers: bool
) -> None:
    """Names keep their roles in either voice, and something of the kind that is asked for must be new."""
    asked = read_asked(question)
    assert asked is not None
    assert quotes_answer(asked, asked_words(asked), label, sentence) is answers
