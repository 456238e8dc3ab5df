"""Links judged by models: a score and a blind verdict, several links a call. Without a model they are only checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pramana.errors import AccessRefused, ModelError, OutputInvalid, RequestRefused, TransportError
from pramana.gsv import BatchScores, BatchVerdicts, by_item
from pramana.karaka.passes.decisions import is_stated
from pramana.karaka.passes.model import GraphView, Link
from pramana.karaka.ptools import LINK_SCORING, LINK_VERIFICATION, JudgedLink, LinkJudgingInput
from pramana.karaka.schema import CAUSES, IS_SAME_AS
from pramana.llm import Gateway
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


async def judge(
    gateway: Gateway, view: GraphView, links: Sequence[Link], accept_score: int, trail: Trail
) -> list[Judged]:
    """Judge links by two isolated calls for all of them; what a person stated is not a model's to judge.

    Raises the errors that end a run.
    """
    proposed = [link for link in links if not is_stated(link)]
    judged = iter(await _judge(gateway, view, proposed, accept_score, trail) if proposed else ())
    return [Judged(Verdict.CHECKED, link.reason) if is_stated(link) else next(judged) for link in links]


async def _judge(
    gateway: Gateway, view: GraphView, links: Sequence[Link], accept_score: int, trail: Trail
) -> list[Judged]:
    if not (gateway.judges(LINK_SCORING) and gateway.judges(LINK_VERIFICATION)):
        return [Judged(Verdict.CHECKED, f"{link.reason} No model judged it.") for link in links]
    asked = LinkJudgingInput(items=[_item(view, number, link) for number, link in enumerate(links, 1)])
    try:
        scored = (await gateway.call(LINK_SCORING, asked, trail=trail.at("score"))).output
        verified = (await gateway.call(LINK_VERIFICATION, asked, trail=trail.at("verify"))).output
    except AccessRefused:
        raise
    except (TransportError, OutputInvalid, RequestRefused) as error:
        return [_undecided(error)] * len(links)
    scores = by_item(scored.scores if isinstance(scored, BatchScores) else [], len(links))
    verdicts = by_item(verified.verdicts if isinstance(verified, BatchVerdicts) else [], len(links))
    return [
        _decide(
            scores[number].score if number in scores else None,
            (verdicts[number].valid, verdicts[number].reasoning) if number in verdicts else None,
            accept_score,
        )
        for number in range(1, len(links) + 1)
    ]


def _undecided(error: ModelError) -> Judged:
    return Judged(None, f"No judgement came: {error}")


def _decide(score: int | None, verdict: tuple[bool, str] | None, accept_score: int) -> Judged:
    if score is None or verdict is None:
        return Judged(Verdict.REFUSED, "The judges left it out.")
    valid, reasoning = verdict
    if valid and score >= accept_score:
        return Judged(Verdict.VERIFIED, f"Scored {score} and found valid: {reasoning}", (score,))
    found = "valid" if valid else "invalid"
    return Judged(
        Verdict.REFUSED, f"Scored {score} ({accept_score} are needed) and found {found}: {reasoning}", (score,)
    )


def _item(view: GraphView, number: int, link: Link) -> JudgedLink:
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
    return JudgedLink(item=number, statement=statement, lines=_numbered(wanted, numbers))


def _numbered(lines: Mapping[tuple[str, int], str], numbers: Mapping[tuple[str, int], int]) -> list[str]:
    return [f"{numbers[place]}: {text}" for place, text in sorted(lines.items())]
