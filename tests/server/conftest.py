from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Served, make_workspace, need_extras


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_extras()
    return make_workspace(tmp_path_factory.mktemp("served") / "ws")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    """A server that may be written to, over a workspace with one document."""
    with Served(folder, options=("--allow-writes",), log=folder.parent / "log.jsonl") as server:
        yield server
