"""Texts that a table holds shorter than they are read: a virtual column of plain SQL gives them whole.

What represents what is part of the table's SQL, so that a database can be read whatever a later version shortens.
Unlike a packed column it costs no call of Python: these are columns that queries read for thousands of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_HEX_DIGITS = 32
"""Of a content hash: 128 bits."""
_MOST_PARTS = 31
"""Each part has a control character. Canonical JSON holds none: it escapes them."""


def shorten(parts: Sequence[str], text: str) -> str:
    """Return JSON with its frequent parts as one control character each; the parts are tried in their order.

    >>> shorten(['{"marker":"', '"}'], '{"marker":"in"}')
    '\\x01in\\x02'
    """
    for number, part in enumerate(parts, 1):
        if part in text:
            text = text.replace(part, chr(number))
    return text


def shortened_column(name: str, parts: Sequence[str]) -> str:
    """Return the SQL of a column `short_NAME` of what `shorten` returns, and of a column NAME that reads it whole."""
    assert len(parts) <= _MOST_PARTS, parts
    whole = f"short_{name}"
    for number, part in enumerate(parts, 1):
        whole = f"replace({whole}, char({number}), {_literal(part)})"
    return f"short_{name} TEXT NOT NULL, {name} TEXT NOT NULL GENERATED ALWAYS AS ({whole}) VIRTUAL"


def code_of(values: tuple[str, ...], text: str) -> int | str:
    """Return the number of a text among frequent ones, from 0; the text itself where it is not one of them.

    >>> code_of(("CAUSES", "GAVE"), "GAVE"), code_of(("CAUSES", "GAVE"), "TOOK")
    (1, 'TOOK')
    """
    return _codes(values).get(text, text)


def text_of_code(values: tuple[str, ...], code: int | str) -> str:
    """Return the text that `code_of` has returned the code of."""
    return values[code] if isinstance(code, int) else code


@lru_cache
def _codes(values: tuple[str, ...]) -> dict[str, int]:
    return {value: number for number, value in enumerate(values)}


def coded_column(name: str, values: tuple[str, ...]) -> str:
    """Return the SQL of a column NAME_code of what `code_of` returns, and of a column NAME that reads the text.

    An index is searched by the code alone.
    """
    cases = " ".join(f"WHEN {number} THEN {_literal(value)}" for number, value in enumerate(values))
    whole = f"CASE {name}_code {cases} ELSE {name}_code END"
    return f"{name}_code NOT NULL, {name} TEXT NOT NULL GENERATED ALWAYS AS ({whole}) VIRTUAL"


def hash_bytes(text: str) -> bytes | str:
    """Return a content hash as its bytes, any other text as it is.

    >>> hash_bytes("00ff" * 8) == bytes([0, 255] * 8), hash_bytes("00FF" * 8) == "00FF" * 8
    (True, True)
    """
    if len(text) == _HEX_DIGITS and not text.strip("0123456789abcdef"):
        return bytes.fromhex(text)
    return text


def hash_column(name: str) -> str:
    """Return the SQL of a column NAME_bytes of what `hash_bytes` returns, and of a column NAME that reads the text."""
    whole = f"CASE typeof({name}_bytes) WHEN 'blob' THEN lower(hex({name}_bytes)) ELSE {name}_bytes END"
    return f"{name}_bytes NOT NULL, {name} TEXT NOT NULL GENERATED ALWAYS AS ({whole}) VIRTUAL"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
