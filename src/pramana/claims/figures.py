"""Figures of a claim as it writes them, and the claim with another figure of its lines in their place.

A claim whose lines say all of it, but for one number or one date, is contradicted by them; unless both may hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.claims.circumstances import is_timed
from pramana.claims.clauses import clause_differences
from pramana.claims.coverage import compare_claim
from pramana.claims.equivalents import patients_of
from pramana.claims.figure_texts import amounts_of, written_figure
from pramana.claims.model import ClaimComparison, MatchedClause
from pramana.claims.readings import ComparedLine, read_line
from pramana.language import (
    CalendarDate,
    Clause,
    EvidenceLine,
    NounPhrase,
    dates_of,
    numbers_of,
    operator_words,
    word_list,
    word_set,
)

_BLURRED = word_set("claims/bounds") | word_set("claims/kept") | word_set("claims/ranging")
"""Words beside a figure with which another figure may be true as well: *more than 12*, *the first 12*."""
_ONCE = word_set("claims/once")
_DEFINITE = frozenset("the this that his her its their".split())
_MONTHS = ("", *(entry.split()[0].capitalize() for entry in word_list("numbers/months")))
_NEAR = 3
"""Words before a figure that may blur it: *more than some 12*, *up to about 12*."""
_MOST_TRIED = 12
"""Figures of the lines that are tried in the place of one of a claim; a table may have hundreds."""
_WEEKDAYS = tuple(word.capitalize() for word in sorted(word_set("falsehoods/weekdays")))


@dataclass(frozen=True, slots=True)
class OtherFigure:
    """A claim with a figure of a line in the place of its own.

    `is_opposed`: both cannot hold. Else the line may speak of another case: of at least so many, another day, another
    place.
    """

    text: str
    own: str
    other: str
    line: int = 0
    is_opposed: bool = False
    is_exchange: bool = False
    """Whether both figures are the claim's, each in the place of the other."""

    @property
    def reason(self) -> str:
        """What a person reads about it."""
        told = f"The line says “{self.other}”, not “{self.own}”"
        if self.is_exchange:
            told = f"The line says “{self.own}” and “{self.other}” in each other's place"
        return f"{told}." if self.is_opposed else f"{told}, and may speak of another case."


def other_figure(claim: str, lines: Sequence[EvidenceLine], found: ClaimComparison) -> OtherFigure | None:
    """Return the figure that a line has in the place of one of a claim, where the line says all else of the claim.

    One that excludes the claim's comes first.
    """
    ways = (
        *_other_dates(claim, lines),
        *_other_days(claim, lines, found.strange),
        *_other_amounts(claim, lines),
        *_other_numbers(claim, lines, found.strange),
    )
    held = []
    for way in ways[:_MOST_TRIED]:
        there = compare_claim(way.text, lines)
        if not there.reasons and there.matches:
            excluded = all(_excludes(way, each, lines) for each in there.matches)
            held.append(replace(way, line=there.lines[0], is_opposed=excluded))
    return next((way for way in held if way.is_opposed), next(iter(held), None))


def _other_dates(claim: str, lines: Sequence[EvidenceLine]) -> Iterator[OtherFigure]:
    """Yield a claim with one of its dates exchanged for each of the lines' that states the same parts of a date."""
    for own in dates_of(claim):
        for line in lines:
            for other in dates_of(line.text):
                told = _date_as(own, other)
                if told and not own.is_within(other):
                    written = line.text[other.start : other.end]
                    yield _claim_with(claim, own.start, own.end, told, claim[own.start : own.end], written)


def _date_as(own: CalendarDate, other: CalendarDate) -> str:
    """Return another date by the parts that one states, "" where it lacks one of them."""
    parts = ((own.day, other.day), (own.month, _MONTHS[other.month or 0]), (own.year, other.year))
    stated = [value for mine, value in parts if mine is not None]
    return " ".join(map(str, stated)) if all(stated) else ""


def _other_days(claim: str, lines: Sequence[EvidenceLine], strange: Sequence[str]) -> Iterator[OtherFigure]:
    """Yield a claim with its one strange month, or day of the week, exchanged for each of the lines'."""
    if len(strange) != 1:
        return
    own = strange[0].capitalize()  # as `foreign_words` gives it, in small letters
    names = next((names for names in (_MONTHS, _WEEKDAYS) if own in names), ())
    place = claim.find(own)
    for line in lines if place >= 0 else ():
        for other in (word for word in re.findall(r"\w+", line.text) if word in names and word != own):
            yield _claim_with(claim, place, place + len(own), other, own, other)


def _other_amounts(claim: str, lines: Sequence[EvidenceLine]) -> Iterator[OtherFigure]:
    """Yield a claim with one of its amounts exchanged for each of the lines' with the same unit."""
    for own in amounts_of(claim):
        for line in lines:
            for other in amounts_of(line.text):
                blurred = _is_blurred(claim, own.start) or _is_blurred(line.text, other.start)
                if other.unit == own.unit and other.value != own.value and not blurred:
                    told = line.text[other.start : other.end]
                    yield _claim_with(claim, own.start, own.end, told, claim[own.start : own.end], told)


def _other_numbers(claim: str, lines: Sequence[EvidenceLine], strange: Sequence[str]) -> Iterator[OtherFigure]:
    """Yield a claim with its one strange number exchanged for each of the lines'; with none, its two exchanged."""
    own = numbers_of(claim)
    if any(_is_blurred(claim, number.start) for number in own):
        return
    if len(own) == 2 and not strange:
        one, two = (claim[number.start : number.end] for number in own)
        text = f"{claim[: own[0].start]}{two}{claim[own[0].end : own[1].start]}{one}{claim[own[1].end :]}"
        yield OtherFigure(text, one, two, is_exchange=True)
    unsaid = [number for number in own if number.value in strange]
    if len(unsaid) != 1 or len(strange) != 1:
        return
    start, end = unsaid[0].start, unsaid[0].end
    for line in lines:
        for other in numbers_of(line.text):
            if other.value not in {number.value for number in own} and not _is_blurred(line.text, other.start):
                told = line.text[other.start : other.end]
                written = written_figure(line.text, other.start, other.end)
                yield _claim_with(claim, start, end, told, written_figure(claim, start, end), written)


def _claim_with(claim: str, start: int, end: int, told: str, own: str, other: str) -> OtherFigure:
    return OtherFigure(f"{claim[:start]}{told}{claim[end:]}", own, other)


def _is_blurred(text: str, start: int) -> bool:
    return not _BLURRED.isdisjoint(operator_words(text[:start])[-_NEAR:])


def _excludes(way: OtherFigure, match: MatchedClause, lines: Sequence[EvidenceLine]) -> bool:
    """Whether a line that says a clause of a claim with another figure cannot hold together with the claim.

    What the line adds may make it another case (*in May*, *in Hull*, *old maps*), unless it says what happens once.
    """
    said, line = read_line(EvidenceLine(way.text)), read_line(lines[match.line])
    if not match.clause.verb:  # word by word the same
        return all(map(is_timed, said.sentence.clauses))
    claimed = next(
        (each for each in said.sentence.clauses if not any(clause_differences(said, each, line, match.clause))), None
    )
    return (
        claimed is not None
        and is_timed(claimed)
        and is_timed(match.clause)
        and (_is_once(line, match.clause, way.other) or not any(clause_differences(line, match.clause, said, claimed)))
    )


def _is_once(line: ComparedLine, clause: Clause, figure: str) -> bool:
    """Whether a clause says what happens once to one thing, and a figure is a date or a price of it."""
    things = patients_of(clause) or clause.subjects
    return (
        clause.verb in _ONCE
        and len(things) == 1
        and not any(figure in phrase.text for phrase in (*things, *clause.subjects))
        and _is_definite(line, things[0])
    )


def _is_definite(line: ComparedLine, phrase: NounPhrase) -> bool:
    first, head = line.sentence.tokens[phrase.first], line.sentence.tokens[phrase.head]
    return head.tag != "NN2" and (phrase.kind == "name" or first.text.casefold() in _DEFINITE)
