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
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        try:
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from error
