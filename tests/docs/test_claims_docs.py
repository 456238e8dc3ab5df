"""The guide to claims: its snippets and its command run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pramana.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "claims.md").read_text("utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


@pytest.mark.parametrize("code", SNIPPETS)
def test_a_snippet_holds_what_it_asserts(code: str) -> None:
    """Each Python block runs by itself."""
    exec(compile(code, "docs/claims.md", "exec", dont_inherit=True), {"__name__": "page"})  # noqa: S102


TEXTS = {
    "tale.txt": "Marsh stole the map at night. He hid it.",
    "minutes.txt": "The Board approved the purchase of the tug subject to a survey.",
    "mail.txt": "The Board did not approve the purchase of the tug on 12 March.",
}


@pytest.mark.parametrize(
    ("command", "shown"), re.findall(r"^```console\n\$ pramana (.*?)\n(.*?)^```", PAGE, re.M | re.S)
)
def test_a_command_prints_what_the_page_shows(
    command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each block is a command and its output."""
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(command))
    assert ended.value.code == (0 if shown.startswith("supported") and "\n1 supported" not in shown else 1)
    assert capsys.readouterr().out == shown
