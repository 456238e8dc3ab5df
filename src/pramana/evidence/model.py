"""Where a fact occurs in the text, and how closely the text says it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How a quote was found in its line, the surest first."""

    VERBATIM = "verbatim"
    """Code point for code point."""
    NORMALIZED = "normalized"
    """Alike but for case, white space, punctuation, quotes or Unicode normal form."""
    PARTIAL = "partial"
    """All content words are there, in order, with others between them."""
    RESOLVED = "resolved"
    """Reached through a pronoun or an alias, which has evidence of its own."""
    ASSERTED = "asserted"
    """Stated by a person, an import or an agent, without text."""
    UNRESOLVED = "unresolved"
    """Not found: nothing may rest on it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A place in one line: `start` and `end` in code points, `end` exclusive, 0 ≤ start ≤ end ≤ len(line)."""

    start: int
    end: int
    grade: Grade


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a fact occurs. `line_number` counts from 1; `quote` is line[start:end], so it is always the text's own."""

    doc_id: str
    line_number: int
    start: int
    end: int
    quote: str
    grade: Grade

    def __str__(self) -> str:
        return f'{self.doc_id}:{self.line_number} "{self.quote}" {self.grade}'


def make_evidence(doc_id: str, line_number: int, line: str, span: Span) -> Evidence:
    """Return the evidence that `span` is in `line`, the line `line_number` (from 1) of the document `doc_id`."""
    return Evidence(doc_id, line_number, span.start, span.end, line[span.start : span.end], span.grade)
