"""Quotation marks: which stretches of a line are direct speech, which only set off a title or a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.language.chunks import Chunk
from pramana.language.model import Token

_ENDS = frozenset({",", ".", "!", "?", ";", ":", "--", "-", "...", "…"})


_SINGLE = frozenset({"'", "‘", "’", "`"})


@dataclass(frozen=True, slots=True)
class Quotation:
    """Tokens `first` to `last` (exclusive), marks included. `spoken`: direct speech, not a title or a word."""

    first: int
    last: int
    spoken: bool


def quotations(text: str, tokens: Sequence[Token]) -> list[Quotation]:
    """The quotations of a line in order. One that never closes runs to the end, one that never opens from the start."""
    found: list[Quotation] = []
    opened: int | None = None
    for index, token in enumerate(tokens):
        if token.tag != "PUQ":
            continue
        opens, closes = _sides(text, token)
        if opened is None and closes and not opens and not found and index:
            found.append(_quotation(tokens, 0, index + 1))
        elif opened is None and opens:
            opened = index
        elif opened is not None and _pair(tokens[opened], token) and (closes or not opens):
            found.append(_quotation(tokens, opened, index + 1))
            opened = None
    if opened is not None:
        found.append(_quotation(tokens, opened, len(tokens)))
    return found


def stretches(chunks: Sequence[Chunk], found: Sequence[Quotation]) -> tuple[list[Chunk], list[list[Chunk]]]:
    """The chunks outside of speech, a chunk of kind SPEECH for each quotation, and the chunks of each quotation."""
    outside: list[Chunk] = []
    inside: list[list[Chunk]] = []
    spoken = [quotation for quotation in found if quotation.spoken]
    place = 0
    for quotation in spoken:
        while place < len(chunks) and chunks[place].first < quotation.first:
            outside.append(chunks[place])
            place += 1
        said = []
        while place < len(chunks) and chunks[place].first < quotation.last:
            said.append(chunks[place])
            place += 1
        inside.append(_without_quotes(said))
        outside.append(Chunk("SPEECH", quotation.first, quotation.first + 1, ""))
    return _without_quotes([*outside, *chunks[place:]]), inside


def _without_quotes(chunks: Sequence[Chunk]) -> list[Chunk]:
    return [chunk for chunk in chunks if chunk.kind != "QUOTE"]


def _sides(text: str, mark: Token) -> tuple[bool, bool]:
    """May the mark open, may it close? By the blanks beside it."""
    before = text[mark.start - 1] if mark.start else " "
    after = text[mark.end] if mark.end < len(text) else " "
    if mark.text in {"“", "‘", "``", "`", "„", "«"}:
        return True, False
    if mark.text in {"”", "''", "»"}:
        return False, True
    inward = not after.isspace()
    outward = not before.isspace() and before not in "([{—-"
    if outward and inward:
        return not (before.isalnum() or before in ".,!?;:"), True
    return inward or not outward, outward or not inward


def _pair(first: Token, second: Token) -> bool:
    """Single marks close single ones, double ones double: *'He said "no" to me.'*"""
    return (first.text in _SINGLE) == (second.text in _SINGLE)


def _quotation(tokens: Sequence[Token], first: int, last: int) -> Quotation:
    words = [token for token in tokens[first:last] if token.tag not in {"PUQ", "PUN"}]
    return Quotation(first, last, bool(words) and _is_spoken(tokens, first, last, words[0]))


def _is_spoken(tokens: Sequence[Token], first: int, last: int, word: Token) -> bool:
    before = tokens[first - 1] if first else None
    flows = before is not None and before.tag != "PUN" and word.text[:1].islower()
    if flows:
        return False
    rest = [token for token in (*tokens[:first], *tokens[last:][:2]) if token.tag not in {"PUQ", "PUN"}]
    if not rest:
        return True
    inside = [token for token in tokens[max(first, last - 3) : last] if token.tag != "PUQ"]
    if inside and inside[-1].text in _ENDS:
        return not _is_title(tokens, first, last)
    opened = before is not None and before.text in {",", ":"}
    return opened and any(token.tag.startswith("V") for token in tokens[first:last])


def titles(tokens: Sequence[Token], quoted: Sequence[Quotation]) -> dict[int, int]:
    """Where titles in quotation marks begin and end (exclusive): *"Eyes Wide Shut"*; short words may be small."""
    found = {}
    for quotation in quoted:
        first, last = quotation.first, quotation.last
        words = [token.text for token in tokens[first + 1 : last - 1]]
        marked = tokens[first].tag == tokens[last - 1].tag == "PUQ" and not quotation.spoken
        named = 1 < len(words) < _LONGEST_TITLE and words[0][:1].isupper() and words[-1][:1].isupper()
        if marked and named and all(not word.isalpha() or word[:1].isupper() or len(word) < 4 for word in words):
            found[first] = last
    return found


_LONGEST_TITLE = 12
"""Words in a title, at most: what is longer is more often a sentence in capitals."""


def _is_title(tokens: Sequence[Token], first: int, last: int) -> bool:
    """*the album "The Plan," which …*: a comma inside the marks, a word before them, capitals within."""
    words = [token.text for token in tokens[first:last] if token.tag not in {"PUQ", "PUN"}]
    # Short words (*of*, *the*) are small in titles; quoted speech of fewer than eight words is rarely all in capitals.
    named = all(word[:1].isupper() or len(word) < 4 for word in words) and len(words) < 8
    return named and first > 0 and tokens[first - 1].tag != "PUN"
