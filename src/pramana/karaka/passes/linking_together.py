"""Entities linked to a knowledge base several in one call: which entry each is, then a vote and a blind verdict."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

from pramana.gsv import MissingAnswer, gather
from pramana.karaka.entry_ptools import (
    ENTRY_BATCH,
    ENTRY_BATCH_SCORING,
    ENTRY_BATCH_VERIFICATION,
    EntryBatchInput,
    ItemEntry,
    NumberedSubject,
    entry_text,
)
from pramana.karaka.passes.linking_asking import CONFIDENCE, NONE_FOUND, EntryQuestion, Settled
from pramana.karaka.passes.linking_choice import Choice
from pramana.karaka.passes.statements import (
    JudgedStatement,
    Judges,
    Label,
    LinePlace,
    Statement,
    judge_statements,
    shown_lines,
)
from pramana.karaka.passes.together import SharedCall, content_chunks
from pramana.llm import Gateway
from pramana.retrieval import KnowledgeEntry
from pramana.trace import Trail, Verdict

JUDGES: Judges = (ENTRY_BATCH_SCORING, ENTRY_BATCH_VERIFICATION)
ROOM = 16_000
"""How many characters of lines and entries are shown in one call, some 4,000 tokens: an entity is shown with up to
twelve lines and its entries, so that with half as many only eight entities would share a call."""


async def settle_together(
    gateway: Gateway, accept_score: int, questions: Sequence[EntryQuestion], trail: Trail
) -> list[Settled]:
    """Return what models say each subject is. Calls are recorded below `trail`, by the number of their batch."""
    chunks = list(content_chunks(questions, _shown_texts, room=ROOM))
    works = [
        partial(_settle, gateway, accept_score, chunk, trail.at("batch", number))
        for number, chunk in enumerate(chunks, 1)
    ]
    return [settled for part in await gather(works) for settled in part]


def _shown_texts(question: EntryQuestion) -> Mapping[Hashable, str]:
    """Return what a call shows for a question: lines by their places, and its entries, which it shares with nobody."""
    entries = "\n".join(map(entry_text, question.entries()))
    return {**dict(question.lines.items()), question.subject.id: entries}


async def _settle(
    gateway: Gateway, accept_score: int, questions: Sequence[EntryQuestion], trail: Trail
) -> list[Settled]:
    call = SharedCall[EntryQuestion, ItemEntry](gateway, ENTRY_BATCH, _batch_input, lambda output: output.entries)
    answers = await call.ask(questions, trail.at("entries"))
    chosen = [
        None if isinstance(answer, MissingAnswer) else question.entry(answer.entry)
        for question, answer in zip(questions, answers, strict=True)
    ]
    named = [
        _statement(question, entry) for question, entry in zip(questions, chosen, strict=True) if entry is not None
    ]
    judged = iter(await judge_statements(gateway, named, accept_score, trail, JUDGES))
    return [
        Settled(Choice(None, NONE_FOUND), failed=isinstance(answer, MissingAnswer) and answer.kind == "transport")
        if entry is None
        else _settled_by(entry, next(judged))
        for answer, entry in zip(answers, chosen, strict=True)
    ]


def _batch_input(questions: Sequence[EntryQuestion]) -> EntryBatchInput:
    lines, label = shown_lines([Statement(lambda _: "", question.lines) for question in questions])
    subjects = [
        NumberedSubject(
            item=number,
            names=list(question.subject.queries),
            sense=question.sense,
            lines=[label(LinePlace(*place)) for place in question.lines],
            entries=question.entries(),
        )
        for number, question in enumerate(questions, 1)
    ]
    return EntryBatchInput(lines=lines, subjects=subjects)


def _statement(question: EntryQuestion, chosen: KnowledgeEntry) -> Statement:
    """Return what judges are asked: that the subject is this entry, and none of the others that go by its name."""
    shown = {each.id: entry_text(each) for each in question.entries()}
    others = [text for id_, text in shown.items() if id_ != chosen.id]
    named = " = ".join(question.subject.queries) + (f" ({question.sense})" if question.sense else "")

    def words(label: Label) -> str:
        lines = ", ".join(label(LinePlace(*place)) for place in question.lines)
        rest = f" Others of the name: {' | '.join(others)}" if others else ""
        return f"{named!r} (lines {lines}) is {shown[chosen.id]}.{rest}"

    return Statement(words, question.lines)


def _settled_by(entry: KnowledgeEntry, said: JudgedStatement) -> Settled:
    if said.verdict is not Verdict.VERIFIED:
        return Settled(Choice(None, f"{NONE_FOUND}: {said.reason}"), said.scores, failed=said.verdict is None)
    return Settled(Choice(entry, f"Models take it for {entry.label!r}. {said.reason}"[:400], CONFIDENCE), said.scores)
