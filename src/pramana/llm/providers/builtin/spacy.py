"""The embedded model over a spaCy pipeline: it takes the clauses of a line from the pipeline's trees."""

from __future__ import annotations

from typing import Any

from pramana.llm.providers.base import Provider
from pramana.llm.providers.needs import Needs
from pramana.llm.providers.plugin import Opening, ProviderPlugin


def _open(opening: Opening) -> Provider:
    from pramana.llm.providers.spacy_trees import SpacyRules

    return SpacyRules(opening.settings.model, opening.rules)


def _needs(settings: Any) -> Needs:
    from pramana.llm.providers.spacy_trees import needs_of

    return needs_of(settings.model)


def _version(opening: Opening) -> str:
    from pramana.llm.providers.spacy_trees import version_of

    return f"{version_of(opening.settings.model)}+{opening.rules.version}"


PLUGIN = ProviderPlugin(
    open=_open,
    defaults={"concurrency": 1},
    default_model={"model": "en_core_web_sm"},
    needs=_needs,
    version=_version,
    install="pip install 'pramana[spacy]'",
)
