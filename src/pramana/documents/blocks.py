"""Blocks, and how their text is folded: hard wraps rejoined, every character's place in the source kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Set
from dataclasses import dataclass

from pramana.language import is_english_word

Range = tuple[int, int]
"""Code points of the source, the end exclusive."""

Block = tuple[Range, ...]
"""A paragraph, a heading, a list item, a cell: the parts of the source that are its text, in order.

What is between two parts is markup. Line ends belong to the parts: folding makes spaces of them.
"""

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_LINE_END = r"[^\S\n\r\u2028]*(?:\r\n?|[\n\u2028])\s*"
_HYPHEN_AT_END = rf"(?<=[^\W\d_])[-\u2010]{_LINE_END}(?=[^\W\d_])"
_FOLDED = re.compile(
    rf"(?P<soft>\u00ad(?:{_LINE_END})?)"
    rf"|(?P<hyphen>{_HYPHEN_AT_END})"
    rf"|(?P<joined>(?<=[{_UNSPACED}]){_LINE_END}(?=[{_UNSPACED}]))"
    r"|(?P<space>[^\S ]\s*| \s+)"
)


class Offsets:
    """Where copied text came from: from `index` on, the copy comes from `origin` on, until the next entry."""

    def __init__(self) -> None:
        self._index: list[int] = []
        self._origin: list[int] = []

    def add(self, index: int, origin: int) -> None:
        self._index.append(index)
        self._origin.append(origin)

    def place(self, index: int) -> int:
        """Return where the character at `index` of the copy is in what was copied."""
        run = bisect_right(self._index, index) - 1
        return self._origin[run] + index - self._index[run]


@dataclass(frozen=True, slots=True)
class Folded:
    """The folded text of a block. `place(i)` is where in the source its character i is."""

    text: str
    _folding: Offsets
    _parts: Offsets

    def place(self, index: int) -> int:
        return self._parts.place(self._folding.place(index))


def fold(source: str, block: Block, divided: Set[str] = frozenset()) -> Folded:
    """Return the text of `block`: runs of white space become one space, and words that line ends divide are rejoined.

    A soft hyphen vanishes. A hyphen at a line end stays, without the line end, unless `divided` holds the word that it
    divides (see `divided_words`). Between characters of scripts without spaces a line end vanishes too.
    """
    parts = Offsets()
    length = 0
    for start, end in block:
        parts.add(length, start)
        length += end - start
    raw = "".join([source[start:end] for start, end in block])
    text, folding = _fold(raw, divided)
    return Folded(text, folding, parts)


def _fold(raw: str, divided: Set[str]) -> tuple[str, Offsets]:
    folding = Offsets()
    kept: list[str] = []
    length = done = 0
    for match in _FOLDED.finditer(raw):
        start, end = match.span()
        folding.add(length, done)
        folding.add(length + start - done, start)  # the replacement is one character at most, at the match's start
        replacement = _replacement(match, divided)
        kept += (raw[done:start], replacement)
        length += start - done + len(replacement)
        done = end
    folding.add(length, done)
    kept.append(raw[done:])
    return "".join(kept), folding


def _replacement(match: re.Match[str], divided: Set[str]) -> str:
    if match["space"]:
        return " "
    if match["hyphen"] and _around(match.string, match.start(), match.end())[0] not in divided:
        return match.string[match.start()]
    return ""


_LONGEST_PART = 30
"""Letters before or after a hyphen; a bound, so that a text of one endless word costs no more than another."""


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the word that text[start:end] divides, joined and with a hyphen, in lower case."""
    first, last = start, end
    while first > max(0, start - _LONGEST_PART) and text[first - 1].isalpha():
        first -= 1
    while last < min(len(text), end + _LONGEST_PART) and text[last].isalpha():
        last += 1
    before, after = text[first:start].lower(), text[end:last].lower()
    return before + after, f"{before}-{after}"


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def divided_words(text: str) -> frozenset[str]:
    """Return the words that line ends divide, and that the text nowhere writes with a hyphen.

    The text is its own dictionary: *exam-/ple* is *example* if *example* occurs. English words of the tagger's corpus
    count, too: *post-/poned* is *postponed*, *well-/known* stays *well-known*. What follows the hyphen of a compound is
    a word: *extrava-/gance* is divided, since *gance* is none.
    """
    ends = list(re.finditer(_HYPHEN_AT_END, text))
    candidates = dict(_around(text, *match.span()) for match in ends)
    if not candidates:
        return frozenset()
    hyphenated = set(candidates.values())
    seen = {word for match in _WORD.finditer(text) if (word := match[0].lower()) in candidates or word in hyphenated}
    known = {joined for joined in candidates if joined in seen or is_english_word(joined)}
    parted = {_around(text, *match.span())[0] for match in ends if _goes_on_with_part(text, match.end())}
    return frozenset(joined for joined in known | parted if candidates[joined] not in seen)


def _goes_on_with_part(text: str, at: int) -> bool:
    """Whether what begins at a place, in lower case, is not a word: *gance*. *Smith-/Jones* has two names."""
    word = _WORD.match(text, at)
    return word is not None and word[0].islower() and not is_english_word(word[0])
