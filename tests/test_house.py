"""The outer bounds of how the code is written. Past them, a module or a function wants another cut."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import pramana

ROOT = Path(pramana.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
ROOMS = [path for path in MODULES if path.name == "__init__.py" and path.parent != ROOT]
MODULE_LINES = 500
FUNCTION_LINES = 60


def name_of(path: Path) -> str:
    return path.relative_to(ROOT.parent).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, parents before their children. Each module is parsed once."""
    return tuple(ast.walk(tree_of(path)))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Yield each function's name and its length in lines, docstring and signature included."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.slow
@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_keeps_within_bounds(path: Path) -> None:
    """A module has at most 500 lines (past 400, cut it), each of its functions at most 60."""
    assert len(text_of(path).splitlines()) <= MODULE_LINES
    assert [found for found in functions(path) if found[1] > FUNCTION_LINES] == []


@pytest.mark.parametrize("path", ROOMS, ids=name_of)
def test_room_says_what_it_does_and_what_others_may_use(path: Path) -> None:
    """A room has a docstring of at most three lines of text, and an `__all__` whose names exist, once each."""
    module = importlib.import_module(".".join(path.parent.relative_to(ROOT.parent).parts))
    lines = [line for line in (module.__doc__ or "").splitlines() if line.strip()]
    assert 1 <= len(lines) <= 3
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(set(module.__all__)) == len(module.__all__)


def test_rooms_import_downwards() -> None:
    """No room imports from a floor above it."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT.parents[1], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def imported(path: Path, known: set[str]) -> Iterator[str]:
    """Yield the modules of the package that a module imports, also under TYPE_CHECKING and inside functions."""
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        else:
            continue
        for name in names:
            yield from [found for found in (name, name.rpartition(".")[0]) if found in known][:1]


def test_no_import_leads_back() -> None:
    """No module imports itself by way of others: an order of all modules exists in which imports point down."""
    names = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts): path for path in MODULES}
    names = {name.removesuffix(".__init__"): path for name, path in names.items()}
    graph = {name: {each for each in imported(path, set(names)) if each != name} for name, path in names.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_the_command_line_knows_the_public_parts_alone() -> None:
    """A command imports what `app`, `views` and `evals` export, and modules of the ground."""
    known = {
        f"pramana.{name}"
        for name in (
            "app",
            "views",
            "evals",
            "errors",
            "findings",
            "canonical",
            "collector",
            "untrusted",
            "version",
            "wording",
            "server",
        )
    }
    found = [
        f"{path.name}: {node.module}"
        for path in sorted((ROOT / "cli").rglob("*.py"))
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pramana.")
        if node.module not in known and not (node.module or "").startswith("pramana.cli")
    ]
    assert found == []


def test_the_server_knows_the_public_parts_alone() -> None:
    """The server imports what `app` and `views` export, and modules of the ground."""
    ground = ("canonical", "errors", "extras", "lazy", "serialization", "untrusted", "version", "wording")
    known = {f"pramana.{name}" for name in ("app", "views", *ground)}
    found = [
        f"{path.name}: {node.module}"
        for path in sorted((ROOT / "server").rglob("*.py"))
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pramana.")
        if node.module not in known and not (node.module or "").startswith("pramana.server")
    ]
    assert found == []


def test_packages_use_the_public_parts_of_each_other() -> None:
    """A module imports from another package only through that package's `__init__`."""
    past = []
    for path in MODULES:
        here = path.relative_to(ROOT).parts[0]
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pramana."):
                parts = (node.module or "").split(".")
                other = len(parts) > 2 and parts[1] != here and (ROOT / parts[1] / "__init__.py").exists()
                past += [f"{name_of(path)}:{node.lineno} {node.module}"] if other else []
    assert past == []


def test_a_class_name_means_one_thing() -> None:
    """No two classes at the top of modules share a name."""
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name_of(path))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


SERIALISERS = {
    "serialization.py": "the one convention",
    "anot/seed.py": "the format of a seed's file, read back by `from_dict`",
    "stategraph/model.py": "the format of a StateGraph's file, read back by `from_dict`",
    "trace/workflow.py": "the format of a trace's file: steps hold what changed instead of both states",
    "igg/log.py": "the seed's format of a log: iterations as keys",
}
"""Modules that write JSON in a way of their own, with the reason."""


def test_json_is_written_by_declaration() -> None:
    """No class writes its JSON by hand: `JsonRecord` does, as the class declares. Formats that are files are listed."""
    found = [
        name_of(path)
        for path in MODULES
        if path.relative_to(ROOT).as_posix() not in SERIALISERS
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef)
        and node.name in ("as_json", "to_dict", "from_dict", "as_dict", "to_json", "from_json", "asdict")
    ]
    assert found == []


PARTICIPLE = re.compile(
    r"_*(?:[a-z]+ed|told|read|said|made|kept|shown|held|found|put|cut|met|sent|left|begun|known|written|drawn|given|taken"
    r"|done|gone|seen|built|spelt|spent|meant|set|one|all|each|other|more|some|whole|plain)_*"
)
VERBS = frozenset(("read", "put", "set", "set_", "cut", "embed", "need", "seed", "_seed"))
"""Imperatives and nouns that look like participles: `read` reads, `put` stores, `need` checks, `seed` is a seed."""
KEPT_NAMES = {
    "store/database.py:all": "every row of a query, as in SQLAlchemy",
    "store/database.py:one": "the first row of a query, as in SQLAlchemy",
    "documents/shelf.py:all": "all that the shelf holds",
    "igg/shelf.py:all": "all that the shelf holds",
    "views/decisions.py:all": "all decisions",
    "views/linking.py:all": "all links",
    "expr/formula/pieces.py:_listed": "copied by name into distilled modules",
    "expr/formula/functions/numbers.py:_rounded": "the twin of `round` in distilled modules",
    "expr/formula/functions/series.py:_all": "the twin of `all` in distilled modules",
    "expr/formula/functions/series.py:_sorted": "the twin of `sorted` in distilled modules",
    "gasl/evidence.py:untraced": "the same name as in the report's JSON",
    "igg/stepping.py:stopped": "why a run has stopped, None while it continues",
    "llm/client.py:structured": "a name of the specification",
}
"""Functions that may be named by a bare participle or one vague word, with the reason."""


def bare_participles(path: Path) -> Iterator[str]:
    """Yield the functions named by a participle alone, which says neither what they do nor what they return.

    Properties that return whether something is so, or how many are, may be: `report.accepted`, `step.failed`.
    """
    for node in nodes_of(path):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not PARTICIPLE.fullmatch(node.name):
            continue
        returns = ast.unparse(node.returns) if node.returns else ""
        is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
        if node.name not in VERBS and not (is_property and returns in ("bool", "int")):
            yield f"{path.relative_to(ROOT).as_posix()}:{node.name}"


def test_function_names_say_what_they_return() -> None:
    """No function is named by a bare participle, but for those in KEPT_NAMES."""
    found = {name for path in MODULES for name in bare_participles(path)}
    assert found - set(KEPT_NAMES) == set()


def test_the_command_line_lays_nothing_out() -> None:
    """Tables and headings are made in `views.render`, from results; a command shows their parts."""
    layout = {"columns", "heading", "verdict", "Table", "AlignedRows", "Heading", "RuledTable"}
    found = [
        f"{path.name}:{node.lineno} {node.func.id}"
        for path in sorted((ROOT / "cli").rglob("*.py"))
        if path.name != "igg_view.py"  # the live panel of a run
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in layout
    ]
    assert found == []
