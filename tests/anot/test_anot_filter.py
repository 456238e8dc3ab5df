"""FILTER: which items may bear on the task."""

from __future__ import annotations

from anot_seeds import seed_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.anot.filtering import KeywordFilter

WORDS = st.lists(st.text(alphabet="abAB. ßé-", min_size=1, max_size=4), min_size=1, max_size=8)
TEXTS = st.text(alphabet="abAB. ßéI-", max_size=30)


def keywords(*words: str, match: str = "substring") -> KeywordFilter:
    return KeywordFilter(seed_of({"n": "len(extractions)"}, filter_keywords=list(words), filter={"match": match}))


def test_a_keyword_is_found_anywhere_in_the_folded_text() -> None:
    """*nut* finds *PEANUT*, and STRASSE finds straße; what stands first is told."""
    assert keywords("nut").hit("A PEANUT!") == "nut"
    assert keywords("STRASSE").hit("die straße") == "strasse"
    assert keywords("b", "a").hit("xab") == "a"
    assert keywords("nut").hit("no") is None


def test_a_word_start_is_an_option() -> None:
    """With `word_start` *nut* finds *nuts*, and neither *peanut* nor *donut*."""
    found = keywords("nut", match="word_start")
    assert [found.hit(text) for text in ("Nuts!", "peanut", "donuts", "(nut)")] == ["nut", None, None, "nut"]


def test_an_empty_keyword_takes_every_item() -> None:
    """ "" stands in every text, an empty one too."""
    assert (keywords("").hit(""), keywords("", "nut").hit("x")) == ("", "")


@given(WORDS, TEXTS)
@settings(max_examples=150)
def test_one_pass_finds_what_the_specification_finds(words: list[str], text: str) -> None:
    """The compiled filter takes exactly the items of which any folded keyword is a substring."""
    assert (keywords(*words).hit(text) is not None) == any(word.casefold() in text.casefold() for word in words)
