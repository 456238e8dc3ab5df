"""What is in brackets or between dashes takes no part in the clause around it: *Otto (1860–1943) was a linguist*."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language.chunks import Chunk
from pramana.language.model import VerbForm

_PAIRS = {"(": ")", "[": "]", "{": "}"}
_DASHES = frozenset({"—", "–", "--"})
_LONGEST = 24
"""Chunks between two dashes, at most: further apart they hardly belong together."""


def set_aside(chunks: Sequence[Chunk]) -> tuple[list[Chunk], list[list[Chunk]]]:
    """Return the chunks outside of brackets, and those of each bracket that is read by itself.

    A relative clause or a participle in brackets stays, since it needs its head: *the bridge (built in 1890) fell*.
    A bracket that never closes is left as it is.
    """
    outside: list[Chunk] = []
    inside: list[list[Chunk]] = []
    place = 0
    while place < len(chunks):
        end = _closing(chunks, place) if chunks[place].kind == "OPEN" else _second_dash(chunks, place)
        held = list(chunks[place + 1 : end]) if end > place else []
        if end <= place or _needs_head(held):
            outside.append(chunks[place])
            place += 1
            continue
        if any(chunk.verb is not None and chunk.verb.form is VerbForm.FINITE for chunk in held):
            inside.append(held)
        place = end + 1
    return outside, inside


def _closing(chunks: Sequence[Chunk], place: int) -> int:
    """The chunk that closes the bracket at `place`, -1 for none. Brackets may be nested."""
    opened: list[str] = []
    for index in range(place, len(chunks)):
        word = chunks[index].word
        if chunks[index].kind == "OPEN":
            opened.append(_PAIRS.get(word, ""))
        elif chunks[index].kind == "CLOSE":
            if not opened or opened.pop() != word:
                return -1
            if not opened:
                return index
    return -1


def _second_dash(chunks: Sequence[Chunk], place: int) -> int:
    """The second dash of *Anna — a doctor — wrote it*: a noun before the first, its verb after the second."""
    if chunks[place].word not in _DASHES or place == 0 or chunks[place - 1].phrase is None:
        return -1
    for index in range(place + 2, min(place + _LONGEST, len(chunks) - 1)):
        if chunks[index].kind == "BREAK":
            after = chunks[index + 1].verb
            pair = chunks[index].word == chunks[place].word
            return index if pair and after is not None and after.form is VerbForm.FINITE else -1
    return -1


def _needs_head(held: Sequence[Chunk]) -> bool:
    if not held:
        return False
    verb = held[0].verb
    return held[0].kind == "REL" or (verb is not None and verb.form is not VerbForm.FINITE)
