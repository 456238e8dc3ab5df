"""The guide to graph adapters: its snippets run, and its toy adapter passes the suite."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text("utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
TOY = re.findall(r"^```python test\n(.*?)^```", PAGE, re.M | re.S)


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_a_snippet_runs(number: int) -> None:
    """Each snippet of the guide runs as it stands, and what it asserts is so."""
    done = subprocess.run([sys.executable, "-c", SNIPPETS[number]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_toy_adapter_conforms(tmp_path: Path) -> None:
    """The adapter of some 40 lines passes the suite, run as its author would run it."""
    (toy,) = TOY
    assert len(toy.splitlines()) <= 45
    (tmp_path / "test_toy.py").write_text(toy, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "test_toy.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
