"""The page on asking holds what it says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pramana.karaka import GUESS_COSINE

PAGE = (Path(__file__).parents[2] / "docs" / "asking.md").read_text("utf-8")


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The examples assert what they promise, print an answer that names whom it took the name for, and write a page."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S):
        exec(code, names)  # noqa: S102
    printed = capsys.readouterr().out
    assert printed.startswith("Hanuman, for “Hanumaan” — ")
    assert "[rama.txt:2]" in printed.split("\n")[0]
    assert "To whom did Rama give the bow?" in Path("answers.html").read_text("utf-8")
    assert printed.strip().split("\n")[-1] == "where did Hanuman carry the mountain from?"


def test_the_default_is_the_one_shown() -> None:
    """The setting stands in the page with its default."""
    (toml,) = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    assert tomllib.loads(toml)["karaka"]["near"] == GUESS_COSINE
