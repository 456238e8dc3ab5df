"""What the MedCalc example's README says holds."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from medcalc import CALCULATORS, bands, entities

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "medcalc"
PAGE = (EXAMPLE / "README.md").read_text("utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


@pytest.mark.parametrize("number", range(2))
def test_a_snippet_of_the_readme_runs(number: int) -> None:
    """Each runs as it stands, with `examples` on the path, and what it asserts is so."""
    place = {**os.environ, "PYTHONPATH": str(EXAMPLE.parent)}
    command = [sys.executable, "-c", SNIPPETS[number]]
    done = subprocess.run(command, capture_output=True, text=True, env=place, check=False)
    assert done.returncode == 0, done.stderr


def test_the_table_is_the_catalogue() -> None:
    """Each calculator has a line with its unit and source, sorted by name."""
    lines = [line.split(" | ")[:3] for line in PAGE.splitlines() if line.endswith(" of 1 |")]
    known = sorted(CALCULATORS.values(), key=lambda each: each.name)
    assert lines == [[f"| {each.name}", each.unit or "–", each.source] for each in known]


@pytest.mark.parametrize("module", [bands, entities])
def test_examples_of_docstrings_run(module: object) -> None:
    """What the docstrings show is so."""
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
