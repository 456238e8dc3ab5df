"""Tags after repair."""

from __future__ import annotations

import pytest

from pramana.language import tag_tokens


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("The organ built by Arp was old.", "built", "VVN"),
        ("The space that this ride occupied was turned into a stage.", "occupied", "VVD"),
        ("The bow that Rama broke belonged to Shiva.", "belonged", "VVD"),
        ("Nothing ever happened on this globe.", "happened", "VVD"),
        ("It was seen and heard.", "heard", "VVN"),
        ("He patented it and sold it.", "sold", "VVD"),
        ("The two sometimes work as partners.", "work", "VVB"),
        ("The rain, and snow, and hail, and sleet could fall.", "hail", "NN1"),
        ("He used the stick.", "used", "VVD"),
        ("They sent men to gauge how it fell.", "gauge", "VVI"),
        ("The house that stood there fell.", "that", "PNQ"),
        ("He said that the house fell.", "that", "CJT"),
        ("What's Christmas to you?", "'s", "VBZ"),
        ("Scrooge's nephew came.", "'s", "POS"),
        ("He opened the door using a key.", "using", "PRP"),
    ],
)
def test_confused_tags_are_mended(text: str, word: str, tag: str) -> None:
    """Past tense and participle, noun and verb, joining and relative *that* are told apart by their neighbours."""
    assert [token.tag for token in tag_tokens(text) if token.text == word] == [tag]


@pytest.mark.parametrize(
    ("text", "lemma"),
    [("He besought her.", "beseech"), ("She lay there.", "lie"), ("It went.", "go"), ("I'm in.", "be")],
)
def test_verbs_have_their_lemma(text: str, lemma: str) -> None:
    """Irregular forms lead to the verb that dictionaries list."""
    assert lemma in [token.lemma for token in tag_tokens(text) if token.tag.startswith("V")]


def test_a_line_in_capitals_is_read_like_any_other() -> None:
    """Capitals alone make no names."""
    assert [token.tag for token in tag_tokens("THERE WAS NOTHING CHEERFUL IN THE CLIMATE")][1] == "VBD"
