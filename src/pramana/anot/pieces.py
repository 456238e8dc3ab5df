"""Long items cut into pieces."""

from __future__ import annotations

import re

_BREAK = re.compile(r"(?<=[.!?…])\s+|\n+")


def split(text: str, length: int) -> list[str]:
    """Cut a text into pieces of at most `length` code points, after a sentence, else at a blank, else anywhere.

    >>> split("It was fine. We came back.", 15)
    ['It was fine.', 'We came back.']
    """
    pieces = []
    while len(text) > length:
        cuts = [found.start() for found in _BREAK.finditer(text, 0, length + 1) if found.start() > 0]
        at = cuts[-1] if cuts else text.rfind(" ", 1, length + 1)
        at = at if at > 0 else length
        pieces.append(text[:at])
        text = text[at:].lstrip()
    return [piece for piece in (*pieces, text) if piece.strip()]
