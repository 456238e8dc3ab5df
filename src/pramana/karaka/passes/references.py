"""Whom pronouns and descriptions mean, with a model: asked about together, and judged together.

What readings and rules find alike needs no judge, and what one of them is sure of is judged as it is. About all else a
model is asked: what rules leave open or doubt, and descriptions such as *the old miser*. What it answers is judged in
the same calls. An expression whose meaning is refused is asked about once more, without what was refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pramana.gsv import GSVSettings, MissingAnswer, gather
from pramana.karaka.passes import coreference
from pramana.karaka.passes.applying import identity
from pramana.karaka.passes.clusters import Clusters
from pramana.karaka.passes.expressions import Document, documents, place_of
from pramana.karaka.passes.hinted import HINTED
from pramana.karaka.passes.judging import has_judges, judge, parts_apart, parts_together
from pramana.karaka.passes.model import AskedLinks, EntityMention, Link, PassView
from pramana.karaka.passes.opposed import opposing_line
from pramana.karaka.passes.reference_questions import ReferenceQuestion, marked_line, questions_of
from pramana.karaka.passes.resolution import resolve
from pramana.karaka.passes.statements import JudgedStatement
from pramana.karaka.passes.together import SharedCall, content_chunks
from pramana.karaka.ptools import REFERENCE_BATCH, ItemReference, ReferenceBatchInput
from pramana.karaka.schema import IS_SAME_AS
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict, path_part

SURE = HINTED
"""Links at least so sure (1 to 100) are judged as they are; about the sources of others a model is asked."""
CONFIDENCE = 85
"""Of a link that a model proposed and judges verified."""
ROUNDS = 2
"""How often an expression is asked about, at most."""
ROOM = 12_000
"""Characters of lines in a call: with windows of three lines there is room for 30 expressions."""


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A link that is to be judged, with the question that it answers: None where nobody was asked."""

    link: Link
    question: ReferenceQuestion | None = None


@dataclass(frozen=True, slots=True)
class _Settled:
    """What became of the expressions of a document. `failed` counts those without an answer."""

    links: Sequence[Link] = ()
    failed: int = 0
    undecided: Sequence[Link] = ()
    refused: Sequence[tuple[Link, tuple[int, ...], str]] = ()


async def settle(gateway: Gateway, settings: GSVSettings, view: PassView, trail: Trail) -> AskedLinks:
    """Return the links of pronouns and descriptions that models verified; without a model none, and rules decide."""
    if not (gateway.judges(REFERENCE_BATCH) and has_judges(gateway)):
        return AskedLinks(())
    by_document: dict[str, list[Link]] = defaultdict(list)
    sure = [link for link in coreference.propose(view) if link.confidence >= SURE]
    for link in sure:
        by_document[link.source_evidence.doc_id].append(link)
    settled = {link.source for link in sure} | coreference.nobodies(view)
    opened = {document.doc_id: document for document in documents(view, settled)}
    one = resolve(view).clusters
    works: list[Callable[[], Awaitable[_Settled]]] = []
    for doc_id in sorted({*by_document, *opened}):
        asking = _Asking(gateway, settings, view, opened.get(doc_id), one, trail.at(path_part(doc_id)))
        works.append(partial(asking.settle, by_document.get(doc_id, ())))
    found = await gather(works)
    links = [link for each in found for link in each.links]
    undecided = [identity(link) for each in found for link in each.undecided]
    refused = [link for each in found for link in each.refused]
    failed = sum(each.failed for each in found)
    return AskedLinks(links, failed, undecided=undecided, replaces=True, refused=refused)


class _Asking:
    """Settles the expressions of one document; no other one shares its calls."""

    def __init__(
        self,
        gateway: Gateway,
        settings: GSVSettings,
        view: PassView,
        document: Document | None,
        one: Clusters,
        trail: Trail,
    ) -> None:
        self._gateway, self._settings, self._view = gateway, settings, view
        self._document, self._one, self._trail = document, one, trail

    async def settle(self, sure: Sequence[Link]) -> _Settled:
        """Ask about what is open, have everything judged, and ask again about what was refused."""
        document, trail = self._document, self._trail
        questions = [] if document is None else await questions_of(self._gateway, document, document.open, trail)
        self._gateway.expect(len(questions) or len(sure))
        if self._settings.policy == "full":
            sure = [replace(link, agreed=False) for link in sure]
        accepted = [_Proposal(link) for link in sure if link.agreed]
        undecided: list[Link] = []
        opposed: list[tuple[Link, tuple[int, ...], str]] = []
        failed, proposals = 0, [_Proposal(link) for link in sure if not link.agreed]
        for number in range(1, ROUNDS + 1):
            here = trail.at("round", number)
            answered, missing = await self._ask(questions, here)
            judged = await self._judge([*proposals, *answered], here)
            accepted += [each for each, said in judged if said.verdict is Verdict.VERIFIED]
            undecided += [each.link for each, said in judged if said.verdict is None]
            failed += missing + sum(said.verdict is None for _, said in judged)
            refused = [each for each, said in judged if said.verdict is Verdict.REFUSED]
            opposed += [(each.link, said.scores, said.reason) for each, said in judged if each in refused]
            questions = [] if number == ROUNDS else await self._again(refused, here)
            proposals = []
            if not questions:
                break
            self._gateway.expect(len(questions))
        return _Settled(self._agreed_links(accepted), failed, undecided, opposed)

    async def _ask(self, questions: Sequence[ReferenceQuestion], trail: Trail) -> tuple[list[_Proposal], int]:
        """Return what expressions mean by a model, and the number of those without an answer."""
        chunks = list(content_chunks(questions, lambda question: dict(question.lines.items()), room=ROOM))
        call = SharedCall[ReferenceQuestion, ItemReference](
            self._gateway, REFERENCE_BATCH, _batch_input, lambda output: output.references
        )
        works = [partial(call.ask, chunk, trail.at("means", number)) for number, chunk in enumerate(chunks, 1)]
        answers = [answer for part in await gather(works) for answer in part]
        found, missing = [], 0
        for question, answer in zip(questions, answers, strict=True):
            if isinstance(answer, MissingAnswer):
                missing += answer.kind == "transport"
            elif (target := question.target(answer.means)) is not None:
                found.append(_Proposal(_link(question.mention, target), question))
        return found, missing

    async def _judge(self, proposals: Sequence[_Proposal], trail: Trail) -> list[tuple[_Proposal, JudgedStatement]]:
        """Return proposals with their judgements. No judge is asked of what a line contradicts."""
        opposed = [(each, opposing_line(self._view, each.link)) for each in proposals]
        found = [(each, JudgedStatement(Verdict.REFUSED, reason)) for each, reason in opposed if reason]
        by_link = {id(each.link): each for each, reason in opposed if not reason}
        links = [each.link for each in by_link.values()]
        full = self._settings.policy == "full"
        parts = [list(part) for part in (parts_apart(links) if full else parts_together(self._view, links))]
        works = [
            partial(judge, self._gateway, self._view, part, self._settings, trail.at("judged", number))
            for number, part in enumerate(parts, 1)
        ]
        for part, judged in zip(parts, await gather(works), strict=True):
            for link, said in zip(part, judged, strict=True):
                assert isinstance(link, Link)
                proposal = replace(by_link[id(link)], link=_with_judgement(link, said))
                found.append((proposal, said))
        return found

    async def _again(self, refused: Sequence[_Proposal], trail: Trail) -> list[ReferenceQuestion]:
        """Return questions about expressions of which a meaning was refused: without that, if another one is left."""
        if self._document is None or not refused:
            return []
        settled = {(each.entity, place_of(each)): each for each in self._document.settled}
        unasked = [settled.get((each.link.source, _place(each.link))) for each in refused if each.question is None]
        mentions = [mention for mention in unasked if mention is not None]
        built = await questions_of(self._gateway, self._document, mentions, trail) if mentions else []
        questions = {(each.mention.entity, place_of(each.mention)): each for each in built}
        found = []
        for each in refused:
            question = each.question or questions.get((each.link.source, _place(each.link)))
            left = None if question is None else question.without(self._same(question, each.link.target))
            if left is not None and left.candidates:
                found.append(left)
        return sorted(found, key=lambda question: place_of(question.mention))

    def _same(self, question: ReferenceQuestion, target: str) -> set[str]:
        """Return the candidates of a question that are one with an entity by their names."""
        meant = self._one.representative(target)
        entities = {each.mention.entity for each in question.candidates}
        return {entity for entity in entities if self._one.representative(entity) == meant}

    def _agreed_links(self, accepted: Sequence[_Proposal]) -> list[Link]:
        """Return a link for each source all of whose expressions were found to mean the same.

        A description's node has all its places: it means somebody where each of those that were asked about does.
        """
        places: dict[str, set[tuple[int, int]]] = defaultdict(set)
        document = self._document
        for mention in () if document is None else (*document.open, *document.settled):
            places[mention.entity].add((mention.evidence.line_number, mention.evidence.start))
        by_source: dict[str, list[_Proposal]] = defaultdict(list)
        for each in accepted:
            by_source[each.link.source].append(each)
        return [
            several[0].link
            for source, several in by_source.items()
            if len({self._one.representative(each.link.target) for each in several}) == 1
            and (several[0].question is None or len(several) == len(places[source]))
        ]


def _place(link: Link) -> tuple[str, int, int]:
    here = link.source_evidence
    return here.doc_id, here.line_number, here.start


def _link(mention: EntityMention, target: EntityMention) -> Link:
    here = mention.evidence
    reason = f"A model takes {here.quote!r} for {target.name!r}"
    return Link(mention.entity, IS_SAME_AS, target.entity, here, target.evidence, reason, CONFIDENCE)


def _with_judgement(link: Link, said: JudgedStatement) -> Link:
    """Return a link with the votes of its judges, where these make it verified."""
    if said.verdict is not Verdict.VERIFIED:
        return link
    return replace(link, reason=f"{link.reason}. {said.reason}"[:400], scores=said.scores)


def _batch_input(questions: Sequence[ReferenceQuestion]) -> ReferenceBatchInput:
    """Return the lines of expressions, each once, with all expressions marked, and what each may mean."""
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
    labels = [" | ".join(one.label for one in question.candidates) for question in questions]
    names = [f"{item}: {each}" for item, each in enumerate(labels, 1)]
    return ReferenceBatchInput(lines=shown, names=names)
