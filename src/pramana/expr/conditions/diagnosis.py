"""Why a text is not a condition: the place, what was expected there, and the corrected text where it is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from pramana.errors import ConditionError
from pramana.expr.conditions.mistakes import MISTAKES, ConditionMistake, MistakePlace

MISTAKE_REACH = 80
"""How far before the place where reading stopped a mistake may begin, in code points."""
MOST_FIXES = 12
"""How many mistakes of one text are fixed for the example."""
LONGEST_FIXED = 2_000
"""Texts longer than this many code points are not fixed: each fix reads the text again."""
SHOWN = 40
"""Code points of `found`."""


@dataclass(frozen=True, slots=True)
class ParserStop:
    """What stopped the reading of a text: the terminals that could have come, and where; None for the text's end."""

    expected: frozenset[str]
    position: int | None


StopReader = Callable[[str], ParserStop | None]
"""Tries to read a text: what stopped it, or None."""

_FOUND = re.compile(r"""[^\W\d][\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d[\d.]*|\S""")
_WORDS = {
    MistakePlace.OPERATOR: ("CONTAINS", "STARTS_WITH", "ENDS_WITH", "IN", "NOT IN", "IS NULL", "IS NOT NULL"),
    MistakePlace.IN: ("IN",),
    MistakePlace.NULL: ("NULL", "NOT NULL"),
    MistakePlace.VALUE: ("true", "false", "null"),
    MistakePlace.END: ("AND", "OR"),
    MistakePlace.OPEN: ("AND", "OR"),
}
_SIGNS = (
    # An expected terminal, and the place in the grammar that it shows; the first match decides.
    ("COMMA", MistakePlace.COMMA),
    ("EQUALITY", MistakePlace.OPERATOR),
    ("LSQB", MistakePlace.LIST),
    ("_LEN", MistakePlace.CONDITION),
    ("STRING", MistakePlace.ITEM),
    ("_NULL", MistakePlace.NULL),
    ("FIELD", MistakePlace.NAME),
    ("_IN", MistakePlace.IN),
    ("RPAR", MistakePlace.OPEN),
)


def explain(text: str, stop: ParserStop, read: StopReader) -> ConditionError:
    """Return the error that says why `text` cannot be read, which `stop` stopped. `read` tries a fixed text."""
    place, position = expected_place(text, stop)
    found = word_at(text, position)
    nearest = _nearest(place, found)
    rows = list(mistakes_at(text, place, position))
    problem, example = unexpected_message(found), ""
    if rows and not (nearest and rows[0][0].here):
        problem, example = rows[0][0].problem, rows[0][0].example
    return ConditionError(
        problem[0].upper() + problem[1:],
        text,
        position,
        expected=place.value,
        found=found,
        nearest=nearest,
        example=_fix_mistakes(text, read) or example or 'entity_type = "PERSON" AND weight > 3',
    )


def expected_place(text: str, stop: ParserStop) -> tuple[MistakePlace, int]:
    """Return what was expected where reading stopped, and the offset."""
    position = len(text.rstrip()) if stop.position is None else stop.position
    if {"STRING", "_LEN"} <= stop.expected:
        return MistakePlace.VALUE, position
    return next((place for terminal, place in _SIGNS if terminal in stop.expected), MistakePlace.END), position


def word_at(text: str, position: int) -> str:
    """Return the word, text, number or sign at a place."""
    found = _FOUND.match(text, position)
    return found[0][:SHOWN] if found else ""


def unexpected_message(found: str) -> str:
    """Return the message for a mistake that is not in the table."""
    return f"`{found}` is not allowed here." if found else "the condition ends too early."


def _nearest(place: MistakePlace, found: str) -> tuple[str, ...]:
    words = _WORDS.get(place, ())
    close = get_close_matches(found.upper(), [word.upper() for word in words], n=2, cutoff=0.65)
    return tuple(word for near in close for word in words if word.upper() == near != found.upper())


def mistakes_at(text: str, place: MistakePlace, position: int) -> Iterator[tuple[ConditionMistake, re.Match[str]]]:
    """Yield the rows that apply, in order, each with what it covers: the nearest that reaches `position`."""
    for row in MISTAKES:
        if place in row.places:
            reach = 1 if row.here else MISTAKE_REACH
            tries = (row.pattern.match(text, start) for start in range(position, max(-1, position - reach), -1))
            covered = next((found for found in tries if found and found.end() >= position), None)
            if covered:
                yield row, covered


def _fix_mistakes(text: str, read: StopReader) -> str:
    """Return the text with its mistakes fixed, one after the other, as far as it then can be read; else ""."""
    for _ in range(MOST_FIXES if len(text) <= LONGEST_FIXED else 0):
        stop = read(text)
        if stop is None:
            return text.strip()
        place, position = expected_place(text, stop)
        better = next(_better(text, place, position, read), None)
        if better is None:
            return ""
        text = better
    return ""


def _better(text: str, place: MistakePlace, position: int, read: StopReader) -> Iterator[str]:
    """Yield the fixed texts that can be read further than before, counted from their ends."""
    left = len(text.rstrip()) - position
    for fixed in _fixes(text, place, position):
        stop = read(fixed)
        if stop is None or len(fixed.rstrip()) - expected_place(fixed, stop)[1] < left:
            yield fixed


def _fixes(text: str, place: MistakePlace, position: int) -> Iterator[str]:
    """Yield the text with one mistake fixed, up to a row that only a person can fix."""
    rows = list(mistakes_at(text, place, position))
    found = word_at(text, position)
    words = [text[:position] + word + text[position + len(found) :] for word in _nearest(place, found)]
    if not rows or rows[0][0].here:
        yield from words
    for row, covered in rows:
        if row.fix is None:
            return
        yield text[: covered.start()] + covered.expand(row.fix) + text[covered.end() :]
    yield from words
