"""A name taken apart: titles, words, numerals, form of company. In any script; lists know titles, not names."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from pramana.events import canonical_name
from pramana.graph import fold_name
from pramana.karaka.passes.name_words import (
    ADJECTIVES,
    AGES,
    ARTICLES,
    COMPANY,
    FEMALE_NAMES,
    FEMALE_TITLES,
    GENERATIONS,
    HONORIFIC_SUFFIXES,
    MALE_NAMES,
    MALE_TITLES,
    NEVER_ADJECTIVES,
    NOBODYS,
    OFFICES,
    PARTICLES,
    POSSESSIVES,
    SAME_TITLE,
    TITLES,
)
from pramana.language import given_name_gender, word_set

LONGEST_NAME = 120
"""Longer mentions, in code points, are no names: they are compared whole."""
EDGES = " \t.,;:!?\"'“”‘’«»()[]{}—–-…*_"
_ROMAN = re.compile(r"[IVX]{1,5}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\.?")
_QUOTES = "\"'“‘«("
_BROKEN = re.compile(r"(?:[;:!?'\"’”»)]|['’]s)$")
"""A part of a name that ends so, before others: two phrases taken for one."""
_SMALL_TITLES = frozenset(
    "uncle aunt cousin brother sister señor señora señorita господин госпожа профессор доктор".split()
)
"""Titles that are written in small letters before a name, too."""
_REGION = re.compile(r"([^,\d]+), ([^\W\d_a-z][^,\d]*)")
"""*Westchester County, New York*: what lies in what."""

_ROLES = word_set("apposition/person_nouns") | word_set("people/people") | word_set("names/kin")
_JOINING = frozenset(("and", "or", "of", "with", "for", "to", "in", "on", "by", "from"))
"""Words that show that a phrase is about more than whom its last words name."""


@dataclass(frozen=True, slots=True)
class NameReading:
    """A name taken apart. `whole` is the name folded, without determiner.

    `words` are the folded words of a proper name, empty where it is none: then only `whole` counts. `region` is the
    folded name of what it lies in (*Westchester County, New York*), "" for none. `articled`: it begins with an article
    that is not English.
    """

    whole: str
    words: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    numerals: tuple[str, ...] = ()
    generation: str = ""
    company: str = ""
    region: str = ""
    articled: bool = False

    @property
    def age(self) -> str:
        return next((AGES[word] for word in self.adjectives if word in AGES), "")

    @property
    def offices(self) -> frozenset[str]:
        return frozenset(self.titles) & OFFICES

    @property
    def gender(self) -> str:
        """`m`, `f`, or "" where the name does not tell."""
        found = {"m" for title in self.titles if title in MALE_TITLES}
        found |= {"f" for title in self.titles if title in FEMALE_TITLES}
        if not found and self.words:
            found = {"m"} if self.words[0] in MALE_NAMES else {"f"} if self.words[0] in FEMALE_NAMES else set()
        if not found and len(self.words) > 1 and self.words[0] not in PARTICLES:  # *al* of *al-Rashid* is not Al
            return given_name_gender(self.words[0])[:1]
        return found.pop() if len(found) == 1 else ""


def read_name(name: str, *, opening: bool = False) -> NameReading:
    """Take a name apart. With `opening` its first word may owe its capital to its place.

    >>> reading = read_name("dear old Mr. Scrooge")
    >>> reading.words, reading.titles, reading.adjectives
    (('scrooge',), ('mr',), ('dear', 'old'))
    >>> read_name("shadows of the things").words
    ()
    """
    if len(name) > LONGEST_NAME:
        return NameReading(fold_name(name))
    whole = whole_of(name)
    place = _REGION.fullmatch(name)
    if place and not _ends_a_name(place[2]):
        inner = read_name(place[1], opening=opening)
        return replace(inner, whole=whole, region=whole_of(place[2])) if inner.words else inner
    parts = _without_determiner(name.split())
    if any(_BROKEN.search(part) for part in parts[:-1]) or any(part[0] in _QUOTES for part in parts[1:]):
        return NameReading(whole)
    tokens = [token for part in parts for token in _tokens(part, alone=len(parts) == 1)]
    titles, adjectives, rest = _front(_behind_role(tokens), opening)
    rest, numerals, generation, company = _back(rest)
    if not rest or not all(map(_proper, rest)):
        return NameReading(whole)
    if all(token.casefold() in NOBODYS for token in rest):
        return NameReading(whole)
    words = tuple(map(without_marks, rest))
    words = words[:1] if len(set(words)) == 1 else words  # *Scrooge! Scrooge!*
    articled = len(parts) < len(name.split()) and name.split()[0] in ARTICLES
    return NameReading(whole, words, titles, adjectives, numerals, generation, company, articled=articled)


def _ends_a_name(tail: str) -> bool:
    """Return whether what follows a comma is not a region: *Jr.*, *Inc.*, or words in small letters."""
    words = [word.strip(".").casefold() for word in tail.split()]
    return words[0] in GENERATIONS or words[0] in COMPANY or not all(part[0].isupper() for part in tail.split())


def _without_determiner(parts: list[str]) -> list[str]:
    """Return the words of a mention without an article of any language, and without *its* of *its rival Fabrikam*."""
    if len(parts) > 1 and (parts[0] in ARTICLES or (parts[0].casefold() in POSSESSIVES and parts[-1][0].isupper())):
        return parts[1:]
    return parts


def _tokens(part: str, *, alone: bool) -> list[str]:
    """Cut one part of a name at hyphens and between initials; D.G.I.A. alone is one word."""
    bare = part.strip("\"“”‘’'«»()[]{}—–…*_,;:!?")
    if _INITIALS.fullmatch(bare):
        letters = bare.replace(".", "")
        return [letters] if alone else list(letters)
    pieces = [piece.strip(".") for piece in bare.split("-") if piece.strip(".")]
    if len(pieces) > 1 and any(piece[0].islower() for piece in pieces[1:]) and pieces[-1] not in HONORIFIC_SUFFIXES:
        return ["".join(pieces)] if pieces[0][0].isupper() else pieces  # *Jun-ho* is one name, and *Junho*
    return pieces


def _behind_role(tokens: list[str]) -> list[str]:
    """Return the words from the noun on that says what somebody is: *captain Bilal Qasim* of *Dolphins captain …*."""
    at = next((place for place in range(len(tokens) - 1, 0, -1) if tokens[place].islower()), 0)
    named = 0 < at < len(tokens) - 1 and all(map(_proper, tokens[at + 1 :]))
    return tokens[at:] if named and tokens[at] in _ROLES and not _JOINING & set(tokens[:at]) else tokens


def _front(tokens: list[str], opening: bool) -> tuple[tuple[str, ...], tuple[str, ...], list[str]]:
    """Split off titles and adjectives; at least one word stays."""
    titles: list[str] = []
    adjectives: list[str] = []
    at = 0
    while at < len(tokens) - 1:
        word = tokens[at].casefold()
        if word in TITLES and (tokens[at][0].isupper() or word in _SMALL_TITLES):
            titles.append(SAME_TITLE.get(word, word))
        elif _adjective(tokens[at], opening and at == 0):
            adjectives.append(word)
        else:
            break
        at += 1
    return tuple(titles), tuple(adjectives), tokens[at:]


def _adjective(token: str, opening: bool) -> bool:
    word = token.casefold()
    if token[0].isupper():
        return opening and word in ADJECTIVES
    return token.isalpha() and token.islower() and word not in NEVER_ADJECTIVES and word not in PARTICLES


def _back(tokens: list[str]) -> tuple[list[str], tuple[str, ...], str, str]:
    """Split off numerals, *Jr.* and *Inc.* at the end; at least one word stays."""
    numerals: list[str] = []
    generation = company = ""
    rest = list(tokens)
    while len(rest) > 1:
        word = rest[-1].casefold()
        if rest[-1] in HONORIFIC_SUFFIXES:
            pass  # *Tanaka-san* is *Tanaka*
        elif _ROMAN.fullmatch(rest[-1]) or rest[-1].isdigit():
            numerals.append(word)
        elif word in GENERATIONS:
            generation = GENERATIONS[word]
        elif word in COMPANY and rest[-1][0].isupper():
            company = COMPANY[word]
        else:
            break
        rest.pop()
    return rest, tuple(sorted(numerals)), generation, company


def _proper(token: str) -> bool:
    return token[0].isupper() or token in PARTICLES


def without_marks(token: str) -> str:
    """Return a word of a proper name without marks over Latin letters, and without apostrophes: O’Neil, O'Neil."""
    if token.isascii():
        return token.casefold().replace("'", "").replace("-", "")
    kept: list[str] = []
    for character in unicodedata.normalize("NFD", token):
        if not (unicodedata.combining(character) and kept and kept[-1].isascii()):
            kept.append(character)
    return fold_name("".join(kept)).replace("'", "").replace("’", "").replace("-", "")


def whole_of(name: str) -> str:
    """Return what a common noun is compared by: case and determiner do not count, everything else does."""
    folded = fold_name(canonical_name(name))
    return folded.strip(EDGES) or folded
