"""The page about graphs in and out holds: its commands and snippets run, its tables are complete."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pramana.cli import main
from pramana.graph.io import readable_formats, written_suffixes

PAGE = (Path(__file__).parents[2] / "docs" / "import-export.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "carol.json").write_text(blocks("json")[0], "utf-8")
    (tmp_path / "people.yaml").write_text(blocks("yaml")[0], "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("console", blocks("console"))
def test_transcript_is_what_is_printed(folder: Path, console: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command succeeds, and where output is shown it is the output."""
    for entry in re.split(r"^\$ ", console, flags=re.M)[1:]:
        command, _, shown = entry.partition("\n")
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command)[1:])
        printed = capsys.readouterr()
        assert ended.value.code == 0, (command, printed.err)
        if shown.strip():
            assert printed.out == shown, command


@pytest.mark.parametrize("block", blocks("python"))
def test_snippet_prints_what_its_comments_say(folder: Path, block: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A snippet prints the comments that stand in it."""
    exec(compile(block, "docs/import-export.md", "exec", dont_inherit=True), {"__name__": "page"})  # noqa: S102
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)", block, re.M)


def test_table_of_formats_is_complete() -> None:
    """Every ending that is written has its row, and the row says whether it is read."""
    rows = dict(re.findall(r"^\| `(\.\w+)` \| (yes|no) \| yes \|", PAGE, re.M))
    assert set(rows) == set(written_suffixes())
    assert {ending[1:] for ending, read in rows.items() if read == "yes"} == set(readable_formats()) - {"graphrag"}
