"""Sets of tags of the tagger's set (C5), and the look around a tag that rules of repair share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from pramana.language.tagging import possible_tags

NOUNS = frozenset({"NN0", "NN1", "NN2", "NN", "NP0", "UNC", "ZZ0"})
VERBS = frozenset(
    {"VVB", "VVD", "VVG", "VVI", "VVN", "VVZ"} | {f"V{family}{form}" for family in "BDH" for form in "BDGINZ"} | {"VM0"}
)
BE_TAGS = frozenset({"VBB", "VBD", "VBG", "VBI", "VBN", "VBZ"})
HAVE_TAGS = frozenset({"VHB", "VHD", "VHG", "VHI", "VHN", "VHZ"})
FINITE = frozenset({"VVB", "VVD", "VVZ", "VBB", "VBD", "VBZ", "VHB", "VHD", "VHZ", "VDB", "VDD", "VDZ", "VM0"})
ADVERBS = frozenset({"AV0", "XX0", "AVP"})
BREAKS = frozenset({"PUN", "PUQ", "PUL", "PUR", "CJC", "CJS", "CJT", "PNQ", "DTQ", "AVQ"})
INVERTING = frozenset("never nor neither seldom rarely hardly scarcely sooner".split())
"""Adverbs behind which the subject follows its auxiliary."""

CONTRACTED = {
    "dont": "VDB", "doesnt": "VDZ", "didnt": "VDD", "cant": "VM0", "couldnt": "VM0", "wouldnt": "VM0",
    "shouldnt": "VM0", "isnt": "VBZ", "wasnt": "VBD", "arent": "VBB", "hasnt": "VHZ", "havent": "VHB",
}  # fmt: skip
"""Auxiliaries with *not*, written without an apostrophe, and their tags."""

NewTag = Callable[[Sequence[str], list[str], int], str | None]
"""Returns the new tag of the token at a place, None to leave it. One that changes a neighbour's returns a tag, too."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A repair, and the tokens that it looks at: those with one of `tags`, or one of `words` (in small letters).

    `cased`: the rule sees words with their capitals. Most rules look at few tokens, and calling each for every token
    took a sixth of the time of reading a line.
    """

    new_tag: NewTag
    tags: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    cased: bool = False


def on_tags(tags: AbstractSet[str], *, cased: bool = False) -> Callable[[NewTag], Rule]:
    """Return a decorator for a rule that looks at tokens with these tags."""
    return lambda new_tag: Rule(new_tag, frozenset(tags), cased=cased)


def on_words(words: AbstractSet[str], *, cased: bool = False) -> Callable[[NewTag], Rule]:
    """Return a decorator for a rule that looks at these words, in small letters."""
    return lambda new_tag: Rule(new_tag, words=frozenset(words), cased=cased)


def tag_before(tags: Sequence[str], index: int, skip: frozenset[str] = ADVERBS) -> int:
    """The nearest token up to four to the left that is not an adverb, -1 for none. Brackets are skipped."""
    if index > 1 and tags[index - 1] == "PUR":
        opened = next((place for place in range(index - 2, max(index - 26, -1), -1) if tags[place] == "PUL"), index)
        index = opened if opened > 0 else index
    for position in range(index - 1, max(index - 5, -1), -1):
        if tags[position] not in skip:
            return position
    return -1


def may_be(word: str, tag: str) -> bool:
    """Return whether the word alone may have the tag."""
    return tag in possible_tags(word)
