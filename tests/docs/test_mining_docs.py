"""The guide to audits of runs, distilling and clustering runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pramana.audit import trace_audits

GUIDE = (Path(__file__).parents[2] / "docs" / "mining.md").read_text("utf-8")


def test_the_snippets_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block of the guide holds what it asserts."""
    monkeypatch.chdir(tmp_path)
    room: dict[str, object] = {}
    found = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
    assert len(found) == 6
    try:
        for code in found:
            exec(code, room)  # noqa: S102
    finally:
        trace_audits._kinds.pop("says", None)


def test_the_table_names_every_kind_of_audit() -> None:
    """A kind that is not in the table is one that nobody finds."""
    assert sorted(re.findall(r"^\| `(\w+)` \|", GUIDE, re.M)) == trace_audits.names()
