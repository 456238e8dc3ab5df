"""Wikidata, and any other Wikibase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.retrieval.knowledge.answers import Answers
from pramana.retrieval.knowledge.model import KnowledgeBase
from pramana.retrieval.knowledge.plugin import KnowledgeOpening, KnowledgePlugin
from pramana.retrieval.knowledge.wikidata import Wikidata


def _open(opening: KnowledgeOpening) -> KnowledgeBase:
    identity = opening.identity("wikidata", opening.settings.url)
    return Wikidata(opening.settings, identity, opening.answers(identity))


def _reopen(settings: Any, identity: Mapping[str, str], answers: Answers) -> KnowledgeBase:
    return Wikidata(settings, identity, answers)


def _problem(settings: Any) -> str:
    if settings.contact.strip():
        return ""
    return 'Wikidata asks who is asking: contact = "you@example.org" (or a page) goes into the User-Agent'


PLUGIN = KnowledgePlugin(open=_open, reopen=_reopen, problem=_problem)
