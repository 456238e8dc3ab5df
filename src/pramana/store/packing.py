"""Texts that are packed in a table and read as if they were not: a virtual column unpacks them.

The dictionary is part of the table's SQL, so that a database can be read whatever a later version packs with.
"""

from __future__ import annotations

import zlib

_WINDOW = -12
"""4 kB without header: a longer window takes eight times as long to set up, and texts here are short."""
_MEMORY = 4
_SEPARATOR = "\0"


def pack(dictionary: str, *texts: str) -> bytes:
    """Return texts packed together. All but the last are without a NUL character, as JSON is.

    >>> unpack(pack("Rama Sita", "Sita saw Rama", "and more"), "Rama Sita", 1, 2)
    'and more'
    """
    made = zlib.compressobj(9, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, dictionary.encode())
    joined = _SEPARATOR.join(texts).encode()
    return made.compress(joined) + made.flush()


def unpack(packed: object, dictionary: str, part: int, parts: int) -> str:
    """Return one of `parts` texts that were packed together, by its index. "" where the bytes are damaged."""
    made = zlib.decompressobj(_WINDOW, dictionary.encode())
    try:
        joined = made.decompress(packed).decode() if isinstance(packed, bytes) else ""
    except (zlib.error, UnicodeDecodeError):
        return ""
    texts = joined.split(_SEPARATOR, parts - 1)
    return texts[part] if made.eof and not made.unused_data and part < len(texts) else ""


def packed_columns(dictionary: str, *names: str) -> str:
    """Return the SQL of a column `packed`, and of the columns that it holds, in the order in which they are packed."""
    literal = dictionary.replace("'", "''")
    held = (
        f"{name} TEXT NOT NULL GENERATED ALWAYS AS (unpack(packed, '{literal}', {part}, {len(names)})) VIRTUAL"
        for part, name in enumerate(names)
    )
    return ", ".join(("packed BLOB NOT NULL", *held))
