"""Texts of documents on a page."""

from __future__ import annotations

import unicodedata


def visible_text(text: str) -> str:
    r"""Return a text with the characters that nobody would see, or that turn the text around them, written out.

    >>> visible_text("a\u202eb\x00"), visible_text("Śakuntalā")
    ('a\\u202eb\\x00', 'Śakuntalā')
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in "\u200c\u200d"
    return character.encode("unicode_escape").decode("ascii") if hidden else character
