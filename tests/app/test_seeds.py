"""Nothing depends on the order in which Python hashes strings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys, pramana
with pramana.open(sys.argv[1], create=True) as ws:
    report = ws.ingest(sys.argv[2])
    reply = ws.ask("Who gave the bow to Lakshmana?")
    print(report.graph_hash, reply.model_dump_json(exclude={"run"}))
    ws.export(sys.argv[1] + "/graph.graphml")
"""


@pytest.mark.slow
def test_two_hash_seeds_give_the_same_graph_answer_and_export(tmp_path: Path, story: Path) -> None:
    """Under two PYTHONHASHSEEDs graph hash, answer and exported bytes are equal."""
    printed, exported = set(), set()
    for seed in ("1", "4242"):
        folder = tmp_path / seed
        command = [sys.executable, "-c", SCRIPT, str(folder), str(story)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        printed.add(subprocess.run(command, check=True, capture_output=True, env=environment).stdout)
        exported.add((folder / "graph.graphml").read_bytes())
    assert (len(printed), len(exported)) == (1, 1)
