"""A run's engine hash covers all code that decides its result: the real imports, and no list kept by hand."""

from __future__ import annotations

import ast
import shutil
import sys
import tomllib
from functools import cache
from pathlib import Path

import grimp
import pytest

from pramana.app.engine import EMBEDDED, ROOTS, embedded_version, pass_roots
from pramana.app.engine_sources import (
    LIBRARIES,
    NOT_DECIDING,
    NOT_FOLLOWED,
    PACKAGE,
    REPLACED,
    DecidingCode,
    deciding_code,
    imports_of,
)
from pramana.karaka import PASSES

UNDECIDING = {
    "anyio": "runs coroutines",
    "charset_normalizer": "names a likely encoding in a message; nothing is read by it",
    "docutils": "a loader: what it reads is stored, under the version of the loader",
    "docx": "a loader: what it reads is stored, under the version of the loader",
    "httpx2": "brings what a knowledge base says, which is stored",
    "jinja2": "renders pages",
    "keyring": "holds passwords of servers",
    "markupsafe": "renders pages",
    "neo4j": "an adapter: the conformance suite holds it to the same answers",
    "gremlin_python": "an adapter: the conformance suite holds it to the same answers",
    "networkx": "an adapter: the conformance suite holds it to the same answers",
    "openpyxl": "a loader: what it reads is stored, under the version of the loader",
    "polars": "a way to evaluate conditions: held to the same answers as Python",
    "pptx": "a loader: what it reads is stored, under the version of the loader",
    "pyarrow": "reads and writes tables of graphs",
}
"""Third-party libraries that deciding code imports and that are not hashed, with the reason."""


@cache
def parsed_imports(file: Path) -> frozenset[tuple[str, str]]:
    """Return each import of a source by its syntax: the module, and a name that is imported from it."""
    found: set[tuple[str, str]] = set()
    for each in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(each, ast.Import):
            found |= {(name.name, "") for name in each.names}
        elif isinstance(each, ast.ImportFrom):
            found |= {(each.module or "", name.name) for name in each.names}
    return frozenset(found)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("pramana", cache_dir=None)


def file_of(module: str) -> str:
    path = module.removeprefix("pramana.").replace(".", "/")
    return f"{path}.py" if (PACKAGE / f"{path}.py").is_file() else f"{path}/__init__.py"


def transitive(graph: grimp.ImportGraph, roots: tuple[str, ...]) -> set[str]:
    """Return the sources that `roots` import, by the import graph of another tool, with the documented exceptions."""
    modules = {module: file_of(module) for module in graph.modules if module != "pramana"}
    pending = {
        module for module, file in modules.items() for root in roots if file == root or file.startswith(f"{root}/")
    }
    found: set[str] = set()
    while pending:
        module = pending.pop()
        found.add(modules[module])
        for imported in graph.find_modules_directly_imported_by(module):
            top = imported.split(".")[1] if "." in imported else ""
            own = module.split(".")[1] == top
            if top in NOT_DECIDING or not top or (own and modules[module] in NOT_FOLLOWED):
                continue
            if own:
                reached = {imported}
            elif top in REPLACED:
                reached = {each for each, file in modules.items() if file in REPLACED[top]}
            else:
                reached = {each for each in modules if each.split(".")[1] == top}
            pending |= {each for each in reached if modules[each] not in found}
    return found


ALL_ROOTS = {**ROOTS, **{f"pass {name}": pass_roots(name) for name in PASSES.builtin}}


@pytest.mark.parametrize("kind", ALL_ROOTS)
def test_every_hash_covers_what_its_code_imports(kind: str, graph: grimp.ImportGraph) -> None:
    """All transitive imports are in it, and no other source: found here by another tool."""
    sources = {name for name in deciding_code(ALL_ROOTS[kind]).files if name.endswith(".py")}
    assert sources == transitive(graph, ALL_ROOTS[kind])


def test_a_pass_rests_on_its_own_code_and_on_that_of_passes_that_it_asks() -> None:
    """A change of `causes.py`, say, has that pass decide again and no other; no line is read again for any pass."""
    code = {name: set(deciding_code(pass_roots(name)).files) for name in PASSES.builtin}
    resting = {
        name: {other for other, files in code.items() if f"karaka/passes/builtin/{name}.py" in files} for name in code
    }
    assert resting.pop("resolution") == {"resolution", "coreference", "links"}, "they propose what it does not"
    assert resting == {name: {name} for name in resting}
    for name in ("causes", "coreference", "events", "homonyms", "relations", "sources"):
        assert [other for other, files in code.items() if f"karaka/passes/{name}.py" in files] == [name]
    assert not [file for file in deciding_code(ROOTS["lines"]).files if file.startswith("karaka/passes/")]


def test_rules_of_one_package_leave_the_versions_of_others() -> None:
    """What decides investigations is not in the version under which lines are read."""
    lines, investigations = (set(deciding_code(EMBEDDED[name]).files) for name in ("karaka", "investigate"))
    assert "investigate/rules.py" in investigations - lines
    assert embedded_version("karaka") not in {embedded_version("investigate"), embedded_version()}
    assert embedded_version("a package without rules") == embedded_version()


@pytest.mark.slow
def test_imports_are_found_as_a_parser_finds_them() -> None:
    """In every source of the package: also in functions, in brackets, over several lines."""
    for file in PACKAGE.rglob("*.py"):
        parsed = parsed_imports(file)
        modules = {module.removeprefix("pramana.") for module, _ in parsed if module.startswith("pramana.")}
        modules |= {name for module, name in parsed if module == "pramana"}
        tops = {module.partition(".")[0] for module, _ in parsed} - {"pramana", ""}
        found = imports_of(file.read_text("utf-8"))
        assert modules <= {module for module, _ in found.modules}, file
        members = {(module.removeprefix("pramana."), name) for module, name in parsed if module.startswith("pramana.")}
        assert {each for each in members if each[1]} <= {
            (module, name) for module, names in found.modules for name in names
        }, file
        assert tops <= found.libraries, file


def test_exceptions_exist() -> None:
    """Each package that is left out or replaced is there, as are the files that replace one."""
    for name in (*NOT_DECIDING, *REPLACED):
        assert (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file(), name
    for files in REPLACED.values():
        assert [name for name in files if not (PACKAGE / name).is_file()] == []


def test_every_library_that_deciding_code_imports_is_hashed_or_excepted() -> None:
    """A library is named in one of two tables; those that are hashed are required, so that their version is known."""
    files = {name for roots in ROOTS.values() for name in deciding_code(roots).files if name.endswith(".py")}
    imported = {module.partition(".")[0] for name in files for module, _ in parsed_imports(PACKAGE / name)}
    foreign = imported - set(sys.stdlib_module_names) - {"pramana", ""}
    assert foreign - LIBRARIES.keys() - UNDECIDING.keys() == set()
    project = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text())["project"]
    required = {each.split(">")[0].casefold() for each in project["dependencies"]}
    assert {name.casefold() for name in LIBRARIES.values()} <= required


WRITTEN = [
    ("growth", "language/data/search/common.txt"),
    ("growth", "language/lexicon.py"),
    ("growth", "documents/sentences.py"),
    ("growth", "llm/repair.py"),
    ("execution", "claims/coverage.py"),
    ("execution", "gsv/round.py"),
    ("execution", "anot/templates/builtin/g1a.json"),
    ("investigation", "gasl/mistakes.yaml"),
    ("investigation", "gasl/grammar.lark"),
    ("investigation", "app/gasl_verifier.py"),
    ("reading", "expr/conditions/grammar.lark"),
    ("reading", "events/reader.py"),
    ("embedded", "events/reader.py"),
    ("embedded", "investigate/shapes_hops.py"),
]


def copied(tmp_path: Path) -> Path:
    target = tmp_path / "pramana"
    shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


@pytest.mark.slow
def test_a_change_of_any_of_them_changes_the_hash(tmp_path: Path) -> None:
    """Sources, grammars, tables and word lists; a new import brings a package in."""
    package = copied(tmp_path)

    def code(kind: str, number: int) -> DecidingCode:
        moved = package.rename(tmp_path / f"copy{number}")  # what was read of a folder is kept
        found = deciding_code(ROOTS[kind], moved)
        moved.rename(package)
        return found

    for number, (kind, name) in enumerate(WRITTEN):
        before = deciding_code(ROOTS[kind])
        file = package / name
        body = file.read_bytes()
        file.write_bytes(body + b"\n")
        assert code(kind, number) != before, name
        file.write_bytes(body)
    (package / "igg/rules.py").write_text("def late():\n    from pramana.mining import PTOOLS\n    return PTOOLS\n")
    assert "mining/clustering.py" in code("growth", 999).files


def test_what_does_not_decide_is_left_out() -> None:
    """Pages, prompts, stores, the command line, and providers of models are in no hash."""
    for roots in ROOTS.values():
        files = deciding_code(roots).files
        tops = {name.partition("/")[0].removesuffix(".py") for name in files}
        assert not tops & (NOT_DECIDING.keys() - {"app"})
        assert not [name for name in files if name.endswith((".html", ".css", ".js")) or "/prompts/" in name]
        assert not [name for name in files if name.startswith("llm/providers/") and name not in REPLACED["llm"]]
