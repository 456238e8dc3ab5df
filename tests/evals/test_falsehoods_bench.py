"""The ruler end to end: the script, as it is called, on two small texts."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INTERFACES = ("ask", "question", "investigate", "audit", "anot", "igg", "gsv")


def ruler(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "bench" / "falsehoods.py", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.slow
def test_every_interface_is_measured(tmp_path: Path) -> None:
    """Each interface has its rows; absent texts are named; saved pairs are measured again as they are."""
    shutil.copytree(Path(__file__).parent / "documents", tmp_path / "questions" / "documents")
    pairs, figures, again = (tmp_path / name for name in ("pairs.json", "figures.json", "again.json"))
    done = ruler(tmp_path, "--limit", "1", "--json", figures, "--save-pairs", pairs)
    assert done.returncode == 0, done.stderr
    assert "left out: fiction" in done.stderr
    rows = json.loads(figures.read_text("utf-8"))
    assert {row["interface"] for row in rows} == set(INTERFACES)
    assert all(0 <= row["false_accepted"] <= row["n"] and 0 <= row["true_refused"] <= row["n"] for row in rows)
    assert ruler(tmp_path, "--pairs", pairs, "--interface", "audit", "--json", again).returncode == 0
    timeless = [{**row, "seconds": 0} for row in rows if row["interface"] == "audit"]
    assert [{**row, "seconds": 0} for row in json.loads(again.read_text("utf-8"))] == timeless


@pytest.mark.slow
def test_folder_without_texts_is_said_to_be_one(tmp_path: Path) -> None:
    """Nothing to measure: exit code 2, and every text that is missing by name."""
    done = ruler(tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("left out") == 6
    assert "holds none of the texts" in done.stderr
