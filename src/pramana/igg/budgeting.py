"""Text within a token budget, in which quoted data cannot imitate our own lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from pramana.canonical import canonical
from pramana.errors import CanonicalError

LONGEST_VALUE = 200
"""Code points of a value that are shown. Chosen by hand."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
"""A name that is shown without quotes."""

UNSEEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
"""Characters that end a line, change the writing direction or are invisible: line and paragraph separators, controls,
directions, tags, and unpaired surrogates. Joiners and marks inside words are not included: they are spelling."""


def tokens_of(text: str) -> int:
    """Return an estimate of the tokens in a line of text: one per four bytes, and one for its end."""
    return (len(text) if text.isascii() else len(text.encode("utf-8", "replace"))) // 4 + 1


def visible_line(text: str) -> str:
    r"""Return a text as one visible line: line ends and invisible characters are escaped.

    >>> plain("a\nb\u202e")
    'a\\nb\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return UNSEEN.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if found[0] in "\n\r":
        return "\\n" if found[0] == "\n" else "\\r"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quote_text(text: str, longest: int = LONGEST_VALUE) -> str:
    """Return a text as a JSON string on one line; if it is longer than `longest`, its length is added.

    >>> quoted('say "a"')
    '"say \\\\"a\\\\""'
    """
    cut = text[:longest]
    shown = visible_line(json.dumps(cut, ensure_ascii=False))
    return shown if len(cut) == len(text) else f"{shown}… ({len(text):,} characters)"


def name(text: str) -> str:
    """Return a type or a property name, unquoted if it is a plain word."""
    return text if _NAME.fullmatch(text) else quote_text(text, 64)


def value(item: Any, longest: int = LONGEST_VALUE) -> str:
    """Return a property's value as JSON on one line, cut to `longest` code points."""
    if isinstance(item, str):
        return quote_text(item, longest)
    try:
        shown = visible_line(canonical(item))
    except CanonicalError:
        shown = visible_line(repr(item))
    return shown if len(shown) <= longest else f"{shown[:longest]}… ({len(shown):,} characters)"


def shares_of(wanted: Sequence[int], room: int) -> list[int]:
    """Divide a budget: each part gets what it needs, or an equal share plus what the other parts leave.

    >>> shares_of([10, 500, 90], 300)
    [10, 200, 90]
    """
    shares = [0] * len(wanted)
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    for done, at in enumerate(order):
        shares[at] = min(wanted[at], room // (len(wanted) - done))
        room -= shares[at]
    return shares


class Room:
    """Lines of text within a token limit."""

    def __init__(self, tokens: int) -> None:
        self.left = tokens
        self.used = 0
        self._lines: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(self._lines)

    @property
    def text(self) -> str:
        return "\n".join(self._lines)

    def add(self, line: str) -> bool:
        """Add a line, which may contain our own line ends. Returns False, and adds nothing, if it does not fit."""
        cost = tokens_of(line)
        if cost > self.left:
            return False
        self._lines.append(line)
        self.left -= cost
        self.used += cost
        return True

    def add_all(self, lines: Iterable[str]) -> int:
        """Add lines as long as they fit. Returns the number of added lines."""
        added = 0
        for line in lines:
            if not self.add(line):
                break
            added += 1
        return added

    def with_limit(self, tokens: int) -> Room:
        """Return a copy with another token limit."""
        room = Room(tokens)
        room.add_all(self._lines)
        return room
