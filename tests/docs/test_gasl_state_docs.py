"""What the guide says of the state holds."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs" / "gasl.md").read_text("utf-8")
STATE = re.split(r"^## ", GUIDE.split("\n## State\n", 1)[1], maxsplit=1, flags=re.M)[0]


def test_the_snippets_on_state_run_one_after_the_other() -> None:
    """Every Python block of the section holds what it asserts."""
    room: dict[str, object] = {}
    found = re.findall(r"^```python\n(.*?)^```", STATE, re.M | re.S)
    assert len(found) == 5
    for code in found:
        exec(code, room)  # noqa: S102
