"""What rules cannot tell: pronouns that they left open, and descriptions such as *the old miser*. Models are asked.

Each expression goes through the GSV loop by itself: candidates name whom it means, or nobody; they are scored, one is
chosen blind, and what scorers and verifier agree on becomes a link.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pramana.graph import fold
from pramana.gsv import GSVRetryEngine, GSVSettings, GSVTask, gather
from pramana.karaka.passes import coreference
from pramana.karaka.passes.clusters import Clusters
from pramana.karaka.passes.expressions import WINDOW, Document, documents, is_spoken
from pramana.karaka.passes.model import AskedLinks, EntityMention, Link, PassView
from pramana.karaka.passes.resolution import resolve
from pramana.karaka.passes.window import like_lines
from pramana.karaka.ptools import (
    REFERENCE,
    REFERENCE_SCORING,
    REFERENCE_VERIFICATION,
    NamedCandidate,
    Reference,
    ReferenceInput,
    ReferenceScoringInput,
    ReferenceVerificationInput,
)
from pramana.karaka.schema import IS_SAME_AS
from pramana.llm import Gateway
from pramana.trace import Trail, path_part

CONFIDENCE = 60
"""Of a link that models proposed and verified."""
ATTEMPTS = 2
"""How often the loop is gone through for an expression, unless the policy is `full`: what stays open is nobody's."""
AT_ONCE = 64
_MARKS = ("⟦", "⟧")


@dataclass(frozen=True, slots=True)
class ReferenceQuestion:
    """An expression, the lines that are shown with it, and the mentions that it may mean, by name.

    `one` tells which entities are one by their names (*Bob*, *Bob Cratchit*).
    """

    mention: EntityMention
    lines: tuple[str, ...]
    marked: str
    names: Mapping[str, EntityMention]
    one: Clusters

    def prompt_fields(self) -> dict[str, Any]:
        """Return what everybody who is asked about it is shown."""
        here = self.mention.evidence
        return {
            "expression": here.quote,
            "line": here.line_number,
            "marked": self.marked,
            "lines": list(self.lines),
            "names": sorted(self.names),
        }

    def target(self, means: str | None) -> EntityMention | None:
        """Return the mention of the name that an answer gives; None where it is none of them."""
        if means is None or means in self.names:
            return None if means is None else self.names[means]
        alike = [mention for name, mention in self.names.items() if fold(name) == fold(means)]
        return alike[0] if len(alike) == 1 else None

    def identity(self, answer: Reference) -> str | None:
        """Return whom an answer means: names of one entity are one answer."""
        target = self.target(answer.means)
        return answer.means if target is None else self.one.representative(target.entity)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The result of a question. `failed`: no answer was received."""

    question: ReferenceQuestion
    failed: bool = False
    link: Link | None = None

    @property
    def meant_entity(self) -> str | None:
        return None if self.link is None else self.question.one.representative(self.link.target)


TASK: GSVTask[ReferenceQuestion, Reference] = GSVTask(
    name="reference",
    generate=REFERENCE,
    score=REFERENCE_SCORING,
    verify=REFERENCE_VERIFICATION,
    generation_input=lambda question, feedback: ReferenceInput(**question.prompt_fields(), feedback=feedback),
    scoring_input=lambda question, answer: ReferenceScoringInput(**question.prompt_fields(), means=answer.means),
    verification_input=lambda question, candidates: ReferenceVerificationInput(
        **question.prompt_fields(),
        candidates=[NamedCandidate(id=name, data={"means": each.means}) for name, each in candidates],
    ),
    check=lambda question, answer: _problems(question, answer),
    proposes=lambda answer: answer.means is not None,
)


def _problems(question: ReferenceQuestion, answer: Reference) -> list[str]:
    if answer.means is None or question.target(answer.means) is not None:
        return []
    return [f"{answer.means!r} is none of the names that were given."]


async def ask(gateway: Gateway, settings: GSVSettings, view: PassView, trail: Trail) -> AskedLinks:
    """Run the loop on every open expression of the view. Nothing is asked if no real model would judge.

    A description that occurs in several places is one node: it is linked if it means the same in all of them.
    """
    if not all(gateway.judges(ptool) for ptool in (TASK.generate, TASK.score, TASK.verify)):
        return AskedLinks(())
    settled = {link.source for link in coreference.propose(view)} | coreference.nobodies(view)
    works = []
    for document in documents(view, settled):
        here = trail.at(path_part(document.doc_id))
        works += [
            partial(_settle, gateway, settings, question, here.at(*_place(question.mention)))
            for question in await _questions(gateway, document, resolve(view).clusters, here)
        ]
    answers: list[_Answer] = []
    for start in range(0, len(works), AT_ONCE):
        answers += await gather(works[start : start + AT_ONCE])
    return AskedLinks(_links(answers), sum(answer.failed for answer in answers))


async def _questions(gateway: Gateway, document: Document, one: Clusters, trail: Trail) -> list[ReferenceQuestion]:
    """Return a question for each expression that anybody may be meant by."""
    queries = [_query(document, mention) for mention in document.open]
    found = await like_lines(gateway, document.lines, queries, trail)
    asked = [_question(document, mention, lines, one) for mention, lines in zip(document.open, found, strict=True)]
    return [question for question in asked if question.names]


def _query(document: Document, mention: EntityMention) -> str:
    """Return what is looked for: a description's own words; a pronoun has none, so those of its line."""
    return document.lines[mention.evidence.line_number] if mention.pronoun else mention.name


def _question(document: Document, mention: EntityMention, found: Sequence[int], one: Clusters) -> ReferenceQuestion:
    here = mention.evidence
    before = [number for number in found if number < here.line_number or not mention.pronoun]
    last = here.line_number + is_spoken(mention)
    numbers = sorted({*before, *range(here.line_number - WINDOW, last + 1)} & document.lines.keys())
    text = document.lines[here.line_number]
    marked = _MARKS[0].join((text[: here.start], text[here.start : here.end])) + _MARKS[1] + text[here.end :]
    lines = tuple(f"{number}: {document.lines[number]}" for number in numbers)
    return ReferenceQuestion(mention, lines, marked, document.names(mention, before), one)


def _place(mention: EntityMention) -> tuple[int, int]:
    return mention.evidence.line_number, mention.evidence.start


async def _settle(gateway: Gateway, settings: GSVSettings, question: ReferenceQuestion, trail: Trail) -> _Answer:
    task = replace(TASK, identity=question.identity)
    result = await GSVRetryEngine(gateway, loop_settings(settings)).extract_with_retry(task, question, trail)
    golden = result.golden_candidate
    target = None if golden is None else question.target(golden.data["means"])
    if golden is None or target is None:
        return _Answer(question, result.status == "failed")
    [votes] = [one for one in result.all_scores if (one.candidate_id, one.attempt) == (golden.id, golden.attempt)]
    here = question.mention.evidence
    reason = f"Models read {here.quote!r} as {target.name!r}: {str(golden.data['reasoning'])[:300]}"
    link = Link(question.mention.entity, IS_SAME_AS, target.entity, here, target.evidence, reason, CONFIDENCE)
    return _Answer(question, link=replace(link, scores=tuple(votes.scores)))


def loop_settings(settings: GSVSettings) -> GSVSettings:
    """Return the settings of the loop: but for the policy `full` one candidate first, and few attempts."""
    if settings.policy == "full":
        return settings
    sure = settings.accept_score if settings.policy == "batched" else settings.fast_path_score
    attempts = min(ATTEMPTS, settings.max_retries)
    return settings.model_copy(update={"policy": "fast_path", "fast_path_score": sure, "max_retries": attempts})


def _links(answers: Sequence[_Answer]) -> list[Link]:
    """Return the links of the entities all of whose expressions were found to mean the same."""
    found: dict[str, list[_Answer]] = defaultdict(list)
    for answer in answers:
        found[answer.question.mention.entity].append(answer)
    return [
        link
        for several in found.values()
        if (link := several[0].link) and len({each.meant_entity for each in several}) == 1
    ]
