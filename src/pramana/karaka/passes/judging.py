"""Links judged by models: a score and a blind verdict on each by itself. Without a model they are only checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.gsv import Score
from pramana.karaka.passes.decisions import is_stated
from pramana.karaka.passes.model import GraphView, Link
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


async def judge(gateway: Gateway, view: GraphView, link: Link, accept_score: int, trail: Trail) -> Judged:
    """Judge a link by itself, by two isolated calls; what a person stated is not a model's to judge.

    Raises the errors that end a run.
    """
    if is_stated(link):
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


def _statement(view: GraphView, link: Link) -> LinkInput:
    """Return a link as a statement, with the lines that it is about and up to two lines before each."""
    ends = (link.source_evidence, link.target_evidence)
    wanted = {
        (end.doc_id, line): view.lines[end.doc_id, line]
        for end in ends
        for line in range(end.line_number - 2, end.line_number + 1)
        if (end.doc_id, line) in view.lines
    }
    numbers = {place: index for index, place in enumerate(sorted(wanted), 1)}
    statement = _STATEMENTS[link.relation].format(
        source=link.source_evidence.quote,
        source_line=numbers[ends[0].doc_id, ends[0].line_number],
        target=link.target_evidence.quote,
        target_line=numbers[ends[1].doc_id, ends[1].line_number],
    )
    return LinkInput(statement=statement, lines=_numbered(wanted, numbers))


def _numbered(lines: Mapping[tuple[str, int], str], numbers: Mapping[tuple[str, int], int]) -> list[str]:
    return [f"{numbers[place]}: {text}" for place, text in sorted(lines.items())]
