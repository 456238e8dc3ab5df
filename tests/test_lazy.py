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


NOT_FOR_TWO_LINES = """
    pramana.anot pramana.app.asking pramana.app.chat pramana.app.claims pramana.app.decisions pramana.app.importing
    pramana.app.sources pramana.audit pramana.claims.coverage pramana.expr.conditions.mistakes pramana.gasl
    pramana.graph.adapters.base pramana.igg.context pramana.igg.payload pramana.investigate pramana.language.questions
    pramana.server pramana.stategraph pramana.views.inspect
    email.policy jsonschema networkx pandas polars pypdfium2 selectolax.lexbor
""".split()
MOST_MODULES = 465
"""Of the project: 450 are loaded, and 539 were where questions, claims and imports of graphs were loaded, too."""


def test_two_more_lines_import_only_what_reads_them(tmp_path) -> None:
    """A document for a workspace with passes: no module is loaded that answers, judges claims, imports or investigates."""
    code = "import sys; from pramana.cli import main\ntry: main()\nfinally: print('loaded', *sorted(sys.modules))"
    workspace = str(tmp_path / "ws")
    subprocess.run([sys.executable, "-m", "pramana", "init", workspace], capture_output=True, check=True)
    for name in ("first", "second"):
        (tmp_path / f"{name}.txt").write_text("Rama gave the bow to Lakshmana.\nSita saw Rama.\n", "utf-8")
        words = ("ingest", str(tmp_path / f"{name}.txt"), "-w", workspace)
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    loaded = done.stdout.rpartition("loaded ")[2].split()
    assert "pramana.karaka.ingest" in loaded
    assert sorted(set(NOT_FOR_TWO_LINES) & set(loaded)) == []
    assert sum(each.startswith("pramana") for each in loaded) <= MOST_MODULES
