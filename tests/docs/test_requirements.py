"""The table of requirements: each test that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "requirements.md").read_text("utf-8")


def test_every_test_that_is_named_exists() -> None:
    """A file, and a function in it."""
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert len(named) >= 36
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or f"def {name}(" not in (ROOT / path).read_text("utf-8")
    ]
    assert missing == []


def test_rows_are_numbered_within_their_section() -> None:
    """From 1 up, so that a row can be named."""
    for section in PAGE.split("\n## ")[1:]:
        numbers = [int(each) for each in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1)), section.partition("\n")[0]
