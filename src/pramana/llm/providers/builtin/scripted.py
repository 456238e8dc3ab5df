"""A model that is a function: only code can hand it over."""

from __future__ import annotations

from pramana.errors import ConfigError
from pramana.llm.providers.base import Provider
from pramana.llm.providers.plugin import Opening, ProviderPlugin


def _refuse(opening: Opening) -> Provider:
    name = opening.name
    raise ConfigError(
        f"The model {name!r} is scripted: hand its function to the gateway (providers={{{name!r}: ...}})."
    )


PLUGIN = ProviderPlugin(open=_refuse)
