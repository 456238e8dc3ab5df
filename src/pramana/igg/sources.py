"""Reads texts, files and folders as documents of lines."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unicodedata import normalize

from pramana.documents import Undecodable, decode, document_suffixes, printable_path, read_document
from pramana.errors import DocumentError, InputError

MOST_FILES = 20_000
"""Files in all folders together; a larger context is refused. Chosen by hand."""

MOST_BYTES = 64 * 1024 * 1024
"""Bytes of a file that no loader reads, such as code or data. Chosen by hand."""

LONGEST_LINE = 2_000
"""Code points. A longer line is split at spaces, so that any part of it can be requested."""

_ENDS = re.compile(r"\r\n|\r|\n")
_KEYS = ("text", "files", "folders")


@dataclass(frozen=True, slots=True)
class ContextDocument:
    """One document of the context. Line i (from 1) is `lines[i - 1]`, without its line end."""

    id: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents in the given order, and the reasons why files could not be read. `skipped` counts files of folders
    that are not text."""

    documents: tuple[ContextDocument, ...]
    refused: tuple[DocumentError, ...]
    skipped: int


def read_sources(data: Any, root: Path | None = None) -> Sources:
    """Read context data: a text, or an object with `text`, `files` and `folders` (one or a list each), or a list of
    both. `text` may be an object of texts by name; an object without any of the three keys is read as one.

    Relative paths start at `root` (None: the current folder); with a root, no path may lead out of it. Files for which
    Pramana has a loader are read with it, one sentence per line; all others line by line; none is read twice.

    Raises InputError for other values, for a path that does not exist, and for one that leads out of the root.
    """
    reading = _SourceReading(root)
    for item in data if isinstance(data, list) else [data]:
        reading.add(item)
    return Sources(tuple(reading.documents.values()), tuple(reading.refused), reading.skipped)


@dataclass(slots=True)
class _SourceReading:
    root: Path | None
    documents: dict[str, ContextDocument] = field(default_factory=dict)
    refused: list[DocumentError] = field(default_factory=list)
    skipped: int = 0
    seen: set[Path] = field(default_factory=set)

    def add(self, item: Any) -> None:
        if isinstance(item, str):
            self.text("text", item)
        elif isinstance(item, Mapping):
            self.add_item(item)
        elif item is not None:
            raise InputError(f"context_data cannot contain {item!r}, only texts and objects with {', '.join(_KEYS)}.")

    def add_item(self, item: Mapping[str, Any]) -> None:
        if not any(key in item for key in _KEYS):
            self.texts(item)
            return
        unknown = [key for key in item if key not in _KEYS]
        if unknown:
            raise InputError(f"context_data has the unknown key {unknown[0]!r}; its keys are {', '.join(_KEYS)}.")
        self.texts(item.get("text"))
        for path in _path_list("files", item.get("files")):
            self.file(path)
        for path in _path_list("folders", item.get("folders")):
            self.folder(path)

    def texts(self, given: Any) -> None:
        if isinstance(given, Mapping):
            for name, text in given.items():
                self.text(str(name), text if isinstance(text, str) else _indented_json(text))
        else:
            for text in given if isinstance(given, list) else [given]:
                if text is not None:
                    self.text("text", text if isinstance(text, str) else _indented_json(text))

    def text(self, name: str, text: str) -> None:
        if text.strip():
            self.keep((name,), physical_lines(text))

    def file(self, given: str) -> None:
        path = self.resolve(given)
        if not path.is_file():
            raise InputError(f"context_data: {given} is not a file.")
        try:
            if path not in self.seen:
                self.keep((path.name, f"{path.parent.name}/{path.name}"), lines_of(path))
        except DocumentError as error:
            self.refused.append(error)
        self.seen.add(path)

    def folder(self, given: str) -> None:
        folder = self.resolve(given)
        if not folder.is_dir():
            raise InputError(f"context_data: {given} is not a folder.")
        for path in _files(folder):
            if path in self.seen:
                continue
            if len(self.seen) >= MOST_FILES:
                raise InputError(f"context_data: {given} has more than {MOST_FILES:,} files; name smaller folders.")
            self.seen.add(path)
            below = path.relative_to(folder).as_posix()
            try:
                self.keep((below, f"{folder.name}/{below}"), lines_of(path))
            except DocumentError:
                self.skipped += 1

    def resolve(self, given: str) -> Path:
        """Return the real path of a given one. Raises InputError if it does not exist or leads out of the root."""
        try:
            base = (self.root or Path()).resolve()
            path = (base / given).resolve(strict=True)
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "no usable path"
            raise InputError(f"context_data: {given!r} cannot be read: {reason}.") from None
        if self.root is not None and not path.is_relative_to(base):
            raise InputError(f"context_data: {given!r} leads out of {base}.")
        return path

    def keep(self, names: Sequence[str], lines: tuple[str, ...]) -> None:
        """Add a document under the first of its names that is free, with a number if none is."""
        plain = [normalize("NFC", printable_path(name)) for name in names]
        free = next((name for name in plain if name not in self.documents), "")
        number = 2
        while not free:
            numbered = f"{plain[-1]} ({number})"
            free, number = "" if numbered in self.documents else numbered, number + 1
        self.documents[free] = ContextDocument(free, lines)


def physical_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text, long ones in pieces; no empty line after the last line end."""
    lines = _ENDS.split(text)
    if not lines[-1]:
        lines.pop()
    return tuple(piece for line in lines for piece in _pieces(line.rstrip()))


def lines_of(path: Path) -> tuple[str, ...]:
    """Return the lines of a file. Raises DocumentError if it is empty, not a text, too large or unreadable."""
    if path.suffix.lower() in document_suffixes():
        return tuple(line.text for line in read_document(path, path.name).lines)
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise DocumentError(printable_path(path), f"too large: {size} bytes, the limit is {MOST_BYTES}")
        text = decode(path.read_bytes())
    except Undecodable as error:
        raise DocumentError(printable_path(path), str(error)) from None
    except OSError as error:
        raise DocumentError(printable_path(path), f"unreadable: {error.strerror or type(error).__name__}") from None
    if not text.strip():
        raise DocumentError(printable_path(path), "empty")
    return physical_lines(text)


def _pieces(line: str) -> Iterator[str]:
    while len(line) > LONGEST_LINE:
        at = line.rfind(" ", LONGEST_LINE // 2, LONGEST_LINE)
        at = LONGEST_LINE if at < 0 else at
        yield line[:at]
        line = line[at:].lstrip(" ")
    yield line


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, by name, without hidden files and links."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        for name in sorted(files):
            path = Path(here, name)
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                yield path


def _path_list(what: str, given: Any) -> list[str]:
    listed = given if isinstance(given, list) else [] if given is None else [given]
    for path in listed:
        if not isinstance(path, str):
            raise InputError(f"context_data: {what} must be paths, not {path!r}.")
    return listed


def _indented_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
