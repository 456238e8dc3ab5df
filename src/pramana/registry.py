"""Plug-ins: what the project and other packages register under a group of entry points, such as `pramana.loaders`.

The project's own entries are the modules of one folder: a module there is found by its name, and its attribute
`PLUGIN` is the entry. Another package registers the same kind of object as an entry point of the group
(https://packaging.python.org/en/latest/specifications/entry-points/):

    [project.entry-points."pramana.loaders"]
    notes = "my_package.notes:PLUGIN"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Generic, TypeVar

from pramana.canonical import digest, digest_bytes
from pramana.errors import ConfigError, UnknownName

T = TypeVar("T")
ATTRIBUTE = "PLUGIN"
"""The name of a built-in module's entry."""


@dataclass(frozen=True, slots=True)
class PluginIdentity:
    """What a foreign plug-in is, so that a replay notices when it has changed. `source` hashes its module's package."""

    group: str
    name: str
    distribution: str
    version: str
    source: str


class PluginRegistry(Mapping[str, T], Generic[T]):
    """The entries of one group by name, built-in ones first, each sort in the order of their names.

    An entry is imported when it is looked up. A foreign entry cannot take the place of a built-in one. Raises
    UnknownName with the nearest names for a name that nobody registered, ConfigError for an entry that cannot be
    imported, is not of the expected kind, or has a name that is already taken.
    """

    def __init__(
        self, group: str, package: str, kind: type[T], what: str, order: Callable[[T], Any] | None = None
    ) -> None:
        """`group` comes after `pramana.`, `package` is the folder of built-in modules, `what` a word for messages.

        `order` returns what entries are sorted by, before their names; None: those of this package come first.
        """
        self.group = f"pramana.{group}"
        self._package = package
        self.kind = kind
        self.what = what
        self._order = order
        self._loaded: dict[str, T] = {}

    @cached_property
    def builtin(self) -> tuple[str, ...]:
        """The names of the project's own entries. A module's `_` is a `-` in the name; `_private` modules have none."""
        folder = import_module(self._package).__path__
        return tuple(sorted(_name_of(found.name) for found in iter_modules(folder) if found.name[0] != "_"))

    @cached_property
    def _foreign(self) -> Mapping[str, EntryPoint]:
        found: dict[str, EntryPoint] = {}
        for point in sorted(entry_points(group=self.group), key=lambda each: (each.name, each.value)):
            if point.name in self.builtin or point.name in found:
                raise ConfigError(
                    f"The {self.what} {point.name!r} of {_distribution(point)[0]} has a name that is already taken."
                )
            found[point.name] = point
        return found

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        names = [*self.builtin, *self._foreign]
        order = self._order
        return iter(names if order is None else sorted(names, key=lambda name: order(self[name])))

    def __len__(self) -> int:
        return len(self.builtin) + len(self._foreign)

    def __contains__(self, name: object) -> bool:
        return name in self.builtin or name in self._foreign

    def _load(self, name: str) -> T:
        if name in self.builtin:
            return self._check_entry(
                name, getattr(import_module(f"{self._package}.{_module_of(name)}"), ATTRIBUTE, None)
            )
        if name not in self._foreign:
            raise UnknownName(self.what, name, list(self), f"There are: {', '.join(self)}.")
        try:
            return self._check_entry(name, self._foreign[name].load())
        except (ImportError, AttributeError) as error:
            raise ConfigError(
                f"The {self.what} {name!r} ({self._foreign[name].value}) cannot be imported: {error}"
            ) from error

    def _check_entry(self, name: str, entry: Any) -> T:
        if not isinstance(entry, self.kind):
            raise ConfigError(
                f"The {self.what} {name!r} is {type(entry).__name__}, where {self.kind.__name__} is expected."
            )
        own = getattr(entry, "name", name) if is_dataclass(entry) else name
        if own != name:
            raise ConfigError(f"The {self.what} {name!r} calls itself {own!r}.")
        return entry

    def check_name(self, name: str) -> str:
        """Return a name that is registered. Raises ValueError with those that are, as a validator of settings does."""
        if name not in self:
            raise ValueError(f"{UnknownName(self.what, name, list(self))} There are: {', '.join(self)}.")
        return name

    def identity(self, name: str) -> PluginIdentity | None:
        """Return what identifies a foreign entry, None for a built-in one. Its module is not imported."""
        if name in self.builtin:
            return None
        if name not in self._foreign:
            raise UnknownName(self.what, name, list(self))
        return _identity(self.group, self._foreign[name])

    def identities(self) -> list[PluginIdentity]:
        """Return what identifies each foreign entry, by name. Nothing is imported."""
        return [_identity(self.group, point) for point in self._foreign.values()]


@cache
def _identity(group: str, point: EntryPoint) -> PluginIdentity:
    return PluginIdentity(group, point.name, *_distribution(point), _source_hash(point.module))


def _distribution(point: EntryPoint) -> tuple[str, str]:
    return (point.dist.name, point.dist.version) if point.dist is not None else ("", "")


def _source_hash(module: str) -> str:
    """Return a hash over the Python sources of a module's top-level package, "" where there are none to be found."""
    spec = find_spec(module.partition(".")[0])
    if spec is None:
        return ""
    if spec.submodule_search_locations is None:
        origin = Path(spec.origin or "")
        return digest_bytes(origin.read_bytes()) if origin.suffix == ".py" else ""
    roots = map(Path, spec.submodule_search_locations)
    sources = {
        file.relative_to(root).as_posix(): digest_bytes(file.read_bytes())
        for root in roots
        for file in root.rglob("*.py")
    }
    return digest(sources)


def _name_of(module: str) -> str:
    return module.replace("_", "-")


def _module_of(name: str) -> str:
    return name.replace("-", "_")
