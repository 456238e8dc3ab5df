"""A state is the run's own: whatever a handler does with its arguments and results, the trace and a resume say the same."""

from __future__ import annotations

import collections
import enum
import threading
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from stategraphs import edge, graph, node, registry

from pramana.canonical import canonical
from pramana.errors import ArgumentChanged, CanonicalError, InputError, NodeFailed, StateGraphError
from pramana.stategraph import (
    Bare,
    Checkpoints,
    MapOver,
    Registry,
    Retry,
    StateGraph,
    WorkflowTrace,
    run_batch,
    run_stategraph,
)
from pramana.stategraph.values import copy_of, same_json, state_value
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA

START = {"n": 0, "log": [], "deep": {"a": [{"b": []}]}}
KEYS = {"n": "n", "log": "log", "deep": "deep"}
KEPT: list[Any] = []
"""What handlers keep from step to step."""


class Stop(Exception):
    """Ends a run in the middle, as a kill would."""


def looped(turns: int = 4) -> StateGraph:
    nodes = [node("a", "work", KEYS, KEYS), node("z")]
    return graph(nodes, [edge("a", "z", f"state['n'] >= {turns}"), edge("a", "a")])


def honest(n: int, log: list[Any], deep: dict[str, Any]) -> dict[str, Any]:
    return {"n": n + 1, "log": [*log, n], "deep": deep}


def returns_changed(n: int, log: list[Any], deep: dict[str, Any]) -> dict[str, Any]:
    log.append(n)
    return {"n": n + 1, "log": log, "deep": deep}


def changes_nested(n: int, log: list[Any], deep: dict[str, Any]) -> dict[str, Any]:
    deep["a"][0]["b"].append(n)
    return {"n": n + 1, "log": log, "deep": deep}


def changes_later(n: int, log: list[Any], deep: dict[str, Any]) -> dict[str, Any]:
    for kept in KEPT:
        kept.append("later")
    result = [*log, n]
    KEPT.extend([result, log, deep["a"]])
    return {"n": n + 1, "log": result, "deep": deep}


def returns_one_list_always(n: int, log: list[Any], deep: dict[str, Any]) -> dict[str, Any]:
    KEPT[:] = [*log, n]
    return {"n": n + 1, "log": KEPT, "deep": {"a": KEPT, "b": KEPT}}


def drops_change(n: int, log: list[Any], deep: dict[str, Any]) -> dict[str, Any]:
    log.append(n)
    return {"n": n + 1, "log": [n], "deep": deep}


def uninterrupted(handler: Callable[..., Any]) -> WorkflowTrace:
    KEPT.clear()
    return run_stategraph(looped(), START, registry=registry(work=handler)).trace


def interrupted(handler: Callable[..., Any], at: int) -> WorkflowTrace:
    """Return the trace of a run that ended before its step `at`, and was resumed in another database."""
    KEPT.clear()
    calls = iter(range(100))

    def failing(**arguments: Any) -> Any:
        if next(calls) == at:
            raise Stop
        return handler(**arguments)

    with Database(None, [TRACE_SCHEMA]) as database:
        with pytest.raises(NodeFailed):
            anyio.run(Checkpoints(database, registry(work=failing)).run, looped(), START)
        KEPT.clear()
        return anyio.run(Checkpoints(database, registry(work=handler)).resume, 1).trace


CAREFUL = [honest, returns_changed, changes_nested, changes_later, returns_one_list_always]


@pytest.mark.parametrize("handler", CAREFUL)
def test_a_trace_is_true_whatever_a_handler_does_with_its_values(handler: Callable[..., Any]) -> None:
    """The log grows by one item a step in every snapshot, live, read back from JSON, and after a resume at any step."""
    live = uninterrupted(handler)
    document = live.to_dict()
    back = WorkflowTrace.from_dict(document)
    assert [canonical(step.after) for step in back.steps] == [canonical(step.after) for step in live.steps]
    assert [step["hash_after"] for step in document["steps"]] == [step.hash_after for step in back.steps]
    for at in range(4):
        resumed = interrupted(handler, at)
        assert canonical(resumed.final) == canonical(live.final)
        assert [step.hash_after for step in resumed.steps] == [step.hash_after for step in live.steps]
    if handler is not changes_nested:
        assert [len(step.after["log"]) for step in live.steps] == [1, 2, 3, 4, 4]


def test_a_change_that_is_not_returned_is_refused_with_the_names() -> None:
    """`log.append(n)` alone would be lost; the message has the node, the callable and the argument."""
    with pytest.raises(
        ArgumentChanged, match="node 'a': the python callable 'work' changed its argument 'log' in place"
    ):
        uninterrupted(drops_change)


LOST: list[Callable[[Any], Any]] = [
    lambda log: log.append(1),
    lambda log: log.clear(),
    lambda log: log[0]["x"].append(1),
    lambda log: log[0].update(y=1),
    lambda log: log.__setitem__(1, True),
    lambda log: log.__setitem__(1, 1.0),
    lambda log: log.reverse(),
    lambda log: log[0].pop("x"),
    lambda log: (log.append(1), {"other": list(log)[:1]})[1],
]


@pytest.mark.parametrize("change", LOST)
@pytest.mark.parametrize("more", [{}, {"retry": Retry(attempts=3, backoff=0)}, {"timeout": 5.0}])
def test_every_lost_change_is_refused_at_its_step(change: Callable[[Any], Any], more: dict[str, Any]) -> None:
    """In place, however deep, also of 1 to true; on every way of calling; a retry would do the same again."""
    one = graph([node("a", "work", {"log": "log"}, **more)], [])
    with pytest.raises(ArgumentChanged) as caught:
        run_stategraph(one, {"log": [{"x": []}, 1]}, registry=registry(work=change))
    assert caught.value.trace.steps[0].attempts == 1
    assert caught.value.state["log"] == [{"x": []}, 1]


def test_an_async_handler_is_held_to_the_same() -> None:
    """Also where the change is made after a wait."""

    async def work(log: list[int]) -> None:
        await anyio.lowlevel.checkpoint()
        log.append(1)

    with pytest.raises(ArgumentChanged):
        run_stategraph(graph([node("a", "work", {"log": "log"})], []), {"log": []}, registry=registry(work=work))


def test_a_refused_change_takes_the_failure_edge() -> None:
    """It is the node's failure; the state is as it was before."""
    nodes = [node("a", "work", {"log": "log"}, {"log": "log"}), node("z")]
    made = registry(work=lambda log: log.append(1))
    result = run_stategraph(graph(nodes, [edge("a", "z", on_failure=True)]), {"log": [0]}, registry=made)
    assert (result.state["log"], result.state["_meta"]["error"]["type"]) == ([0], "ArgumentChanged")


def test_each_attempt_gets_the_values_anew() -> None:
    """What a failed attempt changed is not there at the next one."""
    seen: list[list[int]] = []

    def work(log: list[int]) -> dict[str, Any]:
        seen.append(list(log))
        log.append(9)
        if len(seen) < 3:
            raise ValueError
        return {"log": log}

    one = graph([node("a", "work", {"log": "log"}, {"log": "log"}, retry=Retry(backoff=0))], [])
    assert run_stategraph(one, {"log": [0]}, registry=registry(work=work)).state["log"] == [0, 9]
    assert seen == [[0], [0], [0]]


def test_the_items_of_a_map_share_nothing() -> None:
    """Neither an argument that all of them get, nor a result that the handler returns every time."""
    shared: list[int] = []

    def work(item: int, log: list[int]) -> dict[str, Any]:
        shared.append(item)
        log.append(item)
        return {"shared": shared, "log": log}

    mapped = node(
        "a", "work", {"log": "log"}, {"shared": "shared", "log": "logs"}, map=MapOver("items", "item", concurrency=1)
    )
    state = run_stategraph(graph([mapped], []), {"items": [1, 2, 3], "log": [0]}, registry=registry(work=work)).state
    assert state["shared"] == [[1], [1, 2], [1, 2, 3]]
    assert state["logs"] == [[0, 1], [0, 2], [0, 3]]


def test_runs_of_a_batch_and_their_caller_share_nothing() -> None:
    """One inputs object for three runs; what the caller changes in inputs and results changes no trace."""
    inputs = {"log": [0]}
    one = graph([node("a", "work", {"log": "log"}, {"log": "log"})], [])
    made = registry(work=lambda log: {"log": [*log, 1]})
    results = [each for each in run_batch(one, [inputs] * 3, registry=made) if not isinstance(each, StateGraphError)]
    inputs["log"].append("caller")
    for each in results:
        each.state["log"].append("caller")  # type: ignore[index]
        assert each.trace.initial["log"] == [0]
        assert each.trace.final["log"] == [0, 1]


def test_a_nested_graph_has_a_state_of_its_own() -> None:
    """Its handlers cannot reach the outer state, nor the outer ones its snapshots."""
    made = registry(work=lambda log: {"log": log} if log.append(1) is None else {})
    made.graph(graph([node("i", "work", {"log": "log"}, {"log": "log"})], [], name="inner"))
    outer = node("a", "inner", {"log": "log"}, {"log": "more"}, kind="graph")
    trace = run_stategraph(graph([outer], [], name="outer"), {"log": [0]}, registry=made).trace
    assert (trace.final["log"], trace.final["more"]) == ([0], [0, 1])
    assert trace.steps[0].inner[0].initial["log"] == [0]


def test_a_value_that_passes_through_is_not_recorded_as_changed() -> None:
    """`identity`, and a handler that returns an argument as it was given."""
    made = registry(work=lambda docs, n: {"docs": docs, "n": n + 1})
    both = {"docs": "docs", "n": "n"}
    nodes = [node("a", "work", both, both), node("b", "identity", both, both)]
    trace = run_stategraph(graph(nodes, [edge("a", "b")]), {"docs": [{"t": "x"}], "n": 0}, registry=made).trace
    assert [sorted(step["changed"]) for step in trace.to_dict()["steps"]] == [["n"], []]
    assert trace.steps[0].before["docs"] is trace.steps[1].after["docs"]


class Colour(enum.StrEnum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Point(BaseModel):
    x: int
    at: tuple[int, ...] = ()


class Real(float):
    pass


NORMAL: list[tuple[Any, Any]] = [
    ((1, (2,)), [1, [2]]),
    (Colour.RED, "red"),
    (Level.HIGH, 3),
    (Real(1.5), 1.5),
    ({Colour.RED: Colour.RED}, {"red": "red"}),
    (Point(x=1, at=(1, 2)), {"at": [1, 2], "x": 1}),
    ([Point(x=1)], [{"at": [], "x": 1}]),
    (collections.OrderedDict(b=1, a=2), {"a": 2, "b": 1}),
    (collections.defaultdict(list, a=[1]), {"a": [1]}),
    (MappingProxyType({"a": [1]}), {"a": [1]}),
    (collections.namedtuple("Pair", "a b")(1, [2]), [1, [2]]),
]


@pytest.mark.parametrize(("value", "kept"), NORMAL)
def test_what_is_kept_is_plain_json_live_as_after_a_resume(value: Any, kept: Any) -> None:
    """The next node sees the same types whether or not the run was resumed in between."""
    result = run_stategraph(
        graph([node("a", "work", {}, {"v": "v"})], []), {"in": value}, registry=registry(work=lambda: Bare(value))
    )
    assert canonical(result.trace.final["v"]) == canonical(result.trace.final["in"]) == canonical(kept)
    assert type(result.trace.final["v"]) is type(kept)
    assert str(result.trace.final["v"]) == str(kept)


def ring() -> list[Any]:
    made: list[Any] = []
    made.append(made)
    return made


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def numbers() -> Iterator[int]:
    yield 1


UNKEPT: list[Any] = [
    {1, 2}, b"x", object(), numbers(), (i for i in "ab"), range(3), iter([]), {}.keys(), open, Registry,
    float("nan"), float("inf"), "\ud800", {"a": {"\ud800": 1}}, {1: 2}, {None: 1}, 10**5000, 1j, ring(), deep(101), deep(5_000),
    [[[{"a": [{1}]}]]], anyio.Path("x"), threading.Lock(), collections.deque([1]),
]  # fmt: skip


@pytest.mark.parametrize("value", UNKEPT, ids=lambda value: type(value).__name__)
def test_what_is_not_json_fails_the_node_with_the_names(value: Any) -> None:
    """As a result in a list, bare, of an item, and as an input: one typed error, naming the callable and the key."""
    for result in (Bare(value), {"v": value}, {"v": [value]}):
        made = registry(work=lambda result=result: result)
        with pytest.raises(NodeFailed, match="what the python callable 'work' returned cannot be kept: v"):
            run_stategraph(graph([node("a", "work", {}, {"v": "v"})], []), {}, registry=made)
    mapped = node("a", "work", {}, {"v": "v"}, map=MapOver("items", "item", tolerate=1, failures="failed"))
    made = registry(work=lambda item: {"v": item if item else value})
    state = run_stategraph(graph([mapped], []), {"items": [0, 1]}, registry=made).state
    assert (state["v"], state["failed"][0]["error"]) == ([None, 1], "CanonicalError")
    with pytest.raises(InputError, match="The state of a graph is JSON"):
        run_stategraph(graph([node("a")], []), {"v": value})


@pytest.mark.parametrize("inputs", [None, [], "x", 3])
def test_inputs_that_are_no_object_are_refused(inputs: Any) -> None:
    """With a typed error, nothing called."""
    with pytest.raises(InputError, match="are an object"):
        run_stategraph(graph([node("a")], []), inputs)


def test_a_generator_is_refused_when_it_is_registered() -> None:
    """Calling one does nothing, so a node without outputs would be skipped in silence."""

    async def stream() -> Any:
        yield 1

    for handler in (numbers, stream):
        with pytest.raises(InputError, match="is a generator"):
            Registry().python("work", handler)


def test_an_error_message_that_is_no_text_is_kept() -> None:
    """A lone surrogate in what a handler raised is written as an escape."""

    def work() -> None:
        raise ValueError("\ud800")

    nodes = [node("a", "work"), node("z")]
    with Database(None, [TRACE_SCHEMA]) as database:
        runs = Checkpoints(database, registry(work=work))
        _, result = anyio.run(runs.run, graph(nodes, [edge("a", "z", on_failure=True)]), {})
    assert result.state["_meta"]["error"]["message"] == "ValueError: \\ud800"


@pytest.mark.parametrize("document", [None, [], 3, "x", {"name": None}, {"nodes": []}, {1: 2}])
def test_a_document_that_is_no_graph_is_refused(document: Any) -> None:
    """With a typed error that says what is wrong."""
    with pytest.raises(InputError, match="Invalid StateGraph"):
        StateGraph.from_dict(document)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60)
@given(JSON, JSON)
def test_copies_are_the_same_json_and_share_no_container(value: Any, other: Any) -> None:
    """`state_value` and `copy_of` keep the JSON; `same_json` is equality of canonical JSON."""
    try:
        kept = state_value(value, "v")
    except CanonicalError:  # a lone surrogate
        return
    copy = copy_of(kept)
    assert canonical(kept) == canonical(value) == canonical(copy)
    assert same_json(kept, copy)
    assert not containers(kept) & containers(value)
    assert not containers(kept) & containers(copy)
    assert same_json(kept, other) == (canonical(kept) == canonical(other))


def containers(value: Any) -> set[int]:
    if isinstance(value, Mapping):
        return {id(value)}.union(*map(containers, value.values()))
    return {id(value)}.union(*map(containers, value)) if isinstance(value, list) else set()
