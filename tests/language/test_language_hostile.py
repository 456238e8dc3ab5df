"""Any text at all."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.language import analyse, lemma_of

_WORDS = st.sampled_from(
    "the a Rama Sita bow who which that said gave was not to of in and , . ' \" -- if had been killed it him ( ) never".split()
)


@settings(max_examples=200)
@given(st.one_of(st.text(max_size=300), st.lists(_WORDS, max_size=40).map(" ".join)))
def test_every_span_lies_in_the_line(text: str) -> None:
    """Whatever the text: quotes are substrings, spans are ordered, confidence is a share, parents exist."""
    sentence = analyse(text)
    for clause in sentence.clauses:
        assert clause.verb_quote == text[clause.verb_start : clause.verb_end] != ""
        assert clause.verb_end <= clause.end <= len(text)
        assert 0 < clause.confidence <= 1
        assert clause.parent is None or 0 <= clause.parent < len(sentence.clauses)
        for phrase in (*clause.subjects, *clause.objects, *clause.indirect, *(p.phrase for p in clause.prepositions)):
            assert phrase.text == text[phrase.start : phrase.end] != ""


@settings(max_examples=50)
@given(st.lists(_WORDS, max_size=40).map(" ".join))
def test_analysis_is_a_function_of_the_line(text: str) -> None:
    """The same line twice gives the same answer, whatever was read in between."""
    first = analyse(text)
    analyse("Something else was said in between.")
    assert analyse(text) == first


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "dog of ",
        "a, ",
        "' \" ",
        "he said that ",
        "the man who ",
        "\x00\x1b",
        "😀👨‍👩‍👧 ",
        "\u202eשלום ",
        '"x," said he. ',
    ],
)
def test_hostile_lines_take_no_more_than_seconds(unit: str) -> None:
    """Ten thousand characters of anything are read in time that grows with their number alone."""
    started = time.thread_time()
    analyse(unit * (10_000 // len(unit)))
    assert time.thread_time() - started < 10


@pytest.mark.parametrize("sign", ["a", "é", "-", "ा"])
def test_a_word_of_any_length_has_a_lemma_at_once(sign: str) -> None:
    """What is longer than any word is not analysed: the time would grow with the square of its length."""
    word, started = sign * 10_000, time.thread_time()
    assert [lemma_of(word, tag) for tag in ("NN1", "VVD")] == [word, word]
    assert time.thread_time() - started < 1
