"""LightRAG: its store on disk, and a live object of it, investigated.

The seed's integration as a separate mode: the graph is `rag.chunk_entity_relation_graph`. If no model is named, the
object's own model plans.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pramana.app.sources import rag_adapter
from pramana.errors import InputError
from pramana.investigate import Bounds, Investigation
from pramana.llm import Scripted, function_script

RAG_MODEL = "lightrag"
"""What a live object's own model is called in the configuration of its investigation."""


async def ainvestigate(
    rag: Any,
    question: str,
    *,
    bounds: Bounds | None = None,
    search: str = "greedy",
    store: str | Path | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Investigation:
    """Investigate the graph of a live LightRAG object, in its event loop. The result has `answer` and `summary()`.

    `flags` name a model as pramana.toml does, as in {"model": …, "base_url": …}; without them, and without a model in
    the environment, the object's own `llm_model_func` plans. `store` is a database that keeps its responses, so that
    none is paid twice. Raises InputError for an object that is not a LightRAG object over NetworkX.
    """
    from pramana.app.investigate import InvestigationSession

    adapter = rag_adapter(rag)
    own = flags is None
    session = InvestigationSession(
        adapter,
        Path(store) if store is not None else Path(rag.working_dir) / "pramana-investigations.db",
        settings=Path(rag.working_dir) / "pramana.toml",
        flags=_own_model() if own else flags,
        providers={RAG_MODEL: Scripted(function_script(rag.llm_model_func))} if own else None,
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


def _own_model() -> dict[str, Any]:
    models = {RAG_MODEL: {"provider": "scripted", "model": RAG_MODEL}}
    return {"llm": {"default": RAG_MODEL, "models": models}}
