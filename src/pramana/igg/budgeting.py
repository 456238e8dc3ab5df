"""Text within a budget of tokens, in which nothing that others wrote can pass for a line of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from pramana.canonical import canonical
from pramana.errors import CanonicalError

LONGEST_VALUE = 200
"""Code points of a value that are shown."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
UNSEEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
"""What ends a line, turns the writing round, or is not seen: line and paragraph separators, controls, directions, tags,
and halves of characters. Joiners and marks inside words are none of these; there they are spelling."""


def tokens_of(text: str) -> int:
    """Return roughly how many tokens a line of text is: a token for four bytes, and one for its end."""
    return (len(text) if text.isascii() else len(text.encode("utf-8", "replace"))) // 4 + 1


def plain(text: str) -> str:
    r"""Return a text as one line in which everything is seen: what ends a line or hides is written as its escape.

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


def quoted(text: str, longest: int = LONGEST_VALUE) -> str:
    """Return a text in quotes, as JSON has it, on one line; what is beyond `longest` is said to be left out.

    >>> quoted('say "a"')
    '"say \\\\"a\\\\""'
    """
    cut = text[:longest]
    shown = plain(json.dumps(cut, ensure_ascii=False))
    return shown if len(cut) == len(text) else f"{shown}… ({len(text):,} characters)"


def name(text: str) -> str:
    """Return a type or a property's name as it is where it is a plain word, else in quotes."""
    return text if _NAME.fullmatch(text) else quoted(text, 64)


def value(item: Any, longest: int = LONGEST_VALUE) -> str:
    """Return a property's value as JSON on one line, cut where it is long."""
    if isinstance(item, str):
        return quoted(item, longest)
    try:
        shown = plain(canonical(item))
    except CanonicalError:
        shown = plain(repr(item))
    return shown if len(shown) <= longest else f"{shown[:longest]}… ({len(shown):,} characters)"


def shares_of(wanted: Sequence[int], room: int) -> list[int]:
    """Return how much of the room each may have: what it wants, or an equal share and what others leave of theirs.

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
    """Lines of text that have so many tokens at most."""

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
        """Add a line, which may hold line ends of ours. Returns False, and adds nothing, where there is no room."""
        cost = tokens_of(line)
        if cost > self.left:
            return False
        self._lines.append(line)
        self.left -= cost
        self.used += cost
        return True

    def add_all(self, lines: Iterable[str]) -> int:
        """Add lines as long as there is room. Returns how many were added."""
        added = 0
        for line in lines:
            if not self.add(line):
                break
            added += 1
        return added

    def widened(self, tokens: int) -> Room:
        """Return a room of so many tokens that begins with what is in this one."""
        room = Room(tokens)
        room.add_all(self._lines)
        return room
