"""Causal models in this process."""

from __future__ import annotations

from typing import Any

from pramana.llm.providers.apis import TRANSFORMERS
from pramana.llm.providers.base import Provider
from pramana.llm.providers.needs import Needs
from pramana.llm.providers.plugin import Opening, ProviderPlugin
from pramana.llm.settings import LOCAL_MODEL


def _open(opening: Opening) -> Provider:
    from pramana.llm.providers.transformers import LocalChat

    return LocalChat(opening.settings)


def _needs(settings: Any) -> Needs:
    from pramana.llm.providers.transformers_needs import needs_of

    return needs_of(settings)


PLUGIN = ProviderPlugin(
    open=_open,
    defaults={"timeout_s": 600.0},
    default_model={"model": LOCAL_MODEL},
    needs=_needs,
    install="pip install 'pramana[local]'",
    forms=TRANSFORMERS.forms,
)
