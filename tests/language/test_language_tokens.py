"""Words and marks with offsets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.language.tokens import MAX_WORD, straighten, tokenize


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He can't see Mr. Fox's hat.", ["He", "ca", "n't", "see", "Mr.", "Fox", "'s", "hat", "."]),
        ("I cannot go--now.", ["I", "can", "not", "go", "--", "now", "."]),
        ("It cost $4.25 on 3/4.", ["It", "cost", "$", "4.25", "on", "3/4", "."]),
        ("It lost €14.3m.", ["It", "lost", "€", "14.3", "."]),
        (
            "He ran 1.5km in v2.0.1, a 10.5-inch one",
            ["He", "ran", "1.5km", "in", "v2.0.1", ",", "a", "10.5-inch", "one"],
        ),
        ("It cost $39bn or £2k.", ["It", "cost", "$", "39", "or", "£", "2", "."]),
        ("The U.S. and J. Smith", ["The", "U.S.", "and", "J.", "Smith"]),
        ("a twice-turned gown", ["a", "twice-turned", "gown"]),
        ("they’re “here”—now", ["they", "'re", '"', "here", '"', "--", "now"]),
        ("write to a.b@c.org or https://x.org/y?z=1 today", ["write", "to", "link", "or", "link", "today"]),
        ("He _did_ come to snake_case", ["He", "did", "come", "to", "snake_case"]),
        ("To-night he came", ["tonight", "he", "came"]),
    ],
)
def test_line_is_cut_into_words_and_marks(text: str, words: list[str]) -> None:
    """Clitics, abbreviations, numbers, links and marks become tokens as the tagger knows them."""
    assert [word.plain for word in tokenize(text)] == words


def test_long_word_is_cut_for_the_tagger_alone() -> None:
    """A very long word keeps its offsets; only what the tagger sees is short."""
    (word,) = tokenize("x" * 5000)
    assert (word.start, word.end, len(word.plain)) == (0, 5000, MAX_WORD)


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_tokens_cover_all_that_is_no_blank(text: str) -> None:
    """Tokens are in order, do not overlap, are never empty, and only white space is between them."""
    end = 0
    for word in tokenize(text):
        assert end <= word.start < word.end <= len(text)
        assert word.plain
        assert not straighten(text)[end : word.start].strip()
        end = word.end
    assert not straighten(text)[end:].strip()


@given(st.text(max_size=100))
def test_straightening_keeps_the_length(text: str) -> None:
    """Plain quotes and dashes take the places of curly ones, one for one."""
    assert len(straighten(text)) == len(text)
