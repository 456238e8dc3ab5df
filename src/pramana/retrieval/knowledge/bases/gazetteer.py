"""A file of entries: tab-separated values, or JSON lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pramana.errors import KnowledgeFileError
from pramana.retrieval.knowledge.answers import Answers
from pramana.retrieval.knowledge.gazetteer import Gazetteer, open_gazetteer
from pramana.retrieval.knowledge.model import KnowledgeBase
from pramana.retrieval.knowledge.plugin import KnowledgeOpening, KnowledgePlugin
from pramana.store import Database

INDEXES = "knowledge"
"""The folder of a workspace that holds the indexes of gazetteers. It can be deleted at any time."""


def _open(opening: KnowledgeOpening) -> KnowledgeBase:
    settings = opening.settings
    file = opening.folder / settings.file
    name = settings.name or (file.stem.casefold() if file.stem.isascii() and file.stem.isalnum() else "gazetteer")
    held = None if opening.replay else _open_index(file, opening.folder / INDEXES / f"{name}.db")
    digest = held.one("SELECT digest FROM source") if held is not None else None
    identity = opening.identity(name, digest[0] if digest else "missing")
    return Gazetteer(settings, identity, opening.answers(identity), held)


def _open_index(file: Path, index: Path) -> Database | None:
    if not file.exists():
        return None
    if file.is_dir():
        raise KnowledgeFileError(file, "is a folder")
    return open_gazetteer(file, index)


def _reopen(settings: Any, identity: Mapping[str, str], answers: Answers) -> KnowledgeBase:
    return Gazetteer(settings, identity, answers, None)


def _problem(settings: Any) -> str:
    return 'a gazetteer needs its file: file = "people.tsv"' if settings.file is None else ""


PLUGIN = KnowledgePlugin(open=_open, reopen=_reopen, problem=_problem)
