"""`pramana view`."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_view_writes_one_page(run: Any, told: Path) -> None:
    """The workspace's graph becomes view.html; what was written is told."""
    done = run("view")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Wrote view.html: ")
    assert "Rama gave the bow" in (told / "view.html").read_text("utf-8")


def test_view_says_what_it_leaves_out(run: Any, told: Path) -> None:
    """Of a graph with more edges than --limit the nearest are shown, and a note says how many there are."""
    done = run("view", "--limit", 2, "--about", "Sita", "--output", "pages/sita.html")
    assert "2 edges" in done.out
    assert "The 2 edges nearest to Sita, of " in done.err
    assert (told / "pages" / "sita.html").is_file()
    assert run("view", "--json", "--limit", 2).json["edges"] == 2


def test_view_needs_no_workspace_for_a_file(run: Any, tmp_path: Path) -> None:
    """A graph's file can be looked at anywhere; one that cannot be read is refused, and nothing is written."""
    (tmp_path / "g.json").write_text('{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}')
    assert run("view", "g.json").out == "Wrote view.html: 2 nodes, 1 edge.\n"
    (tmp_path / "view.html").unlink()
    assert run("view", "absent.graphml").code == 2
    assert run("view").code == 2
    assert not (tmp_path / "view.html").exists()


def test_an_unknown_name_is_refused(run: Any, told: Path) -> None:
    """Nobody of that name: the nearest names are told, nothing is written."""
    done = run("view", "--about", "Ramma")
    assert (done.code, "rama" in done.err) == (2, True)
    assert not (told / "view.html").exists()
