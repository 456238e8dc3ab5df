"""The page on markers holds what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pramana.language import word_list

PAGE = (Path(__file__).parents[2] / "docs" / "markers.md").read_text("utf-8")


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example asserts what it promises."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    exec(code, {})  # noqa: S102


def test_the_table_is_that_of_the_data() -> None:
    """What the page calls a plain marker of a role is one."""
    english = {"agent": "subject"}
    plain = dict(row.split(": ", 1) for row in word_list("markers/plain"))
    for role, told in re.findall(r"^\| (agent|object|instrument|recipient|source|place|time) \| (.+) \|$", PAGE, re.M):
        markers = re.findall(r"\*([^*]+)\*", told.partition(";")[0])
        assert markers and set(markers) <= {*plain[english.get(role, role)].split("|")}
