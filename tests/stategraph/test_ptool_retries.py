"""Attempts at a ptool's node: each that follows an unusable answer asks for another sample, and a repetition pays nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel
from stategraphs import edge, graph, node

from pramana.errors import CallTimedOut, NodeFailed, ReplayMiss
from pramana.llm import RESPONSE_SCHEMA, Ptool
from pramana.stategraph import MapOver, Registry, Retry, StateGraph, StateGraphResult, run_stategraph
from pramana.store import Database
from pramana.testing.scripted import scripted_gateway


class Line(BaseModel):
    text: str


class Count(BaseModel):
    words: int


COUNT = Ptool("room.count", "count", Line, Count, ("text",))
AGAIN = Retry(attempts=3, backoff=0)
ARGUMENTS = {"text": "text"}
OUTPUTS = {"words": "words"}


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [RESPONSE_SCHEMA]) as opened:
        yield opened


class Model:
    """Answers badly to the samples in `bad`. `asked` lists the samples that it was asked for, corrections left out."""

    def __init__(self, bad: set[int], answer: Any = "no JSON") -> None:
        self.bad, self.answer = bad, answer
        self.asked: list[int] = []

    def __call__(self, ask: Any) -> Any:
        if ask.sample not in self.asked[-1:]:
            self.asked.append(ask.sample)
        return self.answer if ask.sample in self.bad else {"words": 2}


def run(database: Database, model: Model, whole: StateGraph, inner: StateGraph | None = None) -> StateGraphResult:
    made = Registry()
    made.gateway_ptool(COUNT, scripted_gateway(model, {"count": "Count."}, database=database))
    made.python("once", lambda: {"seen": True})
    if inner is not None:
        made.graph(inner)
    return run_stategraph(whole, {"text": "two words", "seen": False, "texts": ["one", "two"]}, registry=made)


def count(name: str = "a", **more: Any) -> Any:
    return node(name, "room.count", more.pop("inputs", ARGUMENTS), OUTPUTS, kind="ptool", **more)


def by_failure_edge() -> StateGraph:
    return graph([count(), node("z")], [edge("a", "z"), edge("a", "a", on_failure=True)])


INNER = graph([count("i")], [], name="inner")


def nested(**more: Any) -> StateGraph:
    return graph([node("a", "inner", ARGUMENTS, OUTPUTS, kind="graph", **more)], [], name="outer")


def nested_by_edge() -> StateGraph:
    nodes = [node("a", "inner", ARGUMENTS, OUTPUTS, kind="graph"), node("z")]
    return graph(nodes, [edge("a", "z"), edge("a", "a", on_failure=True)], name="outer")


WAYS = [graph([count(retry=AGAIN)], []), by_failure_edge(), nested(retry=AGAIN), nested_by_edge()]


@pytest.mark.parametrize("whole", WAYS, ids=["retry", "failure edge", "graph with retry", "graph by failure edge"])
def test_each_attempt_is_a_fresh_sample_and_a_repetition_asks_nothing(database: Database, whole: StateGraph) -> None:
    """Two unusable answers, then a usable one; the same run again takes the three of them from the store."""
    model = Model({0, 1})
    first = run(database, model, whole, INNER)
    assert (first.state["words"], model.asked) == (2, [0, 1, 2])
    again = Model(set(), ReplayMiss("asked"))
    repeated = run(database, again, whole, INNER)
    assert (again.asked, repeated.trace.to_dict()) == ([], first.trace.to_dict())


def test_an_abstention_is_an_answer(database: Database) -> None:
    """Where the retry names it, the next attempt asks for another sample."""
    model = Model({0}, {"abstain": "cannot say", "abstained": True, "reason": "cannot say"})
    run(database, model, graph([count(retry=AGAIN)], []))
    assert model.asked == [0, 1]


def test_an_attempt_that_got_no_answer_asks_for_the_same_sample(database: Database) -> None:
    """A server's failure stores nothing: a later run finds the answer where it looks first."""
    failures = iter([True, False])

    class Slow(Model):
        def __call__(self, ask: Any) -> Any:
            self.asked.append(ask.sample)
            return CallTimedOut("no answer") if next(failures, False) else {"words": 2}

    model = Slow(set())
    run(database, model, graph([count(retry=AGAIN)], []))
    assert set(model.asked) == {0}


def test_an_item_that_was_answered_is_not_asked_again(database: Database) -> None:
    """Of a mapped node only the items with unusable answers are asked for other samples."""

    class Second(Model):
        def __call__(self, ask: Any) -> Any:
            text = ask.value.text
            if (text, ask.sample) not in self.asked:  # type: ignore[comparison-overlap]
                self.asked.append((text, ask.sample))  # type: ignore[arg-type]
            return "no JSON" if text == "two" and ask.sample == 0 else {"words": 1}

    model = Second(set())
    mapped = count(retry=AGAIN, inputs={}, map=MapOver("texts", "text"))
    assert run(database, model, graph([mapped], [])).state["words"] == [1, 1]
    assert sorted(model.asked) == [("one", 0), ("two", 0), ("two", 1)]  # type: ignore[comparison-overlap]


def test_attempts_end(database: Database) -> None:
    """After the last attempt the node has failed; the same run again fails in the same way without asking."""
    model = Model({0, 1, 2, 3})
    for asked in ([0, 1, 2], [0, 1, 2]):
        with pytest.raises(NodeFailed, match="OutputInvalid"):
            run(database, model, graph([count(retry=AGAIN)], []))
        assert model.asked == asked


def test_a_success_begins_anew(database: Database) -> None:
    """Samples count failures since the node's last success: a later visit takes the same two answers from the store."""
    model = Model({0})
    whole = graph(
        [count(), node("b", "once", {}, {"seen": "seen"}), node("z")],
        [edge("a", "a", on_failure=True), edge("a", "z", "state['seen']"), edge("a", "b"), edge("b", "a")],
    )
    assert run(database, model, whole).trace.path == ["a", "a", "b", "a", "a", "z"]
    assert model.asked == [0, 1]
