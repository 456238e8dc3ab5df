"""The core works without the optional libraries, and says which extra brings what is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

import pramana

LEFT_OUT = ("polars", "_polars_runtime", "pyarrow", "networkx", "docx", "openpyxl", "pptx", "docutils")
GRAPH = {
    "directed": True,
    "multigraph": False,
    "graph": {},
    "nodes": [{"id": "rama", "type": "PERSON", "age": 40}, {"id": "bow", "type": "THING"}],
    "links": [{"source": "rama", "target": "bow", "relation": "LIFTS"}],
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a Python whose site-packages lack the libraries of the extras."""
    packages = tmp_path_factory.mktemp("core")
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not entry.name.startswith(LEFT_OUT):
            (packages / entry.name).symlink_to(entry)
    source = Path(pramana.__file__).parents[1]
    return {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{packages}"}


def run(core: dict[str, str], folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-S", "-m", "pramana", *words]
    return subprocess.run(command, env=core, cwd=folder, capture_output=True, text=True, timeout=120)


def test_the_libraries_are_really_absent(core: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-S", "-c", "import polars"]
    ended = subprocess.run(command, env=core, cwd=tmp_path, capture_output=True, text=True)
    assert "No module named 'polars'" in ended.stderr


@pytest.mark.slow
def test_documents_are_read_and_asked_without_tables(core: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Rama gave the bow to Sita.\n")
    assert run(core, tmp_path, "init").returncode == 0
    assert run(core, tmp_path, "ingest", "a.txt").returncode == 0
    answer = run(core, tmp_path, "ask", "Who gave the bow to Sita?")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "Rama gave the bow to Sita." in answer.stdout
    assert run(core, tmp_path, "export", "out.graphml").returncode == 0


@pytest.mark.slow
def test_graph_files_are_searched_alike_with_and_without_tables(core: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "graph.json").write_text(json.dumps(GRAPH))
    (tmp_path / "find.gasl").write_text('FIND nodes WHERE type = "PERSON" AS people\n')
    query = ("gasl", "run", "find.gasl", "--graph", "graph.json", "--json")
    bare = run(core, tmp_path, *query)
    full = subprocess.run([sys.executable, "-m", "pramana", *query], cwd=tmp_path, capture_output=True, text=True)
    assert (bare.returncode, full.returncode) == (0, 0), bare.stderr + full.stderr
    found, expected = (json.loads(ended.stdout)["steps"][-1]["summary"] for ended in (bare, full))
    assert found == expected == {"count": 1, "first": [{"age": 40, "id": "rama", "type": "PERSON"}]}


@pytest.mark.slow
def test_what_needs_tables_names_the_extra_and_leaves_no_file(core: dict[str, str], tmp_path: Path) -> None:
    assert run(core, tmp_path, "init").returncode == 0
    for target in ("out.parquet", "out.arrow"):
        ended = run(core, tmp_path, "export", target)
        assert ended.returncode == 2
        assert (
            "Writing Arrow and Parquet files needs more than is installed: pip install 'pramana[tables]'"
            in ended.stderr
        )
    assert not list(tmp_path.glob("out*"))


def test_the_documentation_names_every_extra() -> None:
    root = Path(__file__).parents[1]
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    documented = re.findall(r"^\| `(\w+)` \|", (root / "docs" / "installation.md").read_text("utf-8"), re.M)
    assert sorted(documented) == sorted(extras)
