"""Names that the text itself says are one: *X, known as Y*, *X ("Y")*, *Y was the name of X*, *X, the capital of Y*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.model import Link
from pramana.karaka.passes.name_keys import Key
from pramana.karaka.passes.name_reading import whole_of
from pramana.karaka.passes.name_words import OPENERS
from pramana.karaka.passes.names import NameIndex
from pramana.karaka.passes.pairs import conflict
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.schema import IS_SAME_AS

_OFTEN = r"(?:also|better|best|commonly|sometimes|often|usually|otherwise|formerly|popularly|widely|now|then|generally)"
_NAMING = re.compile(
    rf",? (?:(?:{_OFTEN} ){{0,3}}(?:known|referred to|spoken of)(?: \w+ly)? (?:as|to \w+ as)"
    rf"|(?:{_OFTEN} ){{1,3}}(?:called|named|styled|termed)|nicknamed|surnamed|alias|a\.k\.a\.|aka) "
    rf"|, (?:called|named|dubbed|styled) "
    rf"|,? (?:{_OFTEN} ){{0,3}}(?:known )?(?:by|under) (?:the|his|her|their|its) (?:\w+[ -])?(?:nick)?name(?: of)? "
    rf"|,? whose (?:\w+ )?name (?:is|was) "
    rf"| (?:is|was) (?:the )?(?:\w+ ){{0,2}}(?:name|nickname|alias|pseudonym) (?:of|for) "
)
_BRACKET = re.compile(r" \((?=[^()]{1,80}\))")
_APPOSITION = re.compile(r", (?=(?:the|a|an|his|her|its|their|my|our) )")
_WORD = re.compile(r"\S+")
_REACH = 80
_MOST_WORDS = 8
_NO_DESCRIPTION = re.compile(r"(?:(?:first|last|most|best|least) of all|first|last|same|other|latter|former|one)")
_AFTER_APPOSITION = re.compile(r"\s*(?:$|[.;:!?)—]|,(?! (?:and|or)\b))")
_LISTED = re.compile(
    r"(?:\b(?:and|or|with|of|to|by|for|in|at|from|on|among|between|near)|,)(?: (?:the|a|an|his|her|their))?\s*$",
    re.IGNORECASE,
)
"""Words before a member of a list, or after a preposition. What follows them is not adjacent to that name alone."""


@dataclass(frozen=True, slots=True)
class _NamingLine:
    """A line with its place, and one naming construction in it."""

    doc_id: str
    number: int
    text: str
    signal: re.Match[str]

    def place(self, start: int, end: int) -> Evidence:
        return Evidence(self.doc_id, self.number, start, end, self.text[start:end], Grade.VERBATIM)


@dataclass(frozen=True, slots=True)
class _Named:
    """An entity at a place of a line."""

    entity: Profile
    place: Evidence


@dataclass(frozen=True, slots=True)
class StatedNames:
    """The links that lines state, and the keys of the names that were looked for at the places of naming words."""

    links: tuple[Link, ...]
    asked: frozenset[Key]


def stated_names(lines: Mapping[tuple[str, int], str], names: NameIndex) -> StatedNames:
    """Return the links that lines state, each with the place of both names and of the words that join them."""
    reader = _NamingReader(names)
    found = {link for (doc_id, number), line in lines.items() for link in reader.links(doc_id, number, line)}
    ordered = sorted(found, key=lambda link: (link.source, link.target, *_where(link.source_evidence), link.reason))
    return StatedNames(tuple(ordered), frozenset(reader.asked))


def _where(place: Evidence) -> tuple[str, int, int, int]:
    return place.doc_id, place.line_number, place.start, place.end


class _NamingReader:
    """Reads the naming constructions of lines."""

    def __init__(self, names: NameIndex) -> None:
        self._names = names
        self.asked: set[Key] = set()

    def links(self, doc_id: str, number: int, text: str) -> Iterator[Link]:
        for pattern, judge in (
            (_NAMING, self._judge_naming),
            (_BRACKET, self._judge_bracket),
            (_APPOSITION, self._judge_apposition),
        ):
            for signal in pattern.finditer(text):
                line = _NamingLine(doc_id, number, text, signal)
                left, right = self._before(line), self._after(line)
                judged = judge(line, left, right) if left and right and left.entity.id != right.entity.id else None
                if left and right and judged:
                    yield _link(line, left, right, *judged)

    def _judge_naming(self, line: _NamingLine, left: _Named, right: _Named) -> tuple[str, int] | None:
        named = not _is_listed(line, left) and self._may_be_one(line, left, right)
        return ("the line names one by the other", 95) if named else None

    def _judge_bracket(self, line: _NamingLine, left: _Named, right: _Named) -> tuple[str, int] | None:
        """Judge *Timothy Cratchit ("Tiny Tim")* and *Internal Affairs (IA)*: the whole bracket is the name."""
        if line.text[right.place.end :].lstrip("\"”’'")[:1] != ")":
            return None
        if line.text[line.signal.end()] in "\"“'‘":
            return self._judge_naming(line, left, right) and ("one is given in brackets as a name of the other", 95)
        short, long = sorted((left.entity.name, right.entity.name), key=len)
        beside = f"{short!r} is made of the initials of {long!r} and is next to it"
        return (beside, 97) if abbreviates(short, long) else None

    def _judge_apposition(self, line: _NamingLine, left: _Named, right: _Named) -> tuple[str, int] | None:
        if not left.entity.reading.words or right.entity.reading.words:
            return None
        between = line.text[left.place.end : line.signal.start()]  # *Teresa (Melinda Dillon), a friend*
        if ")" in between or _NO_DESCRIPTION.fullmatch(right.entity.reading.whole):
            return None
        ends = _AFTER_APPOSITION.match(line.text, right.place.end)
        apposed = ends and not _is_listed(line, left) and self._may_be_one(line, left, right)
        return ("the line puts one beside the other in apposition", 85) if apposed else None

    def _may_be_one(self, line: _NamingLine, left: _Named, right: _Named) -> bool:
        """Return whether the names can be one: a proper name among them, a common noun only where used just here."""
        ends = (left.entity, right.entity)
        if (
            not any(end.reading.words for end in ends)
            or _forbidden(*ends)
            or any(end.name[0].isdigit() for end in ends)
        ):
            return False
        return all(end.reading.words or end.is_only_in(line.doc_id, line.number) for end in ends)

    def _before(self, line: _NamingLine) -> _Named | None:
        """Find the longest known name that ends where the construction begins."""
        end = line.signal.start()
        words = list(_WORD.finditer(line.text, max(0, end - _REACH), end))[-_MOST_WORDS:]
        for at, word in enumerate(words):
            found = self._at(line, word.start(), end, "ends")
            if found:
                return None if at and _goes_on(words[at - 1][0], word[0]) else found
        return None

    def _after(self, line: _NamingLine) -> _Named | None:
        """Find the longest known name that begins where the construction ends."""
        start = line.signal.end()
        words = list(_WORD.finditer(line.text, start, min(len(line.text), start + _REACH)))[:_MOST_WORDS]
        for at in reversed(range(len(words))):
            found = self._at(line, start, words[at].end(), "begins")
            if found:
                return None if at + 1 < len(words) and _goes_on(words[at][0], words[at + 1][0]) else found
        return None

    def _at(self, line: _NamingLine, start: int, end: int, near: str) -> _Named | None:
        """Return the entity that words of a line name; `near` says which of their ends touches the construction."""
        text = line.text[start:end]
        whole = whole_of(text)
        ends = whole.split() or [""]
        self.asked.add((near, ends[0] if near == "begins" else ends[-1]))
        entities = [self._names[each] for each in self._names.having(("called", whole))]
        bare = text.strip(" ,.;:!?\"'“”‘’()")
        if not entities or not bare:
            return None
        at = start + text.index(bare)
        proper = [entity for entity in entities if entity.reading.words]
        here = [one for one in proper or entities if one.is_in(line.doc_id, line.number)]
        return _Named((here or proper or entities)[0], line.place(at, at + len(bare)))


def _is_listed(line: _NamingLine, left: _Named) -> bool:
    return bool(_LISTED.search(line.text[max(0, left.place.start - 16) : left.place.start]))


def _goes_on(one: str, other: str) -> bool:
    """Return whether two words are parts of one longer name, so that either alone would be someone else."""
    if one.casefold() in OPENERS or one[-1] in ".,;:!?)\"'”’":
        return False
    return one[0].isupper() and other[0].isupper()


def _forbidden(one: Profile, other: Profile) -> bool:
    problem = conflict(one, other)
    return problem is not None and problem != "their given names differ"


def abbreviates(short: str, long: str) -> bool:
    """Return whether `short` is made of the initials of `long`: of its capitalised words, or of all.

    >>> abbreviates("DGIA", "Directorate General of Internal Affairs")
    True
    """
    letters = "".join(character for character in short if character.isalnum())
    words = re.findall(r"\w+", long)
    capitals = "".join(word[0] for word in words if word[0].isupper())
    every = "".join(word[0] for word in words).upper()
    return len(letters) > 1 and letters.isupper() and letters in {capitals, every}


def _link(line: _NamingLine, left: _Named, right: _Named, reason: str, confidence: int) -> Link:
    one, other = sorted((left, right), key=lambda end: end.entity.id)
    signal = line.place(line.signal.start(), line.signal.end())
    return Link(one.entity.id, IS_SAME_AS, other.entity.id, one.place, other.place, reason, confidence, signal)
