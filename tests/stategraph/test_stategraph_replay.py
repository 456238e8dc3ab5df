"""Runs executed again: models from stored responses, Python anew, and what differs named by its step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import anyio
import pytest
from pydantic import BaseModel
from stategraphs import edge, graph, node

from pramana.errors import CallTimedOut, NodeFailed
from pramana.llm import RESPONSE_SCHEMA, Ptool
from pramana.stategraph import Checkpoints, MapOver, Registry, RepeatedStep, Retry, StateGraph
from pramana.store import Database
from pramana.testing.scripted import scripted_gateway
from pramana.trace import TRACE_SCHEMA, Ledger


class Line(BaseModel):
    text: str


class Count(BaseModel):
    words: int


COUNT = Ptool("room.count", "count", Line, Count, ("text",))
INPUTS = {"text": "two words", "n": 0, "texts": ["one", "two"]}


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [TRACE_SCHEMA, RESPONSE_SCHEMA]) as opened:
        yield opened


def answering(database: Database, model: Any, add: Callable[[int], int] = lambda n: n + 1) -> Registry:
    """Return callables. `model` None answers from what is stored alone, as a replay does."""
    made, mode = Registry(), "replay" if model is None else "live"
    made.gateway_ptool(COUNT, scripted_gateway(model, {"count": "Count."}, database=database, mode=mode))
    made.python("add", lambda n: {"n": add(n)})
    made.graph(graph([node("i", "room.count", {"text": "text"}, {"words": "words"}, kind="ptool")], [], name="inner"))
    return made


def counting() -> StateGraph:
    """Ask, count to three, ask within a nested graph and over a list, end."""
    nodes = [
        node("ask", "room.count", {"text": "text"}, {"words": "words"}, kind="ptool"),
        node("add", "add", {"n": "n"}, {"n": "n"}),
        node("inner", "inner", {"text": "text"}, {"words": "again"}, kind="graph"),
        node("each", "room.count", {}, {"words": "all"}, kind="ptool", map=MapOver("texts", "text")),
        node("z", "identity", {"n": "n"}, {"n": "answer"}),
    ]
    edges = [edge("ask", "add"), edge("add", "inner", "state['n'] >= 3"), edge("add", "add")]
    return graph(nodes, [*edges, edge("inner", "each"), edge("each", "z")])


def answers(ask: Any) -> dict[str, int]:
    return {"words": 2}


def do(work: Any) -> Any:
    async def whole() -> Any:
        return await work

    return anyio.run(whole)


def differing(steps: list[RepeatedStep]) -> list[tuple[int, str]]:
    return [(step.number, step.node) for step in steps if step.problem or step.recorded != step.found]


def test_a_run_is_repeated_without_a_model(database: Database) -> None:
    """Every step comes out the same, of nested graphs and maps too; nothing is asked and nothing written."""
    number, _ = do(Checkpoints(database, answering(database, answers)).run(counting(), INPUTS))
    before = list(Ledger(database).steps(number))
    steps = do(Checkpoints(database, answering(database, None)).repeat(number))
    assert [step.node for step in steps] == ["ask", "add", "add", "add", "inner", "each", "z"]
    assert differing(steps) == []
    asked = Checkpoints(database, answering(database, None)).trace(number).steps[0]
    assert [(call["ptool"], call["model"]) for call in asked.calls] == [("room.count", "scripted:scripted")]
    assert asked.calls[0]["prompt_tokens"] > 0
    assert list(Ledger(database).steps(number)) == before


def test_a_changed_function_is_named_by_its_steps_and_by_no_later_one(database: Database) -> None:
    """Each step begins at its recorded state, so one that differs does not make those after it differ."""
    number, _ = do(Checkpoints(database, answering(database, answers)).run(counting(), INPUTS))
    changed = answering(database, answers, lambda n: 9 if n == 1 else n + 1)
    steps = do(Checkpoints(database, changed).repeat(number))
    assert differing(steps) == [(3, "add")]
    assert (steps[2].recorded["changed"], steps[2].found["changed"]) == ({"n": 2}, {"n": 9})
    assert (steps[2].recorded["next"], steps[2].found["next"]) == ("add", "inner")


def test_a_function_that_fails_now_says_so(database: Database) -> None:
    """A step that succeeded and fails now is a difference with the reason; so is a response that is not stored."""
    number, _ = do(Checkpoints(database, answering(database, answers)).run(counting(), INPUTS))
    broken = answering(database, answers, lambda n: n // 0)
    assert {step.problem for step in do(Checkpoints(database, broken).repeat(number)) if step.node == "add"} == {
        "fails now: ZeroDivisionError: integer division or modulo by zero"
    }
    with Database(None, [TRACE_SCHEMA, RESPONSE_SCHEMA]) as empty:
        forgotten = answering(empty, None)
        found = do(Checkpoints(database, forgotten).repeat(number))
    assert [step.node for step in found if step.problem.startswith("no response is stored")] == ["ask", "inner", "each"]


def test_a_fork_is_repeated_with_its_changes(database: Database) -> None:
    """What was put into the state by hand is data of the run."""
    runs = Checkpoints(database, answering(database, answers))
    number, _ = do(runs.run(counting(), INPUTS))
    fork, result = do(runs.fork(number, 2, {"n": 2}))
    assert result.trace.path == ["ask", "add", "add", "inner", "each", "z"]
    assert differing(do(runs.repeat(fork))) == []


def test_a_call_that_failed_fails_again_as_recorded(database: Database) -> None:
    """A failure is not stored as a response: the record of the run has it, and the failure edge is taken again."""
    nodes = [
        node("ask", "room.count", {"text": "text"}, {"words": "words"}, kind="ptool", retry=Retry(2, 0)),
        node("z"),
    ]
    edges = [edge("ask", "z"), edge("ask", "z", "state['_meta']['error']['type'] == 'CallTimedOut'", on_failure=True)]
    down = answering(database, lambda ask: CallTimedOut("too slow"))
    number, result = do(Checkpoints(database, down).run(graph(nodes, edges), INPUTS))
    assert result.trace.steps[0].error is not None
    replayed = do(Checkpoints(database, answering(database, None)).repeat(number))
    assert differing(replayed) == []


def test_a_run_that_failed_is_repeated_as_far_as_it_came(database: Database) -> None:
    """Its finished steps are compared; the node at which it failed is not called again."""
    broken = answering(database, answers, lambda n: n + 1 if n < 2 else n // 0)
    with pytest.raises(NodeFailed):
        do(Checkpoints(database, broken).run(counting(), INPUTS))
    steps = do(Checkpoints(database, answering(database, answers)).repeat(1))
    assert ([step.node for step in steps], differing(steps)) == (["ask", "add", "add"], [])
