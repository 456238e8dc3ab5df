"""Which files are meant, and how each is called."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path, PurePath
from unicodedata import normalize

from pramana.documents.loader import MIB, loader_names
from pramana.documents.loading import (
    NEITHER,
    check_size,
    loader_of,
    open_document,
    printable_path,
    unreadable,
)
from pramana.documents.model import FoundDocument, FoundFiles, SkippedFile
from pramana.documents.sources import Source, flat_sources
from pramana.errors import DocumentError


def find_documents(source: Source) -> FoundFiles:
    """Find the documents of a folder (with all below it), a file, or several of them, and hash them; parse none.

    Sources of other kinds are left to `incoming_documents`.

    Within folders, hidden files and folders are passed over; files of unsupported types and links are named in
    `skipped`. A file reached twice is found once. A doc_id is the path below the folder given, with `/`, in NFC, or the
    name of a file given by itself; where two files would share one, each gets as many parent folders before it as tell
    them apart. The order in which sources are named changes nothing.
    """
    search = _FileSearch()
    for path in flat_sources(source):
        if isinstance(path, Path):
            search.add(path)
    names = _doc_ids(search.names, search.refused)
    documents: list[FoundDocument] = []
    for real, doc_id in names.items():
        path = search.given[real]
        try:
            documents.append(FoundDocument(doc_id, path, _checked_hash(path)))
        except DocumentError as error:
            search.refused[error.path] = error
    documents.sort(key=lambda document: document.doc_id)
    return FoundFiles(tuple(documents), in_order(search.refused.values()), search.skipped_files)


def in_order(errors: Iterable[DocumentError]) -> tuple[DocumentError, ...]:
    """Return errors in order of their paths."""
    return tuple(sorted(errors, key=lambda error: error.path))


@dataclass(slots=True)
class _FileSearch:
    """`names`: the real path of each file, and its parts below the outermost source; `given`: as the user named it.

    `skipped`: the real path of each file that is passed over, as the user named it, and the reason.
    """

    names: dict[Path, tuple[str, ...]] = field(default_factory=dict)
    given: dict[Path, Path] = field(default_factory=dict)
    refused: dict[str, DocumentError] = field(default_factory=dict)
    skipped: dict[Path, tuple[Path, str]] = field(default_factory=dict)

    def add(self, path: Path) -> None:
        try:
            real = path.resolve(strict=True)
            if real.is_dir():
                self._folder(path, real)
            elif real.is_file():
                loader_of(path)
                self._name(real, (path.name,), path)
            else:
                self.refused[printable_path(path)] = DocumentError(printable_path(path), NEITHER)
        except DocumentError as error:
            self.refused[error.path] = error
        except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: a loop of links; ValueError: a NUL
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable path"
            self.refused[printable_path(path)] = DocumentError(printable_path(path), f"unreadable: {reason}")

    def _folder(self, given: Path, folder: Path) -> None:
        for path in self._files(folder):
            below = path.relative_to(folder)
            try:
                reason = _reason_to_skip(path)
                if reason:
                    self.skipped[path] = given / below, reason
                else:
                    self._name(path, below.parts, given / below)
            except OSError as error:  # a folder that can be listed and not entered
                self.refused[printable_path(path)] = unreadable(path, error)

    @property
    def skipped_files(self) -> tuple[SkippedFile, ...]:
        return tuple(SkippedFile(printable_path(path), reason) for path, reason in sorted(self.skipped.values()))

    def _files(self, folder: Path) -> Iterator[Path]:
        for here, folders, files in os.walk(folder, onerror=self._note_unlisted):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (Path(here, name) for name in sorted(files) if not name.startswith("."))

    def _note_unlisted(self, error: OSError) -> None:
        path = Path(os.fsdecode(error.filename))
        self.refused[printable_path(path)] = unreadable(path, error)

    def _name(self, real: Path, parts: tuple[str, ...], given: Path) -> None:
        self.names[real] = max(self.names.get(real, ()), parts, key=lambda name: (len(name), name))
        self.given[real] = min(self.given.get(real, given), given, key=lambda path: (len(path.parts), str(path)))


def _reason_to_skip(path: Path) -> str:
    """Return why a file of a folder is not looked into, "" where it is."""
    if path.is_symlink():
        return "a link"
    if not path.is_file():
        return NEITHER
    known = path.suffix.lower() in loader_names()
    return "" if known else f"type {printable_path(path.suffix.lower())}" if path.suffix else "no type in its name"


def skipped_in_words(files: Sequence[SkippedFile], most: int = 5) -> list[str]:
    """Return a phrase for each reason, naming up to `most` files each, the most frequent reason first.

    >>> skipped_in_words([SkippedFile("a.odt", "type .odt"), SkippedFile("b.odt", "type .odt")], 1)
    ['type .odt: a.odt and 1 more']
    """
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for file in files:
        by_reason[file.reason].append(file.path)
    phrases = []
    for reason, paths in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        more = f" and {len(paths) - most:,} more" if len(paths) > most else ""
        phrases.append(f"{reason}: {', '.join(paths[:most])}{more}")
    return phrases


def _doc_ids(names: dict[Path, tuple[str, ...]], refused: dict[str, DocumentError]) -> dict[Path, str]:
    """Return a doc_id of its own for each file; those that no folder tells apart are refused."""
    parts = dict(sorted(names.items()))
    while True:
        shared = defaultdict(list)
        for path, name in parts.items():
            shared[normalize("NFC", printable_path("/".join(name)))].append(path)
        clashes = [path for paths in shared.values() if len(paths) > 1 for path in paths]
        if not clashes:
            return {paths[0]: doc_id for doc_id, paths in shared.items()}
        for path in clashes:
            longer = _with_parent(path, parts[path])
            if longer is None:
                del parts[path]
                refused[printable_path(path)] = DocumentError(
                    printable_path(path), "another file's name differs in Unicode form only"
                )
            else:
                parts[path] = longer


def _with_parent(path: PurePath, name: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the name with one more of the folders above it, None where there is none."""
    above = len(path.parts) - len(name) - 1
    return (path.parts[above], *name) if above > 0 else None


def _checked_hash(path: Path) -> str:
    """Return the content hash of a file's bytes, which are never held all at once."""
    hashing = blake2b(digest_size=16)
    with open_document(path) as file:
        while chunk := file.read(MIB):
            hashing.update(chunk)
            check_size(path, file.tell())  # it may grow while it is read
    return hashing.hexdigest()
