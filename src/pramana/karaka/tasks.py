"""How GSV is applied to lines and to questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from pramana.events import Extraction, KindHint, Kriya, as_text, as_wire
from pramana.graph import fold_name
from pramana.gsv import GSVTask
from pramana.karaka import ptools
from pramana.karaka.plans import QueryPlan, plan_violations
from pramana.karaka.schema import ENTITY_TYPES
from pramana.karaka.tidying import sound_part, tidy_reading
from pramana.karaka.writer import LineItem, violations
from pramana.llm import PromptBook, fence


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and what the graph holds of its words: names as it spells them, verbs as lemmas."""

    text: str
    names: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()


class Feedback:
    """Puts the problems of an earlier attempt into a feedback prompt, as data because they may quote a document."""

    def __init__(self, book: PromptBook) -> None:
        self._book = book

    def __call__(self, key: str, feedback: str) -> str:
        return self._book.get_prompt(key).replace("{feedback}", f"\n{fence(feedback)}\n") if feedback else ""


Verification = Literal["faults", "sutras"]
"""What a blind verifier looks for: hallucination, omission and role mismatch, or breaches of Pāṇini's sūtras."""
_VERIFICATION_PROMPTS: dict[Verification, tuple[str, str]] = {
    "faults": ("kriya_verification_prompt", "kriya_batch_verification_prompt"),
    "sutras": ("kriya_verification_sutra_prompt", "kriya_batch_verification_sutra_prompt"),
}


def reading_task(
    book: PromptBook, verification: Verification = "faults", kinds: Sequence[str] = ENTITY_TYPES
) -> GSVTask[LineItem, Extraction]:
    """Return the task of reading a line. `kinds` are those that a model may say of names."""
    worded = Feedback(book)
    alone, batched = _VERIFICATION_PROMPTS[verification]

    def generation(item: LineItem, feedback: str) -> ptools.KriyaInput:
        feedback = worded("kriya_extraction_feedback_prompt", feedback)
        return ptools.KriyaInput(text=item.text, context=list(item.context), kinds=list(kinds), feedback=feedback)

    return GSVTask(
        name="kriya",
        generate=ptools.KRIYA_EXTRACTION,
        score=ptools.KRIYA_SCORING,
        verify=replace(ptools.KRIYA_VERIFICATION, prompt=alone),
        generation_input=generation,
        scoring_input=lambda item, reading: ptools.KriyaScoringInput(text=item.text, extraction=_short_form(reading)),
        verification_input=lambda item, candidates: ptools.KriyaVerificationInput(
            text=item.text,
            candidates=[
                ptools.NamedCandidate(id=name, data={"kriyas": _short_form(data)}) for name, data in candidates
            ],
        ),
        check=violations,
        tidy=tidy_reading,
        salvage=sound_part,
        identity=lambda reading: [kriya.model_dump(mode="json", exclude={"because"}) for kriya in reading.kriyas],
        words=lambda reading: [as_text(short) for short in _short_form(reading)] or ["no event"],
        batch_generate=ptools.KRIYA_BATCH_EXTRACTION,
        batch_generation_input=partial(_batch_input, kinds),
        split=_split,
        answer_tokens=_answer_tokens,
        batch_score=ptools.KRIYA_BATCH_SCORING,
        batch_scoring_input=_judging_input,
        batch_verify=replace(ptools.KRIYA_BATCH_VERIFICATION, prompt=batched),
        batch_verification_input=_judging_input,
    )


def planning_task(book: PromptBook) -> GSVTask[Question, QueryPlan]:
    """Return the task of turning a question into a plan."""
    worded = Feedback(book)

    def generation(question: Question, feedback: str) -> ptools.QueryInput:
        feedback = worded("query_decomposition_feedback_prompt", feedback)
        names, verbs = list(question.names), list(question.verbs)
        return ptools.QueryInput(question=question.text, names=names, verbs=verbs, feedback=feedback)

    return GSVTask(
        name="query",
        generate=ptools.QUERY_DECOMPOSITION,
        score=ptools.QUERY_SCORING,
        verify=ptools.QUERY_VERIFICATION,
        generation_input=generation,
        scoring_input=lambda question, plan: ptools.PlanScoringInput(
            question=question.text, plan=plan, names=list(question.names), verbs=list(question.verbs)
        ),
        verification_input=lambda question, candidates: ptools.PlanVerificationInput(
            question=question.text,
            candidates=[ptools.NamedCandidate(id=name, data=plan.model_dump(mode="json")) for name, plan in candidates],
            names=list(question.names),
            verbs=list(question.verbs),
        ),
        check=lambda question, plan: plan_violations(plan),
        identity=lambda plan: [step.model_dump(mode="json", exclude={"goal"}) for step in plan.steps],
    )


def _short_form(reading: Extraction) -> list[dict[str, object]]:
    """Return a reading as judges see it."""
    return [as_wire(kriya.model_dump(mode="json")) for kriya in reading.kriyas]


def _batch_input(kinds: Sequence[str], items: Sequence[LineItem], problems: Sequence[str]) -> ptools.KriyaBatchInput:
    lines = [
        ptools.NumberedLine(line=number, text=item.text, problem=problem)
        for number, (item, problem) in enumerate(zip(items, problems, strict=True), 1)
    ]
    return ptools.KriyaBatchInput(lines=lines, context=list(items[0].context), kinds=list(kinds))


def _answer_tokens(item: LineItem) -> int:
    """Return how many tokens the reading of a line may take.

    Readings of 180 lines of three genres took at most 0.8 tokens for each character of the line, and 60 more.
    """
    return 96 + len(item.text)


def _split(output: ptools.BatchExtraction, count: int) -> list[Extraction | None]:
    """Give each line its extraction; None where the answer left it out or gave it twice."""
    found: dict[int, list[Extraction]] = {}
    for entry in output.lines:
        refs = [hint.model_copy(update={"line": _lines_back(entry.line, hint.line)}) for hint in entry.refs]
        kinds = _kinds_of(output.kinds, entry.kriyas)
        found.setdefault(entry.line, []).append(Extraction(kriyas=entry.kriyas, refs=refs, kinds=kinds))
    return [found[n][0] if len(found.get(n, ())) == 1 else None for n in range(1, count + 1)]


def _lines_back(line: int, named: int | None) -> int | None:
    """Return how many lines back from line number `line` the line is that a hint names; None where that is context."""
    return None if named is None or named < 1 else line - named


def _kinds_of(kinds: Sequence[KindHint], kriyas: Sequence[Kriya]) -> list[KindHint]:
    """Return the kinds of the names that take part in some Kriyās."""
    here = {fold_name(mention) for kriya in kriyas for mentions in kriya.karakas.values() for mention in mentions}
    return [
        KindHint(kind=hint.kind, names=names)
        for hint in kinds
        if (names := [name for name in hint.names if fold_name(name) in here])
    ]


def _judging_input(items: Sequence[tuple[int, LineItem, Extraction]]) -> ptools.KriyaBatchJudgingInput:
    judged = [
        ptools.JudgedItem(item=number, text=item.text, extraction=_short_form(data)) for number, item, data in items
    ]
    return ptools.KriyaBatchJudgingInput(items=judged)
