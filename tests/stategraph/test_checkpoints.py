"""Runs that survive: killed at any step they go on, repeat no finished node, and come to the same end."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from stategraphs import edge, graph, node, registry

from pramana.errors import BudgetExceeded, InputError, NodeFailed, TooManySteps
from pramana.stategraph import Checkpoints, Registry, StateGraph, run_stategraph
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, RunStatus

KILLS = 20
TURNS = 150


def inc(n: int, seen: list[int]) -> dict[str, Any]:
    return {"n": n + 1, "seen": [*seen, n * n]}


def loop(turns: int = TURNS) -> StateGraph:
    both = {"n": "n", "seen": "seen"}
    nodes = [node("a", "inc", both, both), node("b", "identity", {"n": "n"}, {"n": "m"}), node("z")]
    return graph(nodes, [edge("a", "z", f"state['n'] >= {turns}"), edge("a", "b"), edge("b", "a")])


START = {"n": 0, "seen": []}


def run(work: Any) -> Any:
    """Return what a coroutine gives."""

    async def whole() -> Any:
        return await work

    return anyio.run(whole)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "runs.db", [TRACE_SCHEMA]) as opened:
        yield opened


CHILD = """
import json, sys, time, anyio
from pathlib import Path
from pramana.stategraph import Checkpoints, Registry, StateGraph
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger

path, document, inputs = sys.argv[1:]

def inc(n, seen):
    print(n, flush=True)  # called
    time.sleep(0.0005)
    return {"n": n + 1, "seen": [*seen, n * n]}

registry = Registry()
registry.python("inc", inc)
with Database(Path(path), [TRACE_SCHEMA]) as database:
    kept = Checkpoints(database, registry)
    if Ledger(database).runs():
        result = anyio.run(kept.resume, 1)
    else:
        _, result = anyio.run(kept.run, StateGraph.from_dict(json.loads(document)), json.loads(inputs))
    print("done", result.trace.steps[-1].hash_after, flush=True)
"""


def started(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD, str(path), json.dumps(loop().to_dict()), json.dumps(START)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finished(path: Path) -> list[int]:
    """Return the turns that are kept as finished."""
    with Database(path, [TRACE_SCHEMA]) as opened:
        return [step.body["changed"]["n"] - 1 for step in Ledger(opened).steps(1) if step.body["node"] == "a"]


@pytest.mark.slow
def test_killed_at_any_step_a_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    """Up to twenty times SIGKILL at random steps: no finished node is called again, none is left out, and the last state
    is that of an unbroken run, by value and by hash."""
    path, luck, kills, ended = tmp_path / "runs.db", random.Random(6), 0, ""
    while not ended:
        done = finished(path) if path.exists() else []
        assert done == list(range(len(done)))
        calls = luck.randint(1, 12) if kills < KILLS else TURNS
        with started(path) as process:
            assert process.stdout is not None
            called = []
            for line in process.stdout:
                if line.startswith("done"):
                    ended = line.split()[1]
                    break
                called.append(int(line))
                if len(called) == calls:
                    process.send_signal(signal.SIGKILL)
                    kills += 1
                    called += [int(rest) for rest in process.stdout if rest.strip().isdigit()]
                    break
        assert called == list(range(len(done), len(done) + len(called)))
    # Between the signal and its death the process may take further steps, so a run can end before the last kill.
    assert KILLS // 2 <= kills <= KILLS
    whole = run_stategraph(loop(), START, registry=registry(inc=inc))
    assert ended == whole.trace.steps[-1].hash_after
    with Database(path, [TRACE_SCHEMA]) as opened:
        trace = Checkpoints(opened, registry(inc=inc)).trace(1)
        assert trace.final == whole.state
        assert [step.hash_after for step in trace.steps] == [step.hash_after for step in whole.trace.steps]
        assert Ledger(opened).run(1).status is RunStatus.DONE


def breaking(at: int, error: Exception, calls: list[int]) -> Registry:
    def handler(n: int, seen: list[int]) -> dict[str, Any]:
        calls.append(n)
        if n == at and calls.count(n) == 1:
            raise error
        return inc(n, seen)

    return registry(inc=handler)


@pytest.mark.parametrize("error", [ValueError("no luck"), BudgetExceeded("spent")])
def test_a_run_goes_on_once_its_fault_is_mended(database: Database, error: Exception) -> None:
    """A run that failed, or that a budget stopped, goes on at the node where it ended, and calls no other again."""
    calls: list[int] = []
    kept = Checkpoints(database, breaking(5, error, calls))
    with pytest.raises((NodeFailed, BudgetExceeded)):
        run(kept.run(loop(9), START))
    stopped = Ledger(database).run(1)
    assert stopped.status is (RunStatus.STOPPED if isinstance(error, BudgetExceeded) else RunStatus.FAILED)
    result = run(kept.resume(1))
    assert calls == [0, 1, 2, 3, 4, 5, 5, 6, 7, 8]
    assert result.state == run_stategraph(loop(9), START, registry=registry(inc=inc)).state
    assert Ledger(database).run(1).status is RunStatus.DONE


def test_a_run_that_is_done_gives_its_result_again(database: Database) -> None:
    """Going on with a run that is done calls nothing."""
    number, first = run(Checkpoints(database, registry(inc=inc)).run(loop(3), START))
    calls: list[int] = []
    again = run(Checkpoints(database, breaking(-1, ValueError(), calls)).resume(number))
    assert (calls, again.state) == ([], first.state)
    assert again.trace.path == first.trace.path


def test_steps_count_over_resumes(database: Database) -> None:
    """`max_steps` bounds the whole run; with more of them it goes on."""
    kept = Checkpoints(database, registry(inc=inc))
    with pytest.raises(TooManySteps):
        run(kept.run(loop(9), START, 6))
    with pytest.raises(TooManySteps):
        run(kept.resume(1, 6))
    assert len(run(kept.resume(1, 60)).trace.steps) == 18


def test_a_fork_shares_its_first_steps_and_goes_its_own_way(database: Database) -> None:
    """A fork behind a step has the steps up to it and what was changed there; the run it came from stays as it is."""
    kept = Checkpoints(database, registry(inc=inc))
    number, whole = run(kept.run(loop(5), START))
    forked, result = run(kept.fork(number, 4, {"n": 3, "tag": "x"}))
    assert forked != number
    assert (result.state["n"], result.state["tag"], result.state["seen"]) == (5, "x", [0, 1, 9, 16])
    trace = kept.trace(forked)
    assert [step.hash_after for step in trace.steps[:4]] == [step.hash_after for step in whole.trace.steps[:4]]
    assert trace.steps[4].given == {"n": 3, "tag": "x"}
    assert trace.final == result.state
    assert kept.trace(number).final == whole.state
    start, fresh = run(kept.fork(number, 0, {"n": 4}))
    assert (fresh.state["seen"], kept.trace(start).final) == ([16], fresh.state)


@pytest.mark.parametrize("at", [7, 8])
def test_a_fork_that_failed_goes_on_with_its_changes(database: Database, at: int) -> None:
    """A fork that failed, at its first step or later, keeps what was changed; so does a fork of it."""
    number, _ = run(Checkpoints(database, registry(inc=inc)).run(loop(10), START))
    kept = Checkpoints(database, breaking(at, ValueError("no luck"), []))
    with pytest.raises(NodeFailed):
        run(kept.fork(number, 2, {"n": 7, "seen": []}))
    assert run(kept.resume(number + 1)).state["seen"] == [49, 64, 81]
    again, result = run(kept.fork(number + 1, 4, {"seen": [1]}))
    assert result.state["seen"] == [1, 64, 81]
    trace = kept.trace(again)
    assert (trace.steps[2].given, trace.steps[4].given) == ({"n": 7, "seen": []}, {"seen": [1]})
    assert trace.final == result.state


@pytest.mark.parametrize(("step", "changes"), [(-1, {}), (11, {}), (10, {}), (1, {"_meta": {}})])
def test_a_fork_that_cannot_be_is_refused(database: Database, step: int, changes: dict[str, Any]) -> None:
    """A fork behind a step that there is not, behind the last, or of `_meta` is refused, and begins no run."""
    kept = Checkpoints(database, registry(inc=inc))
    number, result = run(kept.run(loop(5), START))
    assert len(result.trace.steps) == 10
    with pytest.raises(InputError):
        run(kept.fork(number, step, changes))
    assert len(Ledger(database).runs()) == 1


def test_what_is_no_json_fails_its_node(database: Database) -> None:
    """A result that cannot be kept ends the run at its node, and says what it is."""
    kept = Checkpoints(database, registry(inc=lambda n, seen: {"n": n, "seen": {1}}))
    with pytest.raises(NodeFailed, match="set, which is not JSON"):
        run(kept.run(loop(5), START))
    assert Ledger(database).run(1).status is RunStatus.FAILED


def test_two_databases_know_nothing_of_each_other(tmp_path: Path, database: Database) -> None:
    """Runs in two databases have numbers and steps of their own, and the same hashes."""
    with Database(tmp_path / "other.db", [TRACE_SCHEMA]) as other:
        ends = []
        for opened in (database, other):
            number, result = run(Checkpoints(opened, registry(inc=inc)).run(loop(4), START))
            ends.append((number, result.trace.steps[-1].hash_after, len(list(Ledger(opened).steps(number)))))
    assert ends[0] == ends[1]


def test_a_run_of_another_kind_is_refused(database: Database) -> None:
    """A run that is not of a StateGraph is named as what it is."""
    other = Ledger(database).begin("ask", {})
    with pytest.raises(InputError, match="of kind 'ask'"):
        run(Checkpoints(database).resume(other.id))
