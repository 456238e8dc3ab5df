"""Files that are replaced whole, or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pramana.errors import InputError


@contextmanager
def replacing(path: Path) -> Iterator[IO[str]]:
    """Open a text file beside `path` that takes its place once it is whole and on disk."""
    with replacing_paths(path) as (draft,), draft.open("w", encoding="utf-8", newline="\n") as file:
        yield file


@contextmanager
def replacing_paths(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Give a draft beside each path. All take their places once all are whole and on disk.

    A file that is there keeps its permissions; a link stays a link, and what it leads to is replaced. A process that is
    killed between two of these replacements leaves files of two states. Raises InputError for what cannot be written.
    """
    targets = tuple(Path(os.path.realpath(path)) for path in paths)
    drafts = tuple(target.with_name(f".{target.name}.{os.getpid()}.draft") for target in targets)
    try:
        try:
            for draft, target in zip(drafts, targets, strict=True):
                _prepare(draft, target)
            yield drafts
            for draft in drafts:
                _sync(draft)
            for draft, target in zip(drafts, targets, strict=True):
                draft.replace(target)
                _sync_folder(target.parent)
        finally:
            for draft in drafts:
                draft.unlink(missing_ok=True)
    except OSError as error:
        named = ", ".join(map(str, paths))
        raise InputError(f"{named} cannot be written: {error.strerror or error}.") from error


def _prepare(draft: Path, target: Path) -> None:
    """Give a draft the permissions of the file that it will replace, before anything is in it."""
    if target.is_file():
        draft.touch()
        draft.chmod(stat.S_IMODE(target.stat().st_mode))


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a rename in a folder durable, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
