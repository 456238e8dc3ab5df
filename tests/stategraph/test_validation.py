"""What validation finds in a graph, each with its place; and that a graph without errors runs."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraphs import edge, graph, node, registry

from pramana.errors import PramanaError, StateGraphError
from pramana.stategraph import MapOver, Registry, Severity, StateGraph, StateNode, run_stategraph, validate

INC = node("a", "inc", {"n": "n"}, {"n": "n"})
END = node("z")


def handlers() -> Registry:
    return registry(inc=lambda n: {"n": n + 1}, both=lambda n, m: {"n": n})


def found(made: StateGraph, inputs: Any = ("n",), known: Registry | None = None) -> set[tuple[str, str, str]]:
    findings = validate(made, known or handlers(), inputs)
    return {(str(finding.severity), finding.code, finding.place) for finding in findings}


def straight(*edges: Any, nodes: Any = (INC, END), terminal: set[str] | None = None) -> StateGraph:
    return graph(list(nodes), list(edges or [edge("a", "z")]), terminal)


def test_a_sound_graph_has_no_findings() -> None:
    """A counted loop with an end gives no finding at all."""
    assert found(straight(edge("a", "z", "state['n'] > 3"), edge("a", "a"))) == set()


CASES = [
    (straight(edge("a", "y")), ("error", "unknown-node", "edges.0.dst")),
    (straight(edge("b", "z")), ("error", "unknown-node", "edges.0.src")),
    (replace(straight(), start="b"), ("error", "unknown-node", "start")),
    (straight(terminal={"z", "y"}), ("error", "unknown-node", "terminal.y")),
    (replace(straight(), nodes={"a": INC, "z": replace(END, node_id="y")}), ("error", "node-id", "nodes.z.node_id")),
    (straight(terminal=set()), ("error", "no-terminal", "terminal")),
    (straight(nodes=(node("a", "inc", {"n": "n"}, {"n": "_meta"}), END)), ("error", "meta-written", "nodes.a.output_map")),
    (straight(edge("a", "z", "state.n > 1")), ("error", "guard-refused", "edges.0.condition")),
    (straight(edge("a", "z", "stat['n'] > 1")), ("error", "guard-refused", "edges.0.condition")),
    (straight(nodes=(node("a", "incr", {"n": "n"}), END)), ("error", "unknown-callable", "nodes.a.callable_id")),
    (straight(nodes=(node("a", "inc", {"n": "n"}, kind="ptool"), END)), ("error", "unknown-callable", "nodes.a.callable_id")),
    (straight(nodes=(node("a", "inc", {"m": "n"}), END)), ("error", "wrong-arguments", "nodes.a.input_map")),
    (straight(nodes=(node("a", "both", {"n": "n"}), END)), ("error", "wrong-arguments", "nodes.a.input_map")),
    (straight(nodes=(INC, node("b"), END)), ("warning", "unreachable", "nodes.b")),
    (straight(edge("a", "b"), edge("a", "z", "state['n'] == 1"), nodes=(INC, node("b"), END)), ("error", "dead-end", "nodes.b")),
    (straight(edge("a", "z", on_failure=True)), ("warning", "dead-end", "nodes.a")),
    (straight(edge("a", "a")), ("error", "endless", "terminal")),
    (straight(edge("a", "a")), ("error", "endless-cycle", "nodes.a")),
    (straight(edge("a", "z", "state['k'] > 1"), edge("a", "a")), ("warning", "unbounded-cycle", "nodes.a")),
    (straight(edge("a", "z"), edge("a", "a", on_failure=True)), ("warning", "unbounded-cycle", "nodes.a")),
    (straight(edge("a", "z"), edge("z", "a")), ("warning", "after-end", "edges.1")),
    (straight(edge("a", "z", "state['n'] < 1 and state['n'] > 1"), edge("a", "z")), ("warning", "never", "edges.0.condition")),
    (straight(edge("a", "z"), edge("a", "a", "state['n'] < 1")), ("warning", "shadowed", "edges.1.condition")),
    (straight(edge("a", "z", "state['n'] is null or state['n'] is not null")), ("note", "always", "edges.0.condition")),
    (straight(edge("a", "z", "len(state['n']) > 1"), edge("a", "a")), ("note", "undecided", "edges.0.condition")),
    (straight(edge("a", "z", "len(state['n'])")), ("error", "not-boolean", "edges.0.condition")),
    (straight(edge("a", "z", "state['k'] > 1")), ("error", "missing", "edges.0.condition")),
    (straight(nodes=(node("a", "inc", {"n": "m"}), END)), ("error", "missing", "nodes.a.input_map.n")),
    (straight(nodes=(node("a", "inc", map=MapOver("ns", "n")), END)), ("error", "missing", "nodes.a.map.over")),
    (straight(nodes=(node("a", "inc", {"n": "n"}, {"n": "m"}), END)), ("note", "unread", "nodes.a.output_map.n")),
    (straight(edge("a", "z"), edge("z", "a", on_failure=True)), ("warning", "needless-failure", "edges.1")),
]  # fmt: skip


@pytest.mark.parametrize(("made", "expected"), CASES)
def test_each_fault_is_found_at_its_place(made: StateGraph, expected: tuple[str, str, str]) -> None:
    """Each kind of fault is found, with its severity, at its path in the graph's JSON, and with what to do."""
    assert expected in found(made)
    severity, code, place = expected
    (finding,) = [each for each in validate(made, handlers(), ("n",)) if (each.code, each.place) == (code, place)]
    assert finding.reason
    assert finding.mend or severity == "note"


def test_the_nearest_name_is_offered() -> None:
    """A misspelt callable, node and key come with the nearest one there is."""
    misspelt = straight(edge("a", "z", "state['count'] > 1"), nodes=(node("a", "incc", {"n": "counts"}), END))
    mends = {finding.code: finding.mend for finding in validate(misspelt, handlers(), ["counts"])}
    assert mends == {"unknown-callable": "write 'inc'", "missing": "write 'counts'"}


def fork(guard: str = "state['n'] > 1") -> StateGraph:
    """Two ways from `a` to `d`, of which one writes `x`."""
    nodes = [INC, node("b", "inc", {"n": "n"}, {"n": "x"}), node("c"), node("d", "inc", {"n": "x"}, {"n": "y"})]
    return graph(nodes, [edge("a", "b", guard), edge("a", "c"), edge("b", "d"), edge("c", "d")])


def test_a_key_that_only_some_paths_write_may_be_missing() -> None:
    """A key that one of two ways writes is `perhaps-missing` behind both, and nothing where it is an input."""
    assert ("warning", "perhaps-missing", "nodes.d.input_map.n") in found(fork())
    assert found(fork(), ["n", "x"]) == set()


def test_an_edge_that_can_never_be_taken_carries_nothing() -> None:
    """What lies behind an edge that never holds is unreachable, and is not counted as a way."""
    dead = fork("state['n'] < 1 and state['n'] > 1")
    assert {("warning", "unreachable", "nodes.b"), ("error", "missing", "nodes.d.input_map.n")} <= found(dead)


def test_a_guard_that_asks_for_a_key_ensures_it() -> None:
    """Behind `'x' in state` the key is there; the guard itself may read it."""
    nodes = [INC, node("d", "inc", {"n": "x"}, {"n": "y"}), node("z")]
    made = graph(nodes, [edge("a", "d", "'x' in state and state['x'] > 1"), edge("a", "z")], {"d", "z"})
    assert found(made) == set()


def test_inputs_that_are_not_known_are_named() -> None:
    """Without inputs, each key that has to be among them is a note; nothing else is said about it."""
    assert found(straight(), None) == {("note", "input-needed", "nodes.a.input_map.n")}


def test_a_failed_node_has_written_nothing_for_sure() -> None:
    """Behind a failure edge the outputs of its node may be missing, and `_meta` is always there."""
    nodes = [
        node("a", "inc", {"n": "n"}, {"n": "x"}),
        node("b", "inc", {"n": "x"}, {"n": "y"}),
        node("c", "identity", {"m": "_meta"}),
        node("z"),
    ]
    made = graph(nodes, [edge("a", "b", on_failure=True), edge("a", "c"), edge("b", "z"), edge("c", "z")])
    assert ("warning", "perhaps-missing", "nodes.b.input_map.n") in found(made)
    assert not any(place.startswith("nodes.c") for _, _, place in found(made))


def test_an_inner_cycle_needs_a_bound_of_its_own() -> None:
    """A counted outer loop does not bound a loop within it."""
    nodes = [INC, node("b", "inc", {"n": "k"}, {"n": "m"}), END]
    loops = [edge("a", "z", "state['n'] > 3"), edge("a", "b"), edge("b", "b", "state['k'] > 1"), edge("b", "a")]
    assert ("warning", "unbounded-cycle", "nodes.b") in found(graph(nodes, loops), ["n", "k"])
    counted = [*loops[:2], edge("b", "b", "state['m'] > 1"), edge("b", "a")]
    assert found(graph(nodes, counted), ["n", "k"]) == set()


def test_nested_graphs_are_looked_into() -> None:
    """Findings about an inner graph say through which node; a result that it never gives is an error."""
    known = handlers()
    known.graph(replace(straight(nodes=(node("a", "inc", {"n": "m"}, {"n": "n"}), END)), name="inner"))
    outer = graph([node("o", "inner", {"n": "n"}, {"k": "k"}, kind="graph")], [])
    assert found(outer, ["n"], known) == {
        ("error", "missing", "nodes.o > inner > nodes.a.input_map.n"),
        ("error", "missing-result", "nodes.o.output_map.k"),
        ("note", "unread", "nodes.o > inner > nodes.a.output_map.n"),
    }


def test_graphs_that_contain_each_other_are_found() -> None:
    """A graph that contains itself is an error, and validation ends."""
    known = Registry()
    for name, other in (("one", "two"), ("two", "one")):
        known.graph(graph([node("a", other, kind="graph")], [], name=name))
    places = found(known.graphs["one"], [], known)
    assert places == {("error", "contains-itself", "nodes.a > two > nodes.a.callable_id")}


def test_a_long_chain_is_no_matter() -> None:
    """Thousands of nodes in a row are walked without recursion."""
    nodes = [node(f"n{number}") for number in range(3000)]
    made = graph(nodes, [edge(f"n{number}", f"n{number + 1}") for number in range(2999)])
    assert found(made) == set()


NAMES = ["a", "b", "c", "d"]
KEYS = ["n", "m", "_meta"]
GUARDS = st.sampled_from([
    "true", "state['n'] > 1", "state['n'] < 1", "state['m'] is null", "'m' in state", "state['n'] == 'x'", "false",
    "state['m'] > state['n']", "state['k'] == 1", "not true", "state.n", "len(state['n']) == 2", "state['n'] is not null",
])  # fmt: skip
CALLS = st.sampled_from(["identity", "identity", "some", "some", "breaks", "some", "gone"])


@st.composite
def graphs(draw: Any) -> StateGraph:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    read = st.dictionaries(st.sampled_from(["p", "q"]), st.sampled_from(KEYS), max_size=2)
    write = st.dictionaries(st.sampled_from(["p", "q"]), st.sampled_from(KEYS[:2] * 8 + KEYS), max_size=2)
    nodes = {name: StateNode(name, "python", draw(CALLS), draw(read), draw(write)) for name in names}
    ends = st.sampled_from([*names * 9, draw(st.sampled_from(NAMES))])
    edges = [edge(draw(ends), draw(ends), draw(GUARDS), draw(st.booleans())) for _ in range(draw(st.integers(0, 4)))]
    chain = [edge(one, other, draw(GUARDS | st.just("true"))) for one, other in pairwise(names)]
    mixed = draw(st.permutations([*edges, *chain]))
    return StateGraph("g", nodes, mixed, names[0], {names[-1], draw(ends)} if draw(st.booleans()) else {names[-1]})


RESULTS = st.sampled_from([{}, {"p": 1}, {"p": None, "q": "x"}, {"q": 0}, 3, None])


@pytest.mark.slow
@settings(max_examples=300)
@given(graphs(), st.lists(RESULTS, min_size=1, max_size=6), st.sampled_from([{}, {"n": 2}, {"n": "x", "m": None}]))
def test_a_graph_without_errors_runs(made: StateGraph, results: list[Any], inputs: dict[str, Any]) -> None:
    """Whatever handlers give, a graph without errors is never refused, takes no edge that is said to be dead and no
    node that is said to be unreachable; a key said to be there is there."""

    def breaks(**_: Any) -> Any:
        raise ValueError("no luck")

    pending = iter(results * 10)
    known = registry(some=lambda **_: next(pending), breaks=breaks)
    findings = validate(made, known, inputs)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return
    dead = {finding.place.split(".")[1] for finding in findings if finding.code in ("never", "shadowed", "after-end")}
    unreachable = {finding.place.split(".")[1] for finding in findings if finding.code == "unreachable"}
    missing = {finding.place for finding in findings if finding.code == "perhaps-missing"}
    try:
        trace = run_stategraph(made, inputs, registry=known, max_steps=30).trace
    except StateGraphError as error:
        trace = error.trace
        if type(error).__name__ == "MissingInput":
            assert any(place.startswith(f"nodes.{error.node}.") for place in missing)
    assert unreachable.isdisjoint(trace.path)
    assert dead.isdisjoint(str(step.edge) for step in trace.steps)


@settings(max_examples=200)
@given(graphs())
def test_an_error_that_keeps_a_run_from_starting_is_always_found(made: StateGraph) -> None:
    """Whatever a run refuses before its first step, validation has found."""
    known = registry(some=lambda **_: {}, breaks=lambda **_: {})
    try:
        run_stategraph(made, {"n": 1}, registry=known, max_steps=1)
    except StateGraphError:
        return
    except PramanaError:
        assert any(finding.severity is Severity.ERROR for finding in validate(made, known, {"n"}))


def test_a_fault_hides_no_other_and_brings_none_of_its_own() -> None:
    """Guards that do not compile, unknown nodes and missing callables leave everything else to be found; what would
    only follow from them is not said."""
    lost = node("lost", "inc", {"n": "absent"}, {"n": "n"})
    made = straight(
        edge("a", "z", "state['n'] >"),
        edge("a", "nowhere"),
        edge("z", "a", "state['n'] > 3 and state['n'] < 2"),
        nodes=(INC, lost, END),
    )
    assert found(made) == {
        ("error", "guard-refused", "edges.0.condition"),
        ("error", "unknown-node", "edges.1.dst"),
        ("warning", "after-end", "edges.2"),
    }
    unread = straight(
        edge("a", "b", "nonsense("),
        edge("b", "z", "state['m'] == 1"),
        nodes=(INC, node("b", "none", {"n": "k"}), END),
    )
    assert found(unread) == {
        ("error", "guard-refused", "edges.0.condition"),
        ("error", "unknown-callable", "nodes.b.callable_id"),
        ("error", "missing", "nodes.b.input_map.n"),
        ("error", "missing", "edges.1.condition"),
    }


def test_each_finding_comes_once() -> None:
    """A graph that two nodes run is told of under the first of them; no finding is repeated."""
    known = handlers()
    inner = graph([node("i", "none", {"n": "n"}, {"n": "n"})], [], name="inner")
    known.graph(inner)
    twice = [node(name, "inner", {"n": "n"}, {"n": "n"}, kind="graph") for name in ("a", "b")]
    findings = validate(graph([*twice, END], [edge("a", "b"), edge("b", "z")]), known, ["n"])
    assert [(each.code, each.place) for each in findings] == [
        ("unknown-callable", "nodes.a > inner > nodes.i.callable_id")
    ]


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from("azx"), st.sampled_from("azx"), st.sampled_from(["true", "state[", "1 > 2"])))
)
def test_any_mixture_of_faults_is_reported_without_repetition(edges: list[tuple[str, str, str]]) -> None:
    """Whatever is wrong together, every broken edge and every refused guard is named, each finding once."""
    made = straight(*(edge(*each) for each in edges))
    findings = validate(made, handlers(), ["n"])
    assert len(findings) == len(set(findings))
    refused = {f"edges.{index}.condition" for index, each in enumerate(edges) if each[2] == "state["}
    assert {each.place for each in findings if each.code == "guard-refused"} == refused
    unknown = {(index, end) for index, each in enumerate(edges) for end in (0, 1) if each[end] == "x"}
    assert len([each for each in findings if each.code == "unknown-node"]) == len(unknown)
