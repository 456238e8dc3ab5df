"""What descriptions of a graph answer, and what an investigation says where they do not."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.investigate import RULES, StopReason
from pramana.investigate.loop import Course, Loop
from pramana.investigate.naming import mentions
from pramana.investigate.planning import ModelPlanner
from pramana.investigate.problem import Problem
from pramana.investigate.profile import graph_profile
from pramana.investigate.rephrasing import connection_question
from pramana.investigate.stepping import PlanStepper

NODES = {
    "COLORA": "Colora is a brewery founded in 1984. It was bought by Anna Quist. It makes dark beer.",
    "ANNA QUIST": "Anna Quist is a lawyer who lives in Leeds.",
    "TOM (HER CLERK)": "Tom is a clerk who works for Anna Quist.",
    "LEEDS": "",
}
EDGES = [
    ("ANNA QUIST", "TOM (HER CLERK)", "Anna Quist is Tom's employer, and trusts him.", 4.0),
    ("COLORA", "LEEDS", "Colora has a warehouse in Leeds.", 9.0),
]


class Direct:
    """Answers a ptool by its rule, as a gateway would."""

    async def call(self, ptool: Any, value: Any, **_: Any) -> Any:
        return SimpleNamespace(output=RULES[ptool.name](value))


def investigated(adapter: MemoryAdapter, question: str) -> Course:
    facts = graph_profile(adapter)
    problem = Problem(question, facts, mentions(question, adapter, facts))
    return asyncio.run(Loop(ModelPlanner(Direct()), PlanStepper(adapter)).run(problem))  # type: ignore[arg-type]


@pytest.fixture
def graph() -> MemoryAdapter:
    """A graph whose relations say nothing, as LightRAG makes it."""
    nodes = [Node(name, "entity", {"description": text}) for name, text in NODES.items()]
    edges = [Edge(a, "RELATED_TO", b, {"description": text, "weight": weight}) for a, b, text, weight in EDGES]
    return MemoryAdapter.of(nodes, edges, directed=False)


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("Who bought Colora?", "Anna Quist: “It was bought by Anna Quist.”"),
        ("When was Colora founded?", "in 1984: “Colora is a brewery founded in 1984.”"),
        ("Who is Tom?", "TOM (HER CLERK): “Tom is a clerk who works for Anna Quist.”"),
        ("Who employs Tom?", "Anna Quist: “Anna Quist is Tom's employer"),
        ("Tell me about Anna Quist.", "“Anna Quist is a lawyer who lives in Leeds.”"),
        ("What is the weight of the edge between Colora and Leeds?", "9.0."),
        ("Which edge has the highest weight?", "COLORA and LEEDS (weight 9.0)."),
        ("Which node has the most edges?", ""),
    ],
)
def test_descriptions_answer(graph: MemoryAdapter, question: str, head: str) -> None:
    """The sentence that answers is quoted; a first pronoun is the node, a participle tells what was done."""
    course = investigated(graph, question)
    assert course.stop is StopReason.ANSWERED
    assert course.answer.startswith(head)
    assert all(claim.citations for claim in course.claims)


@pytest.mark.parametrize(
    ("question", "stop", "why"),
    [
        ("Who sold Colora?", StopReason.NOT_PLANNED, "no plan"),
        ("Who painted the Mona Lisa?", StopReason.UNANSWERABLE, "“Mona” or “Lisa”"),
        ("Who is Mrs. Quist?", StopReason.NOT_PLANNED, "nearest"),
        ("Which zebra does Tom own?", StopReason.UNANSWERABLE, "“zebra”"),
    ],
)
def test_outcomes_are_told_apart(graph: MemoryAdapter, question: str, stop: StopReason, why: str) -> None:
    """A word that the graph has nowhere is lacking; where it may say it in other words, there is only no plan."""
    course = investigated(graph, question)
    assert (course.stop, course.answer) == (stop, "")
    assert why in course.why


@pytest.mark.parametrize(
    "question",
    [
        "What is Tom's relationship with Anna?",
        "What is the relationship between Tom and Anna?",
        "How is Tom related to Anna?",
        "How does Tom know Anna?",
        "What connects Tom and Anna?",
        "How do Tom and Anna know each other?",
    ],
)
def test_connections_are_asked_for_in_many_words(question: str) -> None:
    """All of these ask for what joins the two."""
    assert connection_question(question) == "How are Tom and Anna connected?"
