"""The guides to the page of a graph and to the report run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pramana.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {name: (DOCS / f"{name}.md").read_text("utf-8") for name in ("view", "report")}


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGES[page], re.M | re.S)


@pytest.mark.parametrize("page", PAGES)
def test_the_transcripts_are_what_is_printed(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command succeeds, and where output is shown it is the output."""
    monkeypatch.chdir(tmp_path)
    Path("rama.txt").write_text(blocks(page, "text")[0], "utf-8")
    for graph in blocks(page, "json"):
        Path("carol.json").write_text(graph, "utf-8")
    for entry in re.split(r"^\$ ", "".join(blocks(page, "console")), flags=re.M)[1:]:
        command, _, shown = entry.partition("\n")
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command)[1:])
        printed = capsys.readouterr()
        assert ended.value.code == 0, (command, printed.err)
        if shown.strip():
            assert printed.out == shown, command


@pytest.mark.parametrize("page", PAGES)
def test_the_snippet_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guide's script holds what it asserts, and leaves the page that it writes."""
    monkeypatch.chdir(tmp_path)
    (snippet,) = blocks(page, "python")
    exec(compile(snippet, f"docs/{page}.md", "exec", dont_inherit=True), {"__name__": "page"})  # noqa: S102
    assert len(list(tmp_path.glob("*.html"))) == 1
