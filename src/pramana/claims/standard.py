"""Claims and lines in standard words: *no fewer than 40* and *at least 40*, *was able to* and *could*.

Both sides are written the same way, so that they can be compared clause by clause.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from operator import itemgetter

from pramana.claims.writing import replaced_in_line
from pramana.language import EvidenceLine, word_list

_DETERMINERS = "the a an this that these those his her its their our my".split()
_NUMBERS = "|".join((*word_list("numbers/small"), *word_list("numbers/tens"), "hundred", "half"))

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4_096)
def in_standard_words(text: str) -> str:
    """Return a text with the words of `claims/standard_forms` in their standard form.

    >>> in_standard_words("No fewer than 40 were able to leave prior to the fire.")
    'At least 40 could leave before the fire.'
    """
    written = _forms_in(text)
    return _pattern(written).sub(_standard, text) if written else text


@lru_cache(maxsize=4_096)
def line_in_standard_words(line: EvidenceLine) -> EvidenceLine:
    """Return a line in standard words; the places of its links are moved."""
    written = _forms_in(line.text)
    return replaced_in_line(line, _pattern(written), _standard) if written else line


def _forms_in(text: str) -> tuple[str, ...]:
    """Return the written forms all of whose words a text has: few texts have any, and to look for all takes long."""
    words = frozenset(_WORD.findall(text.casefold()))
    found = (form for word in words & _by_word().keys() for form in _by_word()[word])
    return tuple(written for _, written, own in sorted(found, key=itemgetter(0)) if own <= words)


@cache
def _by_word() -> dict[str, list[tuple[int, str, frozenset[str]]]]:
    """Return the written forms, each with its place in the list and its words, by the longest of these."""
    found: dict[str, list[tuple[int, str, frozenset[str]]]] = {}
    for place, entry in enumerate(word_list("claims/standard_forms")):
        written = entry.split(": ")[0]
        own = _WORD.findall(written.removesuffix(" #").removesuffix(" the").casefold())
        found.setdefault(max(own, key=len), []).append((place, written, frozenset(own)))
    return found


def _standard(found: re.Match[str]) -> str:
    form = _forms()[found[0].casefold()]
    return f"{form[:1].upper()}{form[1:]}" if found[0][:1].isupper() else form


@cache
def _forms() -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in word_list("claims/standard_forms"):
        written, standard = (side.removesuffix(" #").removesuffix(" the") for side in entry.split(": "))
        found[written] = standard
    return found


@lru_cache(maxsize=512)
def _pattern(written: tuple[str, ...]) -> re.Pattern[str]:
    """Return what matches one of some written forms, the longest first."""
    ways = sorted(written, key=len, reverse=True)
    return re.compile(rf"\b(?<!['’-])(?:{'|'.join(map(_way, ways))})(?![\w-])", re.IGNORECASE)


def _way(written: str) -> str:
    words = written.split(" ")
    if words[-1] == "#":
        return rf"{re.escape(' '.join(words[:-1]))}(?=\s(?:[£$€]?\d|(?:{_NUMBERS})\b))"
    if words[-1] == "the" and len(words) > 1:
        return rf"{re.escape(' '.join(words[:-1]))}(?=\s(?:{'|'.join(_DETERMINERS)})\b)"
    return re.escape(written)
