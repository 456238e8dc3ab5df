"""From settings to a knowledge base; and from what a run recorded of one to the same, from stored answers alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pramana.retrieval.knowledge.answers import Answers
from pramana.retrieval.knowledge.model import KnowledgeBase
from pramana.retrieval.knowledge.plugin import BASES, KnowledgeOpening
from pramana.retrieval.knowledge.settings import KnowledgeSettings
from pramana.store import Database


def open_knowledge(
    settings: KnowledgeSettings, folder: Path, database: Database, *, replay: bool = False
) -> KnowledgeBase | None:
    """Return the knowledge base that is configured, None where none is. Relative files are of `folder`.

    Raises KnowledgeFileError for a file that is broken; one that is not there is missed only when it is asked.
    """
    if settings.kind is None:
        return None
    return BASES[settings.kind].open(KnowledgeOpening(settings, folder, database, replay))


def reopen_knowledge(identity: Mapping[str, str], database: Database) -> KnowledgeBase:
    """Return the knowledge base of a recorded run: it gives the answers that were stored then."""
    settings = KnowledgeSettings(language=identity["language"], limit=int(identity["limit"]), contact="replay")
    return BASES[identity["kind"]].reopen(settings, identity, Answers(database, identity, replay=True))
