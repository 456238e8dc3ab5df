"""The page on the workspace holds what it says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from pramana import errors
from pramana.app.deep import ALL_SCHEMAS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "workspace.md").read_text("utf-8")


def test_the_commands_run(tmp_path: Path) -> None:
    """Every command of the page succeeds, in order."""
    shutil.copytree(ROOT / "demo" / "documents", tmp_path / "demo" / "documents")
    (console,) = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    for command in re.findall(r"^\$ pramana (.*)$", console, re.M):
        program = [sys.executable, "-m", "pramana", *shlex.split(command)]
        done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)


def test_names_of_errors_and_exempt_tables_are_those_of_the_code() -> None:
    """Each error that is named exists, and so does each table that is said to be in no digest."""
    for name in re.findall(r"`((?:Workspace|Database|Store)[A-Z]\w+)`", PAGE):
        assert issubclass(getattr(errors, name), errors.PramanaError)
    exempt = {column.partition(".")[0] for schema in ALL_SCHEMAS for column, _ in schema.exempt}
    (listed,) = re.findall(r"Times, costs and memory \((.*?),\nwhen", PAGE, re.S)
    assert set(re.findall(r"`(\w+)`", listed)) == exempt - {"igg_run", "gasl_snapshot"}
