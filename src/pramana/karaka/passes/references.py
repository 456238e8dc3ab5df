"""What rules cannot tell: pronouns that they left open, and descriptions such as *the old miser*. Models are asked.

Under the policy `batched` the expressions of a document share calls (`references_together`). Else each goes through the
GSV loop by itself: candidates name whom it means, or nobody; they are scored, one is chosen blind, and what scorers and
verifier agree on becomes a link.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from pramana.gsv import GSVRetryEngine, GSVSettings, GSVTask, gather
from pramana.karaka.passes import coreference
from pramana.karaka.passes.expressions import documents
from pramana.karaka.passes.model import AskedLinks, EntityMention, Link, PassView
from pramana.karaka.passes.reference_questions import CONFIDENCE, MeantAnswer, ReferenceQuestion, questions_of
from pramana.karaka.passes.references_together import works_together
from pramana.karaka.passes.resolution import resolve
from pramana.karaka.ptools import (
    REFERENCE,
    REFERENCE_BATCH,
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

ATTEMPTS = 2
"""How often the loop is gone through for an expression, unless the policy is `full`: what stays open is nobody's."""
AT_ONCE = 64
"""How many expressions, or calls about several, are under way at once."""

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
    """Ask models about every open expression of the view. Nothing is asked if no real model would judge.

    Under the policy `batched` those of a document share calls, else each goes through the loop by itself. A description
    that occurs in several places is one node: it is linked if it means the same in all of them.
    """
    if not all(gateway.judges(ptool) for ptool in (TASK.generate, TASK.score, TASK.verify, REFERENCE_BATCH)):
        return AskedLinks(())
    settled = {link.source for link in coreference.propose(view)} | coreference.nobodies(view)
    one = resolve(view).clusters
    works: list[Callable[[], Awaitable[list[MeantAnswer]]]] = []
    for document in documents(view, settled):
        here = trail.at(path_part(document.doc_id))
        if settings.policy == "batched":
            works += await works_together(gateway, settings, document, one, here)
        else:
            questions = await questions_of(gateway, document, one, here)
            gateway.expect(len(questions))
            works += [
                partial(_settle, gateway, settings, question, here.at(*_place(question.mention)))
                for question in questions
            ]
    answers: list[MeantAnswer] = []
    for start in range(0, len(works), AT_ONCE):
        answers += [answer for part in await gather(works[start : start + AT_ONCE]) for answer in part]
    return AskedLinks(_links(answers), sum(answer.failed for answer in answers))


def _place(mention: EntityMention) -> tuple[int, int]:
    return mention.evidence.line_number, mention.evidence.start


async def _settle(
    gateway: Gateway, settings: GSVSettings, question: ReferenceQuestion, trail: Trail
) -> list[MeantAnswer]:
    """Put one expression through the loop."""
    task = replace(TASK, identity=question.identity)
    result = await GSVRetryEngine(gateway, loop_settings(settings)).extract_with_retry(task, question, trail)
    golden = result.golden_candidate
    target = None if golden is None else question.target(golden.data["means"])
    if golden is None or target is None:
        return [MeantAnswer(question, result.status == "failed")]
    [votes] = [one for one in result.all_scores if (one.candidate_id, one.attempt) == (golden.id, golden.attempt)]
    here = question.mention.evidence
    reason = f"Models read {here.quote!r} as {target.name!r}: {str(golden.data['reasoning'])[:300]}"
    link = Link(question.mention.entity, IS_SAME_AS, target.entity, here, target.evidence, reason, CONFIDENCE)
    return [MeantAnswer(question, link=replace(link, scores=tuple(votes.scores)))]


def loop_settings(settings: GSVSettings) -> GSVSettings:
    """Return the settings of the loop: but for the policy `full` one candidate first, and few attempts."""
    if settings.policy == "full":
        return settings
    sure = settings.accept_score if settings.policy == "batched" else settings.fast_path_score
    attempts = min(ATTEMPTS, settings.max_retries)
    return settings.model_copy(update={"policy": "fast_path", "fast_path_score": sure, "max_retries": attempts})


def _links(answers: Sequence[MeantAnswer]) -> list[Link]:
    """Return the links of the entities all of whose expressions were found to mean the same."""
    found: dict[str, list[MeantAnswer]] = defaultdict(list)
    for answer in answers:
        found[answer.question.mention.entity].append(answer)
    return [
        link
        for several in found.values()
        if (link := several[0].link) and len({each.meant_entity for each in several}) == 1
    ]
