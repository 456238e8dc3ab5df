"""docs/gasl-requirements.md: each requirement of the specification of GASL names a test that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| (\d+) \| (.+) \| `([^`]+)` \|$", (ROOT / "docs" / "gasl-requirements.md").read_text("utf-8"), re.M
)


def test_all_requirements_are_listed_once() -> None:
    """The page numbers 119 requirements, and says none of them twice."""
    assert [int(number) for number, _, _ in ROWS] == list(range(1, 120))
    assert len({text for _, text, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize("test", sorted({test for _, _, test in ROWS}))
def test_the_test_of_a_requirement_is_there(test: str) -> None:
    """The file exists, and has the function that is named."""
    file, _, name = test.partition("::")
    text = (ROOT / "tests" / file).read_text("utf-8")
    assert not name or f"def {name}(" in text
