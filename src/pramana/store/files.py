"""Files that are replaced whole, or not at all."""

from __future__ import annotations

import os
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

    A process that is killed between two of these replacements leaves files of two states.
    """
    drafts = tuple(path.with_name(f".{path.name}.{os.getpid()}.draft") for path in paths)
    try:
        try:
            yield drafts
            for draft in drafts:
                _sync(draft)
            for draft, path in zip(drafts, paths, strict=True):
                draft.replace(path)
        finally:
            for draft in drafts:
                draft.unlink(missing_ok=True)
    except OSError as error:
        named = ", ".join(map(str, paths))
        raise InputError(f"{named} cannot be written: {error.strerror or error}.") from error


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
