"""Small texts that every interface words alike: numbers with their nouns, places of lines, text made harmless."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

_HARMFUL = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Unicode categories that a terminal acts on: controls, lone surrogates, line and paragraph separators."""
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of the text that follows them, ours included."""


def clean(text: str) -> str:
    r"""Return `text` with everything made visible that a terminal would act on.

    >>> clean("\x1b[31mred\u202e")
    '\\x1b[31mred\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if unicodedata.category(character) in _HARMFUL or character in TURNING:
        return character.encode("unicode_escape", "backslashreplace").decode("ascii")
    return character


def place(doc_id: str, line_number: int) -> str:
    """Return a line's place as every command writes and reads it: `rama.txt:7`."""
    return f"{doc_id}:{line_number}"


def cited_place(doc_id: str, line_number: int) -> str:
    """Return a line's place as answers cite it: `[rama.txt:7]`."""
    return f"[{place(doc_id, line_number)}]"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "line"), plural(2000, "line")
    ('1 line', '2,000 lines')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article, chosen by its first letter.

    >>> with_article("Event"), with_article("Person")
    ('an Event', 'a Person')
    """
    return f"{'an' if noun[:1].casefold() in 'aeiou' and noun else 'a'} {noun}"


def tally_text(counts: Mapping[str, int]) -> str:
    """Return counts with their names, `none` where there are none.

    >>> tally_text({"verified": 2, "refused": 1})
    '2 verified, 1 refused'
    """
    return ", ".join(f"{number:,} {name}" for name, number in counts.items()) or "none"
