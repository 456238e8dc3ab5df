"""Excerpts of results for prompts and logs: bounded, still JSON, with what was cut said, and without secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from json.encoder import encode_basestring
from math import isfinite
from typing import Any

from pydantic import BaseModel

MAX_ITEMS = 20
"""Items of a list and fields of an object that an excerpt shows."""
MAX_CHARS = 4_000
"""Characters of an excerpt: about 1,000 tokens of English in a prompt."""
MAX_TEXT = 500
"""Characters of one text in an excerpt, so that one long text does not displace all others."""
MAX_DEPTH = 12
"""Levels of nesting that an excerpt shows: bounds the recursion."""
HIDDEN = "[hidden]"

_SECRET_NAME = re.compile(
    r"(?i)^(api[_-]?key|apikey|(access|auth|refresh|bearer|id)[_-]?token|authorization|password|passwd|passphrase|"
    r"client[_-]?secret|secret([_-]?(key|access[_-]?key))?|private[_-]?key|credentials?)$"
)
_SECRET = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bAKIA[0-9A-Z]{16}\b|"
    r"\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|"
    r"(?i:\bbearer\s+)[A-Za-z0-9._~+/=-]{12,}|"
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:.*?-----END [A-Z ]*PRIVATE KEY-----)?",
    re.DOTALL,
)


def excerpt(value: Any, max_items: int = MAX_ITEMS, max_chars: int = MAX_CHARS) -> str:
    """Return JSON of at most `max_chars` that shows a value: at most `max_items` of each list and object.

    What was left out is reported in its place: as a last item `"… 12 more"`, a last name `"…"`, or behind a text's cut.
    The least bound is 32 characters.
    """
    return json.dumps(bounded_json(value, max_items, max_chars), ensure_ascii=False)


def bounded_json(value: Any, max_items: int = MAX_ITEMS, max_chars: int = MAX_CHARS) -> Any:
    """Return the value that `excerpt` writes."""
    if max_chars < 32:
        raise ValueError(f"max_chars is at least 32, not {max_chars}")
    plain = _plain_copy(value, max_items, MAX_DEPTH)
    if plain is not _NOT_PLAIN and len(_encode(plain)) <= max_chars:
        return plain
    return _Cutter(max_items)(value, max_chars, MAX_DEPTH)


_NOT_PLAIN = object()
_encode = json.JSONEncoder(ensure_ascii=False).encode


def _plain_copy(value: Any, max_items: int, depth: int) -> Any:
    """Return a copy of a value of which nothing has to be cut, hidden or told in words, as long as there is room for
    all of it; else `_NOT_PLAIN`. Tuples are copied as lists.

    Most records of a history are so, and this is a fraction of the cost of measuring them part by part: it is done at
    each command, in loops rather than generators, which take twice as long.
    """
    kind = type(value)
    if kind is str:
        return value if len(value) <= MAX_TEXT and _is_clean(value) else _NOT_PLAIN
    if value is None or kind is bool or kind is int or (kind is float and isfinite(value)):
        return value
    if (kind is not dict and kind is not list and kind is not tuple) or not depth or len(value) > max_items:
        return _NOT_PLAIN
    return (_plain_object if kind is dict else _plain_list)(value, max_items, depth - 1)


def _plain_object(value: Mapping[Any, Any], max_items: int, depth: int) -> Any:
    found: dict[str, Any] = {}
    for name, inner in value.items():
        copy = _plain_copy(inner, max_items, depth) if type(name) is str and _is_plain_name(name) else _NOT_PLAIN
        if copy is _NOT_PLAIN:
            return _NOT_PLAIN
        found[name] = copy
    return found


def _plain_list(value: Sequence[Any], max_items: int, depth: int) -> Any:
    found = []
    for inner in value:
        copy = _plain_copy(inner, max_items, depth)
        if copy is _NOT_PLAIN:
            return _NOT_PLAIN
        found.append(copy)
    return found


@lru_cache(maxsize=4_096)  # names of fields come back in each record; a name is at most as long as a key may be
def _is_plain_name(name: str) -> bool:
    return len(name) <= _KEY and _is_clean(name) and not _SECRET_NAME.match(name)


def _is_clean(text: str) -> bool:
    return (text.isascii() and len(text) < _SHORTEST_SECRET) or hide_secrets(text) == text


def summary_value(value: Any, max_chars: int = 400) -> Any:
    """Return a value for a summary: small ones as they are but for secrets, large ones cut."""
    return bounded_json(value, MAX_ITEMS, max_chars)


def hide_secrets(text: str) -> str:
    """Return a text with what looks like a key, a token or a private key hidden, and as UTF-8 can hold it."""
    return _hide_secrets_once(text) if len(text) <= _SHORT_TEXT else _hide_secrets(text)


def _hide_secrets(text: str) -> str:
    safe = text if text.isascii() else text.encode("utf-8", "replace").decode()
    return _SECRET.sub(HIDDEN, safe)


_hide_secrets_once = lru_cache(maxsize=1_024)(_hide_secrets)
_SHORT_TEXT = 256
"""Characters of a text that is not looked through again: commands, hashes and times come back at each step."""


_SHORTEST_SECRET = 15
"""Characters that `_SECRET` needs at least."""
_LEAST = 8
"""What an item needs to be shown at all: a few signs in quotes."""
_SHARE = 48
"""What an item gets where an even share would be less: few items that say something, rather than many that do not."""


class _Cutter:
    def __init__(self, max_items: int) -> None:
        self._max_items = max(max_items, 0)

    def __call__(self, value: Any, room: int, depth: int) -> Any:
        """Return the value so that its JSON has at most `room` characters; room ≥ 3."""
        if isinstance(value, str):
            return _text(value, room)
        if isinstance(value, BaseModel):
            value = value.model_dump(mode="json")
        if isinstance(value, Mapping):
            return self._mapping(value, room, depth) if depth else "…"
        if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
            return self._sequence(value, room, depth) if depth else "…"
        if value is not None and not isinstance(value, bool | int | float):
            return _text(f"<{type(value).__name__}>", room)
        if isinstance(value, float) and not isfinite(value):
            return _text(str(value), room)
        return value if _length(value) <= room else "…"

    def _sequence(self, value: Sequence[Any], room: int, depth: int) -> Any:
        shown: list[Any] = []
        items = list(value[: self._max_items])
        free = room - 2
        for index, item in enumerate(items):
            left = len(value) - index
            share = _share(free - _note_room(left - 1), len(items) - index)
            if share < _LEAST:
                break
            shown.append(self(item, share, depth - 1))
            free -= _length(shown[-1]) + 2
        left = len(value) - len(shown)
        return [*shown, _note(left)] if left and (shown or room >= _note_room(left)) else shown if not left else "…"

    def _mapping(self, value: Mapping[Any, Any], room: int, depth: int) -> Any:
        shown: dict[str, Any] = {}
        names = list(islice(value, self._max_items))
        free = room - 2
        for index, key in enumerate(names):
            name = hide_secrets(str(key)[:_KEY])
            share = _share(free - _note_room(len(value) - index - 1) - 5, len(names) - index) - _length(name) - 2
            if share < _LEAST or name in shown:
                break
            hidden = _SECRET_NAME.match(str(key)) and value[key]
            shown[name] = _text(HIDDEN, share) if hidden else self(value[key], share, depth - 1)
            free -= _length(name) + 2 + _length(shown[name]) + 2
        left = len(value) - len(shown)
        if not left:
            return shown
        return {**shown, "…": _note(left)} if shown or room >= _note_room(left) + 5 else "…"


_KEY = 120
"""How much of a name is shown."""


def _share(free: int, items: int) -> int:
    """Return what one of `items` gets of the free characters."""
    return min(free, max(free // items, _SHARE))


def _note(left: int) -> str:
    return f"… {left} more"


def _note_room(left: int) -> int:
    return _length(_note(left)) + 4 if left else 0


def _text(text: str, room: int) -> str:
    """Return a text whose JSON has at most `room` characters, with what was cut said where there is room for it."""
    whole = hide_secrets(text[: MAX_TEXT + 4_096])
    if len(whole) <= MAX_TEXT and len(text) <= MAX_TEXT + 4_096 and _length(whole) <= room:
        return whole
    keep = min(len(whole), MAX_TEXT, room)
    while keep > 0:
        cut = f"{whole[:keep]}… (+{len(text) - keep} characters)"
        if _length(cut) <= room:
            return cut
        keep -= max(1, (_length(cut) - room) // 6)
    return "…"


def _length(value: Any) -> int:
    """Return how many characters the JSON of a value has."""
    kind = type(value)
    if kind is str:
        return len(encode_basestring(value))
    if kind is int:
        return len(str(value))
    return len(json.dumps(value, ensure_ascii=False))
