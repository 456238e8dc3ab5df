"""How many sources state something: a text and its copies are one, and so is all that one person is quoted with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from pramana.graph import fold_name
from pramana.karaka.passes.model import Event

LONG = 8
"""Words from which on a sentence that two documents share was copied: shorter ones are written twice by chance."""
ALIKE = 0.7
"""The least share of common word pairs (Jaccard) of a sentence and its edited copy."""
COPIED = 0.5
"""The least share of a document's lines that another one has, too, for the two to be one text."""
_WORD = re.compile(r"\w+")
MOST_TEXTS = 256
"""Documents in memory at a time, 0.1 MB for 400 lines: what many tell compares each of them with all others."""


def source_groups(texts: SourceTexts, events: Sequence[Event]) -> list[list[Event]]:
    """Return Kriyās that tell of one event by the source that states it, in the order of their first places.

    Kriyās of one document, of documents that are copies, of copied sentences, and of what one person says are of one
    source.
    """
    groups = [[event] for event in events]
    for one, other in combinations(events, 2):
        if texts.share_source(one, other):
            mine, theirs = (next(group for group in groups if each in group) for each in (one, other))
            if mine is not theirs:
                mine.extend(theirs)
                groups.remove(theirs)
    return groups


@dataclass(frozen=True, slots=True)
class _ReadText:
    """A document: its lines by their numbers; the words alone of each, in order; and the same without repeats."""

    lines: Mapping[int, str]
    sentences: tuple[str, ...]
    known: frozenset[str]


class SourceTexts:
    """Documents, compared with each other once. `lines_of` returns the lines of a document by their numbers."""

    def __init__(self, lines_of: Callable[[str], Mapping[int, str]]) -> None:
        self._lines_of = lines_of
        self._held: dict[str, _ReadText] = {}
        self._copies: dict[tuple[str, str], bool] = {}

    def share_source(self, one: Event, other: Event) -> bool:
        """Return whether two Kriyās do not corroborate one another."""
        if one.attributed_to and fold_name(one.attributed_to) == fold_name(other.attributed_to):
            return True
        here, there = one.evidence, other.evidence
        if here.doc_id == there.doc_id or self._is_copy(here.doc_id, there.doc_id):
            return True
        return is_copied(*(self._text(each.doc_id).lines.get(each.line_number, "") for each in (here, there)))

    def _is_copy(self, one: str, other: str) -> bool:
        key = (min(one, other), max(one, other))
        if key not in self._copies:
            both = self._text(one), self._text(other)
            shorter, longer = sorted(both, key=lambda text: len(text.sentences))
            alike = not longer.known.isdisjoint(shorter.sentences)
            copied = sum(sentence in longer.known for sentence in shorter.sentences) if alike else 0
            self._copies[key] = bool(shorter.sentences) and copied >= COPIED * len(shorter.sentences)
        return self._copies[key]

    def _text(self, document: str) -> _ReadText:
        if document not in self._held:
            if len(self._held) >= MOST_TEXTS:
                del self._held[next(iter(self._held))]
            lines = self._lines_of(document)
            sentences = tuple(" ".join(_words(text)) for text in lines.values())
            self._held[document] = _ReadText(lines, sentences, frozenset(sentences))
        return self._held[document]


def is_copied(one: str, other: str) -> bool:
    """Return whether two sentences are so long and so alike that one was made from the other.

    >>> is_copied("The Vasa sank in 1628.", "The Vasa sank in 1628.")
    False
    """
    here, there = _words(one), _words(other)
    if min(len(here), len(there)) < LONG:
        return False
    some, others = ({*pairwise(words)} for words in (here, there))
    return len(some & others) >= ALIKE * len(some | others)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
