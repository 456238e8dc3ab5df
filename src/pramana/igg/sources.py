"""What an agent is to read: texts, files and folders, as documents of lines."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unicodedata import normalize

from pramana.documents import document_suffixes, read_document
from pramana.documents.decode import Undecodable, decode
from pramana.documents.loading import said
from pramana.errors import DocumentError, InputError

MOST_FILES = 20_000
"""Files in all folders together; a context of more is refused."""
MOST_BYTES = 64 * 1024 * 1024
"""Bytes of a file that no loader reads: of code, of data."""
LONGEST_LINE = 2_000
"""Code points. A longer line is cut at a space into several, so that any part of it can be asked for."""

_ENDS = re.compile(r"\r\n|\r|\n")
_KEYS = ("text", "files", "folders")


@dataclass(frozen=True, slots=True)
class ContextDocument:
    """One document of the context. Line i (from 1) is `lines[i - 1]`, and holds no line end."""

    id: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """What was found: documents in the order given, and why files could not be read. `skipped` counts files of
    folders that are no text."""

    documents: tuple[ContextDocument, ...]
    refused: tuple[DocumentError, ...]
    skipped: int


def read_sources(data: Any, root: Path | None = None) -> Sources:
    """Read context data: a text, or an object with `text`, `files` and `folders` (one or a list each), or a list of
    both. `text` may be an object of texts by name; an object without any of the three keys is one, too.

    Relative paths begin at `root` (None: here); where there is a root, no path may lead out of it. Files that Pramana
    has a loader for are read by it, a sentence a line; all others are read as they are; none is read twice.

    Raises InputError for anything else, for a path that is not there, and for one that leads out.
    """
    reading = _Reading(root)
    for item in data if isinstance(data, list) else [data]:
        reading.add(item)
    return Sources(tuple(reading.documents.values()), tuple(reading.refused), reading.skipped)


@dataclass(slots=True)
class _Reading:
    root: Path | None
    documents: dict[str, ContextDocument] = field(default_factory=dict)
    refused: list[DocumentError] = field(default_factory=list)
    skipped: int = 0
    seen: set[Path] = field(default_factory=set)

    def add(self, item: Any) -> None:
        if isinstance(item, str):
            self.text("text", item)
        elif isinstance(item, Mapping):
            self.named(item)
        elif item is not None:
            raise InputError(f"context_data cannot hold {item!r}; it takes texts and objects with {', '.join(_KEYS)}.")

    def named(self, item: Mapping[str, Any]) -> None:
        if not any(key in item for key in _KEYS):
            self.texts(item)
            return
        unknown = [key for key in item if key not in _KEYS]
        if unknown:
            raise InputError(f"context_data has no {unknown[0]!r}; it takes {', '.join(_KEYS)}.")
        self.texts(item.get("text"))
        for path in _listed("files", item.get("files")):
            self.file(path)
        for path in _listed("folders", item.get("folders")):
            self.folder(path)

    def texts(self, given: Any) -> None:
        if isinstance(given, Mapping):
            for name, text in given.items():
                self.text(str(name), text if isinstance(text, str) else _shown(text))
        else:
            for text in given if isinstance(given, list) else [given]:
                if text is not None:
                    self.text("text", text if isinstance(text, str) else _shown(text))

    def text(self, name: str, text: str) -> None:
        if text.strip():
            self.keep((name,), physical_lines(text))

    def file(self, given: str) -> None:
        path = self.found(given)
        if not path.is_file():
            raise InputError(f"context_data: {given} is no file.")
        try:
            if path not in self.seen:
                self.keep((path.name, f"{path.parent.name}/{path.name}"), lines_of(path))
        except DocumentError as error:
            self.refused.append(error)
        self.seen.add(path)

    def folder(self, given: str) -> None:
        folder = self.found(given)
        if not folder.is_dir():
            raise InputError(f"context_data: {given} is no folder.")
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

    def found(self, given: str) -> Path:
        """Return the real path of one that is given. Raises InputError where it is not there or leads out."""
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
        """Keep a document under the first of its names that is free, numbered where none is."""
        plain = [normalize("NFC", said(name)) for name in names]
        free = next((name for name in plain if name not in self.documents), "")
        number = 2
        while not free:
            numbered = f"{plain[-1]} ({number})"
            free, number = "" if numbered in self.documents else numbered, number + 1
        self.documents[free] = ContextDocument(free, lines)


def physical_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text as they stand, those that are too long in pieces; none after the last line end."""
    lines = _ENDS.split(text)
    if not lines[-1]:
        lines.pop()
    return tuple(piece for line in lines for piece in _pieces(line.rstrip()))


def lines_of(path: Path) -> tuple[str, ...]:
    """Return the lines of a file. Raises DocumentError where it is empty, no text, too large or unreadable."""
    if path.suffix.lower() in document_suffixes():
        return tuple(line.text for line in read_document(path, path.name).lines)
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise DocumentError(said(path), f"too large: {size} bytes, the most is {MOST_BYTES}")
        text = decode(path.read_bytes())
    except Undecodable as error:
        raise DocumentError(said(path), str(error)) from None
    except OSError as error:
        raise DocumentError(said(path), f"unreadable: {error.strerror or type(error).__name__}") from None
    if not text.strip():
        raise DocumentError(said(path), "empty")
    return physical_lines(text)


def _pieces(line: str) -> Iterator[str]:
    while len(line) > LONGEST_LINE:
        at = line.rfind(" ", LONGEST_LINE // 2, LONGEST_LINE)
        at = LONGEST_LINE if at < 0 else at
        yield line[:at]
        line = line[at:].lstrip(" ")
    yield line


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, by name; what is hidden or a link is passed over."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        for name in sorted(files):
            path = Path(here, name)
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                yield path


def _listed(what: str, given: Any) -> list[str]:
    listed = given if isinstance(given, list) else [] if given is None else [given]
    for path in listed:
        if not isinstance(path, str):
            raise InputError(f"context_data: {what} takes paths, not {path!r}.")
    return listed


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
