"""`ws.search` and `pramana search`: lines with places, parts and marks; links of the graph; vectors of an embedder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pramana
from pramana.cli import main
from pramana.errors import InputError


def _workspace(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(*(folder / f"{name}.txt" for name in texts))
    return folder / "ws"


def test_a_search_follows_ingest_and_removal(tmp_path: Path) -> None:
    """A document is found from its ingest to its removal."""
    (tmp_path / "b.txt").write_text("Marta sold the patents.", "utf-8")
    with pramana.open(_workspace(tmp_path, a="Rain fell."), create=True) as ws:
        assert ws.search("patent") == []
        ws.ingest(tmp_path / "b.txt")
        assert [str(line) for line in ws.search("patent")] == ["b.txt:1  Marta sold the patents."]
        (tmp_path / "b.txt").write_text("Marta kept the horse.", "utf-8")
        ws.ingest(tmp_path / "b.txt")
        assert ws.search("patent") == []
        ws.remove("b.txt")
        assert ws.search("horse") == []


def test_names_that_links_join_are_looked_up(tmp_path: Path) -> None:
    """A decision joins two names; the name that the query has then finds what is said under the other one."""
    texts = {"a": "Robert Hale owns a mill. It is old.", "b": "Bob sings."}
    with pramana.open(_workspace(tmp_path, **texts)) as ws:
        assert [line.doc_id for line in ws.search("Bob")] == ["b.txt"]
        ws.merge("Bob", "Robert Hale")
        assert {line.doc_id for line in ws.search("Bob")} == {"a.txt", "b.txt"}


def test_an_empty_query_is_refused(tmp_path: Path) -> None:
    """Nothing is asked for."""
    with pramana.open(_workspace(tmp_path, a="Rain fell.")) as ws, pytest.raises(InputError):
        ws.search("  ")


def test_the_command_prints_lines_scores_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines for people, parts of scores for the curious, JSON for programs."""
    folder = str(_workspace(tmp_path, a="Rain fell. Marta sold the patents."))
    capsys.readouterr()
    printed = []
    for more in ([], ["--explain"], ["--json"]):
        with pytest.raises(SystemExit) as ended:
            main(["search", "patent sold", "-w", folder, "--limit", "1", *more])
        assert not ended.value.code
        printed.append(capsys.readouterr().out)
    assert printed[0] == "a.txt:2  Marta sold the patents.\n"
    assert "words 1.000 + line" in printed[1]
    [found] = json.loads(printed[2])
    assert (found["doc_id"], found["number"]) == ("a.txt", 2)
    assert [found["text"][start:end] for start, end in found["spans"]] == ["sold", "patents"]
