"""What descriptions of a graph answer, and what an investigation says where they do not."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.investigate import RULES, Investigation, StopReason
from pramana.investigate.loop import Course, Loop
from pramana.investigate.naming import mentions
from pramana.investigate.planning import ModelPlanner
from pramana.investigate.problem import Problem
from pramana.investigate.profile import graph_profile
from pramana.investigate.rephrasing import connection_question
from pramana.investigate.stepping import PlanStepper
from pramana.llm import Spending

NODES = {
    "COLORA": "Colora is a brewery founded in 1984. It was bought by Anna Quist. It makes dark beer.",
    "ANNA QUIST": "Anna Quist is a lawyer who lives in Leeds.",
    "TOM (HER CLERK)": "Tom is a clerk who works for Anna Quist.",
    "LEEDS": "",
    "IDA ORR": "Ida Orr (3 May 1901 – 9 June 1950) was a brewer.",
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
        ("Who was the buyer of Colora?", "Anna Quist: “It was bought by Anna Quist.”"),
        ("When was Colora founded?", "in 1984: “Colora is a brewery founded in 1984.”"),
        ("Who is Tom?", "“Tom is a clerk who works for Anna Quist.” (TOM (HER CLERK))"),
        ("Who employs Tom?", "Anna Quist: “Anna Quist is Tom's employer"),
        ("What kind of person is Tom?", "“Tom is a clerk who works for Anna Quist.” (TOM (HER CLERK))"),
        ("How are Tom and Anna Quist connected?", "“Tom is a clerk who works for Anna Quist.” (TOM (HER CLERK)) “Anna"),
        ("When was Ida Orr born?", "on 3 May 1901: “Ida Orr (3 May 1901 – 9 June 1950) was a brewer.”"),
        ("When did Ida Orr die?", "on 9 June 1950: “Ida Orr (3 May 1901 – 9 June 1950) was a brewer.”"),
        ("Which nodes are connected to Tom (her clerk)?", "ANNA QUIST."),
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
        ("Who was the seller of Colora?", StopReason.NOT_PLANNED, "“seller”"),
        ("Who is Anna Quist's husband?", StopReason.NOT_PLANNED, "“husband”"),
        ("Who painted the Mona Lisa?", StopReason.UNANSWERABLE, "“Mona” or “Lisa”"),
        ("Who is Mrs. Quist?", StopReason.NOT_PLANNED, "no plan"),
        ("Which zebra does Tom own?", StopReason.NOT_PLANNED, "“zebra”"),
    ],
)
def test_outcomes_are_told_apart(graph: MemoryAdapter, question: str, stop: StopReason, why: str) -> None:
    """A name that the graph has nowhere is lacking; where it may say it in other words, there is only no plan."""
    course = investigated(graph, question)
    assert (course.stop, course.answer) == (stop, "")
    assert why in course.why


def test_a_plan_that_finds_nothing_says_that_the_graph_lacks_it(graph: MemoryAdapter) -> None:
    """Two nodes without any path: the plans ran to their end."""
    graph = MemoryAdapter.of([Node("ann", "Person", {}), Node("orbit", "Firm", {})], [])
    course = investigated(graph, "How are ann and orbit connected?")
    assert (course.stop, course.answer) == (StopReason.UNANSWERABLE, "")


def test_a_search_that_a_bound_cut_is_no_lack() -> None:
    """Where the path is longer than the bound, the search is named that the bound cut."""
    names = [f"n{number}" for number in range(8)]
    nodes, edges = [Node(name, "Stop", {}) for name in names], [Edge(a, "NEXT", b, {}) for a, b in pairwise(names)]
    course = investigated(MemoryAdapter.of(nodes, edges), "How are n0 and n7 connected?")
    assert (course.stop, course.answer) == (StopReason.LIMIT, "")
    assert "A bound cut the search `FIND paths" in course.why


def test_texts_that_are_not_searched_are_told(monkeypatch: pytest.MonkeyPatch, graph: MemoryAdapter) -> None:
    """Beyond the bound an answer is partial, and no answer is a limit: what is missing may be in the other texts."""
    monkeypatch.setattr("pramana.investigate.element_texts.MOST_ELEMENTS", 3)
    told = "Only the texts of the first 3 of 5 nodes were searched."
    found = Investigation.of(investigated(graph, "Who bought Colora?"), Spending())
    assert (found.stop, found.limits) == (StopReason.ANSWERED, (told,))
    course = investigated(graph, "Who painted the Mona Lisa?")
    assert (course.stop, told in course.why, "Mona" in course.why) == (StopReason.LIMIT, True, False)


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


def test_when_a_tool_created_a_node_is_no_answer_to_what_it_created() -> None:
    """*created_at* is asked for by *when*; a captain is not whoever manages a ship."""
    graph = MemoryAdapter.of(
        [
            Node("Prince Matthis", "person", {"description": "A prince.", "created_at": 1738000006}),
            Node("White Heron", "order", {"description": "An order of chivalry.", "created_at": 1738000007}),
            Node("Calder Queen", "ship", {"description": "A ship.", "created_at": 1738000008}),
        ],
        [
            Edge("Prince Matthis", "RELATED_TO", "White Heron", {"description": "Prince Matthis founded White Heron."}),
            Edge("Calder Queen", "managedBy", "Prince Matthis"),
        ],
    )
    assert investigated(graph, "What did Prince Matthis found?").answer.startswith(
        "White Heron: “Prince Matthis founded"
    )
    assert investigated(graph, "What did Prince Matthis make?").answer == ""
    assert investigated(graph, "Who is the captain of the Calder Queen?").answer == ""
    assert investigated(graph, "Who manages the Calder Queen?").answer == "Prince Matthis."
