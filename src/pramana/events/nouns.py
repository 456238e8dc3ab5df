"""What the head of a phrase names: a time, a person, a place, an amount, a means, or nothing that one can point at."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.language import CURRENCY_SIGNS, NounPhrase, Token, word_list, word_set

TIME_NOUNS = word_set("roles/times")
_MONTHS_THAT_ARE_WORDS = frozenset("march may".split())
CLOCK_MARKS = frozenset("am pm a.m. p.m. o'clock".split())
_CLOCK = re.compile(r"\d{1,2}[.:]\d{2}")
_PERSON_PRONOUNS = word_set("roles/person_pronouns")
_PEOPLE = word_set("roles/people") | word_set("people/people") | word_set("people/men") | word_set("people/women")
_GROUPS = word_set("types/organizations") | word_set("people/groups")
_AGENT_ENDINGS = tuple(word_list("people/agent_endings"))
_NO_AGENTS = word_set("people/no_agents")
_MANNERS = word_set("roles/manners")
_PLACES = word_set("types/places") | word_set("types/place_endings") | word_set("roles/place_nouns")
_ABSTRACT = word_set("roles/abstract")
_ABSTRACT_ENDINGS = tuple(word_list("roles/abstract_endings"))
_CONCRETE = word_set("roles/concrete") | _PLACES
_EVENTS = word_set("types/events")
_MEANS = word_set("roles/means")
_UNITS = word_set("roles/units")
_CURRENCIES = CURRENCY_SIGNS | word_set("values/currency_codes")
_PARTS_OF_TIMES = frozenset("end beginning start middle close eve turn half quarter part rest course".split())
"""*by the end of the month*, *in the second half of 1998*."""
_KNOWN = frozenset("the last next this".split())
_SOME = frozenset("several few many some couple dozen dozens hundreds thousands".split())


def is_time(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase names a year, a date, an hour, a day, a season."""
    head = tokens[phrase.head]
    word = head.lemma.lower()
    if word in CLOCK_MARKS and phrase.head > phrase.first and tokens[phrase.head - 1].tag != "CRD":
        return False  # *Kerry Saxby AM*: letters behind a name
    if word in TIME_NOUNS:
        minutes = phrase.inner is not None and head.text.lower() == "minutes"  # *approved the minutes of the meeting*
        return head.tag != "ORD" and not minutes
    if any(token.text == "past" for token in tokens[phrase.head + 1 : phrase.last]) or (
        word in {"quarter", "minute"} and tokens[phrase.last - 2].text == "to" and phrase.last - phrase.head > 2
    ):
        return True  # *a quarter past ten*
    if word in _PARTS_OF_TIMES and phrase.inner is not None:
        return is_time(tokens, phrase.inner)
    if word in _MONTHS_THAT_ARE_WORDS:
        return head.text[:1].isupper()
    if head.tag == "CRD" and phrase.last - phrase.first <= 6:
        # Outside these bounds four digits are a quantity, not a year.
        year = head.text.isdigit() and len(head.text) == 4 and 1000 <= int(head.text) <= 2100
        decade = head.text.endswith("0s") and head.text[:-1].isdigit()
        money = not _CURRENCIES.isdisjoint(token.text for token in tokens[phrase.first : phrase.last])
        dated = not money and any(
            tokens[place].lemma.lower() in TIME_NOUNS | _MONTHS_THAT_ARE_WORDS
            for place in range(phrase.first, phrase.last)
        )
        return year or decade or dated
    return False


def is_occasion(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase counts how often: *10 times*."""
    counted = any(token.tag == "CRD" or token.text.lower() in _SOME for token in tokens[phrase.first : phrase.head])
    return counted and tokens[phrase.head].text.lower() == "times"


def is_clock(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase looks like an hour and minutes: *5.30*, *17:45*."""
    return phrase.last - phrase.first == 1 and bool(_CLOCK.fullmatch(tokens[phrase.head].text))


def is_person(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase is a name, a person's pronoun or a noun for people: a guess without a book of names."""
    return phrase.kind == "name" or is_surely_person(tokens, phrase)


def is_surely_person(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase is a person's pronoun or a noun for people. Names may be anything."""
    head = tokens[phrase.head]
    lemma = head.lemma.lower()
    if head.text.lower() in _PERSON_PRONOUNS or lemma in _PEOPLE:
        return True
    return phrase.kind == "noun" and lemma.endswith(_AGENT_ENDINGS) and lemma not in _NO_AGENTS


def is_group(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase is a common noun for people as a body: *the council*, *police*."""
    return tokens[phrase.head].lemma.lower() in _GROUPS


def is_place(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase is a common noun for a place, or a name that may be one."""
    head = tokens[phrase.head].lemma.lower()
    return phrase.kind == "name" or head in _PLACES


def is_manner(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a preposition with the phrase says how: *in silence*."""
    return tokens[phrase.head].lemma.lower() in _MANNERS


def is_abstract(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase names nothing that has a place: *agreement*, *the deal*, *silence*, *the murder*."""
    head = tokens[phrase.head]
    word = head.lemma.lower()
    if phrase.kind in {"name", "pronoun"} or word in _CONCRETE:
        return False
    return word in _MANNERS | _ABSTRACT or word.endswith(_ABSTRACT_ENDINGS) or head.tag == "VVG"


def is_event(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase names something that happens: *the wedding*."""
    return tokens[phrase.head].lemma.lower() in _EVENTS


def is_means(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether *by* with the phrase says by what means: *by boat*. It has neither article nor adjective."""
    return phrase.last - phrase.first == 1 and tokens[phrase.head].lemma.lower() in _MEANS


def is_amount(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase is a number with a unit, or some units: *12 %*, *three hours*, *several years*."""
    inside = tokens[phrase.first : phrase.last]
    head = tokens[phrase.head]
    unit = head.lemma.lower() in _UNITS or head.text == "%"
    money = any(token.text in _CURRENCIES for token in inside)
    counted = any(token.tag == "CRD" or token.text.lower() in _SOME for token in inside if token is not head)
    if money and any(token.tag == "CRD" and token.text[:1].isdigit() for token in inside):
        return True
    if any(token.tag in {"NP0", "ORD", "DPS"} or token.text.lower() in _KNOWN for token in inside):
        return False
    bare = head.tag == "NN2" and phrase.last - phrase.first == 1 and head.lemma.lower() != "time"
    return unit and (counted or bare or tokens[phrase.first].text.lower() in {"a", "an", "half"})
