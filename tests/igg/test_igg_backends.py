"""A graph in a file is the graph in memory: the same answers to the same actions, the same log, the same hash."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
import pytest
from growths import actions_of, edge, node, payload_of, unbounded
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import InputError
from pramana.igg import GrowthStepper, Payload, read_answer
from pramana.igg.backends import graph_file

NAMES = ["a", "b", "ab", "A", "", "1", "\ud800", "ü" * 60]
VALUES = st.sampled_from([*NAMES, 1, 1.0, True, None, 2.5, ["x"], {"x": 1}, float("nan"), 10**30, "a\0b"])
PROPERTIES = st.dictionaries(st.sampled_from(["name", "line", "x", "doc_id", "aliases"]), VALUES, max_size=3)


def like(own: str, name: str) -> dict[str, Any]:
    """Return a node of a name that others may have."""
    return {**node("Method", name, line=1), "id": own}


REFERENCES = st.sampled_from(["a", "b", "Class:a", "Method:a", "Method:a #2", "Klass:b", "mine"]) | PROPERTIES
LABELS = st.sampled_from(["Class", "Method", "Klass", "CALLS", "HAS"])
ACTIONS = st.one_of(
    st.builds(node, st.sampled_from(["Class", "Method", "Klass"]), st.sampled_from(NAMES)),
    st.builds(lambda k, p: {"type": "ADD_NODE", "label": k, "properties": p}, LABELS, PROPERTIES),
    st.builds(lambda p, i: {"type": "ADD_NODE", "label": "Method", "properties": p, "id": i}, PROPERTIES, REFERENCES),
    st.builds(like, st.sampled_from(["m1", "m2", "m3"]), st.sampled_from(["a", "b"])),
    st.builds(edge, st.just("CALLS"), st.just({"name": "a"}), st.sampled_from(["b", "m1", {"name": "a", "line": 1}])),
    st.builds(edge, LABELS, REFERENCES, REFERENCES),
    st.builds(edge, st.just("CALLS"), st.sampled_from(["a", "b", "ab"]), st.sampled_from(["a", "b", "ab"])),
    st.builds(lambda r, p: {"type": "UPDATE_NODE", "node": r, "properties": p}, REFERENCES, PROPERTIES),
    st.builds(lambda r: {"type": "REMOVE", "node": r}, REFERENCES),
    st.builds(lambda k, r, t: {"type": "REMOVE", "label": k, "from": r, "to": t}, LABELS, REFERENCES, REFERENCES),
    st.builds(lambda e: {"type": "REMOVE", "edge": e}, st.just("Method:a -CALLS-> Method:b #1")),
    st.builds(lambda w: {"type": "QUERY", "query": "nodes", "where": w}, st.sampled_from(["x = 1", "name = 'a'", "?"])),
    st.just({"type": "QUERY", "query": "subgraph", "where": "type = 'Method'", "hops": 2}),
    st.just({"type": "QUERY", "query": "paths", "from": "a", "to": "b"}),
)
TURNS = st.lists(
    st.tuples(
        st.builds(lambda a, whole: {"actions": a, "atomic": whole}, st.lists(ACTIONS, max_size=8), st.booleans()),
        st.sampled_from(["ann", "ben"]),
        st.sampled_from(["", "observe", "resume"]),
    ),
    max_size=6,
)


class Run:
    """A run in a folder of its own, in one backend."""

    def __init__(self, folder: Path, payload: Payload) -> None:
        folder.mkdir()
        self.log, self.payload = folder / "run.jsonl", payload
        self.stepper = GrowthStepper(payload, log=self.log)

    def act(self, answer: Any, who: str) -> Any:
        turned = self.stepper.act(answer, who=who)
        return [(done.index, done.id, done.removed, done.note) for done in turned.outcome.applied], [
            (refusal.index, refusal.code, refusal.problem, refusal.candidates) for refusal in turned.outcome.refused
        ]

    def seen(self, who: str) -> str:
        async def observe() -> str:
            return (await self.stepper.observe(who=who)).text

        return anyio.run(observe)

    def resume(self) -> None:
        self.stepper.close()
        self.stepper = GrowthStepper.resume(self.log, self.payload)

    def contents(self) -> Any:
        growth = self.stepper.growth
        nodes, edges = list(growth.graph.nodes()), list(growth.graph.edges())
        owners = [growth.owner_of(each.id) for each in nodes] + [growth.owner_of(each.key) for each in edges]
        return nodes, edges, owners, growth.widened, growth.schema, growth.hash, growth.graph.count()


@settings(max_examples=60, deadline=None)
@given(TURNS, st.sampled_from(["strict", "soft"]), st.booleans())
def test_a_file_and_memory_are_the_same_graph(turns: list[Any], mode: str, parallel: bool) -> None:
    """Whatever agents do, in batches that are rolled back and across restarts: ids, refusals, observations, log, hash."""
    given = {"mode": mode, "constraints": {"max_nodes": 7, "max_edges": 6, "allow_parallel_edges": parallel}}
    whole = payload_of("Anna has a and b.", **given, no_progress=None, observe={"whole_below": 3})
    with TemporaryDirectory() as folder:
        runs = [Run(Path(folder, backend), whole.in_backend(backend)) for backend in ("memory", "sqlite")]
        for answer, who, then in turns:
            memory, file = (run.act(answer, who) for run in runs)
            assert file == memory
            if then == "observe":
                assert runs[0].seen(who) == runs[1].seen(who)
            elif then == "resume":
                for run in runs:
                    run.resume()
        memory, file = (run.contents() for run in runs)
        assert file == memory
        for run in runs:
            run.stepper.close()
        assert runs[0].log.read_bytes() == runs[1].log.read_bytes()


SCRIPT = """
import sys
from pathlib import Path
from growths import actions_of, unbounded
from pramana.igg import GrowthStepper
stepper = GrowthStepper(unbounded().in_backend("sqlite"), log=Path(sys.argv[1]))
for turn in range(100_000):
    stepper.act({"actions": actions_of(20 * turn, 20)})
    print(turn, flush=True)
"""


@pytest.mark.parametrize("turns", [3, 150])
def test_a_killed_run_is_resumed_from_its_file_and_the_rest_of_its_log(tmp_path: Path, turns: int) -> None:
    """What was committed is taken as it is, what was not comes from the log; the graph is that of a run in memory."""
    log = tmp_path / "run.jsonl"
    command = [sys.executable, "-c", SCRIPT, str(log)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if int(line) == turns:
                break
        run.send_signal(signal.SIGKILL)
    assert graph_file(log).exists()
    resumed = GrowthStepper.resume(log, unbounded().in_backend("sqlite"))
    again = GrowthStepper.resume(Path(shutil.copy(log, tmp_path / "copy.jsonl")), unbounded())
    assert resumed.version == again.version > turns
    for stepper in (resumed, again):
        stepper.act({"actions": actions_of(20 * stepper.version, 20)})
    assert resumed.growth.hash == again.growth.hash
    assert list(resumed.growth.graph.edges()) == list(again.growth.graph.edges())
    resumed.close()
    again.close()


def test_a_file_of_another_log_or_a_damaged_one_is_rebuilt(tmp_path: Path) -> None:
    """The log is the record: nothing rests on the file beside it."""
    payload = unbounded().in_backend("sqlite")
    for name in ("one", "other"):
        stepper = GrowthStepper(payload, log=tmp_path / f"{name}.jsonl")
        stepper.act({"actions": actions_of(0, 3 if name == "one" else 5)})
        stepper.close()
    log, file = tmp_path / "one.jsonl", graph_file(tmp_path / "one.jsonl")
    found = stepper.growth.hash
    del stepper
    for damage in (graph_file(tmp_path / "other.jsonl").read_bytes(), b"x" * 5_000, b"", None):
        gc.collect()  # which closes the connections to the file
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(damage)
        resumed = GrowthStepper.resume(log, payload)
        assert (resumed.growth.graph.count(), resumed.growth.hash != found) == ((3, 2), True)
        resumed.close()
        del resumed
    again = GrowthStepper.resume(log, payload)
    assert again.growth.backend.kept_growth is not None
    again.close()


def test_what_was_not_logged_is_not_kept(tmp_path: Path) -> None:
    """An answer that was applied and never written to the log is dropped: the run resumes without it."""
    log = tmp_path / "run.jsonl"
    stepper = GrowthStepper(unbounded().in_backend("sqlite"), log=log)
    stepper.act({"actions": actions_of(0, 3)})
    before = stepper.growth.hash
    stepper.growth.act(read_answer(actions_of(3, 2)))
    assert stepper.growth.hash != before
    stepper.close()
    again = GrowthStepper.resume(log, unbounded().in_backend("sqlite"))
    assert (again.growth.hash, again.growth.graph.count()) == (before, (3, 2))
    again.close()


def test_an_unknown_backend_is_refused() -> None:
    """With those that there are."""
    with pytest.raises(InputError, match="'memory' or 'sqlite'"):
        payload_of(backend="neo4j")
