"""The graph formats: those in `formats/`, and those of other packages.

Other packages register theirs under `pramana.graph_formats`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pramana.errors import ConfigError
from pramana.graph.io.model import Imported, Source
from pramana.graph.sqlite import SqliteGraph
from pramana.registry import PluginRegistry
from pramana.store import replacing

Files = tuple[Path, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFormat:
    """One format. `suffixes` are the extensions that are written and read, with the dot, in lower case; those in
    `also_read` are only read.

    `read` returns the whole graph or raises GraphFileError; None: the format is only written. `write` replaces the
    files atomically and returns them; None: the format is only read. `write_exact` does so for a format whose `write`
    changes texts that other programs would run. `write_store` does so for a workspace's graph with
    all its evidence; None: `write` gets the first evidence of each edge. `paired`: the name means two files, of nodes
    and of edges. `is_folder`: whether a folder is a graph of this format; if several match, the lowest `rank` wins.
    `is_part`: whether a file is only a part of such a folder.
    """

    suffixes: tuple[str, ...] = ()
    also_read: tuple[str, ...] = ()
    read: Callable[[Path], Imported] | None = None
    write: Callable[[Source, Path], Files] | None = None
    write_exact: Callable[[Source, Path], Files] | None = None
    write_store: Callable[[SqliteGraph, Path], Files] | None = None
    paired: bool = False
    is_folder: Callable[[Path], bool] | None = None
    is_part: Callable[[Path], bool] | None = None
    rank: int = 100


FORMATS: PluginRegistry[GraphFormat] = PluginRegistry(
    "graph_formats", "pramana.graph.io.formats", GraphFormat, "format"
)
"""Formats by name."""


def readable_formats() -> list[str]:
    """Return the names of the readable formats."""
    return [name for name, each in FORMATS.items() if each.read is not None]


def read_suffixes() -> dict[str, str]:
    """Return the format name of each readable extension."""
    return _by_suffix([(name, (*each.suffixes, *each.also_read)) for name, each in FORMATS.items() if each.read])


def written_suffixes() -> dict[str, str]:
    """Return the format name of each writable extension."""
    return _by_suffix([(name, each.suffixes) for name, each in FORMATS.items() if each.write])


def _by_suffix(listed: list[tuple[str, tuple[str, ...]]]) -> dict[str, str]:
    names: dict[str, str] = {}
    for name, suffixes in listed:
        for suffix in suffixes:
            if suffix in names:
                raise ConfigError(f"The formats {names[suffix]!r} and {name!r} both have the extension {suffix}.")
            names[suffix] = name
    return names


def one_file(write: Callable[[Source, IO[str]], None]) -> Callable[[Source, Path], Files]:
    """Return a function that replaces a text file atomically with the output of `write`."""

    def write_whole(source: Source, path: Path) -> Files:
        with replacing(path) as file:
            write(source, file)
        return (path,)

    return write_whole
