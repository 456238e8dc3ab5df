"""The loop of three nodes, 1,000 steps, a guard on each edge: StateGraph beside a bare loop, Burr, pydantic-graph and
LangGraph; and StateGraph with a checkpoint a step."""

from __future__ import annotations

import asyncio
import importlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

import anyio

from pramana.stategraph import (
    Checkpoints,
    Registry,
    StateCondition,
    StateEdge,
    StateGraph,
    StateNode,
    run_stategraph,
)
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA

TURNS = 333
STEPS = 3 * TURNS + 1
START = {"n": 0, "total": 0, "last": 0}
END = {"n": TURNS, "total": TURNS * (TURNS + 1) // 2, "last": TURNS}


def count(n: int) -> dict[str, int]:
    return {"n": n + 1}


def add(n: int, total: int) -> dict[str, int]:
    return {"total": total + n}


def keep(n: int) -> dict[str, int]:
    return {"last": n}


def done(last: int) -> dict[str, int]:
    return {"last": last}


def node(name: str, reads: list[str], writes: str) -> StateNode:
    return StateNode(name, "python", name, {key: key for key in reads}, {writes: writes})


GRAPH = StateGraph(
    name="loop",
    nodes={
        "count": node("count", ["n"], "n"),
        "add": node("add", ["n", "total"], "total"),
        "keep": node("keep", ["n"], "last"),
        "done": node("done", ["last"], "last"),
    },
    edges=[
        StateEdge("count", "add", StateCondition("state['n'] > 0")),
        StateEdge("add", "keep", StateCondition("state['total'] > 0")),
        StateEdge("keep", "count", StateCondition(f"state['n'] < {TURNS}")),
        StateEdge("keep", "done", StateCondition(f"state['n'] >= {TURNS}")),
    ],
    start="count",
    terminal={"done"},
)


def registry() -> Registry:
    made = Registry()
    for handler in (count, add, keep, done):
        made.python(handler.__name__, handler)
    return made


def ours() -> dict[str, Any]:
    """With the full trace: a snapshot before and after each step."""
    result = run_stategraph(GRAPH, START, registry=REGISTRY, max_steps=2 * STEPS)
    assert len(result.trace.steps) == STEPS
    return dict(result.state)


def ours_hashed() -> dict[str, Any]:
    result = run_stategraph(GRAPH, START, registry=REGISTRY, max_steps=2 * STEPS)
    assert len({step.hash_after for step in result.trace.steps}) >= STEPS - 2
    return dict(result.state)


REGISTRY = registry()


def bare() -> dict[str, Any]:
    state = dict(START)
    while True:
        state.update(count(n=state["n"]))
        if not state["n"] > 0:
            raise AssertionError
        state.update(add(n=state["n"], total=state["total"]))
        if not state["total"] > 0:
            raise AssertionError
        state.update(keep(n=state["n"]))
        if state["n"] >= TURNS:
            state.update(done(last=state["last"]))
            return state


def kept() -> Callable[[], dict[str, Any]]:
    """With each step committed to SQLite (WAL, synchronous=NORMAL) as it is done."""
    folder = tempfile.TemporaryDirectory()
    database = Database(Path(folder.name) / "runs.db", [TRACE_SCHEMA])
    checkpoints = Checkpoints(database, REGISTRY)

    def work(_: Any = folder) -> dict[str, Any]:
        _, result = anyio.run(checkpoints.run, GRAPH, START, 2 * STEPS)
        return dict(result.state)

    return work


def burr() -> Callable[[], dict[str, Any]]:
    core = importlib.import_module("burr.core")

    def action(reads: list[str], writes: list[str], handler: Callable[..., dict[str, int]]) -> Any:
        def run(state: Any) -> Any:
            return state.update(**handler(**{key: state[key] for key in reads}))

        run.__name__ = handler.__name__
        run.__annotations__ = {"state": core.State, "return": core.State}
        return core.action(reads=reads, writes=writes)(run)

    def work() -> dict[str, Any]:
        application = (
            core.ApplicationBuilder()
            .with_actions(
                count=action(["n"], ["n"], count),
                add=action(["n", "total"], ["total"], add),
                keep=action(["n"], ["last"], keep),
                done=action(["last"], ["last"], done),
            )
            .with_transitions(
                ("count", "add", core.expr("n > 0")),
                ("add", "keep", core.expr("total > 0")),
                ("keep", "count", core.expr(f"n < {TURNS}")),
                ("keep", "done", core.expr(f"n >= {TURNS}")),
            )
            .with_state(**START)
            .with_entrypoint("count")
            .build()
        )
        _, _, state = application.run(halt_after=["done"])
        return {key: state[key] for key in START}

    return work


@dataclass
class Counted:
    n: int = 0
    total: int = 0
    last: int = 0


def pydantic_graph() -> Callable[[], dict[str, Any]]:
    library = importlib.import_module("pydantic_graph")
    builder = library.GraphBuilder(state_type=Counted, output_type=int)

    async def count_step(context: Any) -> int:
        context.state.n = count(context.state.n)["n"]
        return int(context.state.n)

    async def add_step(context: Any) -> int:
        context.state.total = add(context.state.n, context.state.total)["total"]
        return int(context.state.total)

    async def keep_step(context: Any) -> int:
        context.state.last = keep(context.state.n)["last"]
        return int(context.state.n)

    async def done_step(context: Any) -> int:
        context.state.last = done(context.state.last)["last"]
        return int(context.state.last)

    counts, adds, keeps, dones = map(builder.step, (count_step, add_step, keep_step, done_step))

    def decision(*branches: tuple[Callable[[int], bool], Any]) -> Any:
        made = builder.decision()
        for test, target in branches:
            made = made.branch(builder.match(int, matches=test).to(target))
        return made

    builder.add(
        builder.edge_from(builder.start_node).to(counts),
        builder.edge_from(counts).to(decision((lambda n: n > 0, adds))),
        builder.edge_from(adds).to(decision((lambda total: total > 0, keeps))),
        builder.edge_from(keeps).to(decision((lambda n: n < TURNS, counts), (lambda n: n >= TURNS, dones))),
        builder.edge_from(dones).to(builder.end_node),
    )
    graph = builder.build()

    def work() -> dict[str, Any]:
        state = Counted()
        asyncio.run(graph.run(state=state))
        return vars(state)

    return work


class Loop(TypedDict):
    n: int
    total: int
    last: int


def langgraph() -> Callable[[], dict[str, Any]]:
    library = importlib.import_module("langgraph.graph")
    builder = library.StateGraph(Loop)
    builder.add_node("count", lambda state: count(state["n"]))
    builder.add_node("add", lambda state: add(state["n"], state["total"]))
    builder.add_node("keep", lambda state: keep(state["n"]))
    builder.add_node("done", lambda state: done(state["last"]))
    builder.add_edge(library.START, "count")
    builder.add_conditional_edges("count", lambda state: "add" if state["n"] > 0 else None, ["add"])
    builder.add_conditional_edges("add", lambda state: "keep" if state["total"] > 0 else None, ["keep"])
    builder.add_conditional_edges("keep", lambda state: "count" if state["n"] < TURNS else "done", ["count", "done"])
    builder.add_edge("done", library.END)
    graph = builder.compile()
    return lambda: dict(graph.invoke(START, {"recursion_limit": 2 * STEPS}))


def optional(make: Callable[[], Callable[[], dict[str, Any]]]) -> Callable[[], dict[str, Any]] | None:
    try:
        return make()
    except ImportError as error:
        print(f"{make.__name__} is LEFT OUT: {error} (pip install '.[bench]')", file=sys.stderr)
        return None


def seconds_a_step(work: Callable[[], dict[str, Any]], runs: int) -> list[float]:
    """Return microseconds a step of several runs."""
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        state = work()
        taken.append((time.perf_counter() - begun) / STEPS * 1e6)
        assert {key: state[key] for key in END} == END, state
    return taken


def main() -> None:
    rows: list[tuple[str, Callable[[], dict[str, Any]] | None, int]] = [
        ("bare loop", bare, 200),
        ("StateGraph, full trace", ours, 200),
        ("StateGraph, every hash too", ours_hashed, 20),
        ("StateGraph, a checkpoint a step", kept(), 10),
        ("Burr", optional(burr), 5),
        ("pydantic-graph", optional(pydantic_graph), 5),
        ("LangGraph", optional(langgraph), 5),
    ]
    found = {name: seconds_a_step(work, runs) for name, work, runs in rows if work is not None}
    ground = min(found["StateGraph, full trace"])
    print(f"{STEPS:,} steps of three nodes and an end; µs a step")
    print(f"  {'':34}{'best':>9}{'median':>9}   beside StateGraph")
    for name, taken in found.items():
        print(f"  {name:34}{min(taken):9.2f}{statistics.median(taken):9.2f}{min(taken) / ground:13.1f} ×")


if __name__ == "__main__":
    main()
