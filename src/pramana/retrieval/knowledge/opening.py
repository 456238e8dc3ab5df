"""From settings to a knowledge base; and from what a run recorded of one to the same, from stored answers alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pramana.errors import KnowledgeFileError
from pramana.retrieval.knowledge.answers import Answers
from pramana.retrieval.knowledge.gazetteer import Gazetteer, indexed
from pramana.retrieval.knowledge.model import KnowledgeBase
from pramana.retrieval.knowledge.settings import KnowledgeSettings
from pramana.retrieval.knowledge.wikidata import Wikidata
from pramana.store import Database

INDEXES = "knowledge"
"""The folder of a workspace that holds the indexes of gazetteers. It can be deleted at any time."""


def open_knowledge(
    settings: KnowledgeSettings, folder: Path, database: Database, *, replay: bool = False
) -> KnowledgeBase | None:
    """Return the knowledge base that is configured, None where none is. Relative files are of `folder`.

    Raises KnowledgeFileError for a file that is broken; one that is not there is missed only when it is asked.
    """
    if settings.kind is None:
        return None
    if settings.kind == "wikidata":
        identity = _identity(settings, settings.name or "wikidata", settings.url)
        return Wikidata(settings, identity, Answers(database, identity, replay=replay))
    assert settings.file is not None, "checked with the settings"
    file = folder / settings.file
    name = settings.name or (file.stem.casefold() if file.stem.isascii() and file.stem.isalnum() else "gazetteer")
    held = None if replay else _held(file, folder / INDEXES / f"{name}.db")
    digest = held.one("SELECT digest FROM source") if held is not None else None
    identity = _identity(settings, name, digest[0] if digest else "missing")
    return Gazetteer(settings, identity, Answers(database, identity, replay=replay), held)


def reopen_knowledge(identity: Mapping[str, str], database: Database) -> KnowledgeBase:
    """Return the knowledge base of a recorded run: it gives the answers that were stored then."""
    settings = KnowledgeSettings(language=identity["language"], limit=int(identity["limit"]), contact="replay")
    answers = Answers(database, identity, replay=True)
    if identity["kind"] == "wikidata":
        return Wikidata(settings, identity, answers)
    return Gazetteer(settings, identity, answers, None)


def _held(file: Path, index: Path) -> Database | None:
    if not file.exists():
        return None
    if file.is_dir():
        raise KnowledgeFileError(file, "is a folder")
    return indexed(file, index)


def _identity(settings: KnowledgeSettings, name: str, source: str) -> dict[str, str]:
    return {
        "kind": str(settings.kind),
        "name": name,
        "source": source,
        "language": settings.language,
        "limit": str(settings.limit),
        "edition": settings.edition,
    }
