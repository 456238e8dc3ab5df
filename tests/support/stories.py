"""A story of six sentences, and the server that answers about it: what tests of workspaces begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from oracle import answer

from pramana.testing.model_server import ModelServer

RAMA = """\
Rama gave the bow to Lakshmana. He used it to kill Ravana.
Sita lived in the forest with Rama. Lakshmana did not leave the camp.
Hanuman carried the mountain from the north, because Lakshmana was wounded.
Ravana was killed by Rama in Lanka on the tenth day.
"""
"""A story of six sentences."""


@pytest.fixture
def story(tmp_path: Path) -> Path:
    file = tmp_path / "docs" / "rama.txt"
    file.parent.mkdir()
    file.write_text(RAMA, "utf-8")
    return file


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(answer) as running:
        yield running
