"""The guide to investigations runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pramana.cli import main

GUIDE = (Path(__file__).parents[2] / "docs" / "investigate.md").read_text("utf-8")


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the Python blocks made, run one after the other in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    made: dict[str, object] = {"__name__": "guide"}
    for code in re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S):
        exec(code, made)  # noqa: S102
    return made


def test_the_snippets_hold_what_they_assert(room: dict[str, object]) -> None:
    """Every Python block of the guide runs."""
    assert "found" in room and "done" in room


def test_the_transcripts_are_what_is_printed(room: dict[str, object], capsys: pytest.CaptureFixture[str]) -> None:
    """Each command of the guide prints what stands under it."""
    import shlex

    for block in re.findall(r"^```console\n(.*?)^```", GUIDE, re.M | re.S):
        command, _, expected = block.partition("\n")
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command.removeprefix("$ pramana ")))
        assert ended.value.code == 0
        assert capsys.readouterr().out == expected


def test_every_stop_is_told() -> None:
    """The table names each reason for which an investigation can stop."""
    from pramana.investigate import StopReason

    assert re.findall(r"^\| `([a-z ]+)` \|", GUIDE, re.M) == [str(stop) for stop in StopReason]
