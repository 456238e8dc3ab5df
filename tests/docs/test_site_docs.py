"""The site of the documentation: every page is in its navigation, every message that it explains is one of Pramana's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def navigation() -> set[str]:
    """Return the pages that the site's navigation names."""
    text = re.search(r"^nav:\n(?:[ ].*\n?)+", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    assert text is not None
    return set(re.findall(r"[\w/-]+\.md", text[0]))


def test_every_page_is_in_the_navigation() -> None:
    """A page that nobody can reach is no documentation."""
    pages = {path.name for path in DOCS.glob("*.md")}
    assert pages - navigation() == set()
    assert navigation() - pages == {"decisions/README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"}


def test_the_messages_of_the_page_are_those_of_the_program() -> None:
    """The first column quotes words of messages; each occurs in the code."""
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    words = re.sub(r'"\s*\n\s*f?"', "", code)
    page = (DOCS / "troubleshooting.md").read_text("utf-8")
    cells = re.findall(r"^\| (`[^|]*) \|", page, re.M)
    quoted = [quote for cell in cells for quote in re.findall(r"`([^`]+)`", cell) if not quote.startswith("pramana ")]
    assert len(quoted) > 20
    assert [quote for quote in quoted if quote not in words] == []


@pytest.mark.parametrize("page", ["index", "start-documents", "start-graph", "start-software", "troubleshooting"])
def test_commands_of_the_entry_pages_exist(page: str) -> None:
    """Each command and option that a newcomer meets is one of the program."""
    reference = (DOCS / "cli.md").read_text("utf-8")
    text = (DOCS / f"{page}.md").read_text("utf-8")
    for command in re.findall(r"^\$ pramana (.+)$|`pramana ([^`]+)`", text, re.M):
        words = (command[0] or command[1]).split()
        named = [word for word in words if re.fullmatch(r"[a-z][a-z-]+", word)]
        assert f"pramana {words[0]}" in reference, command
        if words[0] in {"gasl", "entity", "show", "evals", "passes"}:
            assert f"pramana {' '.join(named[:2])}" in reference or "-w" in words[:2], command
        for option in re.findall(r"--[a-z-]+", " ".join(words)):
            assert f"`{option}" in reference or option in reference, (command, option)


@pytest.mark.slow
def test_the_python_of_the_entry_page_runs(tmp_path: Path) -> None:
    """Its blocks run one after the other beside the demo's documents."""
    shutil.copytree(ROOT / "demo" / "documents", tmp_path / "demo" / "documents")
    blocks = re.findall(r"^```python\n(.*?)^```", (DOCS / "start-software.md").read_text("utf-8"), re.M | re.S)
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(blocks)],
        cwd=tmp_path,
        env={**os.environ, "PATH": programs},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "GROUNDED Rama" in done.stdout
    assert "contradicted" in done.stdout


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`mkdocs build --strict`, as CI does, where the extra `docs` is installed."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings_handlers.python")
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert (tmp_path / "site" / "troubleshooting.html").is_file()
    assert yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8").split("\nvalidation:")[0])["strict"] is True
