"""Whether words of a text have a name: as written, between word boundaries.

*Ann* is not in *Anna*, *so* is not *SO*; *Anna's* names Anna. Case counts but for the first letter of a sentence, white
space and the forms of quotes and dashes do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import normalize

from pramana.evidence import CHARACTER_KINDS
from pramana.language.word_lists import word_set

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201b\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    }
)
"""Typographic forms by the plain one, letter for letter, so that places stay."""
_CLITIC = re.compile(r"'(?:s|d|ll|re|ve|m)?(?!\w)", re.IGNORECASE)
"""What may follow a name within its word: *Anna's*, *Chris'*, *Anna'll*."""
_OPENING = re.compile(r"[\s\"'(\[{*_>#•-]*$")
"""What may come before the first word of a sentence: blanks, brackets, quotes, the marks of lists and headings."""
_ENDED = ".!?…:\n"
_LEADING = word_set("reference/leading_in_names")
_ALONE = word_set("reference/alone")


@dataclass(frozen=True, slots=True)
class QuotedPassage:
    """Words of the context that a quote matches: `text[start:end]`, in unchanged lines."""

    text: str
    start: int
    end: int

    @property
    def quoted_text(self) -> str:
        return self.text[self.start : self.end]


def mentions(passage: QuotedPassage, name: str, folded: bool = False) -> bool:
    """Return whether a passage has a name, as a whole word or words; `folded`: in any case."""
    pattern = _pattern(name, folded)
    if pattern is None:
        return True
    before, said, after = (_fold_signs(part) for part in _parts(passage))
    text = before + said + after
    first, last = len(before), len(before) + len(said)
    return any(
        _is_whole_word(text, match) and (folded or _has_name_case(text, match, name))
        for match in pattern.finditer(text, first, last)
    )


def _parts(passage: QuotedPassage) -> tuple[str, str, str]:
    text = passage.text
    return text[: passage.start], text[passage.start : passage.end], text[passage.end :]


def _fold_signs(text: str) -> str:
    return text if text.isascii() and "`" not in text else normalize("NFC", text).translate(_ALIKE)


@lru_cache(maxsize=4096)
def _pattern(name: str, folded: bool) -> re.Pattern[str] | None:
    """Return what finds a name, the first letter in either case; None for one without a letter or digit."""
    parts = _fold_signs(name).split()
    if not any(character.isalnum() for part in parts for character in part):
        return None
    if folded:
        return re.compile(r"\s+".join(map(re.escape, parts)), re.IGNORECASE)
    first = parts[0][0]
    either = "".join(dict.fromkeys(re.escape(each) for each in (first, first.upper(), first.lower()) if len(each) == 1))
    return re.compile(rf"[{either}]" + r"\s+".join([re.escape(parts[0][1:]), *map(re.escape, parts[1:])]))


def _has_name_case(text: str, match: re.Match[str], name: str) -> bool:
    """Return whether the first letter has the name's case, or that of a sentence's first word."""
    plain = _fold_signs(name).split()
    if match[0][0] == plain[0][0]:
        return True
    if match[0][0].isupper():
        before = text[: match.start()]
        opened = before[: _OPENING.search(before).start()] if before else ""  # type: ignore[union-attr]
        return not opened or opened[-1] in _ENDED or "\n" in before[len(opened) :]
    return plain[0].casefold() in (_LEADING if len(plain) > 1 else _ALONE)


def _is_whole_word(text: str, match: re.Match[str]) -> bool:
    """Return whether a match begins and ends where words do."""
    return _begins(text, match.start()) and _ends(text, match.end())


def _begins(text: str, at: int) -> bool:
    before, own = text[at - 1 : at], text[at]
    if not before:
        return True
    if before in "'-":  # *O'Brien*, *Marie-Ann*: within a word, unless it opens one
        return not (at > 1 and _inner(text[at - 2]))
    if before in ".," and own.isdigit():
        return not (at > 1 and text[at - 2].isdigit())
    return not (_inner(before) and _inner(own))


def _ends(text: str, at: int) -> bool:
    after, own, more = text[at : at + 1], text[at - 1], text[at + 1 : at + 2]
    if not after:
        return True
    if after == "'" and _inner(own):
        return _CLITIC.match(text, at) is not None
    if after == "-":  # *Paris-based* names Paris, *Ann-Marie* not Ann
        return not (more.isupper() or more.isdigit())
    if after in ".," and own.isdigit():
        return not more.isdigit()
    return CHARACTER_KINDS[ord(after)] not in "xj" and not (_inner(after) and _inner(own))


def _inner(character: str) -> bool:
    """Return whether a character is part of a word of a script that puts spaces between words."""
    return character == "_" or CHARACTER_KINDS[ord(character)] in "wdxj"
