"""What is registered: the project's own entries, and those of other packages."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pramana.errors import ConfigError, UnknownName
from pramana.registry import PluginRegistry

PROGRAM = """
import json, sys
from pathlib import PurePath
from pramana.registry import PluginRegistry

registry = PluginRegistry("tools", "own.tools", PurePath, "tool")
identities = [[each.group, each.name, each.distribution, each.version, each.source] for each in registry.identities()]
before = [name for name in sys.modules if name.startswith("other")]
print(json.dumps({"names": list(registry), "values": [str(registry[name]) for name in registry],
                  "identities": identities, "imported_before": before, "has": ["hammer" in registry, "x" in registry]}))
"""


def make_own(folder: Path) -> None:
    tools = folder / "own" / "tools"
    tools.mkdir(parents=True)
    (folder / "own" / "__init__.py").touch()
    (tools / "__init__.py").touch()
    (tools / "_private.py").write_text("raise ImportError\n")
    for name in ("hammer", "spirit_level"):
        (tools / f"{name}.py").write_text(f"from pathlib import PurePath\n\nPLUGIN = PurePath({name!r})\n")


def make_other(
    folder: Path, points: str, source: str = "from pathlib import PurePath\n\nSAW = PurePath('saw')\n"
) -> None:
    """Write a package with its metadata, as an installer leaves it."""
    (folder / "other").mkdir(parents=True, exist_ok=True)
    (folder / "other" / "__init__.py").write_text(source)
    metadata = folder / "other_tools-1.5.dist-info"
    metadata.mkdir(exist_ok=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: other-tools\nVersion: 1.5\n")
    (metadata / "entry_points.txt").write_text(f"[pramana.tools]\n{points}\n")


def run(folder: Path, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    path = ":".join([str(folder), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={"PYTHONPATH": path}, check=False
    )


def found(folder: Path) -> dict[str, Any]:
    done = run(folder)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_entries_are_the_modules_of_a_folder_and_the_entry_points_of_other_packages(tmp_path: Path) -> None:
    """Built-in entries come first, each sort by name; private modules are not entries; a foreign one has an identity."""
    make_own(tmp_path)
    make_other(tmp_path, "saw = other:SAW")
    result = found(tmp_path)
    assert result["names"] == ["hammer", "spirit-level", "saw"]
    assert result["values"] == ["hammer", "spirit_level", "saw"]
    assert result["has"] == [True, False]
    ((group, name, distribution, version, source),) = result["identities"]
    assert (group, name, distribution, version) == ("pramana.tools", "saw", "other-tools", "1.5")
    assert len(source) == 32
    assert result["imported_before"] == []


def test_identity_changes_with_the_source_and_not_with_the_place(tmp_path: Path) -> None:
    """The hash is of the package's own files, wherever they are."""
    hashes = []
    for place, source in (("a", "SAW = 1\n"), ("b", "SAW = 1\n"), ("c", "SAW = 2\n")):
        make_own(tmp_path / place)
        make_other(tmp_path / place, "", source)
        (tmp_path / place / "other_tools-1.5.dist-info" / "entry_points.txt").write_text(
            "[pramana.tools]\nsaw = other:SAW\n"
        )
        program = PROGRAM.replace("[str(registry[name]) for name in registry]", "[]")
        done = run(tmp_path / place, program)
        assert done.returncode == 0, done.stderr
        hashes.append(json.loads(done.stdout)["identities"][0][4])
    assert hashes[0] == hashes[1] != hashes[2]


@pytest.mark.parametrize(
    ("points", "source", "problem"),
    [
        ("hammer = other:SAW", "SAW = 1\n", "The tool 'hammer' of other-tools has a name that is already taken."),
        ("saw = other:SAW", "SAW = 1\n", "The tool 'saw' is int, where PurePath is expected."),
        ("saw = other:AXE", "SAW = 1\n", "The tool 'saw' (other:AXE) cannot be imported"),
        (
            "saw = other:SAW",
            "import nowhere\n",
            "The tool 'saw' (other:SAW) cannot be imported: No module named 'nowhere'",
        ),
    ],
)
def test_entry_that_cannot_be_used_is_named(tmp_path: Path, points: str, source: str, problem: str) -> None:
    """A plug-in that shadows a built-in one, or is not what it should be, is a ConfigError that names it."""
    make_own(tmp_path)
    make_other(tmp_path, points, source)
    done = run(tmp_path)
    assert f"pramana.errors.ConfigError: {problem}" in done.stderr


@dataclass(frozen=True)
class Nothing:
    pass


def test_unknown_name_is_answered_with_the_nearest() -> None:
    """A name that nobody registered raises UnknownName."""
    registry = PluginRegistry("nothings", "pramana.gasl.commands", Nothing, "command")
    with pytest.raises(UnknownName, match=r"There is no command 'finds'\. Did you mean find"):
        registry["finds"]
    with pytest.raises(ConfigError, match="is NoneType, where Nothing is expected"):
        registry["find"]
