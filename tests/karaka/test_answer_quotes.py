"""Quotations in an answer's sentences, which a model wrote: hostile input."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from tests.support.timing import quickest

from pramana.karaka.answer_checks import _quote_to_end

PATTERN = re.compile(r"[“\"](?P<quote>.*)[”\"]\.?", re.DOTALL)


@given(st.text('“"”.a \n', max_size=12))
def test_a_quote_goes_to_the_end_of_its_sentence(text):
    """What follows the first mark up to the last one is quoted, where nothing but a full stop comes after it."""
    for mark in ("“", '"'):
        match = PATTERN.fullmatch(mark + text)
        assert _quote_to_end(mark + text) == (match["quote"] if match else None)


def test_a_sentence_of_quotation_marks_is_read_at_once():
    """Twelve thousand marks without an end, each of which could begin a quote, take no time."""
    text = "“" * 12_000

    def read():
        assert not any(_quote_to_end(text[at:]) for at in range(len(text)))

    assert quickest(read, 1) < 1
