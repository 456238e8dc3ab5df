"""The guide to the notebook: its snippet runs, and its table is what the first cell has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from notebook_kernels import NOTEBOOK

PAGE = (Path(__file__).parents[2] / "docs" / "notebook.md").read_text("utf-8")


def test_the_snippet_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It holds what it asserts, and prints an answer with its line, facts, a plan, a line and refusals."""
    monkeypatch.chdir(tmp_path)
    Path("rama.txt").write_text("Rama gave the bow to Lakshmana. Sita in the forest.\n", "utf-8")
    (snippet,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    exec(compile(snippet, "docs/notebook.md", "exec", dont_inherit=True), {"__name__": "page"})  # noqa: S102
    printed = capsys.readouterr().out
    assert "rama.txt_L1_K1 -HAS_KARTĀ-> Rama (checked)" in printed
    assert "run 1, rama.txt/line/2: abstained: the line is a fragment without a verb" in printed


def test_the_table_names_what_may_be_changed() -> None:
    """Every variable of the first cell has its row, and no other."""
    cell = NOTEBOOK.read_text("utf-8").split('"parameters"', 1)[1].split('"outputs"')[0]
    (table,) = re.findall(r"^\| variable \| says \|\n\|.*\n((?:\|.*\n)+)", PAGE, re.M)
    assert re.findall(r'"([A-Z_]+) = ', cell) == re.findall(r"^\| `([A-Z_]+)`", table, re.M)
