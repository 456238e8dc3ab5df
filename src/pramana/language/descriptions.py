"""Descriptions (*his nephew*, *this old gentleman*, *the spectre*): their words, and what may be meant by them."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.language.agreement import FEMALE, MALE, THING, Traits
from pramana.language.word_lists import word_set

POINTING = frozenset({"this", "that", "these", "those"})
DEFINITE = POINTING | {"the"}
_OWNERS = word_set("reference/owners")
_OPENERS = DEFINITE | _OWNERS | word_set("reference/indefinite")
_EMPTY = word_set("reference/empty")
_WITHIN = word_set("reference/within")

KIN = word_set("reference/kin")
_FLEETING = word_set("reference/fleeting")
_SAME = (frozenset("ghost spirit spectre specter phantom apparition".split()),)
"""Nouns that writers take turns with."""
_MEN = frozenset("man gentleman fellow chap guy lad boy".split())
_WOMEN = frozenset("woman lady lass girl maiden".split())


@dataclass(frozen=True, slots=True)
class Description:
    """A noun phrase by its words, all in lower case: the word that opens it ("" for none), adjectives, and head.

    `bare`: nothing depends on the head.
    """

    opener: str
    adjectives: frozenset[str]
    head: str
    bare: bool

    @property
    def definite(self) -> bool:
        return self.opener in DEFINITE

    @property
    def owned(self) -> bool:
        """Whether it says whose it is."""
        return self.opener in _OWNERS or any(word.endswith(("'s", "’s")) for word in self.adjectives)


def parse_description(phrase: str) -> Description | None:
    """Return a noun phrase as a description, None where it has no head.

    A possessor counts as an adjective, so that *the nephew* may refer to *Scrooge's nephew*.

    >>> parse_description("this same portly gentleman")
    Description(opener='this', adjectives=frozenset({'portly'}), head='gentleman', bare=True)
    """
    words = phrase.lower().strip(" .,;:!?\"'“”‘’").split()
    opener = words.pop(0) if words and words[0] in _OPENERS else ""
    inner = next((at for at, word in enumerate(words) if word in _WITHIN), len(words))
    # Five words: longer phrases are seldom repeated in a way that a later one can be compared with.
    if not 0 < inner <= 5 or words[inner - 1].endswith(("'s", "’s")):
        return None
    *adjectives, head = words[:inner]
    return Description(opener, frozenset(adjectives) - _EMPTY, head, inner == len(words))


SINGLE = frozenset("father mother husband wife name widow widower".split())
"""What a person has one of, as texts speak: two *brothers* far apart may be two."""


def is_single(noun: str) -> bool:
    """Return whether a person mostly has only one such, so that two of one owner are the same."""
    return noun in SINGLE


def is_lasting(noun: str) -> bool:
    """Return whether two such things of one owner are the same, however far apart they are named."""
    return noun in KIN or noun == "name"


def is_fleeting(noun: str) -> bool:
    """Return whether two such things of one owner are mostly two, however near they are named."""
    return noun in _FLEETING


def takes_up(later: Description, earlier: Description) -> bool:
    """Return whether a definite description may refer to what an earlier phrase named: it says the same, or less.

    >>> takes_up(parse_description("the gentleman"), parse_description("a portly gentleman"))
    True
    >>> takes_up(parse_description("the tall gentleman"), parse_description("a portly gentleman"))
    False
    """
    alike = later.head == earlier.head or any({later.head, earlier.head} <= group for group in _SAME)
    return alike and later.adjectives <= earlier.adjectives


def fits_traits(later: Description, traits: Traits) -> bool:
    """Return whether a noun for a man or a woman (*this gentleman*) agrees with what is known of a name."""
    return traits.plural is not True and (
        (later.head in _MEN and traits.sort == MALE) or (later.head in _WOMEN and traits.sort == FEMALE)
    )


def opposes_traits(later: Description, traits: Traits) -> bool:
    """Return whether a description cannot mean what has these traits: another gender, or another number.

    >>> opposes_traits(parse_description("this gentleman"), Traits(FEMALE, False))
    True
    >>> opposes_traits(parse_description("the old fox"), Traits(MALE, False))
    False
    """
    several = {"these": True, "those": True, "this": False, "that": False}.get(later.opener)
    if several is not None and traits.plural is not None and several != traits.plural:
        return True
    return (later.head in _MEN and traits.sort in {FEMALE, THING}) or (
        later.head in _WOMEN and traits.sort in {MALE, THING}
    )
