"""Questions about one node of a typed graph: what is known of it, its attributes, whether an edge is there."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.investigate import RULES, StopReason, investigate
from pramana.investigate.planning import ModelPlanner

GRAPH = MemoryAdapter.of(
    [
        Node("p1", "Person", {"name": "Anna Quist", "age": 41, "job": "engineer"}),
        Node("p2", "Person", {"name": "Boris Lem", "age": 35}),
        Node("c1", "Company", {"name": "Orbit Labs", "founded": 1998, "city": "Leeds"}),
        Node("c2", "Company", {"name": "Brightline", "founded": 2011, "city": "York"}),
        Node("j1", "Project", {"name": "Lighthouse"}),
    ],
    [
        Edge("p1", "WORKS_FOR", "c1", {}),
        Edge("p1", "LEADS", "j1", {}),
        Edge("p1", "MENTORS", "p2", {}),
        Edge("c1", "ACQUIRED", "c2", {}),
    ],
)


class Direct:
    """Answers a ptool by its rule, as a gateway would."""

    async def call(self, ptool: Any, value: Any, **_: Any) -> Any:
        return SimpleNamespace(output=RULES[ptool.name](value))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is Anna Quist?", "Anna Quist (Person): age 41, job engineer. Anna Quist -WORKS_FOR-> Orbit Labs."),
        ("What do we know about Brightline?", "Brightline (Company): city York, founded 2011. Orbit Labs -ACQUIRED->"),
        ("When was Orbit Labs founded?", "1998."),
        ("How old is Boris Lem?", "35."),
        ("Where is Brightline based?", "York."),
        ("In which city is Orbit Labs?", "Leeds."),
        ("Who is the oldest person?", "Anna Quist (age 41)."),
        ("Who is the youngest person?", "Boris Lem (age 35)."),
        ("Who leads the Lighthouse project?", "Anna Quist."),
        ("Does Anna Quist work for Orbit Labs?", "Yes: Anna Quist -WORKS_FOR-> Orbit Labs."),
        ("Was Brightline acquired by Orbit Labs?", "Yes: Orbit Labs -ACQUIRED-> Brightline."),
        ("Is Anna Quist the mentor of Boris Lem?", "Yes: Anna Quist -MENTORS-> Boris Lem."),
        ("Was Orbit Labs acquired by Brightline?", ""),
        ("Does Boris Lem work for Orbit Labs?", ""),
        ("How tall is Boris Lem?", ""),
        ("When was Boris Lem founded?", ""),
        ("Where is Boris Lem based?", ""),
        ("Who is the tallest person?", ""),
    ],
)
def test_a_node_is_asked_about_in_plain_words(question: str, answer: str) -> None:
    """Attributes are named, meant by a verb or an adjective; an edge confirms, and none denies nothing."""
    found = asyncio.run(investigate(question, GRAPH, ModelPlanner(Direct())))  # type: ignore[arg-type]
    assert (found.stop is StopReason.ANSWERED) is bool(answer)
    assert found.answer.startswith(answer)


def _answer_to(question: str) -> str:
    found = asyncio.run(investigate(question, GRAPH, ModelPlanner(Direct())))  # type: ignore[arg-type]
    return found.answer


@pytest.mark.parametrize(
    "question",
    ["How old is Anna Quist's dog?", "How old is the brother of Anna Quist?", "How tall is the friend of Boris Lem?"],
)
def test_a_measure_of_something_of_a_node_is_not_the_nodes_own(question: str) -> None:
    """A word beside a measure, such as *dog*, leaves the question unread: its age is not that of whom it belongs to."""
    assert _answer_to(question) == ""


def test_a_name_that_is_said_twice_means_one_node() -> None:
    answer = _answer_to("How old is Anna Quist, and who does Anna Quist mentor?")
    assert answer.startswith("41.")
    assert "Boris Lem" in answer
