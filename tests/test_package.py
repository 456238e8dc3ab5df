"""What is published: a wheel and a source distribution that hold all that the program needs."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both distributions, built from the tree."""
    folder = tmp_path_factory.mktemp("dist")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    subprocess.run([*pip, "install", "hatchling", "--target", str(folder / "builder")], check=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder / "builder")},
        check=True,
        capture_output=True,
    )
    return folder


def test_the_wheel_holds_every_file_of_the_package(built: Path) -> None:
    """Data included: word lists, prompts, pages, the demonstration's documents, py.typed."""
    (wheel,) = built.glob("*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("pramana/")}
    tree = (path.relative_to(ROOT / "src") for path in (ROOT / "src" / "pramana").rglob("*") if path.is_file())
    assert {path.as_posix() for path in tree if "__pycache__" not in path.parts} == inside


def test_the_source_distribution_holds_what_tests_need(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        top = {name.split("/")[1] for name in opened.getnames() if "/" in name}
    assert {"src", "tests", "docs", "demo", "examples", "Makefile", "pyproject.toml", "LICENSE"} <= top


def test_the_installed_wheel_runs_the_demonstration(built: Path, tmp_path: Path) -> None:
    """From another folder, and without the tree."""
    (wheel,) = built.glob("*.whl")
    target = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "--no-deps", "--target", str(target), str(wheel)], check=True)
    code = "import pramana; print(pramana.__file__); from pramana.cli import main; main(['demo', 'shown'])"
    environment = {**os.environ, "PYTHONPATH": str(target)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(target))
    assert "Tyler Brooks" in done.stdout
