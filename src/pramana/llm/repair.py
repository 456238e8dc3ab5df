"""Reads broken JSON as its writer meant it, in time that grows with the length of the text and no faster.

Undone are missing ends and commas, trailing commas, comments, single, curly and missing quotes, quotes inside strings,
line breaks in strings, and Python's constants. Nothing is invented: a key without a value, and a value that the text
ends in, are left out, so that the output's schema finds what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

DEEPEST = 64
"""How deep JSON may be nested: outputs of ptools are at most 6 deep, and hostile text must not exhaust the stack."""

_OPENING = re.compile(r"[{\[]")
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?=[\s,:}\]/#])")
"""A number that ends where a value may end: *2nd* is a word."""
_WORD = re.compile(r"(?:[^,:{}\[\]\n\"/]|/(?![/*]))*")
"""A value or key without quotes ends at the next mark of JSON, comment or line break."""
_VALUE_FOLLOWS = re.compile(
    r"[\"'“‘{\[}\]\d#-]|/[/*]|(?:true|false|null|True|False|None)\b|[A-Za-z_]\w{0,63}\s{0,9}:|$"
)
"""What may follow the comma after a string. After *He said "yes", then left* comes a word: that quote is content."""
_ESCAPE = re.compile(r'u([0-9A-Fa-f]{4})|(["\'\\/bfnrt])')
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS = {"true": True, "false": False, "null": None, "none": None, "undefined": None}
_CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "`": "`"}
_COMMENTS = ("//", "/*", "#")
_PLAIN = {closing: re.compile(rf"[^{closing}\\]*") for closing in _CLOSING.values()}
"""The part of a string that needs no second look, by the quote that closes it."""


def repaired_values(text: str) -> Iterator[dict[str, Any] | list[Any]]:
    """Yield the objects and lists in a text, none of them empty, broken ones repaired.

    Raises ValueError for values nested deeper than DEEPEST and for numbers of more digits than Python reads.
    """
    reader = _JsonRepair(text)
    while opening := _OPENING.search(text, reader.at):
        reader.at = opening.start()
        value = reader.value(DEEPEST)
        if value:
            yield value


class _EndsInValue(Exception):
    """The text ends inside a value, or right after one whose end cannot be known: of 12 may be left 1."""


class _JsonRepair:
    """Reads values from a text. `at` only grows, and every look ahead is bounded or skips one run of spaces."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, depth: int) -> Any:
        """Return the value that begins here. Raises _EndsInValue, ValueError."""
        if depth == 0:
            raise ValueError("nested too deep")
        first = self._next()
        if first == "{":
            return self._object(depth)
        if first == "[":
            return self._list(depth)
        if first in _CLOSING:
            return self._string(first, key=False)
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            return _number(number[0])
        return self._bare()

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        while (first := self._next(commas=True)) not in ("", "]"):  # `]`: the list's end, where the object's is missing
            if first == "}":
                self.at += 1
                break
            try:
                key = self._key(first)
                if self._has_value() and key is not None:
                    found[key] = self.value(depth - 1)
            except _EndsInValue:
                break
        return found

    def _key(self, first: str) -> str | None:
        """Return the key here, or skip one character and return None where there is none."""
        if first in _CLOSING:
            return self._string(first, key=True)
        if word := self._word():
            return word
        self.at += 1
        return None

    def _has_value(self) -> bool:
        """Skip the colons after a key, and return whether there is one, and a value after it."""
        colons = 0
        while self._next() == ":":
            self.at += 1
            colons += 1
        return colons > 0 and self._next() not in ("", ",", "}", "]")

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self.at += 1
        while (first := self._next(commas=True)) not in ("", "}"):
            if first in "]:":
                self.at += 1
                if first == "]":
                    break
                continue
            try:
                found.append(self.value(depth - 1))
            except _EndsInValue:
                break
        return found

    def _bare(self) -> Any:
        word = self._word()
        if word.lower() in _CONSTANTS:
            return _CONSTANTS[word.lower()]
        if self.at == len(self.text):
            raise _EndsInValue
        return word

    def _word(self) -> str:
        word = _WORD.match(self.text, self.at)
        assert word is not None  # the pattern matches nothing, too
        self.at = word.end()
        return word[0].strip()

    def _string(self, opening: str, key: bool) -> str:
        closing = _CLOSING[opening]
        pieces: list[str] = []
        self.at += 1
        while True:
            plain = _PLAIN[closing].match(self.text, self.at)
            assert plain is not None
            pieces.append(plain[0])
            self.at = plain.end() + 1
            if plain.end() == len(self.text):
                raise _EndsInValue
            if self.text[plain.end()] == "\\":
                pieces.append(self._read_escape())
            elif self._closes(key):
                return "".join(pieces)
            else:
                pieces.append(closing)

    def _read_escape(self) -> str:
        """Return what is escaped; an unknown escape keeps its backslash, as in a formula's `\\alpha`."""
        escape = _ESCAPE.match(self.text, self.at)
        if escape is None:
            return "\\"
        self.at = escape.end()
        return chr(int(escape[1], 16)) if escape[1] else _ESCAPED.get(escape[2], escape[2])

    def _closes(self, key: bool) -> bool:
        """Return whether the quote before here ends its string: what follows can only follow a string."""
        at = self._after_spaces(self.at)
        follows = self.text[at : at + 1]
        if key:
            return follows in ("", ":", ",", "}")
        if follows == ",":
            return _VALUE_FOLLOWS.match(self.text, self._after_spaces(at + 1)) is not None
        if self.text.find("\n", self.at, at) >= 0:  # the comma at the end of a line is missing
            return _VALUE_FOLLOWS.match(self.text, at) is not None
        return follows in ("", "}", "]", *_CLOSING) or self.text.startswith(_COMMENTS, at)

    def _after_spaces(self, at: int) -> int:
        spaces = _SPACE.match(self.text, at)
        return at if spaces is None else spaces.end()

    def _next(self, commas: bool = False) -> str:
        """Skip spaces, comments and perhaps commas, and return the character here; empty at the end of the text."""
        while True:
            self.at = self._after_spaces(self.at)
            if commas and self.text.startswith(",", self.at):
                self.at += 1
            elif self.text.startswith(("//", "#"), self.at):
                self.at = self._end_of("\n")
            elif self.text.startswith("/*", self.at):
                self.at = self._end_of("*/")
            else:
                return self.text[self.at : self.at + 1]

    def _end_of(self, mark: str) -> int:
        found = self.text.find(mark, self.at)
        return len(self.text) if found < 0 else found + len(mark)


def _number(text: str) -> int | float:
    return float(text) if {".", "e", "E"} & set(text) else int(text)
