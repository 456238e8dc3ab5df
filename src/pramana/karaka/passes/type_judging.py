"""Types that signs dispute, judged by models: each of the types that an entity may have is a statement of its own."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from pramana.gsv import GSVSettings, gather
from pramana.karaka.passes.judging import has_judges
from pramana.karaka.passes.model import AskedLinks, PassView, TypeProposal
from pramana.karaka.passes.statements import JudgedStatement, Label, Statement, judge_statements, lines_around
from pramana.karaka.passes.together import content_chunks
from pramana.karaka.passes.types import elections
from pramana.karaka.schema import ENTITY_TYPES
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict, path_part

MOST_TYPES = 2
"""How many types of an entity are judged: those with the most votes."""


async def settle(
    gateway: Gateway, settings: GSVSettings, view: PassView, trail: Trail, types: Sequence[str] = ENTITY_TYPES
) -> AskedLinks:
    """Return the types of entities: where what a model read and other signs disagree, those that judges verify."""
    found = elections(view, types) if has_judges(gateway) else []
    disputed = [each for each in found if each.disputed]
    if not disputed:
        return AskedLinks(())
    settled = [each.winner for each in found if not each.disputed and each.winner is not None]
    asked = sorted((one for each in disputed for one in each.ranked[:MOST_TYPES]), key=_order)
    gateway.expect(len(asked))
    judged = await _judge(gateway, settings, view, asked, trail)
    failed = sum(said.verdict is None for said in judged)
    sure = [replace(one, scores=said.scores) for one, said in zip(asked, judged, strict=True) if _is_sure(said)]
    best: dict[str, TypeProposal] = {}
    for one in sorted(sure, key=lambda one: (-sum(one.scores), -one.confidence, one.type)):
        best.setdefault(one.entity, one)
    kept = [(one.entity, "entity_type") for one, said in zip(asked, judged, strict=True) if said.verdict is None]
    return AskedLinks((), failed, types=[*settled, *best.values()], undecided=kept, replaces=True)


def _is_sure(said: JudgedStatement) -> bool:
    return said.verdict is Verdict.VERIFIED


def _order(one: TypeProposal) -> tuple[str, int, int, str, str]:
    return one.evidence.doc_id, one.evidence.line_number, one.evidence.start, one.entity, one.type


async def _judge(
    gateway: Gateway, settings: GSVSettings, view: PassView, asked: Sequence[TypeProposal], trail: Trail
) -> list[JudgedStatement]:
    works = []
    for doc_id, group in groupby(asked, key=lambda one: one.evidence.doc_id):
        statements = [_statement(view, one) for one in group]
        for number, chunk in enumerate(content_chunks(statements, _lines_of), 1):
            place = trail.at(path_part(doc_id), number)
            works.append(partial(judge_statements, gateway, chunk, settings.accept_score, place))
    return [said for part in await gather(works) for said in part]


def _lines_of(statement: Statement) -> Mapping[Hashable, str]:
    return dict(statement.lines.items())


def _statement(view: PassView, one: TypeProposal) -> Statement:
    def words(label: Label) -> str:
        return f"{one.evidence.quote!r} in line {label(one.evidence)} is of the kind {one.type}."

    return Statement(words, lines_around(view.lines, [one.evidence], 1, 1))
