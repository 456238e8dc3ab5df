"""Which servers of models can be used from here: those that answer, and those whose key is in the environment."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

import anyio

from pramana.errors import PramanaError
from pramana.llm.providers.presets import PRESETS
from pramana.llm.settings import LlmSettings
from pramana.serialization import JsonRecord

_OLLAMA_PORT = 11434
LONGEST_LOOK_S = 4.0
"""For all servers together, asked at once: one of this machine answers in milliseconds."""
SILENT = "embed rerank whisper tts dall-e image moderation audio realtime transcribe".split()
"""Parts of the names of models that answer no questions: each server lists them among the others."""


@dataclass(frozen=True, slots=True)
class FoundServer(JsonRecord):
    """A server that can be used. `models` are those it lists, none where it lists none; `key` the variable of its key.

    `reached`: it answered just now. A server of the internet with a key here may be used later although it did not.
    """

    preset: str
    address: str
    models: tuple[str, ...]
    key: str
    reached: bool


async def find_servers(presets: Iterable[str] = tuple(PRESETS)) -> list[FoundServer]:
    """Return the servers of presets that answer, and those whose key is in the environment. No key is returned."""
    found: dict[str, FoundServer] = {}

    async def look(name: str) -> None:
        server = await _server(name)
        if server is not None:
            found[name] = server

    async with anyio.create_task_group() as group:
        for name in presets:
            group.start_soon(look, name)
    return [found[name] for name in presets if name in found]


async def _server(name: str) -> FoundServer | None:
    given = {"preset": name, "model": "any", **place_from_environment(name)}
    settings = LlmSettings.model_validate({"models": {name: given}}).model(name)
    source = settings.source()
    if source.list_models is None:  # it is no server
        return None
    key = settings.key_env or (source.own_key if settings.base_url is None else None) or ""
    if key and not os.environ.get(key, "").strip():
        return None
    models: list[str] | None = None
    reached = False
    with anyio.move_on_after(LONGEST_LOOK_S):
        try:
            models = await source.list_models(settings)
            reached = True
        except PramanaError:
            pass  # nobody there, or the key is refused: `doctor --call` says which
    if not reached and not key:
        return None
    address = settings.base_url or source.default_url
    answering = (each for each in models or () if not any(part in each.lower() for part in SILENT))
    return FoundServer(name, address, tuple(answering), key, reached)


def place_from_environment(preset: str) -> dict[str, str]:
    """Return where Ollama's own variable OLLAMA_HOST says that it listens: with or without scheme and port."""
    host = os.environ.get("OLLAMA_HOST", "").strip() if preset == "ollama" else ""
    if not host:
        return {}
    url = urlsplit(host if "://" in host else f"http://{host}")
    name = "localhost" if url.hostname in (None, "0.0.0.0", "::") else url.hostname
    return {"base_url": f"{url.scheme}://{name}:{url.port or _OLLAMA_PORT}"}
