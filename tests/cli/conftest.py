from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pramana.cli import main

STORY = """\
Rama gave the bow to Lakshmana. He used it to kill Ravana.
Sita claimed that Ravana stole the jewel. Ravana did not release Sita.
"""
PROGRAM = [sys.executable, "-c", "from pramana.cli import main; main()"]


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Leave each test in a folder of its own, without settings from outside, on a wide terminal that is none."""
    for name in [name for name in os.environ if name.startswith(("PRAMANA_", "FORCE_COLOR"))]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, as the console script does."""

    def run_it(*arguments: object) -> Done:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(int(ended.value.code or 0), captured.out, captured.err)

    return run_it


@pytest.fixture
def story(tmp_path: Path) -> Path:
    file = tmp_path / "rama.txt"
    file.write_text(STORY, "utf-8")
    return file


@pytest.fixture
def told(run: Run, story: Path) -> Path:
    """A workspace that has read the story: the current folder."""
    assert run("init").code == 0
    assert run("ingest", story).code == 0
    return story.parent


@pytest.fixture
def program() -> list[str]:
    """The command that is the console script."""
    return PROGRAM


@pytest.fixture
def start() -> Callable[..., subprocess.Popen[str]]:
    """Start a command as a process of its own."""
    return start_process


@pytest.fixture
def process() -> Run:
    """Run a command as a process of its own, to its end."""

    def run_it(*arguments: object) -> Done:
        child = start_process(*arguments)
        out, err = child.communicate(timeout=60)
        return Done(child.returncode, out, err)

    return run_it


def start_process(*arguments: object) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    return subprocess.Popen([*PROGRAM, *map(str, arguments)], stdout=pipe, stderr=pipe, text=True, env=environment)


@pytest.fixture
def in_terminal() -> Callable[..., bytes]:
    """Run a command on a terminal of its own, and return all that it sends there."""

    def run_it(*arguments: object, **environment: str) -> bytes:
        master, slave = pty.openpty()
        env = {**os.environ, **environment}
        child = subprocess.Popen([*PROGRAM, *map(str, arguments)], stdin=slave, stdout=slave, stderr=slave, env=env)
        os.close(slave)
        sent = b"".join(iter(lambda: read_terminal(master), b""))
        child.wait(timeout=10)
        os.close(master)
        return sent

    return run_it


def read_terminal(master: int) -> bytes:
    """Read what was sent to a terminal; nothing once its last user has gone."""
    try:
        return os.read(master, 65536)
    except OSError:
        return b""
