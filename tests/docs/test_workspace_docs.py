"""The page on the workspace holds what it says."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from pramana import errors
from pramana.app.deep import ALL_SCHEMAS
from pramana.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "workspace.md").read_text("utf-8")


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command of the page succeeds, in order."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "demo" / "documents", tmp_path / "demo" / "documents")
    (console,) = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    for command in re.findall(r"^\$ pramana (.*)$", console, re.M):
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command))
        assert not ended.value.code, (command, capsys.readouterr().err)


def test_names_of_errors_and_exempt_tables_are_those_of_the_code() -> None:
    """Each error that is named exists, and so does each table that is said to be in no digest."""
    for name in re.findall(r"`((?:Workspace|Database|Store)[A-Z]\w+)`", PAGE):
        assert issubclass(getattr(errors, name), errors.PramanaError)
    exempt = {column.partition(".")[0] for schema in ALL_SCHEMAS for column, _ in schema.exempt}
    (listed,) = re.findall(r"Times, costs and memory \((.*?),\nwhen", PAGE, re.S)
    assert set(re.findall(r"`(\w+)`", listed)) == exempt - {
        "igg_run",
        "gasl_snapshot",
        "passage_analysis",
        "unit_fact",
    }
