"""Cutting a line into words and marks, with code-point offsets into the line as given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

MAX_WORD = 24
"""Longer words are cut for the tagger (its cost grows with the square of a word's length), never in offsets."""

# One code point for one code point, so that offsets hold.
_ALIKE = str.maketrans(
    {"’": "'", "‘": "'", "‛": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
    | {"–": "—", "―": "—", "‐": "-", "‑": "-", "\u00a0": " "}
)
_TOKEN = re.compile(
    r"""
    (?P<link>(?:https?://|www\.)[^\s<>"]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5})
  | (?P<abbr>(?:Mrs?|Ms|Drs?|St|Prof|Messrs|Gen|Col|Lt|Capt|Sen|Rep|Gov|Rev|Hon|Mt|vs)\.
        |(?:Jr|Sr|Cos?|Corp|Inc|Ltd|etc)\.(?!["'\s)]*\Z)  # at the end of a line the full stop is the sentence's
        |No\.(?=\s*\d)
        |(?:[A-Za-z]\.){2,8}|\b[A-Z]\.(?=\s*[A-Z\w]))
  | (?P<amount>\d+(?:[.,]\d+)*(?=(?:mn?|mln|bn|trn?|tn|k)\b(?!['.-]\w))[a-z]+)
  | (?P<number>\d+(?:(?:[-.,:]|\\?/)\d+)*(?:st|nd|rd|th|s)?(?![-\w]|[.,:]\d))
  | (?P<nt>n't\b)
  | (?P<clitic>'(?:s|ll|re|ve|d|m)\b(?!'))
  | (?P<word>\w+(?:[-'.&]\w+)*)
  | (?P<quote>''|")
  | (?P<dash>--+|—+)
  | (?P<dots>\.{2,}|…)
  | (?P<mark>\S)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EMPHASIS = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_LETTERS = "bklmnrtBKLMNRT"
"""Of *m, bn, tn, k* behind an amount."""
_SPELT = {"to-day": "today", "to-night": "tonight", "to-morrow": "tomorrow"}
_CLITIC = re.compile(r"(?:n't|'(?:s|ll|re|ve|d|m))$", re.IGNORECASE)


class RawToken(NamedTuple):
    """A token before tagging. `plain` is what the tagger sees: straight quotes, links masked, at most MAX_WORD long."""

    start: int
    end: int
    plain: str


def straighten(text: str) -> str:
    """The line with plain quotes, apostrophes and dashes, the marks of *_emphasis_* blank; of the same length.

    >>> straighten("“Don’t”")
    '"Don\\'t"'
    """
    return _EMPHASIS.sub(lambda found: " " * len(found.group()), text.translate(_ALIKE))


def tokenize(text: str) -> list[RawToken]:
    """Words and marks of `text` in order, none empty, none overlapping; white space is in none of them.

    >>> [word.plain for word in tokenize("He can't see Mr. Fox's hat.")]
    ['He', 'ca', "n't", 'see', 'Mr.', 'Fox', "'s", 'hat', '.']
    """
    plain = straighten(text)
    return [word for match in _TOKEN.finditer(plain) for word in _words(match)]


def _words(match: re.Match[str]) -> Sequence[RawToken]:
    kind, start, end, found = match.lastgroup, match.start(), match.end(), match[0]
    if kind == "word":
        return _split(start, found)
    if kind == "amount":
        found = found.rstrip(_LETTERS)  # *14.3m* is a number, not an unknown word
    return (RawToken(start, end, _MASKS.get(kind, found)[:MAX_WORD]),)


_MASKS: dict[str | None, str] = {"link": "link", "quote": '"', "dash": "--"}


def _split(start: int, found: str) -> Sequence[RawToken]:
    clitic = _CLITIC.search(found[-4:]) if "'" in found else None
    cut = len(found) - len(clitic[0]) if clitic else len(found)
    if found.lower() == "cannot":
        cut = 3
    if 0 < cut < len(found):
        end = start + len(found)
        return RawToken(start, start + cut, found[:cut][:MAX_WORD]), RawToken(start + cut, end, found[cut:])
    return (RawToken(start, start + len(found), _SPELT.get(found.lower(), found)[:MAX_WORD]),)
