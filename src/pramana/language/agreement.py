"""Number, gender and animacy: the traits that a pronoun requires, and those that a name or a noun has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from pramana.language import lexicon as lex
from pramana.language.model import Token
from pramana.language.word_lists import word_list, word_set

MALE, FEMALE, PERSON, THING, UNKNOWN = "male", "female", "person", "thing", "unknown"


@dataclass(frozen=True, slots=True)
class Traits:
    """`sort` is one of male, female, person (of either gender), thing, unknown; `plural` None where nothing tells."""

    sort: str
    plural: bool | None


_THIRD = {
    **dict.fromkeys("he him his himself".split(), Traits(MALE, False)),
    **dict.fromkeys("she her hers herself".split(), Traits(FEMALE, False)),
    **dict.fromkeys("it its itself".split(), Traits(THING, False)),
    **dict.fromkeys("they them their theirs themselves".split(), Traits(UNKNOWN, True)),
}
_NEAR = {"this": Traits(THING, False), "these": Traits(UNKNOWN, True), "those": Traits(UNKNOWN, True)}
_RELATIVE = {
    **dict.fromkeys("who whom".split(), Traits(PERSON, None)),
    "which": Traits(THING, None),
    **dict.fromkeys("that whose".split(), Traits(UNKNOWN, None)),
}
FIRST_PERSON = word_set("people/first")
SECOND_PERSON = word_set("people/second")
REFLEXIVE = word_set("people/reflexive")
POSSESSIVE = word_set("people/possessive")
RELATIVE = frozenset(_RELATIVE)
THIRD = frozenset(_THIRD)
RESOLVABLE = THIRD | RELATIVE | frozenset(_NEAR) | FIRST_PERSON | SECOND_PERSON


def asked_by(pronoun: str) -> Traits | None:
    """The traits that the antecedent of `pronoun` must have; None for a word that is not in the list of pronouns.

    >>> asked_by("She")
    Traits(sort='female', plural=False)
    """
    word = pronoun.lower()
    if word in FIRST_PERSON or word in SECOND_PERSON:
        return Traits(PERSON, None if word in SECOND_PERSON else False)
    return _THIRD.get(word) or _NEAR.get(word) or _RELATIVE.get(word)


def agrees(asked: Traits, told: Traits) -> bool:
    """Whether a mention with the traits `told` may be the antecedent of a pronoun. Unknown traits agree."""
    if asked.plural is not None and told.plural is not None and asked.plural != told.plural:
        return False
    if UNKNOWN in {asked.sort, told.sort} or asked.sort == told.sort:
        return True
    if THING in {asked.sort, told.sort}:
        return False
    return PERSON in {asked.sort, told.sort}


def of_name(words: Sequence[Token], before: Sequence[Token]) -> Traits:
    """What a proper name tells. `words` are the name's own, `before` those of its phrase in front of it.

    Titles first, then nouns of kin and role in front (*his wife Maggie*), then kinds of things, then given names.
    """
    own = [word.text.lower().rstrip(".") for word in words]
    titles = [word.text.lower().rstrip(".") for word in before[-1:]] + own[:1]
    if len(own) > 1 or before:
        for title in titles:
            if title in MALE_TITLES or title in FEMALE_TITLES:
                return Traits(MALE if title in MALE_TITLES else FEMALE, False)
    for word in reversed(before):
        sort = _of_noun_word(word.lemma.lower())
        if sort in {MALE, FEMALE} and word.text[:1].islower():
            return Traits(sort, False)
    if len(own) > 1 and own[-1] in ORGANISATION_ENDINGS:
        return Traits(THING, None)  # *Polar Arc Services … their engineer*
    if own[-1] in _ORGANISATIONS or (len(own) == 1 and own[0] in lex.SEASONS_AND_DAYS):
        return Traits(THING, False)
    given = own[1] if len(own) > 1 and own[0] in NEUTRAL_TITLES else own[0]
    gender = given_name_gender(given)
    if gender:
        return Traits(gender, False)
    articled = any(word.text.lower() == "the" for word in before)  # *the Cratchits*, but *young Criss*
    person = any(word.lemma.lower() in _PEOPLE for word in before) or own[0] in NEUTRAL_TITLES
    return Traits(PERSON if person else UNKNOWN, None if own[-1].endswith("s") and articled else False)


LEAST_SPELLED = 6
"""Letters of a given name that may be spelled in two ways: *Katharine*, *Katherine*."""


@lru_cache(maxsize=16_384)  # names are asked about wherever they occur
def given_name_gender(name: str) -> str:
    """Return the gender of a given name in small letters, or of the known ones that differ in one letter; "" for none.

    >>> given_name_gender("katharine"), given_name_gender("zork")
    ('female', '')
    """
    if name in MALE_NAMES or name in FEMALE_NAMES:
        return MALE if name in MALE_NAMES else FEMALE
    if len(name) < LEAST_SPELLED:
        return ""
    near = {
        gender
        for gender, known in ((MALE, MALE_NAMES), (FEMALE, FEMALE_NAMES))
        for other in known
        if other[:2] == name[:2] and other[-1] == name[-1] and OSA.distance(name, other, score_cutoff=1) <= 1
    }
    return near.pop() if len(near) == 1 else ""


def of_noun(words: Sequence[Token], head: Token) -> Traits:
    """What a phrase with a common noun as its head tells. `words` are all before the head, and the head."""
    word = head.lemma.lower()
    first = words[0].text.lower() if words else ""
    plural = head.tag in {"NN2", "NP2"} or head.text.lower() in _PLURALS or first in _SEVERAL
    if plural:
        known = word in _MEN or word in _WOMEN or word in _PEOPLE
        return Traits(PERSON if known or head.text.lower() in _PLURALS else UNKNOWN, True)
    sort = _of_noun_word(word) or (UNKNOWN if word in _ANIMALS or not head.tag.startswith("NN") else THING)
    return Traits(sort, None if word in GROUPS or not head.tag.startswith("NN") else False)


def genders_of_noun(noun: str) -> frozenset[str]:
    """Return the genders of whom a noun in small letters names; empty where it may be of either.

    >>> sorted(genders_of_noun("father")), sorted(genders_of_noun("parent"))
    (['male'], [])
    """
    return frozenset(gender for gender, nouns in ((MALE, _MEN), (FEMALE, _WOMEN)) if noun in nouns)


def _of_noun_word(word: str) -> str:
    if word in _MEN:
        return MALE
    if word in _WOMEN:
        return FEMALE
    agent = word.endswith(_AGENT_ENDINGS) and word not in _NO_AGENTS
    return PERSON if word in _PEOPLE or agent else ""


_SEVERAL = word_set("people/several")
_PLURALS = word_set("people/plurals")
NEUTRAL_TITLES = word_set("people/neutral_titles")
GROUPS = word_set("people/groups") | word_set("types/organizations")
MALE_TITLES = word_set("people/male_titles")
FEMALE_TITLES = word_set("people/female_titles")
_MEN = word_set("people/men")
_WOMEN = word_set("people/women")
_PEOPLE = word_set("people/people")
_ANIMALS = word_set("people/animals")
_ORGANISATIONS = word_set("people/organisations")
ORGANISATION_ENDINGS = word_set("types/organization_endings")
_AGENT_ENDINGS = word_list("people/agent_endings")
_NO_AGENTS = word_set("people/no_agents")
MALE_NAMES = word_set("people/male_names")
FEMALE_NAMES = word_set("people/female_names")
