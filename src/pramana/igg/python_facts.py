"""What a Python source says, by qualified names, and what names mean across several sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

_HOPS = 10
"""Through how many modules a name is followed."""


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition. `kind` is module, class, function or method; `inside` the qualified name of what holds it."""

    kind: str
    name: str
    qualified_name: str
    inside: str
    line: int
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Related:
    """A relation that the source states at a line. `kind` is defines, imports, inherits or calls.

    `targets` are qualified names that may be meant, the likeliest first: the source alone may not tell which exists.
    """

    kind: str
    source: str
    targets: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ModuleReading:
    """What a source says. `exports` are the names that its imports bind, as dotted names."""

    module: str
    document: str
    definitions: tuple[Defined, ...] = ()
    relations: tuple[Related, ...] = ()
    exports: Mapping[str, str] = field(default_factory=dict)


def module_of(document: str) -> tuple[str, bool]:
    """Return the module that a file is, by its path, and whether it is a package.

    >>> module_of("shop/cart/__init__.py")
    ('shop.cart', True)
    """
    parts = PurePosixPath(document.replace("\\", "/")).with_suffix("").parts
    package = parts[-1:] == ("__init__",)
    return ".".join(parts[:-1] if package else parts), package


def through_exports(readings: Sequence[ModuleReading]) -> list[ModuleReading]:
    """Return the readings with the targets of relations followed through what modules only pass on.

    >>> from pramana.igg.python_reading import read_module
    >>> inner = read_module("shop/cart.py", "def total(): ...")
    >>> outer = read_module("shop/__init__.py", "from shop.cart import total")
    >>> user = read_module("till.py", "import shop\\ndef pay():\\n    shop.total()")
    >>> [each.targets for each in through_exports([inner, outer, user])[2].relations if each.kind == "calls"]
    [('shop.cart.total',)]
    """
    exports = {f"{each.module}.{name}": target for each in readings for name, target in each.exports.items()}
    defined = {definition.qualified_name for each in readings for definition in each.definitions}
    return [
        replace(each, relations=tuple(_follow_exports(relation, exports, defined) for relation in each.relations))
        for each in readings
    ]


def _follow_exports(relation: Related, exports: Mapping[str, str], defined: set[str]) -> Related:
    if relation.kind == "imports":
        return relation
    targets = (_end_of(target, exports, defined) for target in relation.targets)
    return replace(relation, targets=tuple(dict.fromkeys(targets)))


def _end_of(name: str, exports: Mapping[str, str], defined: set[str]) -> str:
    for _ in range(_HOPS):  # exports may lead in circles
        if name in defined:
            break
        parts = name.split(".")
        for count in range(len(parts), 1, -1):
            target = exports.get(".".join(parts[:count]))
            if target is not None:
                name = ".".join([target, *parts[count:]])
                break
    return name
