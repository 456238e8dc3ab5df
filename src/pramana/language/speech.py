"""Quotation marks: which stretches of a line are direct speech, which only set off a title or a word."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language.chunks import Chunk
from pramana.language.model import Token

_ENDS = frozenset({",", ".", "!", "?", ";", ":", "--", "-", "...", "…"})


def stretches(text: str, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> tuple[list[Chunk], list[list[Chunk]]]:
    """The chunks outside of speech, with a chunk of kind SPEECH for each quotation, and the chunks of each quotation.

    Quotation marks that only set off words are left out. A quotation that never closes runs to the end of the line.
    """
    outside: list[Chunk] = []
    quotations: list[list[Chunk]] = []
    start = 0
    for first, last in _regions(text, tokens, chunks):
        outside += _plain(chunks[start:first])
        inside = _plain(chunks[first:last])
        if _is_speech(tokens, chunks, first, last):
            quotations.append(inside)
            place = chunks[first].first
            outside.append(Chunk("SPEECH", place, place + 1, ""))
        else:
            outside += inside
        start = last
    return outside + _plain(chunks[start:]), quotations


def _plain(chunks: Sequence[Chunk]) -> list[Chunk]:
    return [chunk for chunk in chunks if chunk.kind != "QUOTE"]


def _regions(text: str, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> list[tuple[int, int]]:
    """Pairs of chunk indexes, marks included, the second exclusive."""
    regions: list[tuple[int, int]] = []
    opened: int | None = None
    for index, chunk in enumerate(chunks):
        if chunk.kind != "QUOTE":
            continue
        opens, closes = _sides(text, tokens[chunk.first])
        if opened is None and closes and not opens and not regions and index:
            regions.append((0, index + 1))
        elif opened is None and opens:
            opened = index
        elif opened is not None and (closes or not opens):
            regions.append((opened, index + 1))
            opened = None
    if opened is not None:
        regions.append((opened, len(chunks)))
    return regions


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


def _is_speech(tokens: Sequence[Token], chunks: Sequence[Chunk], first: int, last: int) -> bool:
    inside = [chunk for chunk in chunks[first:last] if chunk.kind != "QUOTE"]
    if not inside:
        return False
    if all(chunk.kind in {"QUOTE", "BREAK"} for chunk in [*chunks[:first], *chunks[last:]]):
        return True
    if tokens[inside[-1].last - 1].text in _ENDS or last == len(chunks):
        return any(chunk.kind in {"VG", "NP", "OTHER", "ADV"} for chunk in inside)
    before = chunks[first - 1] if first else None
    return before is not None and before.word in {",", ":"} and any(chunk.verb for chunk in inside)
