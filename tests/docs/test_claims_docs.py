"""The guide to claims: its snippets and its command run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pramana.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "claims.md").read_text("utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


@pytest.mark.parametrize("code", SNIPPETS)
def test_a_snippet_holds_what_it_asserts(code: str) -> None:
    """Each Python block runs by itself."""
    exec(compile(code, "docs/claims.md", "exec", dont_inherit=True), {"__name__": "page"})  # noqa: S102


def test_the_command_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first block is a command and its output."""
    (tmp_path / "tale.txt").write_text("Marsh stole the map at night. He hid it.", "utf-8")
    monkeypatch.chdir(tmp_path)
    (shown,) = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```", PAGE, re.M | re.S)
    with pytest.raises(SystemExit) as ended:
        main(["check", "The map was stolen by Marsh.", "--source", "tale.txt"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == shown[1]
