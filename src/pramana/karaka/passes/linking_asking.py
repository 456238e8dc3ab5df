"""Models asked which entry of a knowledge base an entity is: proposed, scored, verified blind, in the GSV loop.

Under the policy `batched` entities share calls instead: see `linking_together`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.gsv import GSVRetryEngine, GSVSettings, GSVTask
from pramana.karaka.entry_ptools import (
    ENTRY,
    ENTRY_BATCH_PTOOLS,
    ENTRY_PTOOLS,
    ENTRY_SCORING,
    ENTRY_VERIFICATION,
    EntryChoice,
    EntryInput,
    EntryScoringInput,
    EntryVerificationInput,
    ShownEntry,
)
from pramana.karaka.passes.linking_choice import Assessed, Choice
from pramana.karaka.passes.linking_subjects import Subject
from pramana.karaka.passes.model import PassView
from pramana.karaka.passes.statements import Place
from pramana.karaka.ptools import NamedCandidate
from pramana.llm import Gateway
from pramana.retrieval import KnowledgeEntry
from pramana.trace import Trail, Verdict

CONFIDENCE = 90
"""Of a link that models proposed and verified."""
ATTEMPTS = 2
"""How often the loop is run for an entity, unless the policy is `full`: what stays open is linked to nothing."""
MOST_LINES = 12
"""How many of an entity's lines are shown: the first, and others at equal distances."""
MOST_SHOWN_ALIASES = 8
NONE_FOUND = "models found none that they agree on"


@dataclass(frozen=True, slots=True)
class EntryQuestion:
    """A subject, the lines that are shown with it, and the entries that go by its name."""

    subject: Subject
    lines: Mapping[Place, str]
    found: tuple[Assessed, ...]

    def entries(self) -> list[ShownEntry]:
        """Return the entries as models are shown them."""
        return [
            ShownEntry(
                id=one.entry.id,
                label=one.entry.label,
                description=one.entry.description,
                aliases=list(one.entry.aliases[:MOST_SHOWN_ALIASES]),
                types=list(one.entry.types),
            )
            for one in self.found
        ]

    @property
    def sense(self) -> str:
        """What tells the subject from others of its name, "" where nothing does."""
        return "" if self.subject.sense is None else self.subject.sense

    def entry(self, id_: str | None) -> KnowledgeEntry | None:
        """Return the entry of an answer; None for what is the id of none of them."""
        return next((one.entry for one in self.found if one.entry.id == id_), None)

    def prompt_fields(self) -> dict[str, Any]:
        """Return what everybody who is asked about it alone is shown."""
        documents = len({doc_id for doc_id, _ in self.subject.lines}) > 1
        lines = [
            f"{doc_id + ':' if documents else ''}{number}: {text}" for (doc_id, number), text in self.lines.items()
        ]
        return {"names": list(self.subject.queries), "sense": self.sense, "lines": lines, "entries": self.entries()}


@dataclass(frozen=True, slots=True)
class Settled:
    """The models' choice, with the scorers' votes. `failed`: no answer was received."""

    choice: Choice
    scores: tuple[int, ...] = ()
    failed: bool = False


TASK: GSVTask[EntryQuestion, EntryChoice] = GSVTask(
    name="entry",
    generate=ENTRY,
    score=ENTRY_SCORING,
    verify=ENTRY_VERIFICATION,
    generation_input=lambda question, feedback: EntryInput(**question.prompt_fields(), feedback=feedback),
    scoring_input=lambda question, answer: EntryScoringInput(**question.prompt_fields(), entry=answer.entry),
    verification_input=lambda question, candidates: EntryVerificationInput(
        **question.prompt_fields(),
        candidates=[NamedCandidate(id=name, data={"entry": each.entry}) for name, each in candidates],
    ),
    check=lambda question, answer: _problems(question, answer),
    identity=lambda answer: answer.entry,
    proposes=lambda answer: answer.entry is not None,
)


def _problems(question: EntryQuestion, answer: EntryChoice) -> list[str]:
    if answer.entry is None or question.entry(answer.entry) is not None:
        return []
    return [f"{answer.entry!r} is the id of none of the entries that were given."]


def has_judges(gateway: Gateway, settings: GSVSettings) -> bool:
    """Return whether real models would judge."""
    return all(
        gateway.judges(ptool) for ptool in (ENTRY_BATCH_PTOOLS if settings.policy == "batched" else ENTRY_PTOOLS)
    )


def question_of(view: PassView, subject: Subject, found: Sequence[Assessed]) -> EntryQuestion:
    """Return what is asked about a subject."""
    step = max(1, -(-len(subject.lines) // MOST_LINES))
    return EntryQuestion(subject, {place: view.lines[place] for place in subject.lines[::step]}, tuple(found))


async def settle(gateway: Gateway, settings: GSVSettings, question: EntryQuestion, trail: Trail) -> Settled:
    """Put a subject through the loop."""
    result = await GSVRetryEngine(gateway, _loop_settings(settings)).extract_with_retry(TASK, question, trail)
    golden = result.golden_candidate
    chosen = None if golden is None else question.entry(golden.data["entry"])
    if golden is None or chosen is None:
        because = f": {result.reason}" if result.status == "refused" else ""
        return Settled(Choice(None, f"{NONE_FOUND}{because}"), failed=result.status == "failed")
    [votes] = [one for one in result.all_scores if (one.candidate_id, one.attempt) == (golden.id, golden.attempt)]
    scores = tuple(votes.scores)
    reason = f"Models take it for {chosen.label!r}: {str(golden.data['reasoning'])[:300]}"
    return Settled(Choice(chosen, reason, CONFIDENCE), scores)


def refuse(subject: Subject, choice: Choice, scores: tuple[int, ...], trail: Trail) -> None:
    """Record in the ledger that a subject was linked to nothing, and why."""
    body = {"entity": subject.id, "names": list(subject.names), "entry": None}
    trail.propose(body, Verdict.REFUSED, choice.reason, scores)


def _loop_settings(settings: GSVSettings) -> GSVSettings:
    """Return the settings of the loop: but for the policy `full` one candidate first, and few attempts."""
    if settings.policy == "full":
        return settings
    sure = settings.accept_score if settings.policy == "batched" else settings.fast_path_score
    attempts = min(ATTEMPTS, settings.max_retries)
    return settings.model_copy(update={"policy": "fast_path", "fast_path_score": sure, "max_retries": attempts})
