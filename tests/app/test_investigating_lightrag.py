"""A live LightRAG object investigated: its graph, its own model, the answer and the state's summary."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from pramana.app.lightrag import ainvestigate, investigate
from pramana.errors import InputError

QUESTION = "Who is beside Ada Lovelace?"
FIND = [
    'FIND paths WHERE start.id = "Ada Lovelace" AND length <= 1 AS ways',
    "SELECT ways FIELDS end AS beside",
    "UPDATE beside WITH beside",
]


def says(prompt: str, system_prompt: str) -> str:
    """Answer as a model that reads which of the three things it is asked for."""
    if "Propose one hypothesis" in system_prompt:
        plan = {"commands": FIND, "confidence": 0.9, "rationale": "Edges say it."}
        found: dict[str, Any] = {"hypothesis": {"text": "Edges say it.", "supports": "edges", "refutes": "none"}}
        found["next_actions"] = [plan]
    elif "Judge what the last plan showed" in system_prompt:
        found = {"because": "It is there.", "verdict": "supported", "evidence": ["beside"], "decision": "terminate"}
    else:
        claim = {"text": "2 are beside Ada Lovelace: Charles Babbage and Luigi Menabrea.", "cites": ["beside"]}
        found = {"complete": "Charles Babbage and Luigi Menabrea.", "claims": [claim]}
    return f"Here it is:\n```json\n{json.dumps(found)}\n```"


class Rag:
    """What an investigation asks of a LightRAG object: its graph in memory, its folder, its model."""

    class Storage:
        def __init__(self, graph: nx.Graph[str]) -> None:
            self._graph = graph

    def __init__(self, folder: Path) -> None:
        graph: nx.Graph[str] = nx.Graph()
        for name in ("Ada Lovelace", "Charles Babbage", "Luigi Menabrea", "Analytical Engine"):
            graph.add_node(name, entity_type="person", source_id="chunk-1", file_path="one.txt")
        graph.add_edge("Ada Lovelace", "Charles Babbage", source_id="chunk-1", file_path="one.txt")
        graph.add_edge("Luigi Menabrea", "Ada Lovelace", source_id="chunk-2", file_path="two.txt")
        graph.add_edge("Charles Babbage", "Analytical Engine", source_id="chunk-1", file_path="one.txt")
        self.chunk_entity_relation_graph = Rag.Storage(graph)
        self.working_dir = str(folder)
        self.calls = 0

    async def llm_model_func(self, prompt: str, system_prompt: str | None = None, **_: Any) -> str:
        self.calls += 1
        return says(prompt, system_prompt or "")


def test_the_objects_own_model_plans_over_its_own_graph(tmp_path: Path) -> None:
    """The final answer and the state's summary come out; what was asked once is stored in the object's folder."""
    rag = Rag(tmp_path)
    found = investigate(rag, QUESTION)
    assert found.complete == "COMPLETE: Charles Babbage and Luigi Menabrea."
    assert found.summary()["beside"]["count"] == 2
    files = {place["file_path"] for each in found.claims[0].citations for place in each.places}
    assert (files, rag.calls) == ({"one.txt", "two.txt"}, 3)
    assert investigate(rag, QUESTION).answered and rag.calls == 3


def test_it_is_awaited_where_a_loop_runs(tmp_path: Path) -> None:
    """The object belongs to the loop that runs: there it is awaited, and the other way says so."""

    async def whole() -> None:
        rag = Rag(tmp_path)
        with pytest.raises(InputError, match="await ainvestigate"):
            investigate(rag, QUESTION)
        assert (await ainvestigate(rag, QUESTION)).answered

    asyncio.run(whole())


def test_what_is_no_such_object_is_refused() -> None:
    """Anything without a graph in memory is named, with what would do."""
    with pytest.raises(InputError, match="For a store on disk use --lightrag DIR"):
        investigate(object(), QUESTION)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_real_lightrag_is_investigated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A LightRAG object as its own constructor makes it, with documents read by its own pipeline."""
    pytest.importorskip("lightrag", reason="LightRAG is not here: pip install 'pramana[lightrag]' to run this test")
    import numpy as np
    from lightrag import LightRAG
    from lightrag.utils import EmbeddingFunc, Tokenizer

    def refuse(*_: object) -> None:
        raise AssertionError("This test opens no connection.")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setenv("LOG_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    class Characters:
        def encode(self, content: str) -> list[int]:
            return [ord(character) for character in content]

        def decode(self, tokens: list[int]) -> str:
            return "".join(map(chr, tokens))

    async def model(prompt: str, system_prompt: str | None = None, **_: Any) -> str:
        if (system_prompt and "GASL" in system_prompt) or "You answer a question about a graph" in (
            system_prompt or ""
        ):
            return says(prompt, system_prompt or "")
        rows = [
            "entity<|#|>Ada Lovelace<|#|>person<|#|>A mathematician.",
            "entity<|#|>Charles Babbage<|#|>person<|#|>An engineer.",
            "entity<|#|>Luigi Menabrea<|#|>person<|#|>An author.",
            "relation<|#|>Ada Lovelace<|#|>Charles Babbage<|#|>work<|#|>They worked together.",
            "relation<|#|>Ada Lovelace<|#|>Luigi Menabrea<|#|>translation<|#|>She translated his paper.",
        ]
        return "\n".join([*rows, "<|COMPLETE|>"])

    async def embed(texts: list[str], **_: Any) -> Any:
        return np.array([[len(text), sum(map(ord, text)) % 97, 1, 1] for text in texts], dtype=np.float32)

    async def whole() -> None:
        rag = LightRAG(
            working_dir=str(tmp_path / "rag"),
            llm_model_func=model,
            embedding_func=EmbeddingFunc(embedding_dim=4, max_token_size=8192, func=embed),
            tokenizer=Tokenizer("characters", Characters()),
            entity_extract_max_gleaning=0,
        )
        await rag.initialize_storages()
        try:
            await rag.ainsert(["Ada Lovelace worked with Charles Babbage and Luigi Menabrea."], file_paths=["one.txt"])
            found = await ainvestigate(rag, QUESTION)
        finally:
            await rag.finalize_storages()
        assert found.complete == "COMPLETE: Charles Babbage and Luigi Menabrea."
        assert found.claims[0].citations[0].places[0]["file_path"] == "one.txt"

    asyncio.run(whole())
