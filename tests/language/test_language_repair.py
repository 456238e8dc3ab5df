"""Tags after repair."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from pramana.language import tag_tokens
from pramana.language.repair import _RULES
from pramana.language.tag_sets import BREAKS, NOUNS, VERBS


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


_LINES = Path(__file__).parents[2] / "bench" / "readers" / "a1.txt"
_TAGS = sorted({*NOUNS, *VERBS, *BREAKS, "AJ0", "AT0", "DPS", "PRP", "AV0", "AVP", "CRD", "DT0", "PNP", "TO0", "XX0"})


@pytest.mark.parametrize("seed", range(4))
def test_a_rule_of_repair_leaves_what_it_does_not_look_at(seed: int) -> None:
    """Its tags and words only save time: at any other token it would return nothing and change nothing."""
    chosen = Random(seed)
    for line in _LINES.read_text("utf-8").splitlines():
        words = [token.text for token in tag_tokens(line)]
        lower = [word.lower() for word in words]
        for rule in _RULES:
            tags = [chosen.choice(_TAGS) for _ in words]
            for index, tag in enumerate(tags):
                if tag not in rule.tags and lower[index] not in rule.words:
                    before = list(tags)
                    assert rule.new_tag(words if rule.cased else lower, tags, index) is None, rule.new_tag.__name__
                    assert tags == before
