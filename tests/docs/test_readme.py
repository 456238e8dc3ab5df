"""The README's commands and snippets run as they stand, and its transcripts are what is printed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pramana.app import Config

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMAND = "from pramana.cli import main; main()"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "demo" / "documents", tmp_path / "demo" / "documents")
    return tmp_path


@pytest.mark.slow
def test_the_transcript_is_what_is_printed(folder: Path) -> None:
    """Every `$ pramana` command of the README succeeds, and where output is shown it is the output."""
    console = re.sub(r"  +# .*", "", "".join(blocks("console")[1:3]))
    for entry in re.split(r"^\$ ", console, flags=re.M)[1:]:
        command, _, shown = entry.partition("\n")
        arguments = re.findall(r'"([^"]*)"|(\S+)', command)
        words = [quoted or plain for quoted, plain in arguments][1:]
        done = subprocess.run([sys.executable, "-c", COMMAND, *words], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)
        if shown.strip():
            assert [line.strip() for line in done.stdout.splitlines() if line.strip()] == [
                line.strip() for line in shown.splitlines() if line.strip()
            ]


@pytest.mark.slow
def test_the_python_snippet_runs(folder: Path) -> None:
    """The script is run as it stands."""
    script = blocks("python")[0]
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "rama.txt:" in done.stdout


def test_the_configuration_is_valid() -> None:
    """The TOML that the README shows is a configuration."""
    assert Config.model_validate(tomllib.loads(blocks("toml")[0])).llm.default == "mine"
