"""Nodes that wait for the outside: the run ends in a state that can be resumed, and an answer is data of the run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from stategraphs import edge, graph, node, registry

from pramana.audit import audit_trace, audits_of
from pramana.errors import InputError, NodeTimedOut, RunWaits
from pramana.mining import distil
from pramana.stategraph import Checkpoints, Registry, StateGraph, run_stategraph, to_dot, to_mermaid, validate
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, RunStatus

APPROVE = node("ask", "approval", {"draft": "text"}, {"approved": "ok", "by": "by"}, kind="wait", timeout=3600)


def approval(*more: Any) -> StateGraph:
    nodes = [
        node("write", "write", {"n": "n"}, {"text": "text"}),
        APPROVE,
        node("late"),
        node("sent", "identity", {"by": "by"}, {"by": "sent_for"}),
    ]
    edges = [edge("write", "ask"), edge("ask", "sent", "state['ok'] == true"), edge("ask", "write"), *more]
    return graph(nodes, edges, terminal={"sent", "late"})


LATE = edge("ask", "late", "state['_meta']['error']['type'] == 'NodeTimedOut'", on_failure=True)


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [TRACE_SCHEMA]) as opened:
        yield opened


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Writing:
    """Counts the calls of the node before the wait."""

    calls = 0

    def registry(self) -> Registry:
        return registry(write=self.write)

    def write(self, n: int) -> dict[str, str]:
        self.calls += 1
        return {"text": f"draft {n}"}


def do(work: Any) -> Any:
    async def whole() -> Any:
        return await work

    return anyio.run(whole)


def wait_at(database: Database, graph: StateGraph, clock: Clock) -> tuple[Checkpoints, Writing]:
    """Return the runs of a database whose run 1 waits."""
    writing = Writing()
    runs = Checkpoints(database, writing.registry(), clock)
    with pytest.raises(RunWaits, match="waits for 'approval', to be given approved, by"):
        do(runs.run(graph, {"n": 1}))
    return runs, writing


def test_a_run_waits_and_is_resumed_with_the_answer(database: Database) -> None:
    """It ends as stopped, says what it waits for, and goes on behind the wait; no node before it is called again."""
    runs, writing = wait_at(database, approval(LATE), Clock())
    kept = Ledger(database).run(1)
    assert (kept.status, kept.result["waiting"]["shown"]) == (RunStatus.STOPPED, {"draft": "draft 1"})
    assert (kept.result["waiting"]["asks"], kept.result["waiting"]["step"]) == (["approved", "by"], 1)
    result = do(runs.resume(1, given={"approved": True, "by": "Ann"}))
    assert (result.state["sent_for"], result.trace.path, writing.calls) == ("Ann", ["write", "ask", "sent"], 1)
    assert Ledger(database).run(1).status is RunStatus.DONE
    assert [step.recorded == step.found for step in do(runs.repeat(1))] == [True] * 3


def test_a_wait_can_be_reached_again(database: Database) -> None:
    """Refused, the draft is written anew and waits again; each wait takes one answer."""
    runs, writing = wait_at(database, approval(LATE), Clock())
    with pytest.raises(RunWaits):
        do(runs.resume(1, given={"approved": False, "by": "Ann"}))
    result = do(runs.resume(1, given={"approved": True, "by": "Ben"}))
    assert (result.trace.path, writing.calls) == (["write", "ask", "write", "ask", "sent"], 2)


def test_without_an_answer_it_waits_on_until_its_time_is_over(database: Database) -> None:
    """Resumed early it waits on, from its first arrival; past its time the failure edge is taken, as data."""
    clock = Clock()
    runs, _ = wait_at(database, approval(LATE), clock)
    until = Ledger(database).run(1).result["waiting"]["until"]
    clock.now += 3000
    with pytest.raises(RunWaits):
        do(runs.resume(1))
    assert Ledger(database).run(1).result["waiting"]["until"] == until
    clock.now += 600
    with pytest.raises(InputError, match="The run 1 waited for 'approval' until 1970-01-12"):
        do(runs.resume(1, given={"approved": True, "by": "Ann"}))
    result = do(runs.resume(1))
    assert result.trace.path == ["write", "ask", "late"]
    assert result.state["_meta"]["error"]["message"] == "'approval' was not answered within 3600 s"
    assert all(step.recorded == step.found for step in do(runs.repeat(1)))


def test_a_time_out_without_a_failure_edge_fails_the_run(database: Database) -> None:
    """As every failure does; an answer then still resumes it."""
    clock = Clock()
    runs, _ = wait_at(database, approval(), clock)
    clock.now += 3601
    with pytest.raises(NodeTimedOut):
        do(runs.resume(1))
    assert do(runs.resume(1, given={"approved": True, "by": "Ann"})).state["sent_for"] == "Ann"


def test_only_what_is_waited_for_is_taken(database: Database) -> None:
    """Another key, a missing one, and an answer to a run that does not wait are refused; nothing changes."""
    runs, _ = wait_at(database, approval(LATE), Clock())
    for given in ({"approved": True}, {"approved": True, "by": "Ann", "why": "x"}):
        with pytest.raises(InputError, match="to be given approved, by; it was given"):
            do(runs.resume(1, given=given))
    do(runs.resume(1, given={"approved": True, "by": "Ann"}))
    with pytest.raises(InputError, match="has ended: it waits for nothing"):
        do(runs.resume(1, given={"approved": True, "by": "Ann"}))


def test_a_wait_in_memory_ends_with_its_state_and_trace() -> None:
    """Without checkpoints a run cannot be resumed: the error holds what there is."""
    with pytest.raises(RunWaits) as caught:
        run_stategraph(approval(LATE), {"n": 1}, registry=Writing().registry())
    assert (caught.value.node, caught.value.trace.path) == ("ask", ["write"])


def test_waits_are_validated_drawn_and_audited(database: Database) -> None:
    """A wait that could be given nothing, one with a retry and one in a nested graph are errors before the run."""
    made = Writing().registry()
    assert validate(approval(LATE), made, ["n"]) == []
    assert "octagon" in to_dot(approval(LATE))
    assert '>"ask' in to_mermaid(approval(LATE))
    nothing = graph([node("a", "x", kind="wait")], [])
    assert [(each.code, each.place) for each in validate(nothing, made)] == [("unusable-wait", "nodes.a")]
    made.graph(graph([APPROVE], [], name="inner"))
    outer = graph([node("o", "inner", {"text": "text"}, {"ok": "ok"}, kind="graph")], [], name="outer")
    assert [(each.code, each.place) for each in validate(outer, made, ["text"])] == [
        ("unusable-wait", "nodes.o > inner > nodes.ask")
    ]
    with pytest.raises(InputError, match="a nested graph cannot wait"):
        run_stategraph(outer, {"text": ""}, registry=made)
    with pytest.raises(InputError, match="plain Python cannot wait"):
        distil(approval(LATE))
    runs, _ = wait_at(database, approval(LATE), Clock())
    trace = do(runs.resume(1, given={"approved": True, "by": "Ann"})).trace
    held = audit_trace(trace, audits_of([{"audit": "callables", "wait": []}, {"audit": "budget", "calls": 2}]))
    assert [result.verdict for result in held] == ["failed", "passed"]
