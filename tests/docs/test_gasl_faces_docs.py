"""What the guide to GASL says of the prompt, of notebooks and of LightRAG runs as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import networkx as nx
import pytest

from pramana.app.console import open_console
from pramana.cli.gasl_repl import Repl
from pramana.cli.gasl_session import WORDS
from pramana.graph.adapters import MemoryAdapter

GUIDE = (Path(__file__).parents[2] / "docs" / "gasl.md").read_text("utf-8")
SECTION = GUIDE.split("\n## In a terminal, in a notebook, over LightRAG\n")[1].split("\n## State\n")[0]


def block(kind: str) -> str:
    found: list[str] = re.findall(rf"^```{kind}\n(.*?)^```", SECTION, re.M | re.S)
    assert len(found) == 1
    return found[0]


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MemoryAdapter:
    """The graph of the guide's first example, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    first = re.search(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
    assert first
    room: dict[str, Any] = {}
    exec(first[1], room)  # noqa: S102
    made: MemoryAdapter = room["graph"]
    return made


def exchanges() -> Iterator[tuple[str, str]]:
    """Yield what is typed in the guide's session, and what is shown then."""
    for part in block("console").split("\ngasl> ")[1:]:
        typed, _, answered = part.partition("\n")
        yield typed, answered.rstrip("\n")


def test_the_session_is_what_is_shown(graph: MemoryAdapter, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command of the session at the prompt shows just what the guide says."""
    graph.export(Path("study.graphml"))
    with open_console("study.graphml", "study.json") as console:
        repl = Repl(console)
        for typed, answered in exchanges():
            repl.run_all([typed])
            out, err = capsys.readouterr()
            shown = err + out if err.startswith("error") else out + err
            assert [line.rstrip() for line in shown.rstrip("\n").split("\n")] == answered.split("\n")


def test_words_of_the_session_are_told() -> None:
    """The table of words is that of the program."""
    assert "".join(f"| `{word}` | {says} |\n" for word, says in WORDS.items()) in SECTION


def test_the_notebook_runs(graph: MemoryAdapter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells of the guide run in IPython, one after the other."""
    pytest.importorskip("IPython", reason="IPython is not here: pip install 'pramana[notebook]' to run this test")
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(history_length=0)
    shell.history_manager.enabled = False
    shell.user_ns["g"] = graph
    for cell in block("ipython").strip().split("\n\n"):
        assert shell.run_cell(cell).success
    shell.run_line_magic("unload_ext", "pramana")
    InteractiveShell.clear_instance()


def test_lightrags_graph_is_searched_where_it_is(graph: MemoryAdapter) -> None:
    """The lines for LightRAG run over whatever stands where LightRAG keeps its graph."""
    kept: nx.Graph[str] = nx.Graph()
    kept.add_node('"ADA"', entity_type='"PERSON"', source_id="chunk-1")
    room: dict[str, Any] = {"rag": SimpleNamespace(chunk_entity_relation_graph=SimpleNamespace(_graph=kept))}
    exec(block("py"), room)  # noqa: S102
    assert (room["found"].status, room["found"].count) == ("success", 1)
    assert Path("study.json").exists()
