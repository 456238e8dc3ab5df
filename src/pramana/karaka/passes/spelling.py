"""Whether two folded words are spellings of one name."""

from __future__ import annotations

from rapidfuzz.distance import OSA

from pramana.karaka.passes.name_words import COMPANY, FEMALE_NAMES, MALE_NAMES, NICKNAMES, PARTICLES

LEAST_VARIANT = 6
"""A word shorter than this, in code points, has no spelling variants: *Rama* is not *Roma*."""
LEAST_VARIANT_ALONE = 8
"""The same for a name of one word."""


def same_given(one: str, other: str) -> bool:
    """Return whether two folded given names may be one: an initial, a nickname, a slip of the pen."""
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    return NICKNAMES.get(one, one) == NICKNAMES.get(other, other) or is_variant(one, other, alone=False)


def is_variant(one: str, other: str, *, alone: bool) -> bool:
    """Return whether two words may be spellings of one name: no plurals, no known names, no other last vowel."""
    least = LEAST_VARIANT_ALONE if alone else LEAST_VARIANT
    if min(len(one), len(other)) < least or one[0] != other[0] or not (one.isalpha() and other.isalpha()):
        return False
    if {one, other} <= MALE_NAMES | FEMALE_NAMES or {one, other} & (PARTICLES | COMPANY.keys()):
        return False
    if one[:-1] == other[:-1] or one[:-1] == other or other[:-1] == one:
        return False  # Maria and Mario, Cratchit and Cratchits
    return OSA.distance(one, other, score_cutoff=1) <= 1


def sound_alike(one: str, other: str) -> bool:
    """Return whether two words are one name in two transcriptions: *Mohammed* and *Muhammad*.

    Their consonants are the same but for letters that spell one sound, and so is the last letter: *Christian* is not
    *Christina*.
    """
    long = min(len(one), len(other)) >= LEAST_VARIANT and one.isalpha() and other.isalpha()
    skeletons = consonants(one), consonants(other)
    return long and one[-1] == other[-1] and skeletons[0] == skeletons[1] and len(skeletons[0]) >= LEAST_CONSONANTS


def consonants(word: str) -> str:
    """Return the consonants of a word, those that sound alike as one letter, doubled ones once."""
    for spelled, sound in _ONE_SOUND:
        word = word.replace(spelled, sound)
    kept = [letter for letter in word if letter not in _SILENT]
    return "".join(letter for at, letter in enumerate(kept) if at == 0 or kept[at - 1] != letter)


_ONE_SOUND = (("ph", "f"), ("ck", "k"), ("c", "k"), ("q", "k"), ("w", "v"), ("z", "s"))
_SILENT = frozenset("aeiouyjh")
LEAST_CONSONANTS = 2
"""Words with fewer consonants sound like many."""
