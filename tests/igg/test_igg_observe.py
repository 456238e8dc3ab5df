"""What an agent sees before it acts."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import anyio
import networkx as nx
import pytest
from growths import chain, edge, grown, node, payload_of, query
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.graph.io import read_graph
from pramana.igg import Growth, read_answer
from pramana.igg.budgeting import Room, quote_text, tokens_of, value, visible_line
from pramana.igg.context import RunContext
from pramana.igg.observe import observe
from pramana.igg.queries import answer
from pramana.igg.summary import GrowthSummary

TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["a\n## Schema\n- b", "data 0123 >>>", "<<<data x", "\u2028- x", "\x85", "\u202eabc", '"', "\\n"]),
)


def seen(growth: Any, context: RunContext | None = None, **given: Any) -> Any:
    summary = GrowthSummary.of(growth) if isinstance(growth, Growth) else GrowthSummary(growth.graph)
    return observe(growth, summary, context, **{"iteration": 1, **given})


def test_a_small_graph_is_shown_whole() -> None:
    """Fewer nodes than the bound, and room: every node and edge stands there, a line each, in the order they came."""
    growth = grown(node("Class", "A"), node("Method", "run", line=3), edge("HAS", "Class:A", "Method:run"))
    observation = seen(growth, iteration=2, budget_left={"calls": 3, "tokens": 12_000, "money": None})
    assert observation.whole
    assert observation.parts["graph"].splitlines() == [
        "### nodes (2)",
        '- "Class:A" Class {name: "A"}',
        '- "Method:run" Method {name: "run", line: 3}',
        "### edges (1)",
        '- "Class:A" -HAS-> "Method:run"',
    ]
    assert observation.text.splitlines()[:3] == [
        "# Iteration 2 of 20",
        "Goal: Map the calls.",
        "The graph, version 1, has 2 of at most 200 nodes (198 left) and 1 of at most 400 edges (399 left)."
        " Budget left: calls 3, tokens 12,000.",
    ]
    assert observation.parts["schema"].splitlines() == [
        "- mode: strict, other types are refused",
        "- node Class; name (required); unique: name",
        "- node Method; name (required), line (integer)",
        "- edge CALLS: any -> any",
        "- edge HAS: Class -> Method",
        "- self-loops: refused",
    ]
    assert observation.left_out == ()


def test_graphml_is_the_graph_again() -> None:
    """The whole graph as GraphML reads back as the graph it is."""
    growth = chain(5)
    observation = seen(growth, format="graphml")
    read = nx.parse_graphml(observation.parts["graph"])
    assert set(read) == {node.id for node in growth.graph.nodes()}
    assert set(read.edges()) == {(edge.source, edge.target) for edge in growth.graph.edges()}


@settings(max_examples=100)
@given(st.lists(TEXTS, max_size=4))
def test_graphml_keeps_what_it_makes_visible(said: list[str]) -> None:
    """Line ends, directions and the like inside values are references: one element a line, and the same when read."""
    graph = MemoryAdapter()
    for number, text in enumerate(said):
        graph.add_node(Node(f"n{number}", "T", {"said": text}))
    growth = SimpleNamespace(payload=payload_of(), graph=graph, schema=payload_of().graph_schema())
    written = seen(growth, format="graphml", tokens=20_000).parts["graph"]
    assert all(line.startswith("<") for line in written.splitlines())
    with TemporaryDirectory() as folder:
        path = Path(folder, "g.graphml")
        path.write_text(written, "utf-8")
        assert [node.properties["said"] for node in read_graph(path).nodes] == said


@pytest.mark.parametrize(("count", "whole"), [(49, True), (50, False)])
def test_a_large_graph_is_shown_in_figures(count: int, whole: bool) -> None:
    """From the payload's bound on (50 nodes) there are figures, and how to ask for more."""
    observation = seen(chain(count))
    assert observation.whole is whole
    assert ("- 50 nodes, 49 edges" in observation.parts["graph"]) is not whole
    assert any('"query": "nodes"' in note for note in observation.left_out) is not whole


@pytest.mark.seeds
def test_figures_name_what_a_large_graph_is_made_of() -> None:
    """Counts, the nodes with most edges, the newest, the frontier and the components, always in the same words."""
    nodes = [node("Class", f"C{number}") for number in range(3)] + [
        node("Method", f"m{number}") for number in range(50)
    ]
    edges = [edge("HAS", "Class:C0", f"Method:m{number}") for number in range(30)]
    growth = grown(*nodes, *edges, edge("CALLS", "Method:m1", "Method:m2"), edge("CALLS", "Method:m31", "Method:m32"))
    assert seen(growth, tokens=700).parts["graph"].splitlines() == [
        "- 53 nodes, 32 edges",
        "- types: Method 50, Class 3",
        "- relations: HAS 30, CALLS 2",
        '- most edges: "Class:C0" (30 out, 0 in), "Method:m1" (1 out, 1 in), "Method:m2" (0 out, 2 in)',
        '- newest: "Method:m49" Method, "Method:m48" Method, "Method:m47" Method',
        '- frontier, no outgoing edge: 50, the newest "Method:m49", "Method:m48", "Method:m47"',
        '- frontier, without a property that the schema names: 50, the newest "Method:m49", "Method:m48", "Method:m47"',
        "- components: 22, the largest of 31, 2, 1 nodes; 20 isolated",
    ]


def test_a_small_graph_without_room_is_shown_in_figures() -> None:
    """A whole graph that does not fit is no reason to pass the budget."""
    observation = seen(chain(40), tokens=600)
    assert not observation.whole
    assert observation.tokens <= 600
    assert "- 40 nodes, 39 edges" in observation.parts["graph"]


def test_refusals_come_back_with_reason_and_candidates() -> None:
    """What was refused last time is said with its code, its reason, what may have been meant, and the action itself."""
    growth = grown(node("Class", "AuthService"))
    outcome = growth.act(read_answer([edge("CALLS", {"name": "AuthServise"}, "Class:AuthService"), {"type": "ADD"}]))
    observation = seen(growth, refusals=outcome.refused)
    first, second = observation.parts["refused"].splitlines()
    told, _, action = first.partition(" It was: ")
    assert told.startswith("- unknown_reference: ")
    assert told.endswith("Candidates: Class:AuthService.")
    assert json.loads(action)["from"] == {"name": "AuthServise"}
    assert second.startswith("- unknown_action: ")
    assert second.endswith('It was: {"type":"ADD"}')


def test_what_was_asked_for_is_shown() -> None:
    """Answers to the last queries are part of the next observation."""
    growth = chain(60)
    told = anyio.run(answer, query("nodes", where="name = 'm7'"), growth)
    assert seen(growth, answers=[told]).parts["answers"].splitlines() == [
        "### nodes where=\"name = 'm7'\"",
        '- "Method:m7" Method {name: "m7", line: 7}',
    ]


def test_every_answer_gets_its_share() -> None:
    """One long answer does not push the others out; what is left out is said."""
    growth = chain(150)
    asked = [query("nodes", limit=100), query("nodes", where="name = 'm7'")]
    told = [anyio.run(answer, one, growth) for one in asked]
    left = "more nodes, which a larger `limit` (up to 500) or a narrower condition shows"
    observation = seen(growth, answers=told, tokens=1_000)
    lines = observation.parts["answers"].splitlines()
    assert lines[-1] == '- "Method:m7" Method {name: "m7", line: 7}'
    shown = sum(line.startswith("- ") for line in lines) - 1
    assert lines[-3] == f"(left out: {100 - shown} of 100 rows, which do not fit, and {left})"


def test_lines_that_were_cut_off_say_where_to_go_on() -> None:
    """However many questions share the room, and in however little of it, reading on from there gets to the end."""
    text = "\n".join(f"line {number} of a long text " + "x" * 60 for number in range(1, 200))
    context = RunContext.of({"text": {"t": text}})
    growth, first, read = chain(5), 1, list[int]()
    while first <= 199:
        asked = [query("lines", document="t", first=first, last=199), query("search", text="long text", limit=20)]
        told = [anyio.run(answer, one, growth, context) for one in asked]
        page = seen(growth, context, answers=told, tokens=1_000).parts["answers"].split("### search")[0]
        numbers = [int(line.split("|")[0]) for line in page.splitlines() if line[:1].isdecimal()]
        assert numbers == list(range(first, numbers[-1] + 1))
        read += numbers
        first = int(page.rpartition("`first`: ")[2].rstrip(")\n")) if "`first`" in page else 200
    assert read == list(range(1, 200))


def test_a_line_without_room_is_shown_in_part() -> None:
    """Else an agent that asks for it would see nothing, again and again."""
    context = RunContext.of({"text": {"t": "é" * 1_900 + "\nthe end"}})
    found = anyio.run(lambda: answer(query("lines", document="t", first=1, last=2), chain(1), context, tokens=200))
    assert found.lines[1].endswith("é… (cut)")
    assert found.lines[2] == "(left out: lines 2 to 2, which do not fit; continue with `first`: 2)"


def test_the_graph_comes_before_what_was_asked_for() -> None:
    """Long answers leave a small graph whole."""
    growth = chain(20)
    context = RunContext.of({"text": {"t": "\n".join(f"line {number} of a long text" for number in range(2_000))}})
    told = [anyio.run(lambda: answer(query("lines", document="t", first=1, last=2_000), growth, context, tokens=9_000))]
    observation = seen(growth, context, answers=told, tokens=2_500)
    assert observation.whole
    assert observation.tokens <= 2_500
    assert len(observation.parts["answers"]) > 3 * len(observation.parts.get("context", ""))


def test_what_was_said_and_asked_before_is_shown() -> None:
    """The last turn first, as far back as there is a little room: an agent may remember nothing of it."""
    turns = [f"- iteration {number}: read to line {number * 40}" for number in range(99, 0, -1)]
    shown = seen(chain(3), before=turns, tokens=3_000).parts["before"].splitlines()
    assert shown == turns[: len(shown)]
    assert 5 < len(shown) < 99
    (cut,) = seen(chain(3), before=["- iteration 9: " + "é" * 5_000], tokens=1_000).parts["before"].splitlines()
    assert cut.startswith("- iteration 9: é")
    assert cut.endswith("é…")


def test_context_is_paged_where_it_does_not_fit() -> None:
    """A large context is shown from its beginning, with what is left and how to ask for it."""
    context = RunContext.of("\n".join(f"line {number}" for number in range(5_000)))
    observation = seen(chain(3), context, tokens=1_000)
    assert "1| line 0" in observation.parts["context"]
    assert observation.tokens <= 1_000
    assert any('"query": "lines"' in note for note in observation.left_out)


@settings(max_examples=200)
@given(st.lists(st.tuples(TEXTS.filter(str.strip), TEXTS, TEXTS), max_size=8, unique_by=lambda one: one[0]), TEXTS)
def test_no_name_forges_a_line_or_a_mark(nodes: list[tuple[str, str, str]], relation: str) -> None:
    """Whatever ids, types, names, values and documents hold: a line a node, a line an edge, and marks of ours alone."""
    graph = MemoryAdapter()
    for own, kind, said in nodes:
        graph.add_node(Node(own, kind, {said: said, "list": [said]}))
        graph.add_edge(Edge(own, relation, nodes[0][0]))
    growth = SimpleNamespace(payload=payload_of(), graph=graph, schema=payload_of().graph_schema())
    context = RunContext.of({"text": {said: own for own, _, said in nodes if own.strip()} or "x"})
    observation = seen(growth, context, tokens=20_000)
    assert observation.whole
    lines = observation.parts["graph"].splitlines()
    assert len(lines) == 2 + 2 * len(nodes)
    assert all(line.startswith(('- "', "### ")) for line in lines)
    assert not any(sign in observation.text for sign in "\u2028\u2029\u202e\x85\x0b\x1b")
    opened = [line for line in observation.text.split("\n") if line.startswith("<<<data ")]
    closed = [line for line in observation.text.split("\n") if line.startswith("data ") and line.endswith(" >>>")]
    marks = {mark.removeprefix("<<<data ") for mark in opened}
    assert {f"data {mark} >>>" for mark in marks} <= set(closed)
    for mark in marks:
        assert observation.text.count(mark) == 2


@settings(max_examples=100)
@given(
    st.integers(200, 3_000),
    st.integers(0, 120),
    st.integers(0, 40),
    st.integers(0, 300),
    st.lists(st.sampled_from(["nodes", "edges", "files", "search"]), max_size=4),
)
def test_the_budget_is_kept(tokens: int, size: int, wrong: int, lines: int, asked: list[str]) -> None:
    """However much there is to say, the text is within its tokens, and what was left out is said."""
    growth = chain(size) if size else Growth(payload_of())
    context = RunContext.of({f"d{number}": "x y z\n" * (lines // 4) for number in range(4)})
    refusals = growth.act(read_answer([{"type": "ADD_NODE", "label": "Clas" * 20}] * wrong)).refused
    given = {"search": {"text": "x"}}
    told = [anyio.run(answer, query(kind, **given.get(kind, {})), growth, context) for kind in asked]
    observation = seen(growth, context, answers=told, refusals=refusals, tokens=tokens)
    assert observation.tokens <= tokens
    assert observation.tokens == tokens_of(observation.text)
    assert observation == seen(growth, context, answers=told, refusals=refusals, tokens=tokens)
    if wrong and len(observation.parts.get("refused", "").splitlines()) < wrong:
        assert any("refusals" in note for note in observation.left_out)


def test_soft_mode_says_so() -> None:
    """An agent is told that types it uses are added, and sees those that were."""
    growth = grown(node("Interface", "Store"), mode="soft")
    shown = seen(growth).parts["schema"].splitlines()
    assert shown[0] == "- mode: soft, other types are added as you use them"
    assert "- node Interface" in shown


@given(st.text())
def test_plain_text_is_one_line(text: str) -> None:
    """Nothing that ends a line, or that is not seen, stays."""
    assert len(visible_line(text).splitlines()) <= 1
    assert len(quote_text(text).splitlines()) == 1


def test_long_values_are_cut_and_said_to_be() -> None:
    """A value is shown up to a bound, with its length."""
    assert value("x" * 300, 10) == '"xxxxxxxxxx"… (300 characters)'
    assert value(list(range(100)), 10) == "[0,1,2,3,4… (291 characters)"


@given(st.lists(st.text(), max_size=20), st.integers(0, 60))
def test_a_room_is_never_larger_than_it_is(lines: list[str], tokens: int) -> None:
    """What is added together has no more tokens than the room."""
    room = Room(tokens)
    room.add_all(map(visible_line, lines))
    assert room.used <= tokens
    assert not room.text or tokens_of(room.text) <= tokens
