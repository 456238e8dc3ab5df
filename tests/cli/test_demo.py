"""The demonstration."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "demo"


@pytest.mark.slow
def test_demo_runs_again_and_gives_the_same(tmp_path: Path) -> None:
    """The demonstration answers with citations, exports the graph, and gives the same summary when run again."""
    shutil.copytree(DEMO, tmp_path / "demo", ignore=shutil.ignore_patterns("ws", "graph.graphml", "summary.md"))
    written = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, tmp_path / "demo" / "run.py"],
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONHASHSEED": seed, "PRAMANA_MODEL": "none-that-exists", "PATH": ""},
        )
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "demo" / "graph.graphml").stat().st_size > 10_000
        written.append((tmp_path / "demo" / "summary.md").read_text("utf-8"))
    assert written[0] == written[1]
    assert written[0].count(" GROUNDED\n") == 5
    assert written[0].count(" NO_MATCH\n") == 1
