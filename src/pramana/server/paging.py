"""Cursors: where the next page begins, as a text that clients send back as it is."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode

from pramana.errors import InputError

_LONGEST = 40
LAST = (1 << 62) - 1


def cursor_of(after: int | None) -> str | None:
    """Return the cursor of a position, None at the end.

    >>> cursor_of(200), position_of("cDoyMDA")
    ('cDoyMDA', 200)
    """
    return None if after is None else urlsafe_b64encode(f"p:{after}".encode()).decode().rstrip("=")


def position_of(cursor: str | None) -> int:
    """Return the position of a cursor, 0 for none. Raises InputError for one that was not given here."""
    if cursor is None:
        return 0
    try:
        text = urlsafe_b64decode((cursor + "=" * (-len(cursor) % 4)).encode("ascii")).decode("ascii")
    except (binascii.Error, ValueError):
        text = ""
    kind, _, number = text.partition(":")
    if len(cursor) > _LONGEST or kind != "p" or not number.isdecimal() or int(number) > LAST:
        raise InputError(f"{cursor[:60]!r} is not a cursor. Send `next` of the page before, or none for the first.")
    return int(number)
