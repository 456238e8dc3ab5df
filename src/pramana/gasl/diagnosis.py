"""Why a text is not a command: the place, what was expected there, and the corrected text where it is known.

The commands' mistakes are looked up first, then those of conditions, which the grammar contains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from pramana.errors import ParseError
from pramana.expr import (
    LONGEST_FIXED,
    MISTAKE_REACH,
    MOST_FIXES,
    MistakePlace,
    ParserStop,
    StopReader,
    expected_place,
    mistakes_at,
    unexpected_message,
    word_at,
)
from pramana.gasl.card import example_of
from pramana.gasl.commands import SPELLINGS, VERBS
from pramana.gasl.mistakes import START, mistakes

EXAMPLE = 'FIND nodes WHERE name = "Rama" AS found'

_SPELLED: dict[str, tuple[str, ...]] = {
    **SPELLINGS,
    "FIELD": ("a name",),
    "STRING": ('a text in quotes ("…")',),
    "NUMBER": ("a number",),
    "TRUE": ("true",),
    "FALSE": ("false",),
    "VARIABLE": ("${variable}",),
    "EQUALITY": ("=", "!="),
    "ORDER": (">", ">=", "<", "<="),
    "_IN": ("IN",),
    "TEXT_OP": ("CONTAINS", "STARTS_WITH", "ENDS_WITH"),
    "_IS": ("IS NULL", "IS NOT NULL"),
    "_NULL": ("NULL",),
    "_NOT": ("NOT",),
    "_LEN": ("LEN",),
    "OTHER_FIELD": ("a field",),
    "LPAR": ("(",),
    "LSQB": ("[",),
    "OPTIONAL": ("?",),
    "COLON": (":",),
    "COMMA": ("a comma",),
    "LBRACE": ("{",),
    "RBRACE": ("}",),
    "RSQB": ("]",),
    "RPAR": (")",),
    "_AND": ("AND",),
    "_OR": ("OR",),
    "_WHERE": ("WHERE",),
    "_LIMIT": ("LIMIT",),
}
"""How terminals are shown, in the order in which they are listed; any other is shown by its name."""
_IN_CONDITIONS = frozenset(
    ("EQUALITY", "TEXT_OP", "_IN", "_NULL", "_AND", "_OR", "_LEN", "_NOT", "TRUE", "RPAR", "LSQB", "RSQB")
)
_SPACES = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)|\s{2,}""")
_SHORTHAND = re.compile(r"\w+")


def explain(text: str, stop: ParserStop, read: StopReader) -> ParseError:
    """Return the error that says why `text` cannot be read, which `stop` stopped. `read` tries a fixed text."""
    position = _position(text, stop)
    found = word_at(text, position)
    nearest = _nearest(stop, found)
    row = next(_rows(text, stop), None)
    problem, example = (
        (f"no command begins with `{found}`." if START in stop.expected else unexpected_message(found)),
        "",
    )
    if row is not None and not (nearest and row.here):
        problem, example = row.problem, row.example
    return ParseError(
        _sentence(problem) if found or row else "The command ends too early.",
        text,
        position,
        expected=_expected_words(stop),
        found=found,
        nearest=nearest,
        example=_fix_mistakes(text, read) or example or example_for(text),
    )


def example_for(text: str) -> str:
    """Return an example of the command that `text` begins with, or of any."""
    return example_of(text) or EXAMPLE


class _Row:
    """A mistake that applies to a text: what is wrong, the text fixed or None, an example.

    One that is `here` gives way to a near word.
    """

    def __init__(self, problem: str, fixed: str | None, example: str, here: bool) -> None:
        self.problem = problem
        self.fixed = fixed
        self.example = example
        self.here = here


def _position(text: str, stop: ParserStop) -> int:
    return len(text.rstrip()) if stop.position is None else stop.position


def _sentence(problem: str) -> str:
    return problem[0].upper() + problem[1:]


def _expected_words(stop: ParserStop) -> list[str]:
    if START in stop.expected:
        return list(VERBS)
    order = list(_SPELLED)
    known = [terminal for terminal in order if terminal in stop.expected]
    other = sorted(stop.expected - set(order) - {"$END"})
    words = [word for terminal in known for word in _SPELLED[terminal]] + [word.strip("_") for word in other]
    return words + ["the end of the command"] * ("$END" in stop.expected)


def _nearest(stop: ParserStop, found: str) -> tuple[str, ...]:
    words = [word for word in _expected_words(stop) if _SHORTHAND.fullmatch(word) and word not in ("true", "false")]
    close = get_close_matches(found.upper(), [word.upper() for word in words], n=2, cutoff=0.7)
    return tuple(word for near in close for word in words if word.upper() == near != found.upper())


def _rows(text: str, stop: ParserStop) -> Iterator[_Row]:
    """Yield what applies. Of a long text a piece is looked at: it cannot be fixed, and patterns may be slow."""
    position = _position(text, stop)
    if len(text) > LONGEST_FIXED:
        start = max(0, position - MISTAKE_REACH)
        text, position = text[start : start + LONGEST_FIXED], position - start
        stop = ParserStop(stop.expected, position)
    for row in mistakes():
        covered = row.covers(text, position) if row.fits(stop.expected) else None
        if covered:
            yield _Row(row.problem, _apply_fix(text, covered, row.fix), row.example, row.here)
    in_condition = bool(stop.expected & _IN_CONDITIONS)
    place = expected_place(text, stop)[0] if in_condition else MistakePlace.END
    for each, covered in mistakes_at(text, place, position):
        if in_condition or each.places == frozenset(MistakePlace):
            yield _Row(each.problem, _apply_fix(text, covered, each.fix), "", each.here)


def _apply_fix(text: str, covered: re.Match[str], fix: str | None) -> str | None:
    return None if fix is None else text[: covered.start()] + covered.expand(fix) + text[covered.end() :]


def _fix_mistakes(text: str, read: StopReader) -> str:
    """Return the text with its mistakes fixed, one after the other, as far as it then can be read; else ""."""
    for _ in range(MOST_FIXES if len(text) <= LONGEST_FIXED else 0):
        stop = read(text)
        if stop is None:
            return _SPACES.sub(lambda found: found[1] or " ", text).strip()
        better = next(_better(text, stop, read), None)
        if better is None:
            return ""
        text = better
    return ""


def _better(text: str, stop: ParserStop, read: StopReader) -> Iterator[str]:
    """Yield the fixed texts that can be read further than before, counted from their ends."""
    left = len(text.rstrip()) - _position(text, stop)
    for fixed in _fixes(text, stop):
        next_stop = read(fixed)
        if next_stop is None or len(fixed.rstrip()) - _position(fixed, next_stop) < left:
            yield fixed


def _fixes(text: str, stop: ParserStop) -> Iterator[str]:
    """Yield the text with one mistake fixed, up to a row that only a person can fix."""
    rows = list(_rows(text, stop))
    position = _position(text, stop)
    found = word_at(text, position)
    words = [text[:position] + word + text[position + len(found) :] for word in _nearest(stop, found)]
    if not rows or rows[0].here:
        yield from words
    for row in rows:
        if row.fixed is None:
            return
        yield row.fixed
    yield from words
