"""Expressions of a kind in a span of text: times, durations, amounts, measures, ages, frequencies."""

from __future__ import annotations

import re

from pramana.language import NounPhrase, ReadLine, dates_of, word_list, word_set, word_table

Span = tuple[int, int]
"""Start and end in code points of the line, end exclusive."""

_UNITS = "|".join(sorted(word_list("grammar/time_units"), key=lambda word: -len(word)))
_SMALL = "|".join((*word_list("numbers/small"), *word_list("numbers/tens")))
_NUMBER = rf"(?:\d(?:[\d.,]*\d)?|(?:{_SMALL})(?:-\w+)?|a|an|half an?|several|a few|many|hundreds of|thousands of)"
_QUALIFIER = (
    r"(?:(?:about|around|almost|nearly|over|under|more than|less than|at least|up to|some|only|just|roughly|"
    r"approximately) )?"
)
_STRETCH = rf"{_QUALIFIER}{_NUMBER}(?: and a half| more| full| whole| consecutive)?[ -](?:{_UNITS})s?\b"
DURATION = re.compile(rf"\b{_STRETCH}(?:(?: and|,) {_STRETCH})*", re.IGNORECASE)
_EVERY = (
    rf"(?:every|each) (?:other |{_NUMBER} |first |second |last )?(?:\w+ )?(?:{_UNITS}|shift|time|morning|evening)s?"
)
FREQUENCY = re.compile(
    rf"\b(?:(?:once|twice|(?:{_NUMBER}) times?) (?:a|an|per|each|every) (?:{_UNITS})"
    rf"|(?:at the (?:start|end|beginning) of )?{_EVERY}"
    r"|daily|weekly|monthly|yearly|annually|hourly|nightly|always|never|seldom|rarely|often|regularly|twice|once)\b",
    re.IGNORECASE,
)
AGE = re.compile(
    rf"\b(?:aged? (?:of )?(?:\d+|(?:{_SMALL})(?:-\w+)?)|(?:\d+|(?:{_SMALL})(?:-\w+)?)[ -]years?[ -]old"
    rf"|(?:was|is|were|turned|being) (?P<bare>{_QUALIFIER}(?:\d{{1,3}}|(?:{_SMALL})(?:-\w+)?)))\b"
    r"(?! (?!when|and|at|then|in|years?)\w)",
    re.IGNORECASE,
)
_CODES = "|".join(sorted(word_set("values/currency_codes")))
_MONEY = {*word_table("values/currency_words"), *word_set("values/currency_codes"), "pound", "pounds"}
_CURRENCY = "(?:" + "|".join(sorted(_MONEY, key=lambda word: (-len(word), word))) + ")"
_THOUSANDS = "(?:hundred|thousand|million|billion)"
PRICE = re.compile(
    rf"{_QUALIFIER}(?:(?:[£$€¥]\s?|\b(?:{_CODES}) ?)\d(?:[\d.,]*\d)?(?: ?(?:million|billion|thousand|m|bn|k)\b)?"
    rf"|\b(?:\d(?:[\d.,]*\d)?|(?:{_SMALL})(?:-\w+)?|(?:half )?an? {_THOUSANDS})(?: {_THOUSANDS})*"
    rf"(?: (?!per\b)\w+)? {_CURRENCY}\b)",
    re.IGNORECASE,
)
_DIMENSION = (
    r"(?:met(?:re|er)s?|kilomet(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|km|cm|mm|miles?|feet|foot|ft|inch(?:es)?"
    r"|yards?|tonn?es?|tons?|kilogram(?:me)?s?|kg|grams?|pounds?|lbs?|stone|lit(?:re|er)s?|gallons?|acres?|hectares?"
    r"|(?:degrees? )?(?:below|above) (?:zero|freezing)"
    r"|degrees?|°C|°F|knots?|mph|km/h|kilowatts?|megawatts?|volts?|hectares?|square \w+)"
)
MEASURE = re.compile(
    rf"{_QUALIFIER}(?:minus )?(?:\d(?:[\d.,]*\d)?|\b(?:{_SMALL})(?:-\w+)?)(?: (?:hundred|thousand|million|and a half))*"
    rf"[ -]?(?:{_DIMENSION}|%)(?:\b|(?<=%))(?: (?:long|high|tall|wide|deep|thick|away|square))?",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:a\.m\.|p\.m\.|am|pm|o'clock|hrs|UTC|GMT)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[0-9]\d\d|20\d\d)s?\b")
_TIMES = word_set("roles/times") | word_set("types/times")
_DAYS = frozenset(word.casefold() for word in word_set("types/months_and_days"))


def is_time(line: ReadLine, phrase: NounPhrase) -> bool:
    """Return whether a phrase names a time: a date, a year, an hour, a day, a stretch."""
    head = line.sentence.tokens[phrase.head]
    text = line.line.text[phrase.start : phrase.end]
    if head.lemma.casefold() in _TIMES or head.lemma.casefold() in _DAYS or head.text.casefold() in _DAYS:
        return True
    if dates_of(text) or _CLOCK.search(text):
        return True
    return _YEAR.fullmatch(text) is not None or bool(head.tag == "CRD" and _YEAR.fullmatch(head.text))


def has_unit(noun: str, text: str) -> bool:
    """Return whether a text has a time of the unit that a question names: a *year*, a *month*, a *day of the week*, a
    *date*, a *time* of the day.

    >>> has_unit("year", "in May 1931"), has_unit("year", "long ago"), has_unit("day of the week", "every week")
    (True, False, False)
    """
    asked = noun.casefold()
    return all(pattern.search(text) for unit, pattern in _UNITS_ASKED if re.match(unit, asked))


_MONTHS = r"jan|feb|mar(?:ch)?\b|apr|may\b|june?\b|july?\b|aug|sept?|oct|nov|dec"
_ORDINALS = r"first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|\w+teen|\w+tie)th"
_DATED = rf"{_ORDINALS}|eve|christmas|easter|new year|today|yesterday|tomorrow|\w+day"
_DAYTIMES = r"noon|midday|midnight|o['’]clock|hours?|half past|quarter (?:past|to)|dawn|dusk|sunrise|sunset"
_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_UNITS_ASKED = (
    (r"(?:calendar )?year\b", re.compile(r"\d{3}|\byears?\b|\bhundred\b|\bthousand\b|teen\b", re.IGNORECASE)),
    (r"month\b", re.compile(rf"\d|\bmonths?\b|\b(?:{_MONTHS})", re.IGNORECASE)),
    (r"(?:day of (?:the )?week|week ?day)\b", re.compile(r"day(?:s|['’]s)?\b", re.IGNORECASE)),
    (r"(?:exact )?date\b", re.compile(rf"\d|\b(?:{_MONTHS})|\b(?:{_DATED})\b", re.IGNORECASE)),
    (r"(?:exact )?time$", re.compile(rf"\d|\b(?:{_DAYTIMES})\b|\b(?:at|past|to|by) (?:{_HOURS})\b", re.IGNORECASE)),
)
"""Nouns behind *in what*, *on which*, each with what a time of that unit has; years may be written out or reckoned."""


def matches_in(pattern: re.Pattern[str], line: ReadLine, start: int, end: int) -> list[Span]:
    """Return where a pattern matches in a span of a line."""
    found = []
    for match in pattern.finditer(line.line.text, start, end):
        span = match.span("bare") if "bare" in pattern.groupindex and match["bare"] else match.span()
        found.append(span)
    return found


def may_say_colour(question: str, text: str) -> bool:
    """Return whether a line has a word for a colour; True for a question that asks for none.

    >>> may_say_colour("What colour was the brooch?", "The brooch was worth £40.")
    False
    """
    return _ASKS_COLOUR.match(question) is None or not _COLOURS.isdisjoint(_WORD.findall(text.casefold()))


_ASKS_COLOUR = re.compile(r"(?:(?:of|in) )?(?:what|which) colou?rs?\b", re.IGNORECASE)
_COLOURS = word_set("questions/colours")
_WORD = re.compile(r"\w+")
