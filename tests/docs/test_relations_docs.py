"""The page on relations holds what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pramana.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "relations.md").read_text("utf-8")


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python block asserts what it promises; the commands print what is shown, up to lines that are left out."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    exec(code, {})  # noqa: S102
    (rules,) = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
    Path("rules.yaml").write_text(rules, "utf-8")
    Path("wrong.yaml").write_text("ACQUIRED: buy(agnet -> object)\n", "utf-8")
    monkeypatch.setenv("PRAMANA_WORKSPACE", str(tmp_path / "ws"))
    for entry in re.split(r"^\$ ", "".join(re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)), flags=re.M)[1:]:
        command, _, shown = entry.partition("\n")
        with pytest.raises(SystemExit):
            main(shlex.split(command)[1:])
        told = capsys.readouterr()
        for line in shown.splitlines():
            printed = (told.out + told.err).replace(f"{tmp_path}/", "").splitlines()
            assert line == "…" or line in printed, (line, printed)
