"""The guide to GSV holds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pramana.gsv import GSVSettings

GUIDE = (Path(__file__).parents[2] / "docs" / "gsv.md").read_text("utf-8")


def test_the_configuration_shows_the_defaults() -> None:
    """The example of a [gsv] table is complete and holds the defaults."""
    (block,) = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert tomllib.loads(block)["gsv"] == GSVSettings().model_dump(mode="json")


def test_the_table_of_settings_is_true() -> None:
    """Every setting stands in the table with its default, and its range is where values begin to be refused."""
    rows = dict(re.findall(r"^\| `(\w+)` \| `?(\w+)`? \|", GUIDE, re.MULTILINE))
    assert {name: str(value) for name, value in GSVSettings().model_dump(mode="json").items()}.items() <= rows.items()
    ranges = re.findall(r"^\| `(\w+)` \| \d+ \| (\d+)–(\d+) \|", GUIDE, re.MULTILINE)
    assert len(ranges) == len(GSVSettings.model_fields) - 1
    for name, lowest, highest in ranges:
        bounds = {type(limit).__name__: limit for limit in GSVSettings.model_fields[name].metadata}
        assert (bounds["Ge"].ge, bounds["Le"].le) == (int(lowest), int(highest))


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL))
def test_the_snippet_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The snippet prints what the comment beside the print says."""
    exec(compile(block, "docs/gsv.md", "exec", dont_inherit=True), {"__name__": "guide"})  # noqa: S102
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*\)  # (.*)", block)
