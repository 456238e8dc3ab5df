"""What the five specifications name, where it is, and how it differs: tables that tests check and the docs show."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "specifications.md"


@dataclass(frozen=True)
class Named:
    """A name of a specification. `where` is `package:attribute`; `takes` are the parameters that it must accept, in
    order; `differs` says what is different on purpose, "" where nothing is."""

    name: str
    where: str
    takes: tuple[str, ...] | None = None
    differs: str = ""

    @property
    def import_path(self) -> str:
        package, _, attribute = self.where.partition(":")
        return f"{package}.{attribute}"

    def found(self) -> Any:
        """Import the name: the class or the module by its path, then the attributes."""
        package, _, path = self.where.partition(":")
        found: Any = import_module(package)
        for attribute in path.split("."):
            found = getattr(found, attribute)
        return found

    def row(self) -> str:
        return f"| `{self.name}` | `{self.import_path}` | {self.differs} |"


def named(names: str, package: str, differs: str = "") -> list[Named]:
    """Return names that stand in one package as they are."""
    return [Named(name, f"{package}:{name}", None, differs) for name in names.split()]


def check(entry: Named) -> None:
    """Hold that a name is there, is public, and takes what the specification gives it, in that order."""
    found = entry.found()
    package, _, path = entry.where.partition(":")
    first = path.split(".")[0]
    assert first in import_module(package).__all__, f"{first} is not public in {package}"
    if entry.takes is not None:
        parameters = [name for name in inspect.signature(found).parameters if name not in ("self", "cls")]
        assert tuple(parameters[: len(entry.takes)]) == entry.takes


def shown(number: str) -> str:
    """Return what the page shows below the mark of a specification's table."""
    _, _, rest = PAGE.read_text("utf-8").partition(f"<!-- table {number} -->\n\n")
    return rest.partition("\n\n")[0]


def table(entries: list[Named]) -> str:
    """Return the table of a specification as the page shows it."""
    rows = ["| name | import | difference |", "|---|---|---|", *(entry.row() for entry in entries)]
    return "\n".join(rows)
