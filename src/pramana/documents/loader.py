"""What a loader is, and which there are: those in `loaders/`, and those of other packages (`pramana.loaders`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pramana.documents.blocks import Block
from pramana.documents.plain import blocks as plain_blocks
from pramana.errors import ConfigError
from pramana.registry import PluginRegistry

MIB = 1024 * 1024


class Unusable(ValueError):
    """The file is broken, encrypted or too large, or its parser failed. The message is the reason, in one phrase."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file that its readers know by a place of its own: *slide 3*, *sheet Data, row 4*, *00:01:05*."""

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class DocumentDate:
    """What a file says of its own date, among its pages: EDTF, or as its metadata have it."""

    edtf: str


def known_date(edtf: str) -> list[DocumentDate]:
    """Return a date to put among the pages of a file, none for ""."""
    return [DocumentDate(edtf)] if edtf else []


Page = str | Part | DocumentDate
"""What a loader's `pages` yields."""


@dataclass(frozen=True, slots=True)
class Loader:
    """One way to read files. `suffixes` are the endings of their names, with the dot, in lower case.

    `pages` turns the bytes of a file into texts, one a page, or into Parts, and raises Unusable; a DocumentDate among
    them says when the document was written, if the file does. `blocks` cuts the text of them all, joined by line ends:
    a part whose text ends in a line end shares no sentence with the next. `version` is raised when the lines that it
    makes change. `most_bytes` is the size of the largest file that is read. `paged`: lines get the number of their
    page. `is_text`: the file is text in one encoding. `sandboxed`: `pages` runs in a child process with limits on time
    and memory, for parsers that a hostile file can crash or hang; it may take `seconds` of processor time,
    `seconds_per_mib` more for each MiB of the file, and `memory_per_byte` bytes for each of its bytes. Import large
    libraries inside `pages`: the endings of all loaders are looked up for every file.
    """

    suffixes: tuple[str, ...]
    pages: Callable[[bytes], Iterable[Page]]
    blocks: Callable[[str], Iterator[Block]] = plain_blocks
    version: int = 1
    most_bytes: int = 256 * MIB
    paged: bool = False
    is_text: bool = False
    sandboxed: bool = False
    seconds: int = 60
    seconds_per_mib: int = 5
    memory_per_byte: int = 3


LOADERS: PluginRegistry[Loader] = PluginRegistry("loaders", "pramana.documents.loaders", Loader, "loader")
"""By name."""


@cache
def loader_names() -> Mapping[str, str]:
    """Return the name of the loader for each ending. Raises ConfigError where two loaders want one ending."""
    names: dict[str, str] = {}
    for name, loader in LOADERS.items():
        for suffix in loader.suffixes:
            if suffix in names:
                raise ConfigError(f"The loaders {names[suffix]!r} and {name!r} both read files that end in {suffix}.")
            names[suffix] = name
    return names


def document_suffixes() -> tuple[str, ...]:
    """Return the endings of all files that can be read as documents."""
    return tuple(loader_names())


def document_kinds() -> str:
    """Return the usual ending of each loader's files, for messages: `.html, .md, .pdf, .txt`."""
    return ", ".join(loader.suffixes[0] for loader in LOADERS.values())
