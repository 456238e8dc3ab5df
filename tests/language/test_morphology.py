"""Singulars, stems and forms of English words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.language import names_one_of, singular, spelled_singular, stem, word_forms

LETTERS = st.text(alphabet="aeioubcdfgklmnprstvyz", min_size=1, max_size=14)


@pytest.mark.parametrize(
    ("plural", "known", "spelled"),
    [
        ("cities", "city", "city"),
        ("boxes", "box", "box"),
        ("churches", "church", "church"),
        ("ghosts", "ghost", "ghost"),
        ("glass", "glass", "glass"),
        ("houses", "house", "hous"),
        ("buses", "buse", "bus"),
        ("children", "child", "children"),
        ("wolves", "wolf", "wolve"),
        ("status", "status", "statu"),
        ("christmas", "christmas", "christma"),
        ("mr.", "mr.", "mr."),
    ],
)
def test_the_two_singulars_differ_where_spelling_does_not_tell(plural: str, known: str, spelled: str) -> None:
    """One knows irregular nouns and endings that are no plurals; the other cuts endings by spelling alone."""
    assert (singular(plural), spelled_singular(plural)) == (known, spelled)


@pytest.mark.parametrize(
    ("word", "noun"),
    [("men", "man"), ("housewives", "housewife"), ("wolves", "wolf"), ("cities", "city"), ("king", "king")],
)
def test_a_plural_names_what_its_singular_names(word: str, noun: str) -> None:
    """The list of nouns decides which of several singulars is meant."""
    assert names_one_of(word, frozenset({noun}))
    assert not names_one_of(word, frozenset({"queen"}))


@pytest.mark.parametrize(
    "forms",
    [("give", "gave", "given", "giving", "gives"), ("celebrate", "celebrates", "celebration"), ("colour", "color")],
)
def test_forms_of_one_word_share_their_stem(forms: tuple[str, ...]) -> None:
    """Inflections, regular or not, and both spellings."""
    assert len(set(map(stem, forms))) == 1


@settings(max_examples=40)
@given(LETTERS)
def test_a_word_is_a_form_of_itself(word: str) -> None:
    """Whatever the letters, nothing fails, and a word of three letters or more is among its own forms."""
    assert stem(word) and singular(word) and spelled_singular(word)
    assert len(word) < 3 or word in word_forms(word)
