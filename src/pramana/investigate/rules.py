"""The embedded model's answers to this package's ptools: plans for known question shapes, judged by their results.

It abstains where no shape fits. Its answers come from the state only, and it does not reverse a relation to find
something: a wrong answer is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pramana.expr import write_text
from pramana.investigate.answer_words import items_under
from pramana.investigate.called import name_fields
from pramana.investigate.model import Hypothesis, Judgement, NextStep, StepView
from pramana.investigate.plan_commands import ABOUT, ANSWER, NAME_THEM, SIZE, ShapeReading
from pramana.investigate.profile import GraphProfile
from pramana.investigate.ptools import (
    ROLLOUT,
    Answered,
    Evaluated,
    EvaluateInput,
    Hypothesised,
    HypothesiseInput,
    InvestigationAnswerInput,
    InvestigationInput,
    ProposedHypothesis,
    ProposedPlan,
)
from pramana.investigate.rules_answers import answer_from_state
from pramana.investigate.rules_plans import readings
from pramana.investigate.shapes import MatchedSet, PartsShape, Paths, Shape, UnreadShape
from pramana.investigate.shapes_reading import read_question
from pramana.llm import Abstention, Rule

_DONE = re.compile(rf"UPDATE (?:part\d+_)?(?:{ANSWER}|{SIZE}) |{re.escape(NAME_THEM)}")
_HELD = re.compile(rf"(?:part\d+_)?(?:{ANSWER}|{SIZE})")


def hypothesise(asked: HypothesiseInput) -> Hypothesised | Abstention:
    """Propose the surest reading that was not tried yet, with those after it as other plans."""
    lacking = _lacking(asked)
    if lacking:
        return Hypothesised(unanswerable=lacking)
    read = _read_question(asked)
    if isinstance(read, Abstention):
        return read
    left = _untried_readings(read[1], asked.failed)
    if not left:
        return Hypothesised(unanswerable=_nothing(read[1]))
    return Hypothesised(hypothesis=_hypothesis(left[0]), next_actions=_plans(left))


def evaluate(asked: EvaluateInput) -> Evaluated | Abstention:
    """Judge the reading under trial by its last plan: it ended with an answer in the state, or another is tried."""
    read = _read_question(asked)
    if isinstance(read, Abstention):
        return read
    last = _last_plan(asked.records)
    unnamed = _unnamed_nodes(read[0], asked.facts, asked.state)
    if unnamed and not any(step.command == NAME_THEM for step in last):
        return Evaluated(
            because="Paths are found; what lies on them has names that they do not tell.",
            verdict=Judgement.OPEN,
            decision=NextStep.CONTINUE,
            next_actions=[_naming(unnamed)],
        )
    if any(_DONE.match(step.command) and step.status == "success" for step in last):
        evidence = [key for key, held in asked.state.items() if _HELD.fullmatch(key) and held.get("count")]
        return Evaluated(
            because="The plan ran to its end, and its result is in the state.",
            verdict=Judgement.SUPPORTED,
            evidence=evidence,
            decision=NextStep.TERMINATE,
        )
    because = _why(last) if last else "No command of the plan was executed."
    verdict = Judgement.REFUTED if last and last[-1].status == "empty" and not _is_cut(last) else Judgement.OPEN
    left = _untried_readings(read[1], (*asked.earlier, asked.hypothesis))
    if not left:
        return Evaluated(because=because, verdict=verdict, decision=NextStep.TERMINATE)
    return Evaluated(
        because=because,
        verdict=verdict,
        decision=NextStep.PIVOT,
        hypothesis=_hypothesis(left[0]),
        next_actions=_plans(left),
    )


def answer(asked: InvestigationAnswerInput) -> Answered | Abstention:
    """Answer with what the state holds, each claim with what it cites; else say what was tried."""
    read = _read_question(asked)
    if isinstance(read, Abstention):
        return read
    shape, ways = read
    held = any(kept.get("count") for key, kept in asked.state.items() if _HELD.fullmatch(key))
    if not held and isinstance(shape, MatchedSet | PartsShape):  # free words that found nothing say little of the graph
        return Abstention(reason=_nothing(ways))
    if not held:
        return Answered(unanswerable=_nothing(ways))
    directed = asked.facts.directed
    return answer_from_state(shape, asked.state, asked.mentions, directed=directed, plain=bool(asked.refused))


def plans(question: str, facts: GraphProfile, mentions: Sequence[Any]) -> tuple[ShapeReading, ...]:
    """Return the readings of a question, the surest first; none where no shape fits."""
    read = read_question(question, tuple(mentions), facts)
    return () if isinstance(read, UnreadShape) else readings(read, facts)


def _read_question(asked: InvestigationInput) -> tuple[Shape, tuple[ShapeReading, ...]] | Abstention:
    if not isinstance(asked.facts, GraphProfile):
        return Abstention(reason="The embedded model plans from a graph's profile, and none was given.")
    shape = _shape(asked.question, asked.mentions, _ProfileKey(asked.facts))
    if isinstance(shape, UnreadShape):
        return Abstention(reason=f"{shape.why} A model, if one is configured, plans more questions.")
    ways = readings(shape, asked.facts)
    return (shape, ways) if ways else Abstention(reason="The rules have no plan for this question.")


def _lacking(asked: HypothesiseInput) -> str:
    """Return what the graph has no word of, in a sentence; "" where it may have it."""
    shape = _shape(asked.question, asked.mentions, _ProfileKey(asked.facts)) if asked.facts is not None else None
    return shape.why if isinstance(shape, UnreadShape) and shape.lacks else ""


class _ProfileKey:
    """A profile as a key: by the object, which is kept as long as its adapter."""

    __slots__ = ("facts",)

    def __init__(self, facts: GraphProfile) -> None:
        self.facts = facts

    def __hash__(self) -> int:
        return id(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ProfileKey) and other.facts is self.facts


@lru_cache(maxsize=64)
def _shape(question: str, mentions: tuple[Any, ...], held: _ProfileKey) -> Shape | UnreadShape:
    return read_question(question, mentions, held.facts)


def _untried_readings(ways: Sequence[ShapeReading], failed: Sequence[Hypothesis]) -> list[ShapeReading]:
    tried = {each.text for each in failed}
    return [way for way in ways if way.text not in tried]


def _hypothesis(way: ShapeReading) -> ProposedHypothesis:
    return ProposedHypothesis(text=way.text, supports=way.supports, refutes=way.refutes)


def _plans(ways: Sequence[ShapeReading]) -> list[ProposedPlan]:
    return [
        ProposedPlan(
            commands=list(way.commands),
            confidence=way.confidence,
            rationale=way.text,
            continue_on_empty=way.goes_on,
        )
        for way in ways[:5]
    ]


def _unnamed_nodes(shape: Shape, facts: GraphProfile, state: Mapping[str, Any]) -> list[str]:
    """Return the nodes on paths whose names are not in the state yet, where the graph's nodes have names."""
    named = bool(name_fields(facts))
    if not isinstance(shape, Paths) or not named:
        return []
    known = {item.get("id") for _, item in items_under(state, ABOUT)}
    on_paths = [node for _, item in items_under(state, ANSWER) for node in item.get("nodes", ())]
    return [node for node in dict.fromkeys(on_paths) if node not in known]


def _naming(nodes: Sequence[str]) -> ProposedPlan:
    listed = ", ".join(map(write_text, nodes))
    commands = [f"FIND nodes WHERE id IN [{listed}] AS between", NAME_THEM]
    return ProposedPlan(commands=commands, confidence=0.9, rationale="Read the names of what lies on the paths.")


def _last_plan(records: Sequence[StepView]) -> list[StepView]:
    return [step for step in records if step.plan == records[-1].plan]


def _why(steps: Sequence[StepView]) -> str:
    """Return why a plan brought no answer: a sentence, then the command in brackets."""
    last = steps[-1]
    hint = f" {last.hints[0]}" if last.hints else ""
    return f"{_ENDED.get(last.status, 'The plan ended before its last command.')}{hint} ({last.command})"


_ENDED = {"empty": "The plan found nothing.", "partial": "The plan's search was cut by a bound."}


def _is_cut(steps: Sequence[StepView]) -> bool:
    """Whether a bound cut a search of a plan: what was not found may be there."""
    return any(step.status == "partial" for step in steps)


def _nothing(ways: Sequence[ShapeReading]) -> str:
    told = " ".join(f"({number}) {way.text}" for number, way in enumerate(ways, 1))
    return f"Nothing was found in the graph for what the question asks. Tried: {told}"


_PLANNING: Mapping[str, Rule] = {"hypothesise": hypothesise, "evaluate": evaluate, "answer": answer}
RULES: Mapping[str, Rule] = {
    f"{room}.{name}": rule for room in ("investigate", ROLLOUT) for name, rule in _PLANNING.items()
}
"""By ptool name. All pure."""
