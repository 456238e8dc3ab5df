"""A graph in a file is the graph in memory: the same answers to the same actions, the same log, the same hash."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from growth_turns import TURNS, check_alike
from growths import actions_of, payload_of, unbounded
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import InputError
from pramana.igg import GrowthStepper, read_answer
from pramana.igg.backends import graph_file


@settings(max_examples=60)
@given(TURNS, st.sampled_from(["strict", "soft"]), st.booleans())
def test_a_file_and_memory_are_the_same_graph(turns: list[Any], mode: str, parallel: bool) -> None:
    """Whatever agents do, in batches that are rolled back and across restarts: ids, refusals, observations, log, hash."""
    check_alike(turns, mode, parallel, "sqlite")


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
