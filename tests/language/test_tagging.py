"""Tags by our search over HanTa's model: the same as by HanTa's own, whatever was tagged before."""

from __future__ import annotations

import pytest
from HanTa.HanoverTagger import HanoverTagger
from hypothesis import given
from hypothesis import strategies as st

from pramana.language.tagging import possible_tags, tag

WORDS = "The the of to and that who left saw map Ann Krug Vera never has been 40 , . ( ) 's quickly Zedbrook".split()
STRANGE = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=9)
SENTENCES = st.lists(st.sampled_from(WORDS) | STRANGE, min_size=1, max_size=14)


@pytest.fixture(scope="module")
def hanta() -> HanoverTagger:
    return HanoverTagger("morphmodel_en.pgz")


@given(sentence=SENTENCES, rest=SENTENCES, shared=st.integers(0, 14))
def test_tags_are_those_of_hanta_whatever_sentence_came_before(
    hanta: HanoverTagger, sentence: list[str], rest: list[str], shared: int
) -> None:
    """What two sentences in a row begin with is searched once: the second may end there, go on, or be the same."""
    for words in (sentence, [*sentence[:shared], *rest], sentence[: max(1, shared)], sentence):
        assert tag(words) == hanta.tag_sent(words, taglevel=0)


@given(word=st.sampled_from(WORDS) | STRANGE)
def test_the_tags_of_a_word_alone_are_those_of_hanta(hanta: HanoverTagger, word: str) -> None:
    assert possible_tags(word) == {name for name, _ in hanta.tag_word(word, casesensitive=False)}
