"""The tables of requirements name tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "specifications.md").read_text("utf-8")


def test_each_requirement_names_a_test_that_exists() -> None:
    """A row without a test would be a promise."""
    named = re.findall(r"^\| .* \| `(tests/[\w/]+\.py)::(test_\w+)` \|$", PAGE, re.M)
    assert len(named) > 40
    lost = [(file, test) for file, test in named if f"def {test}(" not in (ROOT / file).read_text("utf-8")]
    assert lost == []
