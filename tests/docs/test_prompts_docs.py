"""The guide to prompts runs as it stands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pramana.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "prompts.md").read_text("utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)
    return found


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command of the guide succeeds."""
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text(block("text"), "utf-8")
    for command in re.findall(r"^\$ (.*)$", block("console"), re.M):
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command)[1:])
        assert ended.value.code == 0, (command, capsys.readouterr().err)


def test_the_comparison_is_a_command_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command that needs a model is understood: it fails for want of something to compare, not of an option."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["init"])
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(block("sh"))[1:])
    assert ended.value.code == 2


def test_the_snippet_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guide's script holds what it asserts, and leaves the page that it writes."""
    monkeypatch.chdir(tmp_path)
    exec(compile(block("python"), "docs/prompts.md", "exec", dont_inherit=True), {"__name__": "page"})  # noqa: S102
    assert "What may be concluded" in Path("compared.html").read_text("utf-8")
