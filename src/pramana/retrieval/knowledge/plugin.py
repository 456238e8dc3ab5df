"""What a kind of knowledge base is, and which there are: those in `bases/`, and those of other packages.

Other packages register theirs under `pramana.knowledge_bases`; `[kb] kind` names one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.registry import PluginRegistry
from pramana.retrieval.knowledge.answers import Answers
from pramana.retrieval.knowledge.model import KnowledgeBase
from pramana.store import Database


@dataclass(frozen=True, slots=True)
class KnowledgeOpening:
    """A knowledge base to be opened: its KnowledgeSettings, the workspace's folder and database.

    `replay`: only stored answers are given.
    """

    settings: Any
    folder: Path
    database: Database
    replay: bool = False

    def identity(self, name: str, source: str) -> dict[str, str]:
        """Return everything that decides answers: `name` is the prefix of ids, `source` a URL or a hash of the file."""
        settings = self.settings
        return {
            "kind": str(settings.kind),
            "name": settings.name or name,
            "source": source,
            "language": settings.language,
            "limit": str(settings.limit),
            "edition": settings.edition,
        }

    def answers(self, identity: Mapping[str, str]) -> Answers:
        """Return the stored answers of the base with an identity."""
        return Answers(self.database, identity, replay=self.replay)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgePlugin:
    """One kind of knowledge base. Every answer is stored in `Answers` before it is used, so that runs can be repeated.

    `open` returns the base of a workspace. `reopen` returns the base of a recorded run from settings with its language
    and limit, its identity, and its stored answers, which are all that it gives. `problem` says what the settings lack,
    "" where nothing is missing.
    """

    open: Callable[[KnowledgeOpening], KnowledgeBase]
    reopen: Callable[[Any, Mapping[str, str], Answers], KnowledgeBase]
    problem: Callable[[Any], str] = lambda _: ""


BASES: PluginRegistry[KnowledgePlugin] = PluginRegistry(
    "knowledge_bases", "pramana.retrieval.knowledge.bases", KnowledgePlugin, "kind of knowledge base"
)
"""By name."""
