"""A process that is killed while it writes a state."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gasl_states import BACKENDS

from pramana.gasl.state import StateStore

WRITER = """
import sys
from pathlib import Path
from gasl_states import BACKENDS
from pramana.gasl.state import StateStore

store = StateStore(BACKENDS[sys.argv[1]](Path(sys.argv[2])), now=lambda: "t")
print("ready", flush=True)
while True:
    number = store.count(("n",)) if store.has(("n",)) else 0
    store.merge(("n",), 1)
    store.merge(("rows",), [{"id": number * 40 + item, "text": "x" * 50} for item in range(40)], [{"source": "graph", "id": "a"}])
    store.append_history({"command": f"UPDATE {number}"})
    store.persist()
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["json", "sqlite"])
def test_killed_writer_leaves_the_last_good_snapshot(name: str, tmp_path: Path) -> None:
    """Killed at any point, a state opens, holds whole steps only, never fewer than before, and can be gone on with."""
    chance = random.Random(5)
    support = str(Path(__file__).parents[1] / "support")
    steps = 0
    for _ in range(8):
        command = [sys.executable, "-c", WRITER, name, str(tmp_path)]
        writer = subprocess.Popen(command, env={"PYTHONPATH": support, "PATH": ""}, stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(chance.uniform(0.0, 0.25))
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        store = StateStore(BACKENDS[name](tmp_path), now=lambda: "t")
        done = store.count(("n",)) if store.has(("n",)) else 0
        assert done >= steps
        steps = int(done)
        assert (store.count(("rows",)) if steps else 0) == 40 * steps
        assert [record["command"] for record in store.history()] == [f"UPDATE {number}" for number in range(steps)]
        assert store.at(store.log()[-1].hash).variables() == store.variables()
    assert steps > 0
    whole = StateStore(now=lambda: "t")
    for number in range(steps):
        whole.merge(("n",), 1)
        rows = [{"id": number * 40 + item, "text": "x" * 50} for item in range(40)]
        whole.merge(("rows",), rows, [{"source": "graph", "id": "a"}])
    assert store.hash == whole.hash
