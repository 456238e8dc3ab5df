"""The ptools of this package: what it asks models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_serializer

from pramana.events import Extraction, KarakaOutput, KindHints, Kriya, ReferenceHints, as_text
from pramana.gsv import BatchScores, BatchVerdicts, Score, Verification
from pramana.karaka.plans import QueryPlan
from pramana.llm import Parameters, Ptool


class KarakaInput(BaseModel):
    """Base of what models are given."""

    model_config = ConfigDict(frozen=True)


def one_line(text: str) -> str:
    """Return a text without line breaks, so that no document can put a numbered line of its own among others."""
    return " ".join(text.split())


def lines_text(lines: Sequence[str]) -> str:
    """Return lines as a text."""
    return "\n".join(map(one_line, lines))


class KriyaInput(KarakaInput):
    """One line, with up to three lines before it. `kinds` are those that a name may be of."""

    text: str
    context: list[str] = []
    kinds: list[str] = []
    feedback: str = ""


class NumberedLine(KarakaInput):
    """A line by its number. `problem` says what was wrong with an earlier reading of it, "" where there was none."""

    line: int
    text: str
    problem: str = ""


class KriyaBatchInput(KarakaInput):
    """Lines of one document in their order, numbered from 1. `context` are lines before the first, `kinds` those that a
    name may be of.

    Models are given the lines as text, a line each: as JSON they would take a third more tokens.
    """

    lines: list[NumberedLine]
    context: list[str] = []
    kinds: list[str] = []

    @model_serializer(mode="plain")
    def _as_text(self) -> dict[str, Any]:
        shown = [
            f"{each.line}. {one_line(each.text)}" + (f"\n  problem: {one_line(each.problem)}" if each.problem else "")
            for each in self.lines
        ]
        return {"lines": "\n".join(shown), "context": self.context, "kinds": ", ".join(self.kinds)}


class LineExtraction(KarakaOutput):
    """The reading of line number `line`. Its hints name lines by their numbers, 0 is the context."""

    line: int
    kriyas: list[Kriya]
    refs: ReferenceHints = Field(default_factory=list)


class BatchExtraction(KarakaOutput):
    """One entry a line, in any order, and the kinds of the names in all of them."""

    lines: list[LineExtraction]
    kinds: KindHints = Field(default_factory=list)


class KriyaScoringInput(KarakaInput):
    """A line and one reading of it: its Kriyās in short form, without hints."""

    text: str
    extraction: list[dict[str, Any]]


class NamedCandidate(KarakaInput):
    id: str
    data: dict[str, Any]


class KriyaVerificationInput(KarakaInput):
    """The candidates by id, without their scores, in no telling order."""

    text: str
    candidates: list[NamedCandidate]


class JudgedItem(KarakaInput):
    """A line and one reading of it, as in KriyaScoringInput."""

    item: int
    text: str
    extraction: list[dict[str, Any]]


class KriyaBatchJudgingInput(KarakaInput):
    """Readings to be judged, numbered from 1. Models are given them as text, an event a line."""

    items: list[JudgedItem]

    @model_serializer(mode="plain")
    def _as_text(self) -> dict[str, Any]:
        shown = [
            "\n".join([f"{each.item}. {one_line(each.text)}", *(f"- {as_text(one)}" for one in each.extraction)])
            for each in self.items
        ]
        return {"items": "\n".join(shown)}


class LinkInput(KarakaInput):
    """A statement that two places of the text belong together, and the lines that it is about, numbered."""

    statement: str
    lines: list[str]


class LinkVerdict(KarakaOutput):
    valid: bool
    reasoning: str


class NumberedStatement(KarakaInput):
    item: int
    statement: str


class LinkBatchInput(KarakaInput):
    """Statements that two places of the text belong together, numbered from 1, and all lines that they are about.

    Models are given both as text: as JSON they would take a fifth more tokens.
    """

    lines: list[str]
    statements: list[NumberedStatement]

    @model_serializer(mode="plain")
    def _as_text(self) -> dict[str, Any]:
        said = [f"{each.item}. {one_line(each.statement)}" for each in self.statements]
        return {"lines": lines_text(self.lines), "statements": "\n".join(said)}


class ItemLinkVerdict(KarakaOutput):
    """The verdict on statement number `item`."""

    item: Annotated[int, Field(strict=True)]
    valid: Annotated[bool, Field(strict=True)]
    reasoning: str


class LinkVerdicts(KarakaOutput):
    """One verdict a statement, in any order."""

    verdicts: list[ItemLinkVerdict]


class ReferenceBatchInput(KarakaInput):
    """Lines in which expressions are marked with their numbers (`⟦1 He⟧`), and the names that each may mean, in a line
    with its number in front (`1: Anna [Person] | Oslo`). Models are given both as text."""

    lines: list[str]
    names: list[str]

    @model_serializer(mode="plain")
    def _as_text(self) -> dict[str, Any]:
        return {"lines": lines_text(self.lines), "names": lines_text(self.names)}


class ItemReference(KarakaOutput):
    """Whom or what expression number `item` means: one of its names, None where that is not clear."""

    item: Annotated[int, Field(strict=True)]
    means: str | None


class References(KarakaOutput):
    """One answer an expression, in any order."""

    references: list[ItemReference]


class QueryInput(KarakaInput):
    """`names` and `verbs` (lemmas) are what the graph holds of the question's words, as it spells them."""

    question: str
    names: list[str] = []
    verbs: list[str] = []
    feedback: str = ""


class PlanScoringInput(KarakaInput):
    question: str
    plan: QueryPlan
    names: list[str] = []
    verbs: list[str] = []


class PlanVerificationInput(KarakaInput):
    question: str
    candidates: list[NamedCandidate]
    names: list[str] = []
    verbs: list[str] = []


class AnswerLine(KarakaInput):
    """A line that may be cited. `found` says what the plan found in it, `values` who or what that is where a role was
    asked for, `caution` how far the line asserts it ("" where it does without reserve). A `premise` only leads to the
    answer: it says whom a pronoun means, or what an earlier step needed."""

    number: int
    text: str
    found: list[str] = []
    values: list[str] = []
    caution: str = ""
    premise: bool = False


class AnswerInput(KarakaInput):
    question: str
    lines: list[AnswerLine]
    feedback: str = ""


class AnswerSentence(KarakaOutput):
    """One sentence, and the numbers of the lines that it rests on: at least one."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]
    citations: Annotated[list[int], Field(min_length=1)]


class Answer(KarakaOutput):
    sentences: Annotated[list[AnswerSentence], Field(min_length=1, max_length=40)]


class PassageInput(KarakaInput):
    """A question, and the lines that may answer it: numbered from 1, in the order of their documents, under the
    documents' names. Models are given the lines as text."""

    question: str
    lines: list[str]

    @model_serializer(mode="plain")
    def _as_text(self) -> dict[str, Any]:
        return {"question": self.question, "lines": lines_text(self.lines)}


class ComposedSentence(KarakaOutput):
    """A sentence that answers, and the numbers of the lines that say it."""

    text: Annotated[str, Field(min_length=1, max_length=1000)]
    lines: Annotated[list[Annotated[int, Field(strict=True, ge=1)]], Field(min_length=1, max_length=24)]


class ComposedAnswer(KarakaOutput):
    """At most three sentences; none where the lines do not answer."""

    sentences: Annotated[list[ComposedSentence], Field(max_length=3)]


DRAFT = Parameters(temperature=0.7, max_tokens=2048)
JUDGE = Parameters(temperature=0.3, max_tokens=1024)
EXACT = Parameters(temperature=0.0, max_tokens=4096)

KRIYA_EXTRACTION = Ptool(
    "karaka.kriya_extraction", "kriya_extraction_prompt", KriyaInput, Extraction, ("text", "context"), DRAFT
)
KRIYA_BATCH_EXTRACTION = Ptool(
    "karaka.kriya_batch_extraction",
    "kriya_batch_extraction_prompt",
    KriyaBatchInput,
    BatchExtraction,
    ("lines", "context"),
    EXACT,
    "lines",
)
KRIYA_SCORING = Ptool(
    "karaka.kriya_scoring", "kriya_scoring_prompt", KriyaScoringInput, Score, ("text", "extraction"), JUDGE
)
KRIYA_VERIFICATION = Ptool(
    "karaka.kriya_verification",
    "kriya_verification_prompt",
    KriyaVerificationInput,
    Verification,
    ("text", "candidates"),
    JUDGE,
)
KRIYA_BATCH_SCORING = Ptool(
    "karaka.kriya_batch_scoring",
    "kriya_batch_scoring_prompt",
    KriyaBatchJudgingInput,
    BatchScores,
    ("items",),
    EXACT,
    "scores",
)
KRIYA_BATCH_VERIFICATION = Ptool(
    "karaka.kriya_batch_verification",
    "kriya_batch_verification_prompt",
    KriyaBatchJudgingInput,
    BatchVerdicts,
    ("items",),
    EXACT,
    "verdicts",
)
LINK_SCORING = Ptool("karaka.link_scoring", "link_scoring_prompt", LinkInput, Score, ("statement", "lines"), JUDGE)
LINK_VERIFICATION = Ptool(
    "karaka.link_verification", "link_verification_prompt", LinkInput, LinkVerdict, ("statement", "lines"), JUDGE
)
LINK_BATCH_SCORING = Ptool(
    "karaka.link_batch_scoring",
    "link_batch_scoring_prompt",
    LinkBatchInput,
    BatchScores,
    ("lines", "statements"),
    EXACT,
    entries="scores",
)
LINK_BATCH_VERIFICATION = Ptool(
    "karaka.link_batch_verification",
    "link_batch_verification_prompt",
    LinkBatchInput,
    LinkVerdicts,
    ("lines", "statements"),
    EXACT,
    entries="verdicts",
)
REFERENCE_BATCH = Ptool(
    "karaka.reference_batch",
    "reference_batch_prompt",
    ReferenceBatchInput,
    References,
    ("lines", "names"),
    EXACT,
    entries="references",
)
QUERY_DECOMPOSITION = Ptool(
    "karaka.query_decomposition",
    "query_decomposition_prompt",
    QueryInput,
    QueryPlan,
    ("question", "names", "verbs"),
    DRAFT,
)
QUERY_SCORING = Ptool(
    "karaka.query_scoring",
    "query_scoring_prompt",
    PlanScoringInput,
    Score,
    ("question", "plan", "names", "verbs"),
    JUDGE,
)
QUERY_VERIFICATION = Ptool(
    "karaka.query_verification",
    "query_verification_prompt",
    PlanVerificationInput,
    Verification,
    ("question", "candidates", "names", "verbs"),
    JUDGE,
)
ANSWER_GENERATION = Ptool(
    "karaka.answer_generation", "answer_generation_prompt", AnswerInput, Answer, ("question", "lines"), EXACT
)
TEXT_ANSWER = Ptool(
    "karaka.text_answer",
    "text_answer_prompt",
    PassageInput,
    ComposedAnswer,
    ("question", "lines"),
    Parameters(temperature=0.0, max_tokens=800),
)

PTOOLS: tuple[Ptool[Any, Any], ...] = (
    KRIYA_EXTRACTION,
    KRIYA_BATCH_EXTRACTION,
    KRIYA_SCORING,
    KRIYA_VERIFICATION,
    KRIYA_BATCH_SCORING,
    KRIYA_BATCH_VERIFICATION,
    REFERENCE_BATCH,
    LINK_SCORING,
    LINK_VERIFICATION,
    LINK_BATCH_SCORING,
    LINK_BATCH_VERIFICATION,
    QUERY_DECOMPOSITION,
    QUERY_SCORING,
    QUERY_VERIFICATION,
    ANSWER_GENERATION,
    TEXT_ANSWER,
)
"""All of them but those of `entry_ptools`."""
