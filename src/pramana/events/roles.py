"""Which kāraka a preposition gives to what it governs. Verbs, prepositions and nouns are English, in lower case."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.events.model import Role
from pramana.language import NounPhrase, Token, word_set, word_table

TIME_NOUNS = word_set("roles/times")
_MONTHS_THAT_ARE_WORDS = frozenset("march may".split())
_TRANSFER = word_set("roles/transfer")
_MOTION = word_set("roles/motion")
_GOVERNED = word_table("roles/governed")
_MANNERS = word_set("roles/manners")
_PERSON_PRONOUNS = word_set("roles/person_pronouns")
_PEOPLE = word_set("roles/people")
_SOURCES = word_set("roles/sources")
_PLACES = word_set("roles/places")
_GOALS = word_set("roles/goals")
_DURING = word_set("roles/during")


def role_of(tokens: Sequence[Token], verb: str, preposition: str, phrase: NounPhrase, acted: bool) -> Role | None:
    """The kāraka of *preposition phrase* with `verb`; None where none fits.

    `acted` says that the clause has an object or is passive: only then does *with* name an instrument.
    """
    base = verb.split(" ")[0]
    if is_time(tokens, phrase):
        return Role.ADHIKARANA_TEMPORAL if preposition not in {"of", "as", "like", "than", "with"} else None
    if preposition in _GOVERNED.get(base, "").split():
        return Role.KARMA
    if preposition in {"to", "unto"}:
        return _to(tokens, base, phrase, acted)
    if preposition == "for":
        return _for(tokens, base, phrase)
    if preposition in _SOURCES:
        return Role.APADANA
    if preposition in {"with", "by means of", "with the help of", "by", "via", "using"}:
        return _instrument(tokens, preposition, phrase, acted)
    return _place(tokens, preposition, phrase)


def is_time(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """A year, a date, an hour, a day, a season."""
    head = tokens[phrase.head]
    word = head.lemma.lower()
    if word in TIME_NOUNS:
        return head.tag != "ORD"
    if word in _MONTHS_THAT_ARE_WORDS:
        return head.text[:1].isupper()
    if head.tag == "CRD" and phrase.last - phrase.first <= 4:
        # Outside these bounds four digits are a quantity, not a year.
        year = head.text.isdigit() and len(head.text) == 4 and 1000 <= int(head.text) <= 2100
        decade = head.text.endswith("0s") and head.text[:-1].isdigit()
        dated = any(
            tokens[place].lemma.lower() in TIME_NOUNS | _MONTHS_THAT_ARE_WORDS
            for place in range(phrase.first, phrase.last)
        )
        return year or decade or dated
    return False


def is_person(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """A name, a person's pronoun or a noun for people: the surest guess without a dictionary of names."""
    head = tokens[phrase.head]
    return phrase.kind == "name" or head.text.lower() in _PERSON_PRONOUNS or head.lemma.lower() in _PEOPLE


def _to(tokens: Sequence[Token], base: str, phrase: NounPhrase, acted: bool) -> Role | None:
    if base in _TRANSFER and (base not in _MOTION or (acted and is_person(tokens, phrase))):
        return Role.SAMPRADANA
    if base in _MOTION:
        person = tokens[phrase.head].text.lower() in _PERSON_PRONOUNS
        return Role.SAMPRADANA if person else Role.ADHIKARANA_SPATIAL
    if _is_manner(tokens, phrase):
        return None
    return Role.SAMPRADANA


def _for(tokens: Sequence[Token], base: str, phrase: NounPhrase) -> Role | None:
    if base in {"leave", "head", "depart", "sail", "set", "make"} and phrase.kind == "name":
        return Role.ADHIKARANA_SPATIAL
    return Role.SAMPRADANA if is_person(tokens, phrase) else None


def _instrument(tokens: Sequence[Token], preposition: str, phrase: NounPhrase, acted: bool) -> Role | None:
    if is_person(tokens, phrase) or (phrase.kind == "pronoun" and tokens[phrase.head].text.lower() != "it"):
        return None
    if (preposition in {"with", "by"} and not acted) or _is_manner(tokens, phrase):
        return None
    return Role.KARANA


def _place(tokens: Sequence[Token], preposition: str, phrase: NounPhrase) -> Role | None:
    if preposition in _DURING:
        person = is_person(tokens, phrase) or phrase.kind == "pronoun"
        if person:
            return Role.ADHIKARANA_SPATIAL if preposition in {"before", "after"} else None
        return Role.ADHIKARANA_TEMPORAL
    if tokens[phrase.head].text.lower() in {"that", "this", "what", "which"}:
        return None
    if preposition in _PLACES | _GOALS and not _is_manner(tokens, phrase) and phrase.kind != "number":
        return Role.ADHIKARANA_SPATIAL
    return None


def _is_manner(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    return tokens[phrase.head].lemma.lower() in _MANNERS
