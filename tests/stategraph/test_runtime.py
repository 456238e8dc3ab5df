"""What a run of a graph does: the seed's six steps, failures and their edges, retries, maps, nested graphs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pramana.errors import (
    BudgetExceeded,
    GuardFailed,
    InputError,
    MapFailed,
    MissingInput,
    MissingResult,
    NodeFailed,
    NoMatchingEdge,
    TooManySteps,
    UnknownName,
)
from pramana.stategraph import (
    Bare,
    MapOver,
    Registry,
    Retry,
    StateCondition,
    StateEdge,
    StateGraph,
    StateNode,
    arun_stategraph,
    run_batch,
    run_stategraph,
)
from pramana.stategraph.calling import pause


def node(
    name: str, call: str = "", inputs: dict[str, str] | None = None, outputs: dict[str, str] | None = None, **more: Any
) -> StateNode:
    kind = more.pop("kind", "python")
    return StateNode(name, kind, call or name, inputs or {}, outputs or {}, **more)


def edge(src: str, dst: str, guard: str = "true", on_failure: bool = False) -> StateEdge:
    return StateEdge(src, dst, StateCondition(guard), on_failure)


def graph(
    nodes: list[StateNode], edges: list[StateEdge], terminal: set[str] | None = None, name: str = "g"
) -> StateGraph:
    return StateGraph(name, {n.node_id: n for n in nodes}, edges, nodes[0].node_id, terminal or {nodes[-1].node_id})


def counting(results: list[Any]) -> Any:
    """Return a handler that gives the results one after the other; an exception among them is raised."""
    pending = iter(results)

    def handler(**_: Any) -> Any:
        result = next(pending)
        if isinstance(result, Exception):
            raise result
        return result

    return handler


def registry(**handlers: Any) -> Registry:
    made = Registry()
    for name, handler in handlers.items():
        made.python(name, handler)
    return made


def failing(**_: Any) -> Any:
    raise ValueError("no luck")


def test_a_run_writes_outputs_and_follows_the_first_true_guard() -> None:
    """Arguments come from state keys, results go to state keys, and of several true guards the first written wins."""
    made = registry(double=lambda n: {"twice": 2 * n})
    edges = [edge("a", "low", "state['m'] < 0"), edge("a", "first", "state['m'] == 10"), edge("a", "second")]
    nodes = [
        node("a", "double", {"n": "x"}, {"twice": "m"}),
        *(node(name, "identity") for name in ("low", "first", "second")),
    ]
    result = run_stategraph(graph(nodes, edges, {"first", "second"}), {"x": 5}, registry=made)
    assert result.state["m"] == 10
    assert result.trace.path == ["a", "first"]
    assert [step.edge for step in result.trace.steps] == [1, None]


def test_a_terminal_node_is_carried_out_and_ends_the_run() -> None:
    """A terminal node writes its outputs; its outgoing edges are not looked at."""
    made = registry(one=lambda: {"v": 1})
    result = run_stategraph(graph([node("t", "one", {}, {"v": "v"})], [edge("t", "t")]), {}, registry=made)
    assert (result.state["v"], result.trace.path) == (1, ["t"])


@pytest.mark.parametrize(
    ("result", "expected"), [(7, 7), ([1, 2], [1, 2]), (None, None), (Bare({"a": 1}), {"a": 1}), ({"out": 3}, 3)]
)
def test_a_result_that_is_no_mapping_is_the_value_of_the_one_output(result: Any, expected: Any) -> None:
    """A bare value binds directly where the node has one output; a mapping binds by key."""
    made = registry(give=lambda: result)
    assert run_stategraph(graph([node("a", "give", {}, {"out": "v"})], []), {}, registry=made).state["v"] == expected


def test_identity_of_one_argument_is_its_value_even_where_that_is_a_mapping() -> None:
    """`identity` hands on its one argument whole."""
    only = graph([node("done", "identity", {"score": "score"}, {"answer": "answer"})], [])
    assert run_stategraph(only, {"score": {"a": 1}}).state["answer"] == {"a": 1}


def test_a_snapshot_never_changes() -> None:
    """Every step keeps the state before and after it, by content hash too; inputs stay as they were."""
    made = registry(inc=lambda n: {"n": n + 1})
    loop = graph(
        [node("a", "inc", {"n": "n"}, {"n": "n"}), node("z", "identity")],
        [edge("a", "z", "state['n'] > 2"), edge("a", "a")],
    )
    inputs = {"n": 0}
    trace = run_stategraph(loop, inputs, registry=made).trace
    assert inputs == {"n": 0}
    assert [step.before["n"] for step in trace.steps] == [0, 1, 2, 3]
    assert [step.hash_after for step in trace.steps[:-1]] == [step.hash_before for step in trace.steps[1:]]
    assert trace.meta["path"] == ["a", "a", "a", "z"]
    assert trace.meta["graph_hash"] == loop.hash


def test_a_failed_node_follows_failure_edges_alone() -> None:
    """After a failure only `on_failure` edges are looked at, and the state says what failed; outputs are not written."""
    nodes = [node("a", "failing", {}, {"v": "v"}), node("b", "identity"), node("c", "identity")]
    edges = [edge("a", "b"), edge("a", "c", "state['_meta']['error']['type'] == 'ValueError'", on_failure=True)]
    result = run_stategraph(graph(nodes, edges, {"b", "c"}), {}, registry=registry(failing=failing))
    assert result.trace.path == ["a", "c"]
    assert "v" not in result.state
    assert result.state["_meta"]["error"] == {"node": "a", "type": "ValueError", "message": "ValueError: no luck"}


def test_a_node_that_succeeds_does_not_follow_failure_edges() -> None:
    """After a success failure edges are not looked at."""
    nodes = [node("a", "identity"), node("b", "identity"), node("c", "identity")]
    result = run_stategraph(graph(nodes, [edge("a", "c", on_failure=True), edge("a", "b")], {"b", "c"}), {})
    assert result.trace.path == ["a", "b"]


CASES = [
    (node("a", "identity", {"x": "absent"}), "true", MissingInput, "the state has no 'absent'"),
    (node("a", "empty", {}, {"r": "v"}), "true", MissingResult, "its result has no 'r', but []"),
    (node("a", "pair", {}, {"r": "v", "s": "w"}), "true", MissingResult, "its result has no 'r', but int"),
    (node("a", "failing"), "true", NodeFailed, "ValueError: no luck"),
    (node("a", "empty"), "state['absent'] > 1", GuardFailed, "the guard of the edge to 'z': MissingKey"),
    (node("a", "empty"), "1", GuardFailed, "neither true nor false, but 1"),
    (node("a", "empty"), "false", NoMatchingEdge, "no edge that leaves it"),
]


@pytest.mark.parametrize(("first", "guard", "kind", "problem"), CASES)
def test_each_way_to_fail_has_its_error_and_can_be_routed(
    first: StateNode, guard: str, kind: Any, problem: str
) -> None:
    """Each failure is a StateGraphError of its own with node, state and trace, and an `on_failure` edge takes it."""
    made = registry(empty=dict, pair=lambda: 3, failing=failing)
    nodes = [first, node("z", "identity"), node("saved", "identity")]
    with pytest.raises(kind, match="node 'a'") as caught:
        run_stategraph(graph(nodes, [edge("a", "z", guard)], {"z"}), {"k": 1}, registry=made)
    assert problem in caught.value.problem
    assert (caught.value.node, caught.value.state["k"]) == ("a", 1)
    assert caught.value.trace.path == ["a"]
    routed = graph(nodes, [edge("a", "z", guard), edge("a", "saved", on_failure=True)], {"z", "saved"})
    assert run_stategraph(routed, {"k": 1}, registry=made).trace.path == ["a", "saved"]


def test_a_run_takes_no_more_than_its_steps() -> None:
    """A cycle without an end stops after `max_steps` steps, the default being 1,000."""
    with pytest.raises(TooManySteps) as caught:
        run_stategraph(_endless(), {})
    assert len(caught.value.trace.steps) == 1_000


def _endless() -> StateGraph:
    return graph([node("a", "identity"), node("z", "identity")], [edge("a", "a")])


def test_a_budget_ends_the_run_and_no_edge_can_take_it() -> None:
    """BudgetExceeded passes through: the run can be resumed, so no failure edge swallows it."""
    made = registry(broke=counting([BudgetExceeded("spent")]))
    nodes = [node("a", "broke"), node("z", "identity")]
    with pytest.raises(BudgetExceeded):
        run_stategraph(graph(nodes, [edge("a", "z", on_failure=True)]), {}, registry=made)


def test_a_node_is_tried_again_as_often_as_it_says() -> None:
    """`attempts` counts the first call; only errors that are named are tried again."""
    retry = Retry(attempts=3, backoff=0, errors=["OSError"])
    made = registry(shaky=counting([ConnectionError("1"), TimeoutError("2"), 5]), wrong=counting([ValueError("no"), 5]))
    result = run_stategraph(graph([node("a", "shaky", {}, {"v": "v"}, retry=retry)], []), {}, registry=made)
    assert (result.state["v"], result.trace.steps[0].attempts) == (5, 3)
    with pytest.raises(NodeFailed) as caught:
        run_stategraph(graph([node("a", "wrong", retry=retry)], []), {}, registry=made)
    assert caught.value.trace.steps[0].attempts == 1


def test_waits_between_attempts_grow_and_repeat_exactly() -> None:
    """The n-th wait is backoff × factor^(n-1), at most `longest`; jitter shortens it the same way in every run."""
    plain = Retry(backoff=1, factor=3, longest=5)
    assert [pause(plain, attempt, "p") for attempt in (1, 2, 3)] == [1, 3, 5]
    jittered = Retry(backoff=4, factor=1, jitter=0.5)
    waits = [pause(jittered, 1, place) for place in ("p", "q", "p")]
    assert waits[0] == waits[2] != waits[1]
    assert all(2 <= wait <= 4 for wait in waits)


def test_a_wait_can_be_cancelled() -> None:
    """Cancelling a run ends it in the middle of a wait."""
    made = registry(shaky=counting([OSError("1"), 5]))
    slow = graph([node("a", "shaky", retry=Retry(backoff=3600))], [])

    async def run() -> None:
        async with asyncio.timeout(0.05):
            await arun_stategraph(slow, {}, registry=made)

    with pytest.raises(TimeoutError):
        asyncio.run(run())


def test_a_node_that_takes_too_long_fails() -> None:
    """A node past its timeout fails as NodeTimedOut, which can be routed."""

    async def sleep() -> None:
        await asyncio.sleep(60)

    made = registry(sleep=sleep)
    nodes = [node("a", "sleep", timeout=0.02), node("z", "identity")]
    result = run_stategraph(graph(nodes, [edge("a", "z", on_failure=True)]), {}, registry=made)
    assert result.state["_meta"]["error"]["type"] == "NodeTimedOut"


def test_a_mapped_node_gives_lists_in_order() -> None:
    """A mapped node is called once an item, several at once; results stand in the order of the items."""
    order: list[int] = []

    async def work(n: int, k: int) -> dict[str, int]:
        await asyncio.sleep(0.001 * (5 - n))
        order.append(n)
        return {"r": n * k}

    mapped = node("a", "work", {"k": "k"}, {"r": "rs"}, map=MapOver("ns", "n", concurrency=5))
    result = run_stategraph(graph([mapped], []), {"ns": [1, 2, 3, 4], "k": 10}, registry=registry(work=work))
    assert result.state["rs"] == [10, 20, 30, 40]
    assert order != [1, 2, 3, 4]


def test_a_mapped_node_keeps_what_succeeded() -> None:
    """Up to `tolerate` items may fail: their places hold null and `failures` says why; one more fails the node."""
    made = registry(half=lambda n: {"r": 10 // n})
    mapped = MapOver("ns", "n", tolerate=1, failures="bad")
    only = graph([node("a", "half", {}, {"r": "rs"}, map=mapped)], [])
    result = run_stategraph(only, {"ns": [5, 0, 2]}, registry=made)
    assert result.state["rs"] == [2, None, 5]
    assert [(f["index"], f["error"]) for f in result.state["bad"]] == [(1, "ZeroDivisionError")]
    with pytest.raises(MapFailed, match="2 of 3 items failed, the first at 0"):
        run_stategraph(only, {"ns": [0, 0, 2]}, registry=made)


def test_an_empty_list_is_mapped_to_an_empty_list() -> None:
    """Mapping over nothing gives nothing and is not a failure."""
    mapped = graph([node("a", "half", {}, {"r": "rs"}, map=MapOver("ns", "n"))], [])
    assert run_stategraph(mapped, {"ns": []}, registry=registry(half=failing)).state["rs"] == []


def test_a_graph_can_be_a_node() -> None:
    """A nested graph gets its inputs by the map, gives its last state, and its trace is kept in the step."""
    made = registry(inc=lambda n: {"n": n + 1})
    made.graph(graph([node("i", "inc", {"n": "n"}, {"n": "n"}), node("j", "identity")], [edge("i", "j")], name="inner"))
    outer = graph([node("a", "inner", {"n": "x"}, {"n": "y"}, kind="graph")], [])
    result = run_stategraph(outer, {"x": 4}, registry=made)
    assert (result.state["y"], result.state["x"]) == (5, 4)
    assert result.trace.steps[0].inner[0].path == ["i", "j"]


def test_a_graph_cannot_contain_itself() -> None:
    """Graphs that contain each other are refused before anything runs, with the way round."""
    made = Registry()
    for name, other in (("one", "two"), ("two", "one")):
        made.graph(graph([node("a", other, kind="graph")], [], name=name))
    with pytest.raises(InputError, match="one > two > one"):
        run_stategraph(made.graphs["one"], {}, registry=made)


def test_a_callable_that_is_not_registered_is_refused_before_the_run() -> None:
    """An unknown callable comes with the nearest registered one; an import path finds nothing."""
    with pytest.raises(UnknownName, match="identity"):
        run_stategraph(graph([node("a", "identify")], []), {})
    with pytest.raises(UnknownName):
        run_stategraph(graph([node("a", "os.system")], []), {})


def test_a_batch_keeps_order_and_failures() -> None:
    """Results of a batch stand in the order of its inputs, a failed run's error in its place."""
    made = registry(half=lambda n: {"r": 10 // n})
    results = run_batch(
        graph([node("a", "half", {"n": "n"}, {"r": "r"})], []), [{"n": 5}, {"n": 0}, {"n": 2}], registry=made
    )
    assert [result.state["r"] for result in results if not isinstance(result, NodeFailed)] == [2, 5]
    assert isinstance(results[1], NodeFailed)


def test_a_run_works_where_an_event_loop_runs() -> None:
    """The plain function works inside a running loop, as in a notebook, also with handlers that wait."""

    async def later(n: int) -> dict[str, int]:
        await asyncio.sleep(0)
        return {"n": n + 1}

    async def outer() -> Any:
        return run_stategraph(
            graph([node("a", "later", {"n": "n"}, {"n": "n"})], []), {"n": 1}, registry=registry(later=later)
        )

    assert asyncio.run(outer()).state["n"] == 2


def test_a_trace_is_json_both_ways() -> None:
    """A trace read back from its JSON has the same steps, states and hashes."""
    made = registry(inc=lambda n: {"n": n + 1}, failing=failing)
    nodes = [node("a", "inc", {"n": "n"}, {"n": "n"}), node("b", "failing"), node("z", "identity")]
    trace = run_stategraph(
        graph(nodes, [edge("a", "b"), edge("b", "z", on_failure=True)]), {"n": 1}, registry=made
    ).trace
    back = type(trace).from_dict(trace.to_dict())
    assert back.to_dict() == trace.to_dict()
    assert back.final == trace.final


def test_a_graph_is_json_both_ways() -> None:
    """`from_dict` gives back an equal graph, optional parts included; what is wrong is named by its field."""
    full = node(
        "a", "x", {"p": "q"}, {"r": "s"}, goal="why", retry=Retry(jitter=0.1), map=MapOver("l", "i"), timeout=2.5
    )
    whole = graph(
        [full, node("z", "identity", kind="ptool")],
        [edge("a", "z", "state['s'] == 1"), edge("a", "z", on_failure=True)],
    )
    assert StateGraph.from_dict(whole.to_dict()) == whole
    assert whole.to_dict()["terminal"] == ["z"]
    with pytest.raises(InputError, match=r"nodes\.a\.kind"):
        StateGraph.from_dict({**whole.to_dict(), "nodes": {"a": {"node_id": "a", "kind": "shell", "callable_id": "x"}}})
    with pytest.raises(InputError, match="edgez"):
        StateGraph.from_dict({**whole.to_dict(), "edgez": []})
