"""The profile of a name, by which pairs are judged: its titles, its words, its gender, and where it occurs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType

from pramana.events import Role, canonical_name
from pramana.evidence import Evidence
from pramana.graph import fold_name
from pramana.karaka.passes.model import EntityMention, PassView
from pramana.karaka.passes.name_words import (
    ADJECTIVES,
    AGES,
    COMPANY,
    FEMALE_NAMES,
    FEMALE_TITLES,
    GENERATIONS,
    MALE_NAMES,
    MALE_TITLES,
    NEVER_ADJECTIVES,
    NO_SURNAMES,
    NOBODYS,
    OFFICES,
    OPENERS,
    PARTICLES,
    PERSON_VERBS,
    SAME_TITLE,
    TITLES,
)

LONGEST_NAME = 120
"""Longer mentions, in code points, are no names: they are compared whole."""

_EDGES = " \t.,;:!?\"'“”‘’«»()[]{}—–-…*_"
_ROMAN = re.compile(r"[IVX]{1,5}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\.?")
_LETTERS = re.compile(r"[^\W\d_]+")
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_CAPITALS = re.compile(rf"\b(?:{_CAPITAL}(?:\w{{0,3}}\.|[\w'’-]{{0,40}}) ){{1,5}}{_CAPITAL}[\w’-]{{1,40}}")
"""Two to six capitalised words in a row."""
_GIVEN = MALE_NAMES | FEMALE_NAMES
_NOT_GIVEN = TITLES | OPENERS | ADJECTIVES | NO_SURNAMES
_QUOTES = "\"'“‘«("
_BROKEN = re.compile(r"(?:[;:!?'\"’”»)]|['’]s)$")
"""A part of a name that ends so, before others: two phrases taken for one."""
_OPENING = re.compile(r"(?:^|[.!?:]['\"”’)]*\s+|[\"“'‘(\[])\W*$")


@dataclass(frozen=True, slots=True)
class NameReading:
    """A name taken apart. `whole` is the name folded, without determiner.

    `words` are the folded words of a proper name, empty where it is none: then only `whole` counts.
    """

    whole: str
    words: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    numerals: tuple[str, ...] = ()
    generation: str = ""
    company: str = ""

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
        return found.pop() if len(found) == 1 else ""


@dataclass(frozen=True, slots=True)
class Profile:
    """One entity as its mentions show it. `kind` is person, place, time, organisation, or "" if unknown.

    `first` holds the first mention in each document, `count` the number of mentions, `lines` their places. `bare`: the
    name is mostly used within sentences, capitalised and without a determiner, as proper names are.
    """

    id: str
    name: str
    reading: NameReading
    kind: str
    bare: bool
    count: int
    first: Mapping[str, Evidence] = field(default_factory=lambda: MappingProxyType({}))
    lines: frozenset[tuple[str, int]] = frozenset()

    def near(self, other: Profile, distance: int) -> bool:
        """Return whether the two occur at most `distance` lines apart in some document."""
        fewer, more = sorted((self.lines, other.lines), key=len)
        return any((doc, line + by) in more for doc, line in fewer for by in range(-distance, distance + 1))


def profiles(view: PassView) -> dict[str, Profile]:
    """Return the profile of every named entity, by id in order of ids. Pronouns have none."""
    verbs = {event.kriya: event.verb for event in view.events}
    mentions: dict[str, list[EntityMention]] = {}
    for mention in view.mentions:
        if not mention.pronoun:
            mentions.setdefault(mention.entity, []).append(mention)
    return {entity: _profile(entity, mentions[entity], view.lines, verbs) for entity in sorted(mentions)}


def _profile(
    entity: str, mentions: list[EntityMention], lines: Mapping[tuple[str, int], str], verbs: Mapping[str, str]
) -> Profile:
    ordered = sorted(mentions, key=lambda one: _place(one.evidence))
    first: dict[str, Evidence] = {}
    for mention in ordered:
        first.setdefault(mention.evidence.doc_id, mention.evidence)
    opening = all(_opens(mention.evidence, lines) for mention in ordered)
    reading = read_name(ordered[0].name, opening=opening)
    return Profile(
        entity,
        ordered[0].name,
        reading,
        _kind(reading, ordered, verbs),
        _stands_bare(ordered, lines),
        len(ordered),
        MappingProxyType(first),
        frozenset((mention.evidence.doc_id, mention.evidence.line_number) for mention in ordered),
    )


def _place(evidence: Evidence) -> tuple[str, int, int, int, str]:
    return evidence.doc_id, evidence.line_number, evidence.start, evidence.end, evidence.quote


def _opens(evidence: Evidence, lines: Mapping[tuple[str, int], str]) -> bool:
    """Return whether a sentence or a quotation begins here, so that a capital says nothing."""
    line = lines.get((evidence.doc_id, evidence.line_number), "")
    return bool(_OPENING.search(line[max(0, evidence.start - 20) : evidence.start]))


def _stands_bare(mentions: Iterable[EntityMention], lines: Mapping[tuple[str, int], str]) -> bool:
    """Return whether most mentions within a sentence have no determiner; False if none is within a sentence."""
    bare = [
        canonical_name(mention.evidence.quote) == mention.evidence.quote.strip(_EDGES)
        for mention in mentions
        if not _opens(mention.evidence, lines)
    ]
    return 2 * sum(bare) > len(bare)


def _kind(reading: NameReading, mentions: list[EntityMention], verbs: Mapping[str, str]) -> str:
    if reading.company:
        return "organisation"
    if reading.titles or (reading.words and reading.words[0] in _GIVEN):
        return "person"
    roles = Counter(mention.role for mention in mentions)
    if any(one.role is Role.KARTA and verbs.get(one.kriya, "") in PERSON_VERBS for one in mentions):
        return "person"
    if 2 * roles[Role.ADHIKARANA_TEMPORAL] > len(mentions):
        return "time"
    return "place" if 2 * roles[Role.ADHIKARANA_SPATIAL] > len(mentions) else ""


def read_name(name: str, *, opening: bool = False) -> NameReading:
    """Take a name apart. With `opening` its first word may owe its capital to its place.

    >>> reading = read("dear old Mr. Scrooge")
    >>> reading.words, reading.titles, reading.adjectives
    (('scrooge',), ('mr',), ('dear', 'old'))
    >>> read("shadows of the things").words
    ()
    """
    if len(name) > LONGEST_NAME:
        return NameReading(fold_name(name))
    whole = whole_of(name)
    parts = name.split()
    if any(_BROKEN.search(part) for part in parts[:-1]) or any(part[0] in _QUOTES for part in parts[1:]):
        return NameReading(whole)
    tokens = [token for part in parts for token in _tokens(part, alone=len(parts) == 1)]
    titles, adjectives, rest = _front(tokens, opening)
    rest, numerals, generation, company = _back(rest)
    if not rest or not all(map(_proper, rest)):
        return NameReading(whole)
    if all(token.casefold() in NOBODYS for token in rest):
        return NameReading(whole)
    words = tuple(word for word, _ in groupby(map(_without_marks, rest)))  # *Scrooge! Scrooge!*
    return NameReading(whole, words, titles, adjectives, numerals, generation, company)


def _tokens(part: str, *, alone: bool) -> list[str]:
    """Cut one part of a name at hyphens and between initials; D.G.I.A. alone is one word."""
    bare = part.strip("\"“”‘’'«»()[]{}—–…*_,;:!?")
    if _INITIALS.fullmatch(bare):
        letters = bare.replace(".", "")
        return [letters] if alone else list(letters)
    return [piece.strip(".") for piece in bare.split("-") if piece.strip(".")]


def _front(tokens: list[str], opening: bool) -> tuple[tuple[str, ...], tuple[str, ...], list[str]]:
    """Split off titles and adjectives; at least one word stays."""
    titles: list[str] = []
    adjectives: list[str] = []
    at = 0
    while at < len(tokens) - 1:
        word = tokens[at].casefold()
        if word in TITLES and (tokens[at][0].isupper() or word in {"uncle", "aunt", "cousin", "brother", "sister"}):
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
        if _ROMAN.fullmatch(rest[-1]) or rest[-1].isdigit():
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


def _without_marks(token: str) -> str:
    """Return a word of a proper name without marks over Latin letters, and without apostrophes: O’Neil, O'Neil."""
    if token.isascii():
        return token.casefold().replace("'", "")
    kept: list[str] = []
    for character in unicodedata.normalize("NFD", token):
        if not (unicodedata.combining(character) and kept and kept[-1].isascii()):
            kept.append(character)
    return fold_name("".join(kept)).replace("'", "").replace("’", "")


def whole_of(name: str) -> str:
    """Return what a common noun is compared by: case and determiner do not count, everything else does."""
    folded = fold_name(canonical_name(name))
    return folded.strip(_EDGES) or folded


def introductions(lines: Mapping[tuple[str, int], str], wanted: set[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """Return the first line of each document on which these words of names occur, by (document, *words)."""
    starts = {words[0] for words in wanted}
    lengths = sorted({len(words) for words in wanted})
    found: dict[tuple[str, ...], int] = {}
    for (doc_id, number), line in lines.items():
        words = [_without_marks(word) for word in _LETTERS.findall(line)]
        for at, word in enumerate(words):
            if word in starts:
                for length in lengths:
                    name = tuple(words[at : at + length])
                    if name in wanted:
                        found.setdefault((doc_id, *name), number)
    return found


def namesakes(lines: Mapping[tuple[str, int], str], surnames: set[str]) -> dict[tuple[str, str], list[tuple[str, ...]]]:
    """Return the capitalised words before each last name, as given names are, by (document, last name), in order.

    A mention is not required: *Myron Fagan* within a longer phrase shows that *Fagan* has two bearers.
    """
    found: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for (doc_id, _), line in lines.items():
        for run in _CAPITALS.finditer(line):
            words = [_without_marks(word) for word in _LETTERS.findall(run[0])]
            opening = _OPENING.search(line[max(0, run.start() - 20) : run.start()]) and words[0] not in _GIVEN
            given = tuple(word for word in words[1 if opening else 0 : -1] if _may_be_given(word, words[-1]))
            if words[-1] in surnames and given:
                found.setdefault((doc_id, words[-1]), []).append(given)
    return found


def _may_be_given(word: str, surname: str) -> bool:
    return len(word) > 1 and word != surname and word not in _NOT_GIVEN
