"""Open expressions of a document, several in one call: whom each means, then a vote and a blind verdict on each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from pramana.gsv import GSVSettings, MissingAnswer, gather
from pramana.karaka.passes.clusters import Clusters
from pramana.karaka.passes.expressions import Document
from pramana.karaka.passes.model import EntityMention, Link
from pramana.karaka.passes.reference_questions import (
    CONFIDENCE,
    MeantAnswer,
    ReferenceQuestion,
    marked_line,
    questions_of,
)
from pramana.karaka.passes.statements import JudgedStatement, Label, Statement, judge_statements, which_of_equals
from pramana.karaka.passes.together import SharedCall, content_chunks
from pramana.karaka.ptools import REFERENCE_BATCH, ItemReference, ReferenceBatchInput
from pramana.karaka.schema import IS_SAME_AS
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict

LIKE_LINES = 2
"""With a description up to twice so many lines are shown that speak of like things; with a pronoun none: its own line
says nothing of whom it means, and ten lines for each expression would be most of what is paid for."""
JUDGED_BEFORE = 4
"""How many lines before an expression a judge is shown: who was named further back is rarely meant."""


async def works_together(
    gateway: Gateway, settings: GSVSettings, document: Document, one: Clusters, trail: Trail
) -> list[Callable[[], Awaitable[list[MeantAnswer]]]]:
    """Return the work of asking about the open expressions of a document; none where it has none."""
    questions = await questions_of(gateway, document, one, trail, pronouns=False, near=LIKE_LINES)
    gateway.expect(len(questions))
    return [partial(_settle, gateway, settings.accept_score, document, questions, trail)] if questions else []


async def _settle(
    gateway: Gateway, accept_score: int, document: Document, questions: Sequence[ReferenceQuestion], trail: Trail
) -> list[MeantAnswer]:
    """Ask whom expressions mean, have what is answered judged, and record the result of each at its own place."""
    chunks = list(content_chunks(questions, lambda question: dict(question.lines.items())))
    asks = [partial(_ask, gateway, chunk, trail.at("batch", number, "means")) for number, chunk in enumerate(chunks, 1)]
    answers = [answer for part in await gather(asks) for answer in part]
    targets = [_target(question, answer) for question, answer in zip(questions, answers, strict=True)]
    named = [(question, target) for question, target in zip(questions, targets, strict=True) if target is not None]
    judgements = iter(await _judge(gateway, accept_score, [_statement(document, *each) for each in named], trail))
    found = []
    for question, answer, target in zip(questions, answers, targets, strict=True):
        said = None if target is None else next(judgements)
        found.append(_answer(question, answer, target, said))
        here = question.mention.evidence
        body: dict[str, Any] = {"expression": here.quote, "means": None if target is None else target.name}
        body |= {} if said is None else {"scores": said.scores, "verdict": said.verdict, "reason": said.reason}
        trail.at("expression", here.line_number, here.start).record("reference", body)
    return found


async def _ask(
    gateway: Gateway, questions: Sequence[ReferenceQuestion], trail: Trail
) -> list[ItemReference | MissingAnswer]:
    call = SharedCall[ReferenceQuestion, ItemReference](
        gateway, REFERENCE_BATCH, _batch_input, lambda output: output.references
    )
    return await call.ask(questions, trail)


async def _judge(
    gateway: Gateway, accept_score: int, statements: Sequence[Statement], trail: Trail
) -> list[JudgedStatement]:
    """Judge what was answered in calls of their own size: half of the expressions mean nobody who is named."""
    chunks = content_chunks(statements, lambda statement: dict(statement.lines.items()))
    works = [
        partial(judge_statements, gateway, chunk, accept_score, trail.at("judged", number))
        for number, chunk in enumerate(chunks, 1)
    ]
    return [judged for part in await gather(works) for judged in part]


def _batch_input(questions: Sequence[ReferenceQuestion]) -> ReferenceBatchInput:
    """Return the lines of expressions, each once, with all expressions marked, and all their names."""
    lines = {number: text for question in questions for number, text in question.lines.items()}
    shown = []
    for number in sorted(lines):
        here = [
            (item, question.mention.evidence)
            for item, question in enumerate(questions, 1)
            if question.mention.evidence.line_number == number
        ]
        marked = marked_line(lines[number], [place for _, place in here], [item for item, _ in here])
        shown.append(f"{number}: {marked}")
    names = sorted({name for question in questions for name in question.names})
    return ReferenceBatchInput(lines=shown, names=names)


def _target(question: ReferenceQuestion, answer: ItemReference | MissingAnswer) -> EntityMention | None:
    """Return the mention that an answer means. One of another expression's names is none of its own."""
    return None if isinstance(answer, MissingAnswer) else question.target(answer.means)


def _statement(document: Document, question: ReferenceQuestion, target: EntityMention) -> Statement:
    here = question.mention.evidence
    name = next(name for name, mention in question.names.items() if mention is target)
    view = {(document.doc_id, number): text for number, text in question.lines.items()}
    near = {
        place: text
        for place, text in view.items()
        if place[1] >= here.line_number - JUDGED_BEFORE
        or place[1] == target.evidence.line_number
        or not question.mention.pronoun
    }

    def words(label: Label) -> str:
        return f"{here.quote!r} in line {label(here)}{which_of_equals(view, here)} means {name!r}."

    return Statement(words, near)


def _answer(
    question: ReferenceQuestion,
    answer: ItemReference | MissingAnswer,
    target: EntityMention | None,
    said: JudgedStatement | None,
) -> MeantAnswer:
    if target is None or said is None:
        return MeantAnswer(question, isinstance(answer, MissingAnswer) and answer.kind == "transport")
    if said.verdict is not Verdict.VERIFIED:
        return MeantAnswer(question, said.verdict is None)
    here = question.mention.evidence
    reason = f"Models read {here.quote!r} as {target.name!r}. {said.reason}"[:400]
    ends = (question.mention.entity, IS_SAME_AS, target.entity, here, target.evidence)
    return MeantAnswer(question, link=Link(*ends, reason, CONFIDENCE, scores=said.scores))
