"""Claims and lines in standard words: *no fewer than 40* and *at least 40*, *was able to* and *could*.

Both sides are written the same way, so that they can be compared clause by clause.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from pramana.claims.writing import replaced_in_line
from pramana.language import EvidenceLine, word_list

_DETERMINERS = "the a an this that these those his her its their our my".split()
_NUMBERS = "|".join((*word_list("numbers/small"), *word_list("numbers/tens"), "hundred", "half"))


@lru_cache(maxsize=4_096)
def in_standard_words(text: str) -> str:
    """Return a text with the words of `claims/standard_forms` in their standard form.

    >>> in_standard_words("No fewer than 40 were able to leave prior to the fire.")
    'At least 40 could leave before the fire.'
    """
    return _written_forms().sub(_standard, text) if _may_have_form(text) else text


@lru_cache(maxsize=4_096)
def line_in_standard_words(line: EvidenceLine) -> EvidenceLine:
    """Return a line in standard words; the places of its links are moved."""
    return replaced_in_line(line, _written_forms(), _standard) if _may_have_form(line.text) else line


def _may_have_form(text: str) -> bool:
    """Whether a text has the longest word of a written form: the pattern of all forms takes long to look for."""
    return not _longest_words().isdisjoint(re.findall(r"[^\W_]+", text.casefold()))


@cache
def _longest_words() -> frozenset[str]:
    return frozenset(max(re.findall(r"[^\W_]+", written.casefold()), key=len) for written in _forms())


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


@cache
def _written_forms() -> re.Pattern[str]:
    """Return what matches any written form, the longest first."""
    ways = sorted((entry.split(": ")[0] for entry in word_list("claims/standard_forms")), key=len, reverse=True)
    return re.compile(rf"\b(?<!['’-])(?:{'|'.join(map(_way, ways))})(?![\w-])", re.IGNORECASE)


def _way(written: str) -> str:
    words = written.split(" ")
    if words[-1] == "#":
        return rf"{re.escape(' '.join(words[:-1]))}(?=\s(?:[£$€]?\d|(?:{_NUMBERS})\b))"
    if words[-1] == "the" and len(words) > 1:
        return rf"{re.escape(' '.join(words[:-1]))}(?=\s(?:{'|'.join(_DETERMINERS)})\b)"
    return re.escape(written)
