"""The page on search holds what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "search.md").read_text("utf-8")


def test_the_example_finds_the_director(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The example prints the line that the page promises first, and the link that led there."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    exec(code, {})  # noqa: S102
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("tide.txt:2  It was directed by Jens Holm.")
    assert "ada.txt:1-2" in printed[-1]
