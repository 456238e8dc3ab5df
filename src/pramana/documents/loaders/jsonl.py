"""JSON lines: each line is a record; the names of its fields are those of the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pramana.documents.decode import decode
from pramana.documents.loader import Loader, Part, Unusable
from pramana.documents.plain import unwrapped_blocks
from pramana.documents.tables import Row, record

_DEEPEST = 20
"""Levels of a value that are read; deeper ones are nobody's record."""


def parts(body: bytes) -> Iterator[Part]:
    """Yield the records of a file, each with its fields in order. Raises Undecodable, Unusable with the line."""
    for number, line in enumerate(decode(body).split("\n"), 1):
        if line.strip():
            names, cells = _fields(number, line)
            yield from (Part(part.text, f"line {number}") for part in record(Row(number, cells), names))


def _fields(number: int, line: str) -> tuple[list[str], list[str]]:
    try:
        pairs = list(_leaves(json.loads(line), "", 0))
    except (ValueError, RecursionError):
        raise Unusable(f"line {number} is not JSON") from None
    return [name for name, _ in pairs], [cell for _, cell in pairs]


def _leaves(value: Any, name: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield the fields of a value that hold no others, each under its path: `address.city`."""
    if isinstance(value, dict) and depth < _DEEPEST:
        for key, each in value.items():
            yield from _leaves(each, f"{name}.{key}" if name else str(key), depth + 1)
    elif isinstance(value, list) and not any(isinstance(each, dict | list) for each in value):
        yield name, ", ".join(map(_word, value))
    elif isinstance(value, list) and depth < _DEEPEST:
        for at, each in enumerate(value, 1):
            yield from _leaves(each, f"{name} {at}".strip(), depth + 1)
    elif not isinstance(value, dict | list):
        yield name, _word(value)


def _word(value: Any) -> str:
    if value is None:
        return ""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


PLUGIN = Loader((".jsonl", ".ndjson"), parts, unwrapped_blocks, is_text=True)
