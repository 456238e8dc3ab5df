"""Marks by which a line tells which bearer of a name it means: a calling, a year of birth, *another John Smith*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pramana.events import Role
from pramana.evidence import Evidence, Grade
from pramana.graph import fold_name
from pramana.karaka.passes import mark_words as words
from pramana.karaka.passes.model import EntityMention

Kind = Literal["trade", "born", "gender", "name", "other", "first", "type"]

_APPOSED = re.compile(r"(?P<comma>[\"”’]?,|) (?P<det>an?|the) (?=\w)", re.IGNORECASE)
_BRACKET = re.compile(r"(?P<comma> ?\()(?:(?P<det>an?|the) )?(?=[^()]{1,40}\))", re.IGNORECASE)
_YEARS = re.compile(r"[\"”’]? ?\((?:born |b\. ?|c\. ?)?(?P<born>1\d{3}|20\d\d)(?: ?[-–—] ?(?:1\d{3}|20\d\d)?| ?\))")
_CALLED = re.compile(r"\b(?:an?|the) (?:[\w-]+ ){0,2}?(?P<noun>[\w-]+),? (?:named|called) \W?$", re.IGNORECASE)
_EPITHET = re.compile(r"(?:^|[,.;:!?] |\b(?:by|and|with|from|to|of|for) )\W?the (?P<noun>[\w-]+) \W?$", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:another|an?other|a different|a second|the other|the second) (?:man called )?\W?$", re.IGNORECASE
)
_ADJUNCT = re.compile(r"\b(?:in|at|from|of|to|near|with|by|for|on|and|or) \W?$", re.IGNORECASE)
"""Words before a name which a description after it need not describe: *was born in Hull, the son of*."""
_IN = re.compile(r"\bin $", re.IGNORECASE)
_WORD = re.compile(r"[\w'’-]+")
_REACH = 60
_LONGEST = 4
"""Words before the noun of an apposition, at most."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that a line says of a bearer. `opens`: it brings somebody into the document; `word` is the line's own.

    `weight` counts signs of a type; two are needed.
    """

    kind: Kind
    value: str
    word: str
    place: Evidence
    opens: bool = False
    weight: int = 2

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.value


def marks_of(
    mention: EntityMention, line: str, verb: str, *, full: bool, said_of: Mapping[str, Sequence[Mark]]
) -> Iterator[Mark]:
    """Yield the marks beside a mention. `full`: the name has two words or more; only then may there be *another*.

    `said_of` has, by Kriyā, what a noun that the bearer is said to be (*was a mason*) tells.
    """
    place = mention.evidence
    before, after = line[max(0, place.start - _REACH) : place.start], line[place.end : place.end + _REACH]
    yield from _description_marks(mention, before, after)
    years = _YEARS.match(after)
    if years is not None:
        yield Mark(
            "born",
            years["born"],
            f"born {years['born']}",
            _span(place, line, place.end, years.span("born")),
            opens=True,
        )
    other = _OTHER.search(before) if full else None
    if other is not None:
        start = place.start - len(before)
        where = f"{place.doc_id}:{place.line_number}:{place.start}"
        yield Mark("other", where, "", _span(place, line, start, other.span()), opens=True)
    if mention.role is Role.KARTA and verb in words.LIVING:
        yield Mark("type", "person", "person", place, weight=1)
    elif (
        mention.role is Role.ADHIKARANA_SPATIAL
        and mention.is_plain
        and _IN.search(before)
        and verb not in words.NO_PLACE_VERBS
    ):
        yield Mark("type", "place", "place", place, weight=1)
    if mention.role is Role.KARTA:
        yield from said_of.get(mention.kriya, ())


def years_of_birth(doc_id: str, number: int, line: str) -> Iterator[tuple[str, Mark]]:
    """Yield the years in brackets behind what may be names, by their last one to five words, folded."""
    for years in _YEARS.finditer(line):
        ahead = line[max(0, years.start() - _REACH) : years.start()].split()[-5:]
        start, end = years.span("born")
        place = Evidence(doc_id, number, start, end, years["born"], Grade.VERBATIM)
        for at in range(len(ahead)):
            yield (
                fold_name(" ".join(ahead[at:])),
                Mark("born", years["born"], f"born {years['born']}", place, opens=True),
            )


def noun_marks(noun: str, place: Evidence, *, opens: bool) -> Iterator[Mark]:
    """Yield what a noun that describes somebody tells: a calling, a gender, that it is a person or a place."""
    if noun in words.TRADES:
        yield Mark("trade", words.TRADES[noun], noun, place, opens)
    if noun in words.MEN | words.WOMEN:
        gender = "man" if noun in words.MEN else "woman"
        yield Mark("gender", gender, gender, place)
    if noun in words.PEOPLE or noun in words.TRADES:
        yield Mark("type", "person", "person", place)
    elif noun in words.PLACES:
        yield Mark("type", "place", "place", place)


def head_of(phrase: str) -> str:
    """Return the noun of a phrase that describes somebody, "" where it has none of ours.

    >>> head_of("young Scottish mason from York"), head_of("doctor's son"), head_of("old house")
    ('mason', 'son', '')
    """
    found = ""
    for word in phrase.split():
        if word.casefold() in words.STOPS:
            break
        found = word.casefold() if word == word.lower() else ""
    return found if found in words.TRADES or found in words.PEOPLE or found in words.PLACES else ""


def _description_marks(mention: EntityMention, before: str, after: str) -> Iterator[Mark]:
    """Yield what an apposition, a bracket or an epithet says: *, a mason,* · *(mason)* · *the mason* · *named*."""
    place = mention.evidence
    found = _BRACKET.match(after) or _APPOSED.match(after)
    if found is not None:
        noun = _noun_after(found, after)
        if noun is not None:
            text, start = noun
            beside = text in words.PLACES or not _ADJUNCT.search(before)
            yield from noun_marks(text, _narrow(place, place.end + start, text), opens=True) if beside else ()
        return
    ahead = _CALLED.search(before) or _EPITHET.search(before)
    if ahead is not None and head_of(ahead["noun"]):
        start = place.start - len(before) + ahead.start("noun")
        yield from noun_marks(ahead["noun"], _narrow(place, start, ahead["noun"]), opens=True)


def _noun_after(found: re.Match[str], after: str) -> tuple[str, int] | None:
    """Return the noun of an apposition with its start.

    Without a comma only *the* and the noun itself are one: *John Smith the mason*.
    """
    comma = bool(found["comma"])
    if not comma and found["det"].lower() != "the":
        return None
    for number, word in enumerate(_WORD.finditer(after, found.end())):
        text, rest = word[0], after[word.end() :]
        if text.casefold() in words.STOPS or number > (_LONGEST if comma else 0):
            return None
        if head_of(text) and _ends(rest, comma=comma):
            return text, word.start()
        if not rest.startswith(" "):
            return None
    return None


def _ends(rest: str, *, comma: bool) -> bool:
    """Return whether a noun phrase ends here and is not a member of a list."""
    if not rest or not comma:
        return not rest.startswith(("'", "’", "-"))
    if rest[0] in ".;:!?)—":
        return True
    if rest[0] == ",":
        return not re.match(r",? (?:and|or)\b", rest)
    following = _WORD.match(rest.lstrip())
    return rest[0] == " " and following is not None and following[0].casefold() in words.STOPS - {"and", "or"}


def _narrow(place: Evidence, start: int, text: str) -> Evidence:
    return replace(place, start=start, end=start + len(text), quote=text, grade=Grade.VERBATIM)


def _span(place: Evidence, line: str, offset: int, span: tuple[int, int]) -> Evidence:
    start, end = offset + span[0], offset + span[1]
    return replace(place, start=start, end=end, quote=line[start:end], grade=Grade.VERBATIM)


def callings_conflict(one: str, other: str) -> bool | None:
    """Return whether two kinds of calling cannot be one person's; None where that is in doubt."""
    crafts, learned = set(words.CRAFTS.values()), set(words.LEARNED.values())
    if one == other:
        return False
    if {one, other} <= crafts | learned:
        return None if frozenset({one, other}) in words.BOTH else True
    return None
