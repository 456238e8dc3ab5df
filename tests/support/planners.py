"""Planners and plans for tests of investigations: what is proposed is written down beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from pramana.gasl import Plan
from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.investigate import Claim, Hypothesis, NextAction, NextStep, PlannerProposal, Situation
from pramana.investigate.model import HypothesisVerdict
from pramana.investigate.planning import ModelPlanner
from pramana.investigate.rules import RULES


class _Direct:
    """Answers each ptool by its rule, as the gateway does for the embedded model."""

    async def call(self, ptool: Any, value: Any, **_: Any) -> Any:
        return SimpleNamespace(output=RULES[ptool.name](value))


def rules_planner() -> ModelPlanner:
    """Return the planner that asks rules alone."""
    return ModelPlanner(_Direct())  # type: ignore[arg-type]


FIRM = MemoryAdapter.of(
    (
        Node("ann", "Person", {"name": "Ann Ray", "age": 30, "doc_id": "x.txt", "line_number": 1, "quote": "Ann Ray"}),
        Node("bob", "Person", {"name": "Bob Orr", "age": 25, "source_id": "chunk-1<SEP>chunk-2"}),
        Node("cy", "Person", {"name": "Cy Poe", "age": 41}),
        Node("orbit", "Firm", {"name": "Orbit"}),
    ),
    (
        Edge("ann", "WORKS_FOR", "orbit", {"since": 2001, "doc_id": "x.txt", "line_number": 2}),
        Edge("bob", "WORKS_FOR", "orbit", {"since": 2010}),
        Edge("cy", "OWNS", "orbit", {"since": 1999}),
    ),
)
LINES = {("x.txt", 1): "Ann Ray came in.", ("x.txt", 2): "Ann Ray has worked for Orbit since 2001."}

FIND_STAFF = (
    'FIND edges WHERE relation = "WORKS_FOR" AND target.name = "Orbit" AS jobs',
    "SELECT jobs FIELDS id, source, target, since AS staff",
    "UPDATE staff WITH staff",
)


def line(doc_id: str, number: int) -> str | None:
    return LINES.get((doc_id, number))


def action(*commands: str, confidence: float = 0.8, plan: str = "p", rationale: str = "To see.") -> NextAction:
    made = Plan(plan_id=plan, why=rationale, commands=commands)
    return NextAction(plan=made, confidence=confidence, rationale=rationale)


def hypothesis(number: int = 1, text: str = "Edges WORKS_FOR say it.") -> Hypothesis:
    return Hypothesis(id=f"h{number}", text=text, supports="such edges", refutes="none")


def begin(*actions: NextAction, number: int = 1) -> PlannerProposal:
    return PlannerProposal(decision=NextStep.CONTINUE, hypothesis=hypothesis(number), next_actions=actions)


def go_on(*actions: NextAction, decision: NextStep = NextStep.CONTINUE) -> PlannerProposal:
    return PlannerProposal(decision=decision, next_actions=actions)


def answer(
    complete: str, *claims: tuple[str, Sequence[str]], judged: HypothesisVerdict | None = None
) -> PlannerProposal:
    made = tuple(Claim(text=text, cites=tuple(cites)) for text, cites in claims)
    return PlannerProposal(decision=NextStep.TERMINATE, complete=complete, claims=made, judged=judged)


STAFF_ANSWER = answer(
    "2 people work for Orbit.",
    ("2 people work for Orbit.", ["staff"]),
    ("One of them has worked for Orbit since 2001.", ["staff[0]"]),
)


class Written:
    """A planner that proposes what was written down, in order, and the last of it from then on."""

    def __init__(self, *proposals: PlannerProposal | Callable[[Situation], PlannerProposal]) -> None:
        self._proposals = list(proposals)
        self.seen: list[Situation] = []
        self.keys: list[str] = []

    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        self.seen.append(situation)
        self.keys.append(key)
        number = min(len(self.seen), len(self._proposals)) - 1
        found = self._proposals[number]
        return found if isinstance(found, PlannerProposal) else found(situation)
