"""The facts that are shown where a question about a graph has no answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planners import rules_planner

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.investigate import Investigation, graph_profile, investigate
from pramana.investigate.naming import mentions
from pramana.investigate.nearest_facts import nearest_facts

_SHOPS = MemoryAdapter.of(
    [
        Node("s1", "Shop", {"name": "Blue Door", "rent_eur": 900, "opened": "2001-05-01", "town": "Ilm"}),
        Node("s2", "Shop", {"name": "Old Mint", "rent_eur": 1400, "opened": "1988-02-11", "town": "Orr"}),
        Node("s3", "Shop", {"name": "Kite", "rent_eur": 700, "opened": "2015-09-30", "town": "Ilm"}),
        Node("p1", "Person", {"name": "Ann Bell"}),
        Node("p2", "Person", {"name": "Tom Roe"}),
        Node("d1", "entity", {"description": "The lease of the Kite ends in 2031. It has a blue roof."}),
    ],
    [
        Edge("p1", "RUNS", "s1", {"since": 2010}),
        Edge("p2", "RUNS", "s2"),
        Edge("p1", "BORROWED_FROM", "p2", {"description": "Ann Bell borrowed a ladder of Tom Roe."}),
    ],
)


def _found(question: str, graph: MemoryAdapter = _SHOPS) -> Any:
    facts = graph_profile(graph)
    return nearest_facts(question, graph, facts, mentions(question, graph, facts))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Who polished the Old Mint?", "Tom Roe -RUNS-> Old Mint."),
        ("What did Tom Roe lend to Ann Bell?", "Ann Bell and Tom Roe: “Ann Bell borrowed a ladder of Tom Roe.”"),
        ("Which shop squeaks at the highest rent?", "Old Mint (Shop): rent_eur 1400"),
        ("When does the lease of the Kite squeak?", "d1: “The lease of the Kite ends in 2031.”"),
        ("Which shop squeaks oldest?", "Old Mint (Shop): opened 1988-02-11"),
        ("Which shop in Orr squeaks?", "Old Mint (Shop): town Orr"),
        ("Since when does Ann Bell squeak the Blue Door?", "Ann Bell -RUNS-> Blue Door (since 2010)."),
    ],
)
def test_the_fact_that_has_most_of_a_question_comes_first(question: str, first: str) -> None:
    """Names count most, then words by relation, type, attribute, value and text, then what the question asks for."""
    texts = [each.text for each in _found(question).facts]
    assert any(each.startswith(first) for each in texts[:2]), texts


@settings(max_examples=60, deadline=None)
@given(
    pairs=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=4, unique=True),
    asked=st.integers(0, 7),
)
def test_all_edges_of_what_is_named_are_shown_where_they_are_few(pairs: list[tuple[int, int]], asked: int) -> None:
    """Whatever word a relation is asked by, up to four edges of the one name are among the five facts."""
    names = [f"Node{chr(65 + number)}" for number in range(8)]
    graph = MemoryAdapter.of(
        [Node(each, "Thing", {"mass": 3}) for each in names], [Edge(names[a], "TOUCHES", names[b]) for a, b in pairs]
    )
    texts = {each.text for each in _found(f"What did {names[asked]} zorble?", graph).facts}
    own = {f"{names[a]} -TOUCHES-> {names[b]}." for a, b in pairs if asked in (a, b)}
    assert own <= texts


def test_words_without_a_counterpart_are_named() -> None:
    """A word that no name, term, value or text has, nor one like it; numbers and small words are not among them."""
    assert _found("How many gazebos did the Blue Door rent before 1990?").missing == ("gazebos",)


def test_a_large_graph_shows_what_is_next_to_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not all elements are read, those of the named nodes are, and no word is said to be missing."""
    monkeypatch.setattr("pramana.investigate.nearest_facts.MOST_ELEMENTS", 1)
    found = _found("Who polished the Old Mint?")
    assert "Tom Roe -RUNS-> Old Mint." in [each.text for each in found.facts]
    assert found.missing == ()
    assert _found("Who polished everything?").facts == ()


def _asked(question: str) -> Investigation:
    return asyncio.run(investigate(question, _SHOPS, rules_planner()))


def test_facts_are_shown_only_without_an_answer() -> None:
    """The record, the report and the page have the facts and the words; an answer has none beside it."""
    found = _asked("Who polished the Old Mint?")
    assert not found.answered
    assert found.as_json()["nearest"][0]["kind"] in ("node", "edge")
    assert found.as_json()["missing"] == ["polished"]
    for page in (found.to_markdown(), found.to_html()):
        assert "Nearest in the graph" in page
        assert "“polished”" in page
    answered = _asked("Who runs the Old Mint?")
    assert answered.answered
    assert "nearest" not in answered.as_json()
