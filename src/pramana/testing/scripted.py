"""A gateway whose model is a function, for tests of whatever calls ptools."""

from __future__ import annotations

from collections.abc import Mapping

from pramana.llm.budget import Budget
from pramana.llm.exchange import Mode
from pramana.llm.gateway import Gateway
from pramana.llm.prompts import PromptBook
from pramana.llm.providers.scripted import Answer, Script, Scripted
from pramana.llm.responses import RESPONSE_SCHEMA
from pramana.llm.settings import LlmSettings, ModelSettings
from pramana.store import Database

__all__ = ["Answer", "Script", "Scripted", "scripted_gateway"]


def scripted_gateway(
    script: Script,
    prompts: Mapping[str, str],
    *,
    database: Database | None = None,
    mode: Mode | str = Mode.LIVE,
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
