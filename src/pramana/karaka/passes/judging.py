"""Links judged by models: a vote and a blind verdict on each. Without a model they are only checked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby

from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.gsv import GSVSettings, Score, gather, points
from pramana.karaka.passes.applying import Applied
from pramana.karaka.passes.decisions import is_stated
from pramana.karaka.passes.model import (
    EntityLink,
    Link,
    PassView,
    RelationProposal,
    SenseProposal,
    SourceCount,
    TypeProposal,
)
from pramana.karaka.passes.statements import (
    JudgedStatement,
    Label,
    Statement,
    are_judged,
    held_judgement,
    judge_statements,
    lines_around,
    shown_lines,
    which_of_equals,
)
from pramana.karaka.passes.together import content_chunks
from pramana.karaka.ptools import LINK_SCORING, LINK_VERIFICATION, LinkInput
from pramana.karaka.schema import CAUSES, IS_SAME_AS
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail, Verdict

BEFORE = 2
"""How many lines before the two places of a link a judge is shown."""
APPLIED = 10
"""How many proposals that share no call are applied in one transaction."""
_STATEMENTS = {
    IS_SAME_AS: "{source!r} in line {source_line} means the same as {target!r} in line {target_line}.",
    CAUSES: "What {source!r} in line {source_line} says is a cause of what {target!r} in line {target_line} says.",
}


def has_judges(gateway: Gateway) -> bool:
    """Return whether real models judge links, alone and together."""
    return gateway.judges(LINK_SCORING) and gateway.judges(LINK_VERIFICATION) and are_judged(gateway)


def open_links(proposed: Sequence[Applied]) -> list[Link]:
    """Return the proposals that models are asked about: no types, nothing that a person stated or models verified."""
    links = [each for each in proposed if isinstance(each, Link)]
    return [each for each in links if not (each.scores or each.agreed or is_stated(each))]


def parts_together(view: PassView, proposed: Sequence[Applied]) -> Iterator[Sequence[Applied]]:
    """Yield proposals in parts, those together about which judges are asked in one call.

    These are links of one document (or of the same two), in the order of the text: another document changes no part.
    """
    asked = sorted(open_links(proposed), key=_order)
    closed = set(map(id, asked))

    def lines_of(link: Link) -> Mapping[Hashable, str]:
        return dict(statement_of(view, link).lines.items())

    yield from parts_apart([each for each in proposed if id(each) not in closed])
    for _, links in groupby(asked, key=_documents):
        yield from content_chunks(list(links), lines_of)


def parts_apart(proposed: Sequence[Applied]) -> Iterator[Sequence[Applied]]:
    """Yield proposals that share no call in the parts that are applied in one transaction."""
    yield from content_chunks(proposed, lambda _: {}, most=APPLIED)


def _documents(link: Link) -> tuple[str, ...]:
    return tuple(sorted({link.source_evidence.doc_id, link.target_evidence.doc_id}))


def _order(link: Link) -> tuple[object, ...]:
    """Order of links that may share a call: by documents, then by the later of their places."""
    places = [(end.line_number, end.start, end.doc_id) for end in (link.source_evidence, link.target_evidence)]
    return _documents(link), max(places), min(places), link.source, link.relation, link.target


async def judge(
    gateway: Gateway, view: PassView, proposed: Sequence[Applied], settings: GSVSettings, trail: Trail
) -> list[JudgedStatement]:
    """Judge proposals, open links by a vote and a blind verdict each. Raises the errors that end a run.

    They share two calls; under the policy `full` each is judged by itself, by every scorer and a verifier.
    """
    asked = open_links(proposed) if has_judges(gateway) else []
    if settings.policy == "full":
        works = [
            partial(_judged_alone, gateway, view, link, settings, trail.at("link", number))
            for number, link in enumerate(asked, 1)
        ]
        judgements = await gather(works)
    else:
        statements = [statement_of(view, link) for link in asked]
        judgements = await judge_statements(gateway, statements, settings.accept_score, trail)
    found = dict(zip(map(id, asked), judgements, strict=True))
    return [found.get(id(each)) or _without_model(each) for each in proposed]


def _without_model(proposed: Applied) -> JudgedStatement:
    """Return what becomes of a proposal about which no model is asked now."""
    if isinstance(proposed, SenseProposal):  # judged pair by pair before they are proposed
        return JudgedStatement(Verdict.VERIFIED if proposed.judged else Verdict.CHECKED, proposed.reason)
    if isinstance(proposed, RelationProposal):  # its events were judged, and a rule that people wrote says the rest
        return JudgedStatement(Verdict.VERIFIED if proposed.verified else Verdict.CHECKED, proposed.reason)
    if isinstance(proposed, SourceCount):  # counted over links that were judged
        return JudgedStatement(Verdict.CHECKED, proposed.reason)
    if isinstance(proposed, TypeProposal):
        return JudgedStatement(
            Verdict.VERIFIED if proposed.scores else Verdict.CHECKED, proposed.reason, proposed.scores
        )
    if proposed.scores:
        return JudgedStatement(Verdict.VERIFIED, proposed.reason, proposed.scores)
    stated = proposed.stated if isinstance(proposed, EntityLink) else is_stated(proposed)
    told = proposed.reason if stated else f"{proposed.reason.rstrip('.')}. No model judged it."
    return JudgedStatement(Verdict.CHECKED, told)


async def _judged_alone(
    gateway: Gateway, view: PassView, link: Link, settings: GSVSettings, trail: Trail
) -> JudgedStatement:
    """Judge a link by itself: the votes of all scorers, then a blind verdict."""
    statement = statement_of(view, link)
    lines, label = shown_lines([statement])
    asked = LinkInput(statement=statement.words(label), lines=lines)
    try:
        answers = [answer async for answer in _votes(gateway, asked, settings, trail)]
        votes = [answer for answer in answers if isinstance(answer, Score)]
        if len(votes) < len(answers):
            return JudgedStatement(None, "No judgement came: a judge abstained.")
        scores = tuple(vote.score for vote in votes)
        average = Fraction(sum(scores), len(scores))
        if average < settings.accept_score:
            reason = f"Scored {points(average)}; {settings.accept_score} are needed: {votes[0].reasoning}"
            return JudgedStatement(Verdict.REFUSED, reason, scores)
        verified = (await gateway.call(LINK_VERIFICATION, asked, trail=trail.at("verify"))).output
    except AccessRefused:
        raise
    except (TransportError, OutputInvalid, RequestRefused) as error:
        return JudgedStatement(None, f"No judgement came: {error}")
    if isinstance(verified, Abstention):
        return JudgedStatement(None, "No judgement came: a judge abstained.")
    verdict, found = (Verdict.VERIFIED, "valid") if verified.valid else (Verdict.REFUSED, "invalid")
    judged = JudgedStatement(verdict, f"Scored {points(average)} and found {found}: {verified.reasoning}", scores)
    return held_judgement(judged, list(statement.lines.values()))


async def _votes(
    gateway: Gateway, asked: LinkInput, settings: GSVSettings, trail: Trail
) -> AsyncIterator[Score | Abstention]:
    for sample in range(settings.scorers):
        place = trail.at("score", sample + 1) if sample else trail.at("score")
        yield (await gateway.call(LINK_SCORING, asked, sample=sample, trail=place)).output


def statement_of(view: PassView, link: Link) -> Statement:
    """Return a link as a statement, with the lines that it is about and up to two lines before each."""
    source, target = link.source_evidence, link.target_evidence

    def words(label: Label) -> str:
        return _STATEMENTS[link.relation].format(
            source=source.quote,
            source_line=label(source) + which_of_equals(view.lines, source),
            target=target.quote,
            target_line=label(target) + which_of_equals(view.lines, target),
        )

    return Statement(words, lines_around(view.lines, [source, target], BEFORE))
