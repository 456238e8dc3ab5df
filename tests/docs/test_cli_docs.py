"""The reference of the command line."""

from __future__ import annotations

from pathlib import Path

from pramana.cli.reference import reference

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_reference_is_that_of_the_commands() -> None:
    """docs/cli.md is what `python -m pramana.cli.reference` prints."""
    assert PAGE.read_text("utf-8") == reference()
