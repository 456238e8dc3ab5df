"""The guide to search over plans as it stands."""

from __future__ import annotations

import re
from pathlib import Path

from pramana.investigate.search import Strategy

GUIDE = (Path(__file__).parents[2] / "docs" / "investigate-search.md").read_text("utf-8")


def test_the_snippet_runs() -> None:
    """The Python block of the guide holds what it asserts."""
    (code,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
    exec(code, {"__name__": "guide"})  # noqa: S102


def test_the_table_names_every_strategy() -> None:
    """The first table has a row for each strategy, in order."""
    table = GUIDE.partition("## ")[0]
    assert re.findall(r"^\| `(\w[\w-]*)` \|", table, re.M) == [str(each) for each in Strategy]
