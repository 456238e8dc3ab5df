"""GASL over the graphs of LightRAG and nano-graphrag, as they stand in memory."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from pramana.gasl import GASLExecutor, NetworkXAdapter, StateStore, evidence_report

DOCUMENTS = {
    "one": "Ada Lovelace worked with Charles Babbage on the Analytical Engine.",
    "two": "Ada Lovelace wrote notes. Luigi Menabrea wrote the paper that she translated.",
}
EXTRACTED = {
    "one": (
        ("entity", "Ada Lovelace", "PERSON", "A mathematician."),
        ("entity", "Charles Babbage", "PERSON", "An engineer."),
        ("entity", "Analytical Engine", "ARTIFACT", "A machine."),
        ("relation", "Ada Lovelace", "Charles Babbage", "collaboration", "They worked together."),
        ("relation", "Charles Babbage", "Analytical Engine", "design", "He designed it."),
    ),
    "two": (
        ("entity", "Ada Lovelace", "PERSON", "A translator."),
        ("entity", "Luigi Menabrea", "PERSON", "An author."),
        ("relation", "Ada Lovelace", "Luigi Menabrea", "translation", "She translated his paper."),
    ),
}
PLAN = {
    "plan_id": "co-authors",
    "why": "Who worked with whom?",
    "commands": [
        "DECLARE study.authors AS LIST WITH_DESCRIPTION 'All people.'",
        'FIND nodes WHERE entity_type = "person" AS authors',
        'ON EMPTY authors THEN FIND nodes WHERE entity_type = "PERSON" AS authors',
        "ASSERT LEN ${authors} > 0",
        'FIND paths WHERE start.id = "Luigi Menabrea" AND end.id = "Charles Babbage" AND length <= 2 AS ways',
        "SELECT authors FIELDS id, description AS short",
        "UPDATE study.authors WITH short",
        "UPDATE study.ways WITH ways",
    ],
}


class Characters:
    """A tokenizer of one token a character: nothing to download."""

    def encode(self, content: str) -> list[int]:
        return [ord(character) for character in content]

    def decode(self, tokens: list[int]) -> str:
        return "".join(map(chr, tokens))


async def extract(prompt: str, system_prompt: str | None = None, **_: Any) -> str:
    """Answer as LightRAG asks a model to: a row an entity or a relation, and the sign of the end."""
    found = [row for name, rows in EXTRACTED.items() if DOCUMENTS[name] in prompt for row in rows]
    return "\n".join(["<|#|>".join(row) for row in found] + ["<|COMPLETE|>"])


@pytest.fixture
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing out, and nothing be written outside the test's folder."""

    def refuse(*_: object) -> None:
        raise AssertionError("This test opens no connection.")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setenv("LOG_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)


async def in_lightrag(folder: Path, look: Callable[[Any, dict[str, str]], None]) -> None:
    """Read the documents into a LightRAG, and let `look` see its graph and the text of its chunks."""
    import numpy as np
    from lightrag import LightRAG
    from lightrag.utils import EmbeddingFunc, Tokenizer

    async def embed(texts: list[str], **_: Any) -> Any:
        return np.array([[len(text), sum(map(ord, text)) % 97, text.count("a"), 1] for text in texts], dtype=np.float32)

    rag = LightRAG(
        working_dir=str(folder),
        llm_model_func=extract,
        embedding_func=EmbeddingFunc(embedding_dim=4, max_token_size=8192, func=embed),
        tokenizer=Tokenizer("characters", Characters()),
        entity_extract_max_gleaning=0,
    )
    await rag.initialize_storages()
    try:
        files = [f"{name}.txt" for name in DOCUMENTS]
        await rag.ainsert(list(DOCUMENTS.values()), ids=list(DOCUMENTS), file_paths=files)
        graph = rag.chunk_entity_relation_graph._graph
        ids = {chunk for _, found in graph.nodes(data="source_id") for chunk in found.split("<SEP>")}
        chunks = await rag.text_chunks.get_by_ids(sorted(ids))
        look(graph, {chunk["_id"]: chunk["content"] for chunk in chunks})
    finally:
        await rag.finalize_storages()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("offline")
def test_a_plan_runs_over_a_real_lightrag(tmp_path: Path) -> None:
    """One line puts an adapter over LightRAG's own graph; what a plan finds leads to the chunks that say it."""
    pytest.importorskip("lightrag", reason="LightRAG is not here: pip install 'pramana[lightrag]' to run this test")

    def look(graph: Any, chunks: dict[str, str]) -> None:
        state = StateStore()
        with GASLExecutor(NetworkXAdapter(graph), None, state) as gasl:
            result = gasl.run_plan(PLAN)
        assert (result.status, result.stopped) == ("success", "")
        authors = state.get(("study", "authors"))
        assert sorted(each["id"] for each in authors) == ["Ada Lovelace", "Charles Babbage", "Luigi Menabrea"]
        assert [way["nodes"] for way in state.get(("study", "ways"))] == [
            ["Luigi Menabrea", "Ada Lovelace", "Charles Babbage"]
        ]
        for item in state.items(("study", "authors")):
            told = {record["source_id"]: record["file_path"] for record in item.provenance}
            assert told and all(item.value["id"] in chunks[chunk] for chunk in told)
        ada = next(item for item in state.items(("study", "authors")) if item.value["id"] == "Ada Lovelace")
        assert {chunks[record["source_id"]] for record in ada.provenance} == set(DOCUMENTS.values())
        assert evidence_report(state, ("study", "ways")).untraced == ()

    asyncio.run(in_lightrag(tmp_path, look))
    assert version("lightrag-hku")


def nano_graph() -> nx.Graph[str]:
    """A graph as nano-graphrag, and LightRAG in its first year, kept them: upper case, in quotes."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node(
        '"ADA LOVELACE"', entity_type='"PERSON"', description='"A translator."', source_id="chunk-1<SEP>chunk-2"
    )
    graph.add_node('"LUIGI MENABREA"', entity_type='"PERSON"', description='"An author."', source_id="chunk-2")
    graph.add_node('"PAPER"', entity_type='"EVENT"', description='"A paper."', source_id="chunk-2")
    graph.add_edge('"ADA LOVELACE"', '"PAPER"', weight=1.0, description='"She translated it."', source_id="chunk-2")
    return graph


def test_the_specifications_example_works_over_nano_graphrag() -> None:
    """`FIND nodes WHERE entity_type = "PERSON" AS authors` needs no word about the quotes that the graph has."""
    with GASLExecutor(NetworkXAdapter(nano_graph())) as gasl:
        found = gasl.execute_one('FIND nodes WHERE entity_type = "PERSON" AS authors')
        assert [item["id"] for item in found.value] == ["ADA LOVELACE", "LUIGI MENABREA"]
        kept = gasl.execute_one("DISTINCT authors BY id AS people")
    assert [record["source_id"] for record in kept.value[0]["provenance"]] == ["chunk-1", "chunk-2"]


def test_a_type_in_another_case_is_named() -> None:
    """LightRAG keeps types in lower case now: a search for `"PERSON"` finds nothing, and says what is there."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("Ada Lovelace", entity_type="person", source_id="chunk-1")
    with GASLExecutor(NetworkXAdapter(graph)) as gasl:
        found = gasl.execute_one('FIND nodes WHERE entity_type = "PERSON" AS authors')
    hint = found.metrics["hints"][0]
    assert found.status == "empty"
    assert hint == {"kind": "unknown_value", "attribute": "entity_type", "value": "PERSON", "nearest": ["person"]}
