"""What a planted falsehood is: a true statement about a text, and a false one that differs from it in one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FalsehoodKind(StrEnum):
    """How a falsehood differs from its true twin."""

    SWAPPED = "swapped participants"
    NEGATION_ADDED = "negation added"
    NEGATION_DROPPED = "negation dropped"
    NUMBER = "changed number"
    DATE = "changed date"
    NAME = "changed name"
    MARKER = "changed marker"
    """A preposition or conjunction: before for after, outside for in, without for with."""
    MODALITY = "changed modality"
    """*may*, *must*, *will*, *allegedly* or *if* added or dropped."""
    SPEAKER = "changed speaker"
    DETAIL = "added detail"
    WRONG_LINE = "wrong line"
    """The statement is true, and cites a line that does not say it."""
    STRANGERS = "join of strangers"
    """Two statements of two documents, joined on a common noun (*the company*) that nothing says to be the same."""


@dataclass(frozen=True, slots=True)
class StructuredClaim:
    """A statement taken apart, for interfaces that take structure rather than a sentence.

    `subject`, `verb` and `object` are words of the statement, `lemma` the verb's. `object` is "" where there is none;
    `preposition` is what governs it, "" where nothing does. `modality` is one of *actual*, *possible*, *necessary*,
    *future*, *conditional*, *intended*, *asked*. `speaker` is who says it, "" where the text itself does. `detail` is
    one participant more, "" where there is none.
    """

    subject: str
    verb: str
    lemma: str
    object: str = ""
    preposition: str = ""
    negated: bool = False
    modality: str = "actual"
    speaker: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TruePair:
    """A true statement and the text that says it.

    `lines` are the text's sentences, `number` (from 1) the one that the statement follows from. `document` names the
    text, `genre` its kind; both only serve to count and to keep documents apart.
    """

    lines: tuple[str, ...]
    number: int
    statement: str
    claim: StructuredClaim
    document: str = "text"
    genre: str = ""

    @property
    def line(self) -> str:
        """The sentence that the statement follows from."""
        return self.lines[self.number - 1]


@dataclass(frozen=True, slots=True)
class Falsehood:
    """A statement that the text does not make, and its true twin.

    `was` and `now` are the words that changed; `was` is "" where words were added, `now` where they were dropped.
    `cites` is the number of the line that the falsehood is said to follow from. `other` is the second true statement of
    a join, None for all other kinds.
    """

    kind: FalsehoodKind
    statement: str
    claim: StructuredClaim
    twin: TruePair
    was: str
    now: str
    cites: int
    other: TruePair | None = None
