"""How documents are named: files and folders, addresses of the web, and what a program holds in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pramana.errors import InputError

SCHEMES = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class GivenDocument:
    """A document that is not a file. `name` becomes its doc_id, and its ending says how `body` is read.

    `origin` says where it came from: a document of the same name from another origin is refused without `replace`.
    """

    name: str
    body: bytes
    origin: str = "given by a program"


Source = str | os.PathLike[str] | GivenDocument | Iterable["str | os.PathLike[str] | GivenDocument"]
"""A file, a folder, the address of a web page, a given document, or several of them in any iterable."""


def flat_sources(*sources: Source) -> tuple[Path | str | GivenDocument, ...]:
    """Return what is named, one by one: paths, addresses of the web as text, given documents.

    Raises InputError for anything else, which is named with its type.

    >>> [str(each) for each in flat_sources("a.txt", ["https://example.org/b", Path("c")])]
    ['a.txt', 'https://example.org/b', 'c']
    """
    return tuple(each for source in sources for each in _flat(source))


def _flat(source: object) -> Iterator[Path | str | GivenDocument]:
    if isinstance(source, GivenDocument) or (isinstance(source, str) and source.lower().startswith(SCHEMES)):
        yield source
    elif isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if isinstance(path, bytes) or not path:
            raise _not_named(source)
        yield Path(path)
    elif isinstance(source, Iterable) and not isinstance(source, bytes | bytearray | Mapping):
        for each in source:
            yield from _flat(each)
    else:
        raise _not_named(source)


def _not_named(source: object) -> InputError:
    return InputError(
        f"A document is named by its path (str or Path) or its address on the web, or several in a list, "
        f"not by {source!r:.60}."
    )
