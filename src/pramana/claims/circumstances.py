"""How places, times and other participants of a claim differ from those of a line: by the word that connects them,
by what they name, by their numbers and dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pramana.claims.model import Aspect, Mismatch
from pramana.claims.phrases import names_same, phrase_difference, same_among
from pramana.claims.wording import equal_words, opposite_of
from pramana.language import (
    TIME_NOUNS,
    Adverbial,
    CalendarDate,
    Clause,
    ClauseKind,
    Modal,
    NounPhrase,
    Prepositional,
    ReadLine,
    dates_of,
)

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_DATED = frozenset({"in", "on", "at"})
"""Prepositions of a date; which one it is, follows from the date."""
_TIMED = frozenset({Modal.ACTUAL, Modal.FUTURE})
"""Moods in which two values of the same detail exclude each other; of what is possible both may be."""


def is_timed(clause: Clause) -> bool:
    """Return whether a clause asserts something of one time, so that another value of a detail contradicts it."""
    return not clause.negated and clause.modal in _TIMED


def circumstance_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield each place, time and other participant that the line does not name after the same marker."""
    for part in claimed.prepositions:
        found = part_difference(said, part, line, stated, claimed)
        if found is not None:
            yield found
    stated_adverbials = [
        each
        for each in stated.adverbials
        if not is_excluded(line, each.start) and not _is_behind_relative(line, stated, each.start)
    ]
    held = {each.text.casefold() for each in stated_adverbials} | set(stated.verb_quote.casefold().split())
    for each in claimed.adverbials:
        if each.text.casefold() not in held:
            yield Mismatch(Aspect.DETAIL, each.text)


def part_difference(
    said: ReadLine, part: Prepositional, line: ReadLine, stated: Clause, claimed: Clause
) -> Mismatch | None:
    if part.preposition == "according to" or (claimed.passive and part.preposition == "by"):
        return None  # compared as the speaker, and as who acts
    around = (*stated.prepositions, *_seen_around(line, stated))
    equal = {part.preposition} | equal_words(part.preposition)
    alike = [other for other in around if other.preposition in equal]
    others = [other.phrase for other in alike if _is_of_clause(said, claimed, line, stated, other)]
    if part.preposition in {"to", "for"}:
        others += stated.indirect
    if same_among(said, [part.phrase], line, others) or _follows_alike(said, part, line, stated):
        return None
    dated = part.preposition in _DATED
    if dated and (
        _follows_date(said, part, line, stated)
        or any(
            _is_date_within(said, part, line, each) and _is_of_clause(said, claimed, line, stated, each)
            for each in around
        )
    ):
        return None
    timed = is_timed(claimed) and is_timed(stated)
    for other in stated.prepositions:
        turned = other.preposition in opposite_of(part.preposition)
        if turned and names_same(said, part.phrase, line, other.phrase):
            return Mismatch(Aspect.MARKER, part.preposition, other.preposition, timed)
        if other.preposition == part.preposition and _other_date(said, part, line, other):
            return Mismatch(Aspect.DATE, part.phrase.text, other.phrase.text, timed)
    found = [phrase_difference(said, part.phrase, line, other) for other in others]
    numbers = [each for each in found if each is not None and each.aspect is Aspect.NUMBER]
    return numbers[0] if len(numbers) == len(found) == 1 and timed else Mismatch(Aspect.DETAIL, _words(said, part))


def _is_of_clause(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause, part: Prepositional) -> bool:
    """Whether a participant of a line belongs to its clause, and to nothing that a claim leaves out."""
    return not (
        _belongs_to_other(said, claimed, line, part)
        or is_excluded(line, part.start)
        or _is_of_dropped(said, claimed, line, stated, part)
    )


def _is_of_dropped(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause, part: Prepositional) -> bool:
    """Whether a participant of a line may belong to what is right before it, and the claim has not that.

    *Found a receipt from a shop in Chester*: the shop is there. *Sailed twice, the second time with salt*: only then.
    *Painted the gates, one with a brush*: only that one.
    """
    if _is_behind_relative(line, stated, part.start) or _is_of_next(line, stated, part.start):
        return True
    own = [*stated.subjects, *stated.objects, *stated.indirect, *(each.phrase for each in stated.prepositions)]
    around: list[Adverbial | NounPhrase] = [*stated.adverbials, *line.sentence.noun_phrases]
    for each in around:
        apart = line.sentence.text.endswith(", ", 0, each.start) and each not in own
        if apart and _ends_before(line, each.end, part) and not holds_words(said.line.text, each.text):
            return True
    if part.preposition in _OF_VERBS or _is_when(part):
        return False
    for before in stated.prepositions:
        placed = before.phrase.kind == "noun" and _ends_before(line, before.end, part) and not _is_when(before)
        behind_noun = any(each.end + 1 == before.start for each in (*stated.objects, *stated.subjects))
        if placed and behind_noun and not any(_is_alike(said, each, line, before) for each in claimed.prepositions):
            return True
    return False


def _is_behind_relative(line: ReadLine, stated: Clause, place: int) -> bool:
    """Whether a place of a line is behind the comma that ends a relative clause between commas: *the mask, which was
    stolen in 1897, returned in May*."""
    before = line.sentence.text[: stated.verb_start]
    opened = stated.kind is ClauseKind.RELATIVE and _OPENED.search(before)
    return bool(opened) and "," in line.sentence.text[stated.verb_end : place]


def _is_of_next(line: ReadLine, stated: Clause, place: int) -> bool:
    """Whether a comma and *and* before a place set it apart for what follows: *sold the mill and, in May, the gate*."""
    between = line.sentence.text[stated.verb_end : place]
    return bool(_JOINED_APART.search(between))


_JOINED_APART = re.compile(r"\b(?:and|but|or), $")
_OPENED = re.compile(r", (?:\w+ )?(?:who|which|whom|whose|where)\b[^,]*$")
_OF_VERBS = frozenset({"to", "by", "for"})
"""Prepositions that mostly belong to the verb, whatever noun is before them."""


def _ends_before(line: ReadLine, end: int, part: Prepositional) -> bool:
    return line.sentence.text[end : part.start] == " "


def _is_when(part: Prepositional) -> bool:
    words = {word.casefold() for word in _WORD.findall(part.phrase.text)}
    return bool(dates_of(part.phrase.text)) or not words.isdisjoint(TIME_NOUNS) or bool(_YEAR.search(part.phrase.text))


def _is_alike(said: ReadLine, part: Prepositional, line: ReadLine, other: Prepositional) -> bool:
    return part.preposition == other.preposition and names_same(said, part.phrase, line, other.phrase)


def is_excluded(line: ReadLine, place: int) -> bool:
    """Return whether words right before a participant say that it takes no part: *not in May*, *rather than Bo*."""
    return bool(_EXCLUDING.search(line.sentence.text[max(0, place - _EXCLUDED_BY) : place]))


_EXCLUDING = re.compile(
    r"(?:\b(?:not|never|(?:rather|other) than|(?:instead|in place) of|as opposed to|apart from|let alone"
    r"|much less|unlike|except(?: for)?|but for)|n['’]t) $",
    re.IGNORECASE,
)
_EXCLUDED_BY = 16
"""Characters that words may have that exclude what follows them."""


def _seen_around(line: ReadLine, stated: Clause) -> tuple[Prepositional, ...]:
    """Return the places and times of what somebody saw or heard happen: *in the reeds bitterns were heard booming*."""
    if stated.kind is not ClauseKind.PARTICIPIAL or stated.parent is None:
        return ()
    over = line.sentence.clauses[stated.parent]
    return over.prepositions if over.verb in _PERCEIVED else ()


_PERCEIVED = frozenset({"see", "hear", "watch", "observe", "notice", "find", "spot"})


def _follows_alike(said: ReadLine, part: Prepositional, line: ReadLine, stated: Clause) -> bool:
    """Whether a participant follows the same noun in both, whatever clause it was read as part of: *a surgeon from
    Izmir*. How many they are counts: *120 passengers in June* is not *340 passengers in June*. Not what another clause
    with the same verb has: *did not sell the mill in May but in June*."""
    if _is_of_namesake(said, part, line, stated):
        return False
    tokens = said.sentence.tokens
    nouns = [
        each for each in said.sentence.noun_phrases if each.last == part.phrase.first - len(part.preposition.split())
    ]
    for phrase in nouns:
        counted = any(token.tag == "CRD" for token in tokens[phrase.first : phrase.last])
        words = said.sentence.text[tokens[phrase.first if counted else phrase.head].start : part.end]
        if len(words.split()) > 2 and holds_words(line.line.text, words):
            return True
    return False


def _is_of_namesake(said: ReadLine, part: Prepositional, line: ReadLine, stated: Clause) -> bool:
    """Whether a participant is part of another clause of a line with the verb of this one."""
    words, place = _words(said, part).casefold(), line.place_of(stated)
    verb = line.sentence.clauses[place].verb if place >= 0 else stated.verb
    others = (each for index, each in enumerate(line.sentence.clauses) if index != place and each.verb == verb)
    return any(_words(line, each).casefold() == words for other in others for each in other.prepositions)


def holds_words(line: str, fragment: str) -> bool:
    """Return whether a line has the words and numbers of a fragment one after the other."""
    words = _sequence(fragment)
    return words != _NO_WORDS and words in _sequence(line)


@lru_cache(maxsize=4_096)
def _sequence(text: str) -> str:
    """Return the words of a text, each between blanks, so that a run of words is found as a part of it."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


_NO_WORDS = "  "


def _dates(line: ReadLine, part: Prepositional) -> tuple[CalendarDate, ...]:
    """Return the dates of a phrase; of a year alone, *in 1987*, the year."""
    text = _words(line, part)
    year = _YEAR.fullmatch(part.phrase.text)
    return dates_of(text) or ((CalendarDate(int(year[0]), None, None, 0, len(text)),) if year else ())


_YEAR = re.compile(r"1\d{3}|20\d{2}")


def _is_date_within(said: ReadLine, part: Prepositional, line: ReadLine, other: Prepositional) -> bool:
    """*In March 2007* is *on 3 March 2007*."""
    mine, theirs = _dates(said, part), _dates(line, other)
    return other.preposition in _DATED and len(mine) == len(theirs) == 1 and mine[0].is_within(theirs[0])


def _follows_date(said: ReadLine, part: Prepositional, line: ReadLine, stated: Clause) -> bool:
    """*Born 27 March 1968* is *born on 27 March 1968*: a date right behind the verb."""
    mine, behind = _dates(said, part), line.sentence.text[stated.verb_end : stated.verb_end + _DATE_REACH]
    near = [date for date in dates_of(behind) if not behind[: date.start].strip()]
    return len(mine) == 1 and bool(near) and mine[0].is_within(near[0])


_DATE_REACH = 40
"""Characters behind a verb that may be its date."""


def _belongs_to_other(said: ReadLine, claimed: Clause, line: ReadLine, part: Prepositional) -> bool:
    """Whether a participant of a line goes with what the claim leaves out: *300 in Porto and 120 in Braga*."""
    tokens = line.sentence.tokens
    for phrase in line.sentence.noun_phrases:
        if phrase.last >= len(tokens) or tokens[phrase.last].start != part.start or phrase.first < 2:
            continue
        ended = {other.last for other in _led_phrases(line)}
        if tokens[phrase.first - 1].tag == "CJC" and phrase.first - 1 in ended:
            return not any(names_same(said, each, line, phrase) for each in (*claimed.objects, *claimed.subjects))
    return False


def _led_phrases(line: ReadLine) -> Iterator[NounPhrase]:
    yield from (part.phrase for clause in line.sentence.clauses for part in clause.prepositions)


def _words(line: ReadLine, part: Prepositional) -> str:
    return line.sentence.text[part.start : part.end]


def _other_date(said: ReadLine, part: Prepositional, line: ReadLine, other: Prepositional) -> bool:
    """Whether two phrases are dates, and cannot be the same: they differ in a part that both state."""
    mine, theirs = _dates(said, part), _dates(line, other)
    if len(mine) != 1 or len(theirs) != 1:
        return False
    pairs = ((mine[0].year, theirs[0].year), (mine[0].month, theirs[0].month), (mine[0].day, theirs[0].day))
    return any(one is not None and two is not None and one != two for one, two in pairs)
