"""A line cut into words, each with its place and the form under which it is compared.

Words are what alignment counts in: a letter run of a script that puts spaces between words, one character of a script
that does not (Han, Kana, Hangul, Thai, …), or one symbol. Every word is made of whole graphemes, so no span that starts
and ends at words can cut a combining mark, a conjunct, a flag or an emoji sequence. Punctuation and white space are
between words and are no part of any, but for the separators inside numbers: 3.5 is one word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from unicodedata import category, normalize

WORD_SEPARATOR = "\x1f"
"""Comes before and after every word in a key. A control character, so no word holds it."""

_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x0FFF),  # Tibetan
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Hangul jamo; Korean has spaces, but hangs particles on its nouns
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),
    (0x3040, 0x31FF),  # Kana, Bopomofo
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Hangul
    (0xF900, 0xFAFF),
    (0xFF66, 0xFFDC),  # half-width Kana and Hangul
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),
)
_EXTENDING = (
    (0x0E33, 0x0E33),  # Thai and Lao am: a mark and a letter in one
    (0x0EB3, 0x0EB3),
    (0x1160, 0x11FF),  # vowels and finals of decomposed Hangul
    (0xD7B0, 0xD7FF),
    (0xFF9E, 0xFF9F),  # half-width voicing marks
    (0x1F3FB, 0x1F3FF),  # skin tones
    (0xE0020, 0xE007F),  # tags of flag sequences
)


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)


def _kind(code: int) -> str:
    """Classify a code point: see `KINDS`."""
    character = chr(code)
    major = category(character)
    if _within(code, _EXTENDING) or major[0] == "M":
        return "x"
    if code == 0x200D:
        return "j"
    if major == "Cf":
        return " " if code == 0x200B else "i"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "r"
    if major == "Nd":
        return "d"
    if major[0] in "LN":
        return "u" if _within(code, _UNSPACED) else "w"
    if character in ".,٫٬":
        return "."
    return {"P": "p", "Z": " "}.get(major[0], " " if major in ("Cc", "Cs") else "s")


class _Kinds(dict[int, str]):
    """The kind of every code point, looked up once: `str.translate` then runs in C."""

    def __missing__(self, code: int) -> str:
        kind = _kind(code)
        if len(self) < 65_536:  # hostile text must not make us hold all of Unicode
            self[code] = kind
        return kind


CHARACTER_KINDS = _Kinds()
"""Code point → kind: w letter, d digit, u letter of a script without spaces, x extends the one before, j joiner,
i ignorable, r half a flag, s symbol, . separator in numbers, p other punctuation, space for the rest."""

# A word never ends in an ignorable, so a direction mark after it stays outside. No two branches can begin alike,
# and no repeat holds another, so matching is linear.
_WORD = re.compile(
    r"[wd](?:[wdxj]|i+(?=[wdx])|(?<=d)\.(?=d))*"
    r"|u(?:[xj]|i+(?=x))*"
    r"|rr?x*"
    r"|s(?:[xj]|i+(?=x)|(?<=j)s)*"
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one text: word i is text[starts[i]:ends[i]], compared as `forms[i]`."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    forms: tuple[str, ...]

    @property
    def key(self) -> str:
        """All forms, each between separators: a run of words is found in a text by finding key in key."""
        return WORD_SEPARATOR + WORD_SEPARATOR.join(self.forms) + WORD_SEPARATOR


@lru_cache(maxsize=128)
def words(text: str) -> Words:
    """Return the words of `text`, in order. Linear in its length."""
    kinds = text.translate(CHARACTER_KINDS)
    places = [match.span() for match in _WORD.finditer(kinds)]
    folded = text.casefold() if text.isascii() else None
    return Words(
        tuple(start for start, _ in places),
        tuple(end for _, end in places),
        tuple(folded[a:b] if folded is not None else _form(text[a:b]) for a, b in places),
    )


@lru_cache(maxsize=4096)
def _form(word: str) -> str:
    """Fold case and compatibility. Superscripts keep theirs: 10² is not 102."""
    compatible: Literal["NFC", "NFKC"] = "NFC" if any(category(character) == "No" for character in word) else "NFKC"
    kept = "".join(c for c in word if category(c) != "Cf" and not 0xFE00 <= ord(c) <= 0xFE0F)
    return normalize(compatible, normalize(compatible, kept).casefold())


def cuts(text: str, at: int) -> bool:
    """Return whether the place before text[at] is inside a word, a number or a grapheme."""
    if at <= 0 or at >= len(text):
        return False
    left, right = CHARACTER_KINDS[ord(text[at - 1])], CHARACTER_KINDS[ord(text[at])]
    if right in "xj" or left == "j" or left == right == "r":
        return True  # two flags in a row are left to the words, which pair them
    if "." in (left, right):
        return _cuts_number(text, at, right)
    if left == "i" or right == "i":
        left, right = _beyond_ignorables(text, at)
    return left in "wdx" and right in "wd"


def _cuts_number(text: str, at: int, right: str) -> bool:
    before, after = (at - 1, at + 1) if right == "." else (at - 2, at)
    if before < 0 or after >= len(text):
        return False
    return CHARACTER_KINDS[ord(text[before])] == "d" and CHARACTER_KINDS[ord(text[after])] == "d"


def _beyond_ignorables(text: str, at: int) -> tuple[str, str]:
    before, after = at - 1, at
    while before >= 0 and CHARACTER_KINDS[ord(text[before])] == "i":
        before -= 1
    while after < len(text) and CHARACTER_KINDS[ord(text[after])] == "i":
        after += 1
    left = CHARACTER_KINDS[ord(text[before])] if before >= 0 else " "
    right = CHARACTER_KINDS[ord(text[after])] if after < len(text) else " "
    return left, right
