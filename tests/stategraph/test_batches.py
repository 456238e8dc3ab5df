"""Batches: each input a run of its own, kept, resumed after a kill, with its failures listed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from stategraphs import edge, graph, node, registry

from pramana.errors import BudgetExceeded, InputError
from pramana.stategraph import BATCH, Batches, Checkpoints, StateGraph, run_batch
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, RunStatus


def halving() -> StateGraph:
    nodes = [node("half", "half", {"n": "n"}, {"n": "n"}), node("z", "identity", {"n": "n"}, {"n": "answer"})]
    return graph(nodes, [edge("half", "z", "state['n'] <= 1"), edge("half", "half")])


def half(n: int) -> dict[str, int]:
    if n == 13:
        raise ValueError("unlucky")
    return {"n": n // 2}


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [TRACE_SCHEMA]) as opened:
        yield opened


def do(work: Any) -> Any:
    async def whole() -> Any:
        return await work

    return anyio.run(whole)


def test_a_batch_keeps_each_run_and_lists_its_failures(database: Database) -> None:
    """In the order of the inputs, as in memory; a failure stops no other input."""
    inputs = [{"n": n} for n in (8, 26, 3)]
    result = do(Batches(database, registry(half=half)).run(halving(), inputs, 2))
    assert result.counts == {"done": 2, "failed": 1}
    assert [(item.index, item.problem) for item in result.failures] == [(1, "node 'half': ValueError: unlucky")]
    memory = run_batch(halving(), inputs, registry=registry(half=half), concurrency=2)
    assert [item.state and item.state["answer"] for item in result.items] == [1, None, 1]
    assert [type(each).__name__ for each in memory] == ["StateGraphResult", "NodeFailed", "StateGraphResult"]
    assert Ledger(database).run(result.run).status is RunStatus.PARTIAL
    assert [run.manifest["batch"]["index"] for run in Ledger(database).runs("stategraph")] == [0, 1, 2]
    assert result.as_json()["failures"][0]["run"] == result.failures[0].run


def test_a_batch_is_resumed_with_what_failed(database: Database) -> None:
    """Once the cause is corrected, the failed input goes on at its failed node; nothing else is called."""
    kept = Batches(database, registry(half=half))
    number = do(kept.run(halving(), [{"n": n} for n in (8, 26, 3)])).run
    called = []

    def corrected(n: int) -> dict[str, int]:
        called.append(n)
        return {"n": n // 2}

    result = do(Batches(database, registry(half=corrected)).resume(number))
    assert (result.counts, called) == ({"done": 3}, [13, 6, 3])
    assert Ledger(database).run(number).status is RunStatus.DONE


def test_an_error_that_ends_runs_stops_the_batch_and_the_same_call_resumes_it(database: Database) -> None:
    """A spent budget leaves the rest pending; with a larger one the same batch is completed."""
    left = [2]

    def spend(n: int) -> dict[str, int]:
        left[0] -= 1
        if left[0] < 0:
            raise BudgetExceeded("The budget is 2 calls.")
        return {"n": n // 2}

    inputs = [{"n": 1}, {"n": 1}, {"n": 1}, {"n": 1}]
    kept = Batches(database, registry(half=spend))
    with pytest.raises(BudgetExceeded):
        do(kept.run(halving(), inputs, 1))
    [batch] = Ledger(database).runs(BATCH)
    assert (batch.status, kept.result(batch.id).counts) == (RunStatus.STOPPED, {"done": 2, "pending": 2})
    left[0] = 10
    again = do(kept.run(halving(), inputs, 1))
    assert (again.run, again.counts, left[0]) == (batch.id, {"done": 4}, 8)


def test_a_waiting_input_is_resumed_by_its_own_run(database: Database) -> None:
    """A batch with a wait is stopped; the input's run takes the answer, and the batch is then complete."""
    nodes = [node("ask", "approval", {}, {"ok": "ok"}, kind="wait"), node("z")]
    kept = Batches(database, registry())
    result = do(kept.run(graph(nodes, [edge("ask", "z")]), [{"n": 1}]))
    assert (result.counts, result.items[0].problem) == ({"waiting": 1}, "waits for approval: ok")
    assert Ledger(database).run(result.run).status is RunStatus.STOPPED
    do(Checkpoints(database, registry()).resume(result.items[0].run, given={"ok": True}))
    assert do(kept.resume(result.run)).counts == {"done": 1}


def test_inputs_that_no_state_holds_are_refused(database: Database) -> None:
    """Before anything is run, with their number."""
    kept = Batches(database, registry(half=half))
    with pytest.raises(InputError, match="inputs 2"):
        do(kept.run(halving(), [{"n": 1}, {"n": {1}}]))
    assert Ledger(database).runs() == []


CHILD = """
import json, sys, time, anyio
from pathlib import Path
from pramana.stategraph import Batches, Registry, StateGraph
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA

path, document, count = sys.argv[1:]

async def half(n):
    print(n, flush=True)  # called
    await anyio.sleep(0.002)
    return {"n": n // 2}

registry = Registry()
registry.python("half", half)
with Database(Path(path), [TRACE_SCHEMA]) as database:
    inputs = [{"n": 2 ** 6 + number} for number in range(int(count))]
    result = anyio.run(Batches(database, registry).run, StateGraph.from_dict(json.loads(document)), inputs, 4)
    print("done", json.dumps(result.counts), flush=True)
"""


@pytest.mark.slow
def test_a_batch_killed_again_and_again_calls_no_finished_node_twice(tmp_path: Path) -> None:
    """SIGKILL with four inputs under way: the same command goes on; only nodes at work at a kill are called again."""
    count, kills, calls, ended = 12, 0, 0, ""
    command = [sys.executable, "-c", CHILD, str(tmp_path / "runs.db"), json.dumps(halving().to_dict()), str(count)]
    while not ended:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for seen, printed in enumerate(process.stdout, 1):
                ended = printed if printed.startswith("done") else ended
                calls += not ended
                if kills < 3 and seen == 15:
                    process.send_signal(signal.SIGKILL)
                    kills += 1
    assert (ended, kills) == ('done {"done": 12}\n', 3)
    assert 6 * count <= calls <= 6 * count + kills * 4
    with Database(tmp_path / "runs.db", [TRACE_SCHEMA]) as database:
        assert len(Ledger(database).runs(BATCH)) == 1
        assert len(Ledger(database).runs("stategraph")) == count


DYING = """
import os, sys
from contextlib import contextmanager
from pathlib import Path
from pramana.store import Database

class Dying(Database):
    # ends its process behind the commit of the given number
    depth, left = 0, int(sys.argv[4])

    @contextmanager
    def transaction(self):
        Dying.depth += 1
        with super().transaction() as entered:
            yield entered
        Dying.depth -= 1
        Dying.left -= not Dying.depth
        if not Dying.left and not Dying.depth:
            os._exit(9)
"""


@pytest.mark.slow
def test_a_batch_that_dies_behind_any_commit_ends_the_same(tmp_path: Path) -> None:
    """Wherever the process ends between two commits, the same command brings every run and the batch to their end."""
    child = DYING + CHILD.replace("Database(Path", "Dying(Path").replace(
        "path, document, count", "path, document, count, _"
    )
    for commit in range(1, 100):
        file = tmp_path / f"{commit}.db"
        command = [sys.executable, "-c", child, str(file), json.dumps(halving().to_dict()), "2"]
        ended = subprocess.run([*command, str(commit)], stdout=subprocess.PIPE, text=True, check=False)
        if ended.returncode != 9:
            break
        again = subprocess.run([*command, "0"], stdout=subprocess.PIPE, text=True, check=True)
        assert again.stdout.splitlines()[-1] == 'done {"done": 2}'
        with Database(file, [TRACE_SCHEMA]) as database:
            assert {run.status for run in Ledger(database).runs()} == {RunStatus.DONE}
            assert {run.result["steps"] for run in Ledger(database).runs("stategraph")} == {7}
    assert commit > 15
    assert ended.stdout.splitlines()[-1] == 'done {"done": 2}'


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_plain_function_that_waits_holds_up_no_other_input(database: Database, concurrency: int) -> None:
    """As many as are under way sleep at the same time, in memory and as kept runs; one at a time, none do."""
    asleep, most = set[int](), [0]

    def slow(n: int) -> dict[str, int]:
        asleep.add(n)
        most[0] = max(most[0], len(asleep))
        time.sleep(0.1)
        asleep.discard(n)
        return {"n": 0}

    inputs, own = [{"n": n} for n in range(2, 10)], registry(half=slow)
    for work in (
        lambda: run_batch(halving(), inputs, registry=own, concurrency=concurrency),
        lambda: do(Batches(database, own).run(halving(), inputs, concurrency)),
    ):
        most[0] = 0
        work()
        assert (most[0] > 1) is (concurrency > 1)


def test_functions_of_single_runs_and_of_batches_one_by_one_stay_in_their_thread() -> None:
    """Threads are for what runs side by side: others may use what belongs to one thread."""
    threads: list[set[int]] = []

    def note(n: int) -> dict[str, int]:
        threads[-1].add(threading.get_ident())
        return {"n": 0}

    for concurrency in (1, 2):
        threads.append(set())
        run_batch(halving(), [{"n": 2}, {"n": 3}], registry=registry(half=note), concurrency=concurrency)
    assert threads[0] == {threading.get_ident()}
    assert threading.get_ident() not in threads[1]
