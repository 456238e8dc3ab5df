"""The guide to conditions runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs" / "conditions.md").read_text("utf-8")


def test_the_snippets_run_one_after_the_other() -> None:
    """Every Python block of the guide holds what it asserts."""
    room: dict[str, object] = {}
    found = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
    assert len(found) == 4
    for code in found:
        exec(code, room)  # noqa: S102
