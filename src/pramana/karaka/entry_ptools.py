"""The ptools that say which entry of a knowledge base an entity is."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_serializer

from pramana.events import KarakaOutput
from pramana.gsv import BatchScores, Score, Verification
from pramana.karaka.ptools import (
    DRAFT,
    EXACT,
    JUDGE,
    KarakaInput,
    LinkBatchInput,
    LinkVerdicts,
    NamedCandidate,
    lines_text,
    one_line,
)
from pramana.llm import Ptool


class ShownEntry(KarakaInput):
    """An entry of a knowledge base, in its own words."""

    id: str
    label: str
    description: str
    aliases: list[str]
    types: list[str]


class Linking(KarakaInput):
    """The names of one person, place or thing, the lines that it is named in, numbered, and entries that go by a name
    of it. `sense` tells it from others of its name, "" where there are none."""

    names: list[str]
    sense: str
    lines: list[str]
    entries: list[ShownEntry]


class EntryInput(Linking):
    feedback: str = ""


class EntryScoringInput(Linking):
    """The statement that the entry with the id `entry` is meant; None: none of them, or it is not clear."""

    entry: str | None


class EntryVerificationInput(Linking):
    candidates: list[NamedCandidate]


class EntryChoice(KarakaOutput):
    """Which of the entries is meant, by its id; None where that is not clear."""

    entry: str | None
    reasoning: str


class NumberedSubject(KarakaInput):
    """One person, place or thing of a batch: what `Linking` holds of it. `lines` are the labels of its lines."""

    item: int
    names: list[str]
    sense: str
    lines: list[str]
    entries: list[ShownEntry]


class EntryBatchInput(KarakaInput):
    """Subjects numbered from 1, and their lines, each once. Models are given the subjects as text: as JSON they would
    take half as many tokens again."""

    lines: list[str]
    subjects: list[NumberedSubject]

    @model_serializer(mode="plain")
    def _as_text(self) -> dict[str, Any]:
        return {"lines": lines_text(self.lines), "subjects": "\n".join(map(_subject_text, self.subjects))}


def _subject_text(subject: NumberedSubject) -> str:
    told = f" ({one_line(subject.sense)})" if subject.sense else ""
    head = f"{subject.item}. {one_line(' = '.join(subject.names))}{told}; lines {', '.join(subject.lines)}"
    return "\n".join([head, *(f"- {entry_text(each)}" for each in subject.entries)])


def entry_text(entry: ShownEntry) -> str:
    """Return an entry in one line: its id, and what the base says of it."""
    also = f"also {', '.join(entry.aliases)}" if entry.aliases else ""
    return one_line(f"{entry.id}: {'; '.join(filter(None, [entry.label, entry.description, *entry.types, also]))}")


class ItemEntry(KarakaOutput):
    """Which of its entries subject number `item` is, by the entry's id; None where that is not clear."""

    item: Annotated[int, Field(strict=True)]
    entry: str | None


class EntryAnswers(KarakaOutput):
    """One answer a subject, in any order."""

    entries: list[ItemEntry]


_LINKING = ("names", "sense", "lines", "entries")
ENTRY = Ptool("karaka.entry", "entry_prompt", EntryInput, EntryChoice, (*_LINKING, "feedback"), DRAFT)
ENTRY_SCORING = Ptool(
    "karaka.entry_scoring", "entry_scoring_prompt", EntryScoringInput, Score, (*_LINKING, "entry"), JUDGE
)
ENTRY_VERIFICATION = Ptool(
    "karaka.entry_verification",
    "entry_verification_prompt",
    EntryVerificationInput,
    Verification,
    (*_LINKING, "candidates"),
    JUDGE,
)
ENTRY_BATCH = Ptool(
    "karaka.entry_batch", "entry_batch_prompt", EntryBatchInput, EntryAnswers, ("lines", "subjects"), EXACT, "entries"
)
ENTRY_BATCH_SCORING = Ptool(
    "karaka.entry_batch_scoring",
    "entry_batch_scoring_prompt",
    LinkBatchInput,
    BatchScores,
    ("lines", "statements"),
    EXACT,
    "scores",
)
ENTRY_BATCH_VERIFICATION = Ptool(
    "karaka.entry_batch_verification",
    "entry_batch_verification_prompt",
    LinkBatchInput,
    LinkVerdicts,
    ("lines", "statements"),
    EXACT,
    "verdicts",
)

ENTRY_PTOOLS: tuple[Ptool[Any, Any], ...] = (ENTRY, ENTRY_SCORING, ENTRY_VERIFICATION)
"""Those that ask about one entity."""
ENTRY_BATCH_PTOOLS: tuple[Ptool[Any, Any], ...] = (ENTRY_BATCH, ENTRY_BATCH_SCORING, ENTRY_BATCH_VERIFICATION)
"""Those that ask about several."""
