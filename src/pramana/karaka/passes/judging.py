"""Links judged by models: a score and a blind verdict on each by itself. Without a model they are only checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.evidence import Evidence
from pramana.gsv import Score
from pramana.karaka.passes.applying import Proposed
from pramana.karaka.passes.decisions import is_stated
from pramana.karaka.passes.model import GraphView, Link
from pramana.karaka.passes.types import TypeProposal
from pramana.karaka.ptools import LINK_SCORING, LINK_VERIFICATION, LinkInput, LinkVerdict
from pramana.karaka.schema import CAUSES, IS_SAME_AS
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail, Verdict

_STATEMENTS = {
    IS_SAME_AS: "{source!r} in line {source_line} means the same as {target!r} in line {target_line}.",
    CAUSES: "What {source!r} in line {source_line} says is a cause of what {target!r} in line {target_line} says.",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a link. `verdict` None: no answer came, nothing was decided."""

    verdict: Verdict | None
    reason: str
    scores: tuple[int, ...] = ()


async def judge(gateway: Gateway, view: GraphView, link: Proposed, accept_score: int, trail: Trail) -> Judged:
    """Judge a link by itself, by two isolated calls; what a person stated is not a model's to judge.

    Raises the errors that end a run.
    """
    if isinstance(link, Link) and is_stated(link):
        return Judged(Verdict.CHECKED, link.reason)
    if not (gateway.judges(LINK_SCORING) and gateway.judges(LINK_VERIFICATION)):
        return Judged(Verdict.CHECKED, f"{link.reason.rstrip('.')}. No model judged it.")
    asked = _statement(view, link)
    try:
        scored = (await gateway.call(LINK_SCORING, asked, trail=trail.at("score"))).output
        verified = (await gateway.call(LINK_VERIFICATION, asked, trail=trail.at("verify"))).output
    except AccessRefused:
        raise
    except (TransportError, OutputInvalid, RequestRefused) as error:
        return Judged(None, f"No judgement came: {error}")
    if isinstance(scored, Abstention) or isinstance(verified, Abstention):
        return Judged(None, "No judgement came: a judge abstained.")
    return _decide(scored, verified, accept_score)


def _decide(scored: Score, verified: LinkVerdict, accept_score: int) -> Judged:
    if verified.valid and scored.score >= accept_score:
        reason = f"Scored {scored.score} and found valid: {verified.reasoning}"
        return Judged(Verdict.VERIFIED, reason, (scored.score,))
    found = "valid" if verified.valid else "invalid"
    reason = f"Scored {scored.score} ({accept_score} are needed) and found {found}: {verified.reasoning}"
    return Judged(Verdict.REFUSED, reason, (scored.score,))


def _statement(view: GraphView, proposed: Proposed) -> LinkInput:
    """Return a proposal as a statement, with the lines that it is about and up to two lines before each."""
    if isinstance(proposed, TypeProposal):
        here = proposed.evidence
        lines, number = _lines(view, [here])
        statement = f"{here.quote!r} in line {number(here)} names something of the kind {proposed.type}."
        return LinkInput(statement=statement, lines=lines)
    ends = [proposed.source_evidence, proposed.target_evidence]
    lines, number = _lines(view, ends)
    statement = _STATEMENTS[proposed.relation].format(
        source=ends[0].quote, source_line=number(ends[0]), target=ends[1].quote, target_line=number(ends[1])
    )
    return LinkInput(statement=statement, lines=lines)


def _lines(view: GraphView, places: Sequence[Evidence]) -> tuple[list[str], Callable[[Evidence], int]]:
    """Return the lines around some places, numbered from 1, and what tells a place its number."""
    wanted = sorted(
        (place.doc_id, line)
        for place in places
        for line in range(place.line_number - 2, place.line_number + 1)
        if (place.doc_id, line) in view.lines
    )
    numbers = {place: number for number, place in enumerate(dict.fromkeys(wanted), 1)}
    lines = [f"{number}: {view.lines[place]}" for place, number in numbers.items()]
    return lines, lambda place: numbers[place.doc_id, place.line_number]
