"""Descriptions (*his nephew*, *this old gentleman*, *the spectre*): their words, and what may be meant by them."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.language.agreement import FEMALE, MALE, Traits

POINTING = frozenset({"this", "that", "these", "those"})
DEFINITE = POINTING | {"the"}
_OWNERS = frozenset("my thy your his her its our their".split())
_OPENERS = DEFINITE | _OWNERS | frozenset("a an another some any no every each".split())
_EMPTY = frozenset("own very same said good dear poor whole".split())
"""Adjectives that tell no two of a kind apart."""
_WITHIN = frozenset("of in with from on at for to by who that which".split())
"""What follows these hangs on the head."""

KIN = frozenset(
    "father mother husband wife son daughter brother sister uncle aunt nephew niece cousin grandfather grandmother "
    "grandson granddaughter father-in-law mother-in-law son-in-law daughter-in-law brother-in-law sister-in-law "
    "stepfather stepmother stepson stepdaughter widow widower fiance fiancee fiancé fiancée bride bridegroom".split()
)
"""Nouns of whom one has but one, or tells which."""
_FLEETING = frozenset(
    "way time turn sight breath own part side hand eye ear arm leg foot knee shoulder cheek finger thumb lip tooth "
    "place day days life lives step steps word words thought thoughts look glance return arrival surprise pleasure joy "
    "delight horror terror account manner power kind moment hour morning afternoon evening night week month season "
    "year".split()
)
"""Nouns of which the next one is mostly another one, though its owner is the same; *this season* is the present one."""
_SAME = (frozenset("ghost spirit spectre specter phantom apparition".split()),)
"""Nouns that writers take turns with."""
_MEN = frozenset("man gentleman fellow chap guy lad boy".split())
_WOMEN = frozenset("woman lady lass girl maiden".split())


@dataclass(frozen=True, slots=True)
class Description:
    """A noun phrase by its words, all in lower case: the word that opens it ("" for none), adjectives, and head.

    `bare` says that nothing hangs on the head.
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


def described(phrase: str) -> Description | None:
    """Return a noun phrase as a description, None where it has no head.

    A possessor counts as an adjective, so that *the nephew* may take up *Scrooge's nephew*.

    >>> described("this same portly gentleman")
    Description(opener='this', adjectives=frozenset({'portly'}), head='gentleman', bare=True)
    """
    words = phrase.lower().strip(" .,;:!?\"'“”‘’").split()
    opener = words.pop(0) if words and words[0] in _OPENERS else ""
    inner = next((at for at, word in enumerate(words) if word in _WITHIN), len(words))
    if not 0 < inner <= 5 or words[inner - 1].endswith(("'s", "’s")):
        return None
    *adjectives, head = words[:inner]
    return Description(opener, frozenset(adjectives) - _EMPTY, head, inner == len(words))


def lasting(noun: str) -> bool:
    """Return whether two such things of one owner are the same, however far apart they are named."""
    return noun in KIN or noun == "name"


def fleeting(noun: str) -> bool:
    """Return whether two such things of one owner are mostly two, however near they are named."""
    return noun in _FLEETING


def takes_up(later: Description, earlier: Description) -> bool:
    """Return whether a definite description may take up what an earlier phrase named: it says the same, or less.

    >>> takes_up(described("the gentleman"), described("a portly gentleman"))
    True
    >>> takes_up(described("the tall gentleman"), described("a portly gentleman"))
    False
    """
    alike = later.head == earlier.head or any({later.head, earlier.head} <= group for group in _SAME)
    return alike and later.adjectives <= earlier.adjectives


def fits(later: Description, traits: Traits) -> bool:
    """Return whether a noun for a man or a woman (*this gentleman*) agrees with what is known of a name."""
    return traits.plural is not True and (
        (later.head in _MEN and traits.sort == MALE) or (later.head in _WOMEN and traits.sort == FEMALE)
    )
