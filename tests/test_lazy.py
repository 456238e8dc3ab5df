"""Exports that are imported when they are first used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pramana.app
import pramana.views
from pramana.lazy import exports_of, lazy_exports

PACKAGE = """
from typing import TYPE_CHECKING
import os
if TYPE_CHECKING:
    from json import dumps, loads as read
    from lost import nothing
else:
    from json import load
"""


def test_exports_are_what_is_imported_for_type_checkers() -> None:
    """Each name has its module and its name there; imports elsewhere in the file are no exports."""
    expected = {"dumps": ("json", "dumps"), "read": ("json", "loads"), "nothing": ("lost", "nothing")}
    assert exports_of(PACKAGE) == expected


def test_a_name_is_imported_when_it_is_used(tmp_path) -> None:
    """A name that is never used may even be lost; an unknown one is an AttributeError that names the package."""
    (tmp_path / "__init__.py").write_text(PACKAGE, "utf-8")
    get = lazy_exports("some", str(tmp_path / "__init__.py"))
    assert get("read")("[1]") == [1]
    with pytest.raises(ModuleNotFoundError, match="lost"):
        get("nothing")
    with pytest.raises(AttributeError, match="module 'some' has no attribute 'load'"):
        get("load")


@pytest.mark.parametrize("package", [pramana.app, pramana.views])
def test_what_is_exported_is_public(package) -> None:
    """`__all__` names all that is declared for export, and each name is there."""
    source = Path(package.__file__).read_text("utf-8")
    assert all(hasattr(package, name) for name in package.__all__)
    assert package.__all__ == sorted(exports_of(source))


def test_importing_app_imports_nothing_of_it() -> None:
    """`import pramana.app` loads no other part of the project."""
    code = "import sys, pramana.app; print(*sorted(name for name in sys.modules if name.startswith('pramana.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pramana.app", "pramana.errors", "pramana.lazy", "pramana.version"]


def test_a_workspace_imports_no_investigation() -> None:
    """What reads documents loads no agent, no investigation and no formula over entities."""
    code = "import sys, pramana.app.api; print(*sorted({name.split('.')[1] for name in sys.modules if name.startswith('pramana.')}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"anot", "gasl", "investigate", "stategraph"}.isdisjoint(done.stdout.split())


def test_a_module_does_not_take_the_place_of_an_export_of_its_name() -> None:
    """`gasl.replay` is the function, also after the module of that name was imported."""
    code = "import pramana.gasl.replay, pramana.gasl; print(callable(pramana.gasl.replay))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]
