"""What may and must be done by what lines say: *May the Tenant sublet?* is answered by *must not sublet*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pramana.karaka.line_answers.frames import may_have_verb, read_line
from pramana.karaka.line_answers.question import QuestionFrame, question_frame
from pramana.karaka.line_answers.truths import NO, YES, truths
from pramana.karaka.line_answers.unify import Unified
from pramana.language import (
    AnswerKind,
    AskedQuestion,
    EvidenceLine,
    Norm,
    NormQuestion,
    has_condition,
    norm_before,
)

UNDER_CONDITION = {YES: f"{YES}, under a condition", NO: f"{NO}, with a condition or an exception"}
"""The answer where a line names a condition or an exception that the question does not."""


def norm_verdicts(asked: NormQuestion, line: EvidenceLine) -> Iterator[tuple[Unified, str]]:
    """Yield the clauses of a line that decide what may or must be done, with yes or no."""
    for frame in _frames(asked):
        if not may_have_verb(frame.verb, line.text):
            continue
        for found, _ in truths(frame, read_line(line)):
            verdict = _verdict(asked, _stated_norm(line.text, found))
            if verdict:
                yield found, UNDER_CONDITION[verdict] if has_condition(line.text, asked.rest) else verdict


def _frames(asked: NormQuestion) -> Iterator[QuestionFrame]:
    for statement in asked.statements():
        frame = question_frame(AskedQuestion(asked.rest, AnswerKind.TRUTH, statement))
        if frame is not None and not asked.rest.endswith(" it"):  # *it* was added for a verb alone
            frame = replace(frame, constraints=tuple(each for each in frame.constraints if each.mention.text != "it"))
        if frame is not None and frame.constraints:
            yield frame


def _stated_norm(text: str, found: Unified) -> Norm | None:
    """Return the norm that the words before a verb make, of a clause with a subject before it."""
    clause = found.frame.clause
    starts = [phrase.end for phrase in clause.subjects if phrase.end <= clause.verb_start]
    if not starts:
        return None
    words = text[max(starts) : clause.verb_end].rsplit(" ", 1)[0]
    return norm_before(words)


def _verdict(asked: NormQuestion, stated: Norm | None) -> str:
    """Return yes or no, "" where the norm leaves it open: who may do something need not.

    A duty permits, a prohibition forbids; that a duty is lifted denies it.
    """
    if stated is None:
        return ""
    if stated.duty:
        return NO if stated.negated else YES
    if asked.duty:
        return NO if stated.negated else ""
    return "" if stated.negated else YES
