"""What an investigation asks models: a hypothesis with plans, what became of it, an answer with its claims."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pramana.investigate.model import (
    Claim,
    Diagnosis,
    Hypothesis,
    Judgement,
    NextStep,
    QuestionMention,
    RefusedClaim,
    StepView,
)
from pramana.llm import Parameters, Ptool


class InvestigationInput(BaseModel):
    """Base of what models are given. `facts` is the graph's profile as an object (`GraphProfile`): rules read it, and
    no message holds it; `graph`, its hash, represents it in the request's key."""

    model_config = ConfigDict(frozen=True)

    question: str
    card: str = ""
    profile: str = ""
    graph: str = ""
    mentions: tuple[QuestionMention, ...] = ()
    facts: Any = Field(default=None, exclude=True)


class InvestigationOutput(BaseModel):
    """Base of what models answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ProposedPlan(InvestigationOutput):
    """One plan, as a model writes it."""

    commands: Annotated[list[str], Field(min_length=1, max_length=60)]
    confidence: Annotated[float, Field(ge=0.0, le=1.0)]
    rationale: str
    continue_on_empty: bool = False


class ProposedHypothesis(InvestigationOutput):
    text: Annotated[str, Field(min_length=1)]
    supports: str
    refutes: str


class HypothesiseInput(InvestigationInput):
    """`failed` are hypotheses that were refuted or given up."""

    last_plan: tuple[str, ...] = ()
    state: dict[str, Any] = {}
    failed: tuple[Hypothesis, ...] = ()
    records: tuple[StepView, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()


class Hypothesised(InvestigationOutput):
    """A hypothesis with plans that try it, the best first; or, where the graph cannot tell, why."""

    hypothesis: ProposedHypothesis | None = None
    next_actions: Annotated[list[ProposedPlan], Field(max_length=5)] = []
    unanswerable: str | None = None


class EvaluateInput(InvestigationInput):
    """`hypothesis` is under trial; `earlier` are those before it; `records` the last commands, the newest last."""

    hypothesis: Hypothesis
    earlier: tuple[Hypothesis, ...] = ()
    last_plan: tuple[str, ...] = ()
    state: dict[str, Any] = {}
    records: tuple[StepView, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()


class Answered(InvestigationOutput):
    """An answer, made of claims with their citations; or why the graph cannot tell."""

    complete: str | None = None
    claims: list[Claim] = []
    unanswerable: str | None = None


class Evaluated(InvestigationOutput):
    """What became of the hypothesis, and what to do: `continue` and `refine` bring plans, `pivot` a new hypothesis
    with plans, `terminate` the answer; without one it is asked for next."""

    because: str
    verdict: Judgement
    evidence: list[str] = []
    decision: NextStep
    hypothesis: ProposedHypothesis | None = None
    next_actions: Annotated[list[ProposedPlan], Field(max_length=5)] = []
    answer: Answered | None = None


class InvestigationAnswerInput(InvestigationInput):
    """`held` are claims of the last answer that checked out, `refused` those that did not, and why."""

    hypotheses: tuple[Hypothesis, ...] = ()
    state: dict[str, Any] = {}
    held: tuple[Claim, ...] = ()
    refused: tuple[RefusedClaim, ...] = ()


class ScoreInput(InvestigationInput):
    """A place of a search. `plans` led there, oldest first; `answer`, where one is to be judged, with its claims.

    `evidence` is what they cite, by reference: the item (`value`), and the texts to which it leads (`says`).
    """

    hypotheses: tuple[Hypothesis, ...] = ()
    state: dict[str, Any] = {}
    plans: tuple[tuple[str, ...], ...] = ()
    records: tuple[StepView, ...] = ()
    answer: str | None = None
    claims: tuple[Claim, ...] = ()
    evidence: dict[str, Any] = {}


def _percent(said: Any) -> Any:
    """Return `85%` and `85/100` as 85, and 0.85 as 85: a number between 0 and 1 can only be a share."""
    if isinstance(said, str):
        return said.strip().removesuffix("%").removesuffix("/100").strip()
    return round(said * 100) if isinstance(said, float) and 0 < said < 1 else said


class Scored(InvestigationOutput):
    """How likely it is that the way is the right one, or that the answer is right; 0 to 100."""

    because: str
    score: Annotated[int, Field(ge=0, le=100), BeforeValidator(_percent)]


_LONG = Parameters(temperature=0.0, max_tokens=4096)

HYPOTHESISE = Ptool(
    "investigate.hypothesise",
    "investigate_hypothesise_prompt",
    HypothesiseInput,
    Hypothesised,
    ("profile", "mentions", "state", "records", "diagnoses"),
    _LONG,
)
EVALUATE = Ptool(
    "investigate.evaluate",
    "investigate_evaluate_prompt",
    EvaluateInput,
    Evaluated,
    ("profile", "mentions", "state", "records", "diagnoses"),
    _LONG,
)
ANSWER = Ptool(
    "investigate.answer",
    "investigate_answer_prompt",
    InvestigationAnswerInput,
    Answered,
    ("profile", "mentions", "state"),
    _LONG,
)
SCORE = Ptool(
    "investigate.score",
    "investigate_score_prompt",
    ScoreInput,
    Scored,
    ("profile", "mentions", "state", "records", "claims", "evidence"),
)
ROLLOUT = "investigate.rollout"
"""What the names of the ptools of rollouts begin with: the same prompts, for a cheaper model."""
ROLL_HYPOTHESISE = replace(HYPOTHESISE, name=f"{ROLLOUT}.hypothesise")
ROLL_EVALUATE = replace(EVALUATE, name=f"{ROLLOUT}.evaluate")
ROLL_ANSWER = replace(ANSWER, name=f"{ROLLOUT}.answer")
PTOOLS: tuple[Ptool[Any, Any], ...] = (
    *(HYPOTHESISE, EVALUATE, ANSWER, SCORE),
    *(ROLL_HYPOTHESISE, ROLL_EVALUATE, ROLL_ANSWER),
)
