"""What an investigation is made of: hypotheses, the plans that try them, what a planner is shown and proposes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from pramana.canonical import digest
from pramana.gasl import Plan, PlanCommand, PlanConfig


class Frozen(BaseModel):
    """Base of what is JSON at the border and data inside."""

    model_config = ConfigDict(frozen=True)


class NextStep(StrEnum):
    """What to do next, as the seed has it."""

    CONTINUE = "continue"
    """The hypothesis holds so far: the next plan goes on from it."""
    REFINE = "refine"
    """Promising, but noisy or incomplete: the next plan is tighter."""
    PIVOT = "pivot"
    """The hypothesis failed: another one is tried."""
    TERMINATE = "terminate"
    """Enough is known, or it is known that the graph cannot tell."""


class Judgement(StrEnum):
    """What became of a hypothesis."""

    OPEN = "open"
    SUPPORTED = "supported"
    REFUTED = "refuted"
    PARTIAL = "partial"


class Hypothesis(Frozen):
    """A hypothesis and its record. `supports` and `refutes` say what would; `plans` are the ids of those that tried it.

    `evidence` are references to items of the state, as `authors[3]`, `places.Paris` or the name of a key. `closed`: it
    was given up, or what was to be known of it is known.
    """

    id: str
    text: str
    supports: str = ""
    refutes: str = ""
    plans: tuple[str, ...] = ()
    verdict: Judgement = Judgement.OPEN
    because: str = ""
    evidence: tuple[str, ...] = ()
    closed: bool = False


class NextAction(Frozen):
    """A plan that could be run next. `confidence` 0 to 1: how likely it brings the answer nearer."""

    plan: Plan
    confidence: Annotated[float, Field(ge=0.0, le=1.0)]
    rationale: str = ""

    @property
    def hash(self) -> str:
        """What the plan does, whatever it is called and why: its commands and settings, hashed."""
        commands = [entry.command.strip() for entry in self.plan.entries()]
        return digest({"commands": commands, "config": self.plan.config.model_dump()})


class Claim(Frozen):
    """One statement of an answer. `cites` are references to items of the state, as in `Hypothesis.evidence`."""

    text: str
    cites: tuple[str, ...] = ()


class RefusedClaim(Frozen):
    """A claim that did not check out, and why."""

    text: str
    cites: tuple[str, ...] = ()
    problem: str


class HypothesisVerdict(Frozen):
    """What a planner says became of the hypothesis under trial."""

    hypothesis: str
    verdict: Judgement
    because: str = ""
    evidence: tuple[str, ...] = ()


class PlannerProposal(Frozen):
    """What a planner wants done. Nothing in it has been checked.

    `hypothesis` is the one that the actions try (None: the one under trial), `judged` what became of the last one.
    With `terminate` comes either `complete`, an answer made of `claims`, or `unanswerable`, why there is none.
    """

    decision: NextStep
    hypothesis: Hypothesis | None = None
    judged: HypothesisVerdict | None = None
    next_actions: tuple[NextAction, ...] = ()
    complete: str | None = None
    claims: tuple[Claim, ...] = ()
    unanswerable: str | None = None
    unplanned: bool = False
    """The planner knows no plan for the question: `unanswerable` says why, and nothing follows for the graph."""


class QuestionMention(Frozen):
    """Words of the question that name a node. `match`: `exact`, `folded` (another case) or `near` (another spelling).

    `field` is the attribute of the node whose value the words are, as a condition can ask for it.

    `value` is a match with the value of an attribute, `field`, of nodes of a type: `name` is the value as they have it.

    Of other kinds of `match` are, for a question that names and relations do not answer: `said`, an element (`field`
    says whether a node or an edge) whose text answers by the words `text` of its sentence `said`; `nearest`, one whose
    sentence is near the question; `absent`, a word that occurs nowhere in the graph; `cut`, a
    sentence that says how many of the graph's texts were searched, where not all of them were; `meant`, of several
    readings of the question the one (`said`) that is meant. `part`: the part of the question that it is said of.
    """

    text: str
    id: str
    name: str = ""
    type: str = ""
    match: str = "exact"
    field: str = "id"
    said: str = ""
    part: str = ""

    @property
    def names_node(self) -> bool:
        return self.match in ("exact", "folded", "near")

    @model_serializer(mode="wrap")
    def _without_said(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave the sentence and the part out where there is none."""
        return {name: value for name, value in write(self).items() if value or name not in ("said", "part")}


class StepView(Frozen):
    """One executed command, as it is shown to a planner.

    `hints` explain why a search found nothing; `refused` lists what was refused of a model's answer,
    with reasons; `error` has the fields that help to correct the command.
    """

    plan: str
    command: str
    status: str
    count: int | None = None
    shown: Any = None
    hints: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    error: dict[str, Any] | None = None

    @model_serializer(mode="wrap")
    def _without_empty(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what says nothing: a prompt holds many of these."""
        return {name: value for name, value in write(self).items() if value not in (None, (), [])}


class Diagnosis(Frozen):
    """A command that could not be read or bound, with the fields that help to correct it."""

    plan: str
    command: str
    error: dict[str, Any]


class Situation(Frozen):
    """The progress of an investigation: everything that a planner is shown.

    `profile` is the graph's profile as text, `graph` its hash; `facts` is the same profile as an object
    (`GraphProfile`), for planners that are code: no model sees it. `state` holds each key's type, description, count
    and first items, each item under its reference. `last_plan` are the commands of the last plan, executed or not;
    `records` the commands executed last, `diagnoses` those of the last plan that failed. The newest hypothesis is
    under trial, unless it is closed. `held` are the accepted claims of the last answer, `refused` the others.
    `last`: no further plan will be executed, only an answer is wanted.
    """

    question: str
    profile: str = ""
    card: str = ""
    graph: str = ""
    facts: Any = Field(default=None, exclude=True)
    mentions: tuple[QuestionMention, ...] = ()
    state: dict[str, Any] = {}
    last_plan: tuple[str, ...] = ()
    records: tuple[StepView, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()
    held: tuple[Claim, ...] = ()
    refused: tuple[RefusedClaim, ...] = ()
    iteration: int = 0
    last: bool = False


__all__ = [
    "Claim",
    "Diagnosis",
    "Frozen",
    "Hypothesis",
    "HypothesisVerdict",
    "Judgement",
    "NextAction",
    "NextStep",
    "Plan",
    "PlanCommand",
    "PlanConfig",
    "PlannerProposal",
    "QuestionMention",
    "RefusedClaim",
    "Situation",
    "StepView",
]
