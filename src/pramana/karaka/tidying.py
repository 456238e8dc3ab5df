"""What code corrects in a reading before it is checked, and what is left of one that fails a check.

A model that writes *did not* for the line's *didn't*, or *9* for *nine*, has read the line well: its words are replaced
by the line's own. No attempt is made again for what code can correct.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from pramana.events import Extraction, Kriya
from pramana.evidence import align
from pramana.graph import fold_name
from pramana.karaka.writer import LineItem, kriya_violations
from pramana.language import numbers_of

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]")
_APART = {"can't": "can", "cannot": "can", "won't": "will", "shan't": "shall", "ain't": "is"}
"""Words with *not* in them that are not the verb with *n't* behind it."""
_CLITICS = {"'ll": "will", "'re": "are", "'ve": "have", "'m": "am"}
"""*'s* and *'d* are left out: each can mean several words."""
_PUNCTUATION = re.compile(r"[^\w\s]")


@dataclass(frozen=True, slots=True)
class ComparedWord:
    """A word as it is compared: *didn't* is the words *did* and *not*, both at the place of the whole word."""

    form: str
    start: int
    end: int


def own_words(quote: str, line: str) -> str | None:
    """Return the words of `line` that say the same as `quote` in another spelling; None where there are none.

    Contractions, numbers, quotation marks, dashes and ligatures may differ, and letter case.

    >>> own_words("did not pay 9", "They didn’t pay nine pounds.")
    'didn’t pay nine'
    """
    wanted, there = [word.form for word in compared_words(quote)], compared_words(line)
    forms = [word.form for word in there]
    for first in range(len(forms) - len(wanted) + 1) if wanted else ():
        if forms[first : first + len(wanted)] == wanted:
            return line[there[first].start : there[first + len(wanted) - 1].end]
    return None


def compared_words(text: str) -> list[ComparedWord]:
    """Return the words of a text in order, punctuation left out, numbers by their value."""
    numbers = {number.start: number for number in numbers_of(text)}
    found: list[ComparedWord] = []
    end = 0
    for match in _WORD.finditer(text):
        if match.start() < end or _PUNCTUATION.fullmatch(match[0]):
            continue
        number = numbers.get(match.start())
        if number is not None and number.end >= match.end():
            found.append(ComparedWord(number.value, number.start, number.end))
            end = number.end
        else:
            found += [ComparedWord(form, match.start(), match.end()) for form in _forms(match[0])]
    return found


def _forms(word: str) -> Iterator[str]:
    plain = normalize("NFKC", word).casefold().replace("’", "'")
    if plain in _APART:
        yield from (_APART[plain], "not")
    elif plain.endswith("n't"):
        yield from (plain[:-3], "not")
    else:
        clitic = next((each for each in _CLITICS if plain.endswith(each) and len(plain) > len(each)), None)
        yield from (plain,) if clitic is None else (plain[: -len(clitic)], _CLITICS[clitic])


def tidy_reading(item: LineItem, reading: Extraction) -> Extraction:
    """Return a reading in the line's own words, without what is there twice."""
    kriyas: list[Kriya] = []
    for kriya in (_tidy_kriya(item.text, each) for each in reading.kriyas):
        known = [each for each in kriyas if fold_name(each.verb_quote) == fold_name(kriya.verb_quote)]
        if kriya not in known or align(kriya.verb_quote, item.text, occurrence=len(known)) is not None:
            kriyas.append(kriya)
    return reading if kriyas == reading.kriyas else reading.model_copy(update={"kriyas": kriyas})


def _tidy_kriya(line: str, kriya: Kriya) -> Kriya:
    changed = {
        "verb_quote": _own(kriya.verb_quote, line),
        "karakas": {role: _distinct(_own(each, line) for each in listed) for role, listed in kriya.karakas.items()},
        "attributed_to": None if kriya.attributed_to is None else _own(kriya.attributed_to, line),
    }
    if all(getattr(kriya, name) == value for name, value in changed.items()):
        return kriya
    return kriya.model_copy(update=changed)


def _own(quote: str, line: str) -> str:
    """Return a quote as it is where the line has it, else the line's words for it, if there are any."""
    if align(quote, line) is not None:
        return quote
    return own_words(quote, line) or quote


def _distinct(mentions: Iterator[str]) -> list[str]:
    """Return mentions without those that name the same one again."""
    found: dict[str, str] = {}
    for mention in mentions:
        found.setdefault(fold_name(mention), mention)
    return list(found.values())


def sound_part(item: LineItem, reading: Extraction) -> Extraction | None:
    """Return a reading without the Kriyās that fail a check, None where none is left.

    With a Kriyā those go that have the same verb_quote: places in the line are given to them in their order.
    """
    kriyas = list(reading.kriyas)
    while kriyas:
        bad = _failing(item, kriyas)
        if not bad:
            return reading.model_copy(update={"kriyas": kriyas})
        kriyas = [kriya for kriya in kriyas if fold_name(kriya.verb_quote) not in bad]
    return None


def _failing(item: LineItem, kriyas: Sequence[Kriya]) -> set[str]:
    found = kriya_violations(item, Extraction(kriyas=list(kriyas)))
    return {fold_name(kriya.verb_quote) for kriya, problems in zip(kriyas, found, strict=True) if problems}
