"""Statements about places of a text, judged by models: a vote and a blind verdict on each, several in one call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol

from pramana.evidence import Evidence
from pramana.gsv import ItemScore, MissingAnswer, gather
from pramana.karaka.passes.together import SharedCall
from pramana.karaka.ptools import (
    LINK_BATCH_SCORING,
    LINK_BATCH_VERIFICATION,
    ItemLinkVerdict,
    LinkBatchInput,
    NumberedStatement,
)
from pramana.llm import Gateway, Ptool
from pramana.trace import Trail, Verdict

Place = tuple[str, int]
"""A document and the number of a line."""


class HasLine(Protocol):
    """What has a line."""

    @property
    def doc_id(self) -> str: ...

    @property
    def line_number(self) -> int: ...


class LinePlace(NamedTuple):
    """A line by itself."""

    doc_id: str
    line_number: int


Label = Callable[[HasLine], str]
"""Returns what a line is called in a call: its number, after a letter for its document where there are several."""
Answers = Sequence[Sequence[ItemScore | ItemLinkVerdict | MissingAnswer]]


@dataclass(frozen=True, slots=True)
class Statement:
    """What is judged: `words` says it with the labels of lines, `lines` are those that it is about."""

    words: Callable[[Label], str]
    lines: Mapping[Place, str]


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """What became of a statement. `verdict` None: an answer is missing, nothing was decided."""

    verdict: Verdict | None
    reason: str
    scores: tuple[int, ...] = ()


def shown_lines(statements: Sequence[Statement]) -> tuple[list[str], Label]:
    """Return the lines of statements, each once, in the order of the text, and what their lines are called."""
    lines = {place: text for statement in statements for place, text in statement.lines.items()}
    documents = sorted({doc_id for doc_id, _ in lines})
    letters = {doc_id: f"{_letter(index)}" if len(documents) > 1 else "" for index, doc_id in enumerate(documents)}
    told = [f"{letters[doc_id]}{number}: {lines[doc_id, number]}" for doc_id, number in sorted(lines)]
    return told, lambda place: f"{letters[place.doc_id]}{place.line_number}"


def _letter(index: int) -> str:
    return chr(ord("A") + index) if index < 26 else f"{_letter(index // 26 - 1)}{_letter(index % 26)}"


def lines_around(
    view: Mapping[Place, str], places: Sequence[Evidence], before: int, after: int = 0
) -> dict[Place, str]:
    """Return the lines of some places, with so many lines before and after each."""
    wanted = [
        (place.doc_id, number)
        for place in places
        for number in range(place.line_number - before, place.line_number + after + 1)
    ]
    return {place: view[place] for place in wanted if place in view}


def which_of_equals(view: Mapping[Place, str], place: Evidence) -> str:
    """Return which of several equal words of a line is meant, "" where there is but one."""
    text = view[place.doc_id, place.line_number]
    starts = [found.start() for found in re.finditer(rf"(?<!\w){re.escape(place.quote)}(?!\w)", text)]
    if len(starts) < 2 or place.start not in starts:
        return ""
    return f" (number {starts.index(place.start) + 1} of the {len(starts)} there)"


def input_of(statements: Sequence[Statement]) -> LinkBatchInput:
    """Return what judges are shown of statements that share a call."""
    lines, label = shown_lines(statements)
    numbered = [
        NumberedStatement(item=number, statement=each.words(label)) for number, each in enumerate(statements, 1)
    ]
    return LinkBatchInput(lines=lines, statements=numbered)


def are_judged(gateway: Gateway) -> bool:
    """Return whether real models judge statements."""
    return gateway.judges(LINK_BATCH_SCORING) and gateway.judges(LINK_BATCH_VERIFICATION)


Judges = tuple[Ptool[LinkBatchInput, Any], Ptool[LinkBatchInput, Any]]
"""Who votes on statements that share a call, and who verifies them."""
LINK_JUDGES: Judges = (LINK_BATCH_SCORING, LINK_BATCH_VERIFICATION)


async def judge_statements(
    gateway: Gateway, statements: Sequence[Statement], accept_score: int, trail: Trail, judges: Judges = LINK_JUDGES
) -> list[JudgedStatement]:
    """Judge statements by two calls for all of them, which see nothing of each other: votes, and blind verdicts.

    A call is recorded at `score` and at `verify`, the judgement of statement number n at `judged/n`. Where one of
    the calls got no answer nothing is decided: the next run must not decide statements in other company. Raises the
    errors that end a run.
    """
    if not statements:
        return []
    scores, verdicts = judges
    scoring = SharedCall[Statement, ItemScore](gateway, scores, input_of, lambda output: output.scores)
    verifying = SharedCall[Statement, ItemLinkVerdict](gateway, verdicts, input_of, lambda output: output.verdicts)
    answers: Answers = await gather(
        [partial(scoring.ask, statements, trail.at("score")), partial(verifying.ask, statements, trail.at("verify"))]
    )
    found = [_judgement(vote, said, accept_score) for vote, said in zip(*answers, strict=True)]
    found = [held_judgement(each, list(one.lines.values())) for each, one in zip(found, statements, strict=True)]
    lost = [each for part in answers for each in part if isinstance(each, MissingAnswer) and each.kind == "transport"]
    if lost:
        found = [JudgedStatement(None, f"No judgement came: {lost[0].message}")] * len(found)
    for number, each in enumerate(found, 1):
        body = {"scores": each.scores, "verdict": each.verdict and each.verdict.value, "reason": each.reason}
        trail.at("judged", number).record("judgement", body)
    return found


def _judgement(vote: Any, said: Any, accept_score: int) -> JudgedStatement:
    """Return what a vote and a verdict, each of which may be missing, say together."""
    missing = next((each for each in (vote, said) if isinstance(each, MissingAnswer)), None)
    if missing is not None:
        return JudgedStatement(None, f"No judgement came: {missing.message}")
    if vote.score < accept_score:
        reason = _because(f"Scored {vote.score}; {accept_score} are needed", vote.reasoning)
        return JudgedStatement(Verdict.REFUSED, reason, (vote.score,))
    verdict, word = (Verdict.VERIFIED, "valid") if said.valid else (Verdict.REFUSED, "invalid")
    return JudgedStatement(verdict, _because(f"Scored {vote.score} and found {word}", said.reasoning), (vote.score,))


def held_judgement(judged: JudgedStatement, lines: Sequence[str]) -> JudgedStatement:
    """Return a judgement as it was, or a refusal where the lines contradict what its reason says of them."""
    told = judged.reason.partition(": ")[2] if judged.verdict is Verdict.VERIFIED else ""
    contradicted = contradicted_reason(told, lines)
    if not contradicted:
        return judged
    return JudgedStatement(Verdict.REFUSED, f"The lines contradict its reason: {contradicted}", judged.scores)


def contradicted_reason(reasoning: str, lines: Sequence[str]) -> str:
    """Return the sentence of a judge's reason that the lines that it was shown contradict, "" for none."""
    from pramana.claims import ClaimVerdict, check  # only where a model judged

    for sentence in _SENTENCE_END.split(reasoning.strip()):
        if sentence and check(sentence, lines).verdict is ClaimVerdict.CONTRADICTED:
            return sentence
    return ""


_SENTENCE_END = re.compile(r"(?<=[.;!?])\s+")


def _because(said: str, reasoning: str) -> str:
    return f"{said}: {reasoning}" if reasoning.strip() else f"{said}."
