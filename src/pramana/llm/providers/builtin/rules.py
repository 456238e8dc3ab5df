"""The embedded model, which answers by rules."""

from __future__ import annotations

from pramana.llm.providers.plugin import ProviderPlugin
from pramana.llm.providers.rules import Rules

PLUGIN = ProviderPlugin(
    open=lambda opening: Rules(opening.rules),
    version=lambda opening: opening.rules.version,
    about="the embedded model: no network, no key",
)
