"""LightRAG: its store on disk, and a live object of it, investigated.

The seed's integration as a mode of its own: the graph is `rag.chunk_entity_relation_graph`, and where no model is
named, the object's own model plans.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pramana.errors import InputError
from pramana.investigate import Bounds, Investigation
from pramana.llm import Ask, Scripted

GRAPH_FILES = ("graph_chunk_entity_relation.graphml",)
CHUNK_FILES = ("kv_store_text_chunks.json",)
RAG_MODEL = "lightrag"
"""What a live object's own model is called in the configuration of its investigation."""


def store_file(folder: Path) -> Path | None:
    """Return the graph's file of a store (also of one in a workspace's folder in it), None where there is none."""
    if not folder.is_dir():
        return None
    places = [folder, *sorted(each for each in folder.iterdir() if each.is_dir())]
    return next((place / name for place in places for name in GRAPH_FILES if (place / name).is_file()), None)


def chunk_texts(folder: Path) -> Callable[[str], str | None] | None:
    """Return what gives the text of a chunk by its id, None where the folder holds no chunks that can be read."""
    file = next((folder / name for name in CHUNK_FILES if (folder / name).is_file()), None)
    if file is None:
        return None
    try:
        chunks = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return _texts(chunks) if isinstance(chunks, Mapping) else None


def _texts(chunks: Mapping[str, Any]) -> Callable[[str], str | None]:
    def text(source: str) -> str | None:
        found = chunks.get(source)
        content = found.get("content") if isinstance(found, Mapping) else None
        return content if isinstance(content, str) else None

    return text


async def ainvestigate(
    rag: Any,
    question: str,
    *,
    bounds: Bounds | None = None,
    search: str = "greedy",
    store: str | Path | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Investigation:
    """Investigate the graph of a live LightRAG object, in its event loop: `answer`, `summary()` and more come back.

    `flags` name a model as pramana.toml does, as in {"model": …, "base_url": …}; without them, and without a model in
    the environment, the object's own `llm_model_func` plans. `store` is a database that keeps what it said: what was
    asked once is not paid again. Raises InputError for what is no LightRAG object over NetworkX.
    """
    from pramana.app.investigating import InvestigationSession

    adapter = rag_adapter(rag)
    own = flags is None
    session = InvestigationSession(
        adapter,
        Path(store) if store is not None else Path(rag.working_dir) / "pramana-investigations.db",
        settings=Path(rag.working_dir) / "pramana.toml",
        flags=_own_model() if own else flags,
        providers={RAG_MODEL: Scripted(_asked(rag))} if own else None,
    )
    async with session:
        return (await session.investigate(question, bounds=bounds, search=search))[1]


def investigate(rag: Any, question: str, **options: Any) -> Investigation:
    """Investigate the graph of a live LightRAG object: `ainvestigate` for scripts. Raises InputError where an event
    loop runs: the object belongs to it, and `await ainvestigate(rag, question)` is what goes there."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(ainvestigate(rag, question, **options))
    raise InputError(
        "An event loop runs here, and the LightRAG object belongs to it: await ainvestigate(rag, question)."
    )


def rag_adapter(rag: Any) -> Any:
    """Return an adapter over a LightRAG object's graph. Raises InputError where it keeps none in memory."""
    from pramana.app.gasl_console import adapter_over

    graph = getattr(getattr(rag, "chunk_entity_relation_graph", None), "_graph", None)
    if graph is None:
        kind = type(rag).__name__
        raise InputError(
            f"This is no LightRAG object with its graph in memory, but {kind}. A store on disk: --lightrag DIR."
        )
    return adapter_over(graph)


def _own_model() -> dict[str, Any]:
    models = {RAG_MODEL: {"provider": "scripted", "model": RAG_MODEL}}
    return {"llm": {"default": RAG_MODEL, "models": models}}


def _asked(rag: Any) -> Callable[[Ask], Any]:
    """Return a script that asks the object's own model, with the schema of the answer in words."""

    async def ask(asked: Ask) -> str:
        system, user = asked.messages[0]["content"], asked.messages[-1]["content"]
        schema = json.dumps(asked.schema, ensure_ascii=False)
        told = f"{system}\n\nAnswer with one JSON object of this schema, and nothing else:\n{schema}"
        return str(await rag.llm_model_func(user, system_prompt=told))

    return ask
