"""Keeps a key out of everything that is stored, logged or shown."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

PART = 8
"""The shortest part of a key that is hidden: shorter ones occur in words by chance, and find no key."""
_SHORTEST = 6
"""Shorter keys are placeholders for servers that want any key at all (`none`, `x`)."""
_PROBE, _STRIDE = 4, 5
"""Any 8 characters of a key hold one of the blocks of 4 that begin at each 5th: looking for those is enough."""
_MASK = "[key]"
_SECRET = re.compile(r"(?i)\b(bearer\s+\S+|sk-[A-Za-z0-9_\-*]{6,}|authorization\s*[:=]\s*\S+(\s+\S+)?)")
"""What looks like a key, whosever it is."""
_LEADING = (0, 2, 3)
"""How many characters of base64 depend on what is before the key, by its place modulo 3."""


class KeyMask:
    """Replaces a key, its base64, and every part of both that has 8 or more characters.

    Of a key without digits (`sk-no-key-required`) parts of letters only are left: they are words.
    """

    def __init__(self, key: str = "") -> None:
        self._key = key if len(key) >= _SHORTEST else ""
        encoded = list(_base64_forms(self._key)) if self._key else []
        forms = [self._key, *encoded]
        self._probes = tuple(
            dict.fromkeys(form[at : at + _PROBE] for form in forms for at in range(0, len(form) - _PROBE + 1, _STRIDE))
        )
        words = not any(character.isdigit() for character in self._key)
        parts = {part for part in _parts(self._key) if not (words and part.isalpha())}
        self._parts = frozenset(parts.union(*map(_parts, encoded)))

    def hide(self, text: str) -> str:
        """Return `text` without the key."""
        if not any(probe in text for probe in self._probes):
            return text
        return "".join(self._pieces(text.replace(self._key, _MASK)))

    def hide_in(self, value: Any) -> Any:
        """Return JSON without the key in any of its texts and names."""
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, dict):
            return {self.hide(name): self.hide_in(inner) for name, inner in value.items()}
        return [self.hide_in(inner) for inner in value] if isinstance(value, list) else value

    def hide_in_message(self, text: str) -> str:
        """Return a server's message without the key, and without what looks like one."""
        return _SECRET.sub(_MASK, self.hide(text))

    def _pieces(self, text: str) -> Iterator[str]:
        begin = at = 0
        while at <= len(text) - PART:
            if text[at : at + PART] not in self._parts:
                at += 1
                continue
            yield text[begin:at]
            yield _MASK
            begin = at + PART
            while text[begin - PART + 1 : begin + 1] in self._parts:
                begin += 1
            at = begin
        yield text[begin:]


def _parts(form: str) -> set[str]:
    return {form[at : at + PART] for at in range(len(form) - PART + 1)}


def _base64_forms(key: str) -> Iterator[str]:
    """Yield what base64 makes of a key, in both alphabets, whatever comes before and after it."""
    for offset, leading in enumerate(_LEADING):
        given = b"\0" * offset + key.encode()
        for encode in (b64encode, urlsafe_b64encode):
            text = encode(given).decode()
            if offset == 0:
                yield text
            whole = text.rstrip("=")[: -1 if len(given) % 3 else None]
            yield whole[leading:]
