"""A gateway whose model is a function, for tests of whatever calls ptools."""

from __future__ import annotations

from collections.abc import Mapping

from pramana.llm import (
    RESPONSE_SCHEMA,
    Answer,
    Budget,
    Gateway,
    GatewayMode,
    LlmSettings,
    ModelSettings,
    PromptBook,
    Script,
    Scripted,
)
from pramana.store import Database

__all__ = ["Answer", "Script", "Scripted", "scripted_gateway"]


def scripted_gateway(
    script: Script,
    prompts: Mapping[str, str],
    *,
    database: Database | None = None,
    mode: GatewayMode | str = GatewayMode.LIVE,
    budget: Budget | None = None,
    concurrency: int = 8,
) -> Gateway:
    """Return a gateway that asks `script` for everything, with waits too short to notice.

    `prompts` maps prompt keys to texts. `database` None is a private one in memory.
    """
    model = ModelSettings(provider="scripted", concurrency=concurrency, backoff_s=0.001)
    settings = LlmSettings(default="scripted", models={"scripted": model})
    store = database or Database(None, [RESPONSE_SCHEMA])
    return Gateway(
        store, PromptBook(prompts), settings, mode=mode, budget=budget, providers={"scripted": Scripted(script)}
    )
