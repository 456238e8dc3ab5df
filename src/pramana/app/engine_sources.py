"""Which files decide a result: the files that a kind of run begins with, and all that these import."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pramana.canonical import digest_bytes

PACKAGE = Path(__file__).parent.parent

NOT_DECIDING: Mapping[str, str] = {
    "app": "opens, runs and records what the packages below decide",
    "background": "runs coroutines",
    "lazy": "imports on first use",
    "pages": "how results look",
    "registry": "finds plug-ins; those that take part are hashed by themselves",
    "store": "keeps bytes",
    "testing": "servers and scripts for tests",
    "trace": "keeps records",
    "version": "a number",
    "views": "reads what was decided",
}
"""Packages whose code is left out of every hash, with the reason."""

ANSWERS = ("llm/parse.py",)
VECTORS = ("llm/embeddings.py", "llm/providers/ngrams.py", "llm/quantise.py")
REPLACED: Mapping[str, tuple[str, ...]] = {"llm": ANSWERS + VECTORS}
"""Packages of which only some files decide: a model's answer is stored under the hash of its request, which holds the
prompt, the schema, the parameters and the model. What reads the answer, and what computes vectors, decides."""

NOT_FOLLOWED = VECTORS
"""Files whose own package's imports are left out: beside what it computes an embedder only keeps and counts."""

LIBRARIES: Mapping[str, str] = {
    "HanTa": "HanTa",
    "lark": "lark",
    "numpy": "numpy",
    "py3langid": "py3langid",
    "pydantic": "pydantic",
    "pypdfium2": "pypdfium2",
    "rapidfuzz": "rapidfuzz",
    "selectolax": "selectolax",
    "sentencex": "sentencex",
    "yaml": "pyyaml",
}
"""Libraries whose version decides, by the name that is imported, with the name of the distribution."""

_DATA = (".lark", ".yaml", ".json", ".txt")
"""Grammars, tables, templates and word lists. Prompts, which users may change, are hashed with the configuration; pages
and styles decide nothing."""

_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+([A-Za-z_][\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n(]+))?", re.M)
_IMPORTED = re.compile(r"(?:^|[(,])\s*(?:#[^\n]*\n\s*)*(\w+)")
"""Each name of a list of imported ones, not what it is called here (`as`)."""


@dataclass(frozen=True, slots=True)
class Imports:
    """What one file imports: modules of Pramana (`igg.rules`) with the names that are imported from each, none for the
    module itself; and top-level names of libraries."""

    modules: tuple[tuple[str, tuple[str, ...]], ...]
    libraries: frozenset[str]


@dataclass(frozen=True, slots=True)
class DecidingCode:
    """The files that decide, by path below the package, with their hashes; and the libraries that they import."""

    files: Mapping[str, str]
    libraries: tuple[str, ...]


def deciding_code(roots: Iterable[str], package: Path = PACKAGE) -> DecidingCode:
    """Return what decides a result that is made by the files and folders `roots`, such as `igg` or `igg/rules.py`.

    Imports within a package are followed file by file; another package belongs to it as a whole, since it is imported
    by its `__init__`. Imports inside functions count.
    """
    tree = _tree(package)
    found: dict[str, str] = {}
    libraries: set[str] = set()
    packages: set[str] = set()
    pending = {name for root in roots for name in tree.below(root)}
    while pending:
        name = pending.pop()
        found[name], imports = _hash_and_imports(package, name)
        pending |= tree.data_beside(name) - found.keys() if name.endswith(".py") else frozenset()
        libraries |= imports.libraries & LIBRARIES.keys()
        for module, names in imports.modules:
            if tree.is_whole_package(module, name):
                packages.add(module.partition(".")[0])
            else:
                pending |= tree.imported_files(module, names, name) - found.keys()
    for each in sorted(packages):
        code = _package_code(each, package)
        found.update(code.files)
        libraries.update(code.libraries)
    return DecidingCode(dict(sorted(found.items())), tuple(sorted(libraries)))


@cache
def _package_code(name: str, package: Path) -> DecidingCode:
    """Return all that a whole package brings in. No package that it imports imports it: see ARCHITECTURE.md."""
    return deciding_code((name,), package)


def imports_of(source: str) -> Imports:
    """Return what a source text imports, anywhere in it.

    >>> found = imports_of("import numpy as np\\nfrom pramana.igg.log import Log\\nfrom pramana import gasl, mining")
    >>> found.modules, sorted(found.libraries)
    ((('igg.log', ('Log',)), ('gasl', ()), ('mining', ())), ['numpy'])
    """
    modules: list[tuple[str, tuple[str, ...]]] = []
    libraries: set[str] = set()
    for module, names in _IMPORT.findall(source):
        top, _, inner = module.partition(".")
        if top != "pramana":
            libraries.add(top)
        elif inner:
            modules.append((inner, tuple(_IMPORTED.findall(names))))
        else:
            modules += [(name, ()) for name in _IMPORTED.findall(names)]
    return Imports(tuple(modules), frozenset(libraries))


class _Tree:
    """The sources and data files of a package, by their paths below it. Plain strings: paths take ten times as long."""

    def __init__(self, package: Path) -> None:
        found: dict[str, set[str]] = {}
        for place, _, names in os.walk(package):
            folder = os.path.relpath(place, package).replace(os.sep, "/")
            for name in names:
                path = name if folder == "." else f"{folder}/{name}"
                if name.endswith(".py") or _is_data(path):
                    for above in _folders_of(path):
                        found.setdefault(above, set()).add(path)
        self._folders = {folder: frozenset(paths) for folder, paths in found.items()}
        self._files = self._folders.get("", frozenset())
        self._data = {
            folder: frozenset(path for path in paths if _is_data(path) and path.rpartition("/")[0] == folder)
            for folder, paths in self._folders.items()
        }

    def below(self, path: str) -> frozenset[str]:
        """Return the files at a path, or below it."""
        return frozenset((path,)) if path in self._files else self._folders[path]

    def is_whole_package(self, module: str, importer: str) -> bool:
        """Return whether an import brings in a package as a whole: another one, none that is left out or replaced."""
        top = module.partition(".")[0]
        own = importer.startswith(f"{top}/")
        return not own and top not in NOT_DECIDING and top not in REPLACED and f"{top}.py" not in self._files

    def imported_files(self, module: str, names: Sequence[str], importer: str) -> frozenset[str]:
        """Return the files that another import brings in, of `names` from `module`, as `deciding_code` says."""
        top = module.partition(".")[0]
        own = importer.startswith(f"{top}/")
        if top in NOT_DECIDING or (own and importer in NOT_FOLLOWED):
            return frozenset()
        if top in REPLACED and not own:
            return frozenset(REPLACED[top])
        path = module.replace(".", "/") if own else top
        return frozenset((f"{path}.py",)) if f"{path}.py" in self._files else self._members(path, names)

    def _members(self, package: str, names: Sequence[str]) -> frozenset[str]:
        """Return the modules of a package that are imported from it, and its `__init__` for whatever else is."""
        inner = {name: f"{package}/{name}.py" for name in names if f"{package}/{name}.py" in self._files}
        exported = () if inner and len(inner) == len(names) else (f"{package}/__init__.py",)
        return frozenset((*inner.values(), *exported))

    def data_beside(self, file: str) -> frozenset[str]:
        """Return the data files in a source's own folder: a module reads what lies beside it."""
        folder = file.rpartition("/")[0]
        return self._data.get(folder, frozenset())


def _folders_of(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(len(parts) + 1)]


def _is_data(path: str) -> bool:
    return path.endswith(_DATA) and "/prompts/" not in path


@cache
def _tree(package: Path) -> _Tree:
    return _Tree(package)


@cache
def _hash_and_imports(package: Path, name: str) -> tuple[str, Imports]:
    """Return a file's hash and, of a source, what it imports."""
    body = (package / name).read_bytes()
    imports = imports_of(body.decode()) if name.endswith(".py") else Imports((), frozenset())
    return digest_bytes(body), imports
