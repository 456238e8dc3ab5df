"""Clustering: free-form runs become a graph that goes the ways they went."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.errors import InputError, RunRepeats
from pramana.expr.formula import compile_formula
from pramana.mining import (
    TranscriptAction,
    align_sequences,
    cluster,
    guard_formula,
    learn_tree,
    trace_of_actions,
    tree_label,
)
from pramana.mining.trees import labels_of
from pramana.stategraph import Registry, StateGraph, run_stategraph
from pramana.trace import WorkflowTrace, trace_of


def run(score: int, unit: str, tries: int) -> WorkflowTrace:
    """A free-form run: look up (again while it fails), convert where the unit is another, then decide by the score."""
    actions = [TranscriptAction("look", {"word": "w"}, error="error: busy") for _ in range(tries)]
    actions.append(TranscriptAction("look", {"word": "w"}, {"score": score, "unit": unit}))
    if unit != "mg":
        actions.append(TranscriptAction("convert", {"value": score}, {"unit": "mg"}))
    verdict = "high" if score >= 10 else "low"
    actions.append(TranscriptAction(verdict, {"score": score}, {"advice": verdict * 2}))
    actions.append(TranscriptAction("finish", {"answer": verdict * 2}))
    return trace_of_actions("r", {"word": "w"}, actions)


def runs(count: int, seed: int = 7) -> list[WorkflowTrace]:
    chance = random.Random(seed)
    return [
        run(chance.randrange(20), chance.choice(["mg", "g", "kg"]), chance.choice([0, 0, 1, 2])) for _ in range(count)
    ]


def test_graph_goes_the_ways_that_the_traces_went() -> None:
    """Guards are found in the states, retries become a failure edge, and traces never seen are reproduced."""
    found = cluster(runs(160))
    assert (found.training.traces, found.held_out.traces) == (120, 40)
    assert (found.training.share, found.held_out.share) == (1.0, 1.0)
    expressions = {(e.src, e.dst): (e.condition.expr, e.on_failure) for e in found.graph.edges}
    assert expressions["look", "look"] == ("true", True)
    assert expressions["high", "finish"] == ("true", False)
    branch = next(each for each in found.branches if each.node == "look")
    assert (set(branch.targets), branch.samples) == ({"convert", "high", "low"}, branch.agreement)
    assert found.graph.terminal == {"finish"}
    assert found.inputs == ("word",)
    assert found.unbound == {}


def test_learned_graph_runs() -> None:
    """With handlers for its actions it gives the answers that the traces gave, by its own guards and bindings."""
    graph = StateGraph.from_dict(cluster(runs(160)).graph.to_dict())
    for score, unit in [(3, "mg"), (17, "kg"), (10, "g")]:
        registry = Registry()
        registry.python("look", lambda word, s=score, u=unit: {"score": s, "unit": u})
        registry.python("convert", lambda value: {"unit": "mg"})
        registry.python("high", lambda score: {"advice": "highhigh"})
        registry.python("low", lambda score: {"advice": "lowlow"})
        result = run_stategraph(graph, {"word": "w"}, registry=registry)
        expected = run(score, unit, 0)
        assert result.trace.path == expected.path
        assert result.state["answer"] == expected.final["answer"]


def test_order_of_the_traces_does_not_matter() -> None:
    """The same traces, shuffled and read back from JSON, give the same graph, to the byte."""
    traces = runs(16)
    shuffled = [trace_of(trace.to_dict()) for trace in traces]
    random.Random(3).shuffle(shuffled)
    assert cluster(traces).graph.to_dict() == cluster(shuffled).graph.to_dict()
    assert cluster(traces).as_json() == cluster(shuffled).as_json()


def test_action_in_two_roles_is_split() -> None:
    """Where states cannot tell, the place in the aligned traces does: the second `ask` is another node."""
    one = [
        TranscriptAction("ask", {}, {}),
        TranscriptAction("store", {}, {}),
        TranscriptAction("ask", {}, {}),
        TranscriptAction("finish", {"answer": 1}),
    ]
    found = cluster([trace_of_actions("t", {}, one) for _ in range(4)], held_out=0)
    assert found.training.share == 1.0
    assert sorted(found.graph.nodes) == ["ask", "ask_2", "finish", "store"]


def test_what_states_do_not_tell_is_not_covered() -> None:
    """A way that hangs on nothing recorded is reported as such, not hidden."""
    ways = [
        [TranscriptAction("ask", {}, 1), TranscriptAction(name, {}, 1)] for name in ("left", "right", "left", "right")
    ]
    found = cluster([trace_of_actions("t", {}, actions) for actions in ways], held_out=0)
    assert (found.training.traces, found.training.reproduced) == (4, 2)
    assert found.branches[0].agreement == 2


def test_traces_that_begin_and_end_in_several_ways() -> None:
    """They get a node before and a node behind, with guards."""
    a = trace_of_actions("t", {"kind": "a"}, [TranscriptAction("one", {}, {"ok": True})])
    b = trace_of_actions(
        "t",
        {"kind": "b"},
        [TranscriptAction("two", {}, 2), TranscriptAction("one", {}, {"ok": False}), TranscriptAction("two", {}, 3)],
    )
    found = cluster([a, b, a, b], held_out=0)
    assert found.training.share == 1.0
    assert found.graph.start == "start"
    registry = Registry()
    registry.python("one", lambda: {"ok": True})
    registry.python("two", lambda: 2)
    assert run_stategraph(found.graph, {"kind": "a"}, registry=registry).trace.path[:2] == ["start", "one"]


def test_nothing_to_learn_from_is_refused() -> None:
    """No traces, or traces without steps, or a share that leaves nothing."""
    for traces, share in [([], 0.25), ([trace_of_actions("t", {}, [])], 0.0), (runs(2), 1.0)]:
        with pytest.raises(InputError):
            cluster(traces, held_out=share)


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=6), max_size=6))
def test_columns_hold_one_label_and_rise(sequences: list[list[str]]) -> None:
    """Along a sequence columns rise; a column has one label; equal sequences have equal columns."""
    columns = align_sequences(sequences)
    labels: dict[int, str] = {}
    for sequence, found in zip(sequences, columns, strict=True):
        assert found == sorted(set(found))
        for label, column in zip(sequence, found, strict=True):
            assert labels.setdefault(column, label) == label
    assert len({(tuple(s), tuple(c)) for s, c in zip(sequences, columns, strict=True)}) == len(
        set(map(tuple, sequences))
    )


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from(["a", "b c", "d'\n\""])
    | st.lists(st.just(1), max_size=3)
)
STATES = st.dictionaries(st.sampled_from(["x", "y z", "'", "_meta"]), VALUES, max_size=3)


@given(st.lists(st.tuples(STATES, st.sampled_from(["p", "q", "r"])), min_size=1, max_size=12), STATES)
def test_guards_say_what_the_tree_says(samples: list[tuple[dict[str, Any], str]], other: dict[str, Any]) -> None:
    """For each label the guard compiles, and in every state of the samples exactly the tree's label's guard holds."""
    tree = learn_tree(samples)
    guards = {label: compile_formula(guard_formula(tree, label), ["state"]) for label in sorted(set(labels_of(tree)))}
    for state, _ in samples:
        held = [label for label, formula in guards.items() if formula(state) is True]
        assert held == [tree_label(tree, state)]
    assert tree_label(tree, other) in {None, *guards}
    if len({label for _, label in samples}) == 1:
        assert guard_formula(tree, samples[0][1]) == "true"


def test_thresholds_words_and_lengths_are_found() -> None:
    """A number, a word of a long text and the length of a list each tell labels apart."""
    numbers = [({"n": n / 10}, "hot" if n >= 37 else "cold") for n in range(20, 60)]
    assert guard_formula(learn_tree(numbers), "hot") == 'state["n"] >= 3.7'
    texts = [
        ({"t": f"page {n} {'has a Knee' if n % 3 else 'nothing'} {n * n}"}, "yes" if n % 3 else "no") for n in range(30)
    ]
    assert guard_formula(learn_tree(texts), "yes") in ('"knee" in lower(state["t"])', '"has" in lower(state["t"])')
    lists = [({"l": [0] * n}, "few" if n < 3 else "many") for n in range(8)]
    assert guard_formula(learn_tree(lists), "many") == 'len(state["l"]) >= 3'


def two_hops(word: str, hops: int) -> WorkflowTrace:
    """A run whose action takes its argument from the question at first, and from what it found afterwards."""
    actions = [TranscriptAction("search", {"query": word, "mode": "fast"}, {"found": f"{word}1", "hops": hops})]
    for number in range(1, hops):
        left = {"found": f"{word}{number + 1}", "hops": hops - number}
        actions.append(TranscriptAction("search", {"query": f"{word}{number}", "mode": "fast"}, left))
    actions.append(TranscriptAction("finish", {"answer": f"{word}{hops}"}))
    return trace_of_actions("hops", {"question": word}, actions)


def test_an_action_bound_to_several_keys_is_split_until_it_executes() -> None:
    """One node would take its argument from the wrong key and search for the same for ever; an argument that was always
    the same is an input with its value."""
    found = cluster([two_hops(f"w{n}x", 1 + n % 3) for n in range(40)])
    assert (found.executed.share, found.executed_held_out.share) == (1.0, 1.0)
    bound = {node.input_map["query"] for name, node in found.graph.nodes.items() if name.startswith("search")}
    assert bound == {"question", "found"}
    assert (dict(found.constants), found.unbound, found.problems) == ({"mode": "fast"}, {}, {})


def test_a_run_that_would_loop_is_refused_with_the_reason() -> None:
    """Held out, a run whose argument no key holds is named with why it cannot be executed; it counts as not followed."""
    odd = trace_of_actions(
        "odd", {"question": "q"}, [TranscriptAction("search", {"query": "made up", "mode": "fast"}, {})]
    )
    found = cluster([two_hops(f"w{n}x", 1 + n % 3) for n in range(9)] + [odd], held_out=0)
    assert found.executed.reproduced == 9
    again = StateGraph.from_dict(found.graph.to_dict())
    assert again.no_repetition
    registry = Registry()
    registry.python("search", lambda query, mode: {"found": "here", "hops": 2})
    registry.python("finish", lambda answer: {"answer": answer})
    with pytest.raises(RunRepeats, match="would repeat itself for ever"):
        run_stategraph(again, {"question": "here", "mode": "fast"}, registry=registry)
