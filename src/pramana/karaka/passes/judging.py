"""Links judged by models: a score and a blind verdict on each by itself. Without a model they are only checked."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.evidence import Evidence
from pramana.gsv import GSVSettings, Score, points
from pramana.karaka.passes.applying import Proposed
from pramana.karaka.passes.decisions import is_stated
from pramana.karaka.passes.model import EntityLink, Link, PassView
from pramana.karaka.passes.types import TypeProposal
from pramana.karaka.ptools import LINK_SCORING, LINK_VERIFICATION, LinkInput
from pramana.karaka.schema import CAUSES, IS_SAME_AS
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail, Verdict

_STATEMENTS = {
    IS_SAME_AS: "{source!r} in line {source_line} means the same as {target!r} in line {target_line}.",
    CAUSES: "What {source!r} in line {source_line} says is a cause of what {target!r} in line {target_line} says.",
}


@dataclass(frozen=True, slots=True)
class JudgedLink:
    """What became of a link. `verdict` None: no answer came, nothing was decided."""

    verdict: Verdict | None
    reason: str
    scores: tuple[int, ...] = ()


async def judge(
    gateway: Gateway, view: PassView, proposed: Proposed, settings: GSVSettings, trail: Trail
) -> JudgedLink:
    """Judge a link by itself: a score (under the policy `full` one of each scorer), then a blind verdict.

    Types, and what a person stated, are not put to a model; nor is what models have verified already. Raises the errors
    that end a run.
    """
    if isinstance(proposed, EntityLink) and not proposed.scores:
        return JudgedLink(
            Verdict.CHECKED, proposed.reason if proposed.stated else f"{proposed.reason}. No model judged it."
        )
    if isinstance(proposed, TypeProposal) or (isinstance(proposed, Link) and is_stated(proposed)):
        return JudgedLink(Verdict.CHECKED, proposed.reason)
    if isinstance(proposed, EntityLink) or proposed.scores:
        return JudgedLink(Verdict.VERIFIED, proposed.reason, proposed.scores)
    if not (gateway.judges(LINK_SCORING) and gateway.judges(LINK_VERIFICATION)):
        return JudgedLink(Verdict.CHECKED, f"{proposed.reason.rstrip('.')}. No model judged it.")
    asked = _statement(view, proposed)
    try:
        answers = [answer async for answer in _votes(gateway, asked, settings, trail)]
        votes = [answer for answer in answers if isinstance(answer, Score)]
        if len(votes) < len(answers):
            return JudgedLink(None, "No judgement came: a judge abstained.")
        scores = tuple(vote.score for vote in votes)
        average = Fraction(sum(scores), len(scores))
        if average < settings.accept_score:
            reason = f"Scored {points(average)}; {settings.accept_score} are needed: {votes[0].reasoning}"
            return JudgedLink(Verdict.REFUSED, reason, scores)
        verified = (await gateway.call(LINK_VERIFICATION, asked, trail=trail.at("verify"))).output
    except AccessRefused:
        raise
    except (TransportError, OutputInvalid, RequestRefused) as error:
        return JudgedLink(None, f"No judgement came: {error}")
    if isinstance(verified, Abstention):
        return JudgedLink(None, "No judgement came: a judge abstained.")
    verdict, found = (Verdict.VERIFIED, "valid") if verified.valid else (Verdict.REFUSED, "invalid")
    return JudgedLink(verdict, f"Scored {points(average)} and found {found}: {verified.reasoning}", scores)


async def _votes(
    gateway: Gateway, asked: LinkInput, settings: GSVSettings, trail: Trail
) -> AsyncIterator[Score | Abstention]:
    for sample in range(settings.scorers if settings.policy == "full" else 1):
        place = trail.at("score", sample + 1) if sample else trail.at("score")
        yield (await gateway.call(LINK_SCORING, asked, sample=sample, trail=place)).output


def _statement(view: PassView, link: Link) -> LinkInput:
    """Return a link as a statement, with the lines that it is about and up to two lines before each."""
    ends = [link.source_evidence, link.target_evidence]
    lines, label = _lines(view, ends)
    names = {"source": ends[0].quote, "source_line": label(ends[0]) + _which(view, ends[0])}
    names |= {"target": ends[1].quote, "target_line": label(ends[1]) + _which(view, ends[1])}
    statement = _STATEMENTS[link.relation].format(**names)
    return LinkInput(statement=statement, lines=lines)


def _which(view: PassView, place: Evidence) -> str:
    """Return which of several equal words of a line is meant, "" where there is but one."""
    text = view.lines[place.doc_id, place.line_number]
    starts = [found.start() for found in re.finditer(rf"(?<!\w){re.escape(place.quote)}(?!\w)", text)]
    if len(starts) < 2 or place.start not in starts:
        return ""
    return f" (number {starts.index(place.start) + 1} of the {len(starts)} there)"


def _lines(view: PassView, places: Sequence[Evidence]) -> tuple[list[str], Callable[[Evidence], str]]:
    """Return the lines around some places, and what labels a place: its line's number, after a letter for the
    document where there are two."""
    documents = sorted({place.doc_id for place in places})
    letters = {doc_id: chr(ord("A") + index) if len(documents) > 1 else "" for index, doc_id in enumerate(documents)}
    wanted = {
        (place.doc_id, line)
        for place in places
        for line in range(place.line_number - 2, place.line_number + 1)
        if (place.doc_id, line) in view.lines
    }
    lines = [f"{letters[doc_id]}{line}: {view.lines[doc_id, line]}" for doc_id, line in sorted(wanted)]
    return lines, lambda place: f"{letters[place.doc_id]}{place.line_number}"
