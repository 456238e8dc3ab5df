"""Canonical JSON and content hashes: equal values give equal bytes, on every machine and under every hash seed."""

from __future__ import annotations

import json
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from pramana.errors import CanonicalError, InputError
from pramana.untrusted import Malformed, parse_json, read_file


def canonical(value: Any) -> str:
    """Return the one JSON text of `value`: keys sorted by code point, no white space, no escapes but JSON's own.

    `value` is JSON (None, bool, int, finite float, str, list, tuple, dict with string keys) or holds Pydantic models.
    Raises CanonicalError for NaN, infinities, keys that are no strings, lone surrogates, integers of more than 4,300
    digits, values nested some 500 levels deep, and every other type.

    >>> canonical({"b": [1, 2.5, None], "a": "कर्ता"})
    '{"a":"कर्ता","b":[1,2.5,null]}'
    """
    try:
        return _plain_text(value) or _ENCODER.encode(_json_value(value, "$"))
    except ValueError as error:  # an integer of more digits than Python writes
        raise CanonicalError(f"$ cannot be written as JSON: {error}.") from None
    except RecursionError:
        raise CanonicalError("$ is nested too deeply, or contains itself.") from None


def digest(value: Any) -> str:
    """Return the content hash of `value`: BLAKE2b of its canonical JSON, 128 bits, as 32 hex digits.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    return digest_bytes(canonical(value).encode())


def digest_bytes(body: bytes) -> str:
    """Return the content hash of raw bytes, as `digest` does for values."""
    return blake2b(body, digest_size=16).hexdigest()


def read_json(path: Path) -> Any:
    """Return what a JSON file holds. Raises InputError with the file and, where it is not JSON, the place.

    NaN and infinities, which Python would read, are refused.
    """
    try:
        return parse_json(read_file(path))
    except Malformed as error:
        place = f" (line {error.line}, column {error.column})" if error.line else ""
        raise InputError(f"{path}{place}: {error}.") from None


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_PLAIN_DEPTH = 50
"""Levels of nesting; what is deeper, or no plain JSON, is looked at value by value, to say where."""


def _plain_text(value: Any) -> str:
    """Return the canonical JSON of a value that is plain JSON, "" where only a look at each part of it can tell."""
    if not _has_plain_keys(value, _PLAIN_DEPTH):
        return ""
    try:
        text = _ENCODER.encode(value)
        return text if text.isascii() or text.encode() else ""
    except (TypeError, ValueError):
        return ""


def _has_plain_keys(value: Any, depth: int) -> bool:
    """Return whether all keys are strings: those that are not, Python's encoder would turn into some."""
    if isinstance(value, dict):
        for key in value:
            if type(key) is not str:
                return False
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return True
    for item in value:
        if isinstance(item, (dict, list, tuple)) and not (depth and _has_plain_keys(item, depth - 1)):
            return False
    return True


def _json_value(value: Any, where: str) -> Any:
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, float):
        if not isfinite(value):
            raise CanonicalError(f"{where} is {value}, which JSON cannot hold.")
        return value
    if isinstance(value, dict):
        return {_key(key, where): _json_value(item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(item, f"{where}[{index}]") for index, item in enumerate(value)]
    if isinstance(value, BaseModel):
        return _json_value(value.model_dump(mode="json"), where)
    raise CanonicalError(f"{where} is a {type(value).__name__}, which is not JSON.")


def _key(key: Any, where: str) -> str:
    if not isinstance(key, str):
        raise CanonicalError(f"{where} has the key {key!r}; keys are strings.")
    return _text(key, where)


def _text(text: str, where: str) -> str:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise CanonicalError(f"{where} holds a lone surrogate, which UTF-8 cannot hold.") from None
    return text
