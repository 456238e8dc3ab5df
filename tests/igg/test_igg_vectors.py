"""Nodes found by what they say."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
import pytest
from growths import grown, node, query

from pramana.errors import ReplayMiss
from pramana.igg import read_answer
from pramana.igg.queries import answer
from pramana.igg.vectors import NodeVectors
from pramana.llm import RESPONSE_SCHEMA, EmbedderSettings, Gateway, GatewayMode, LlmSettings, PromptBook, RawVectors
from pramana.llm.settings import PriceSettings
from pramana.store import Database
from pramana.trace import Trail


class Counting:
    """A model of two numbers a text: how many a's and b's it has. It keeps what it was asked."""

    name = "counting"
    pure = False

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    async def vectors(self, texts: Sequence[str], kind: str) -> RawVectors:
        self.asked.append(list(texts))
        return RawVectors([[text.count("a"), text.count("b")] for text in texts], 1)

    async def aclose(self) -> None: ...


def gateway(
    model: Counting | None = None, database: Database | None = None, mode: GatewayMode = GatewayMode.LIVE
) -> Gateway:
    embedder = EmbedderSettings(provider="openai", model="m", batch=3, price=PriceSettings(input=0, output=0))
    settings = LlmSettings(embedder=embedder) if model is not None else LlmSettings()
    place = database or Database(None, [RESPONSE_SCHEMA])
    return Gateway(place, PromptBook({}), settings, vectors=model, mode=mode)


async def nearest(vectors: NodeVectors, text: str, k: int = 2) -> list[str]:
    return [found.id for found, _ in await vectors.nearest(text, k)]


def test_nodes_are_found_by_letters_without_any_model() -> None:
    """The built-in embedder finds the node that is spelled like the question."""
    growth = grown(node("Class", "AuthController"), node("Class", "OrderTable"), node("Method", "login"))
    vectors = NodeVectors.of(growth, gateway())
    found = anyio.run(answer, query("semantic", text="controller of auth", limit=1), growth, None, vectors)
    assert [row["id"] for row in found.rows] == ["Class:AuthController"]
    assert 0 < found.rows[0]["cosine"] < 1
    assert found.left == "less similar nodes"


def test_nodes_are_embedded_in_batches_as_they_come() -> None:
    """New nodes are embedded together at the next question; a text is sent once, whoever has it."""

    async def run() -> None:
        model = Counting()
        growth = grown(*[node("Method", name) for name in ("a", "aab", "b", "bb")])
        vectors = NodeVectors.of(growth, gateway(model))
        assert await vectors.embed() == 4
        assert [len(batch) for batch in model.asked] == [3, 1]
        assert await vectors.embed() == 0
        growth.act(read_answer([{**node("Method", "a"), "id": "other"}]))
        assert await nearest(vectors, "aaaa") == ["Method:a", "other"]
        assert [len(batch) for batch in model.asked] == [3, 1, 1]  # the question alone: "Method a" was known

    anyio.run(run)


def test_what_changes_is_embedded_anew_and_what_goes_is_dropped() -> None:
    """After updates and removals, the search is that of the nodes as they are."""

    async def run() -> None:
        growth = grown(node("Method", "a"), node("Method", "b"))
        vectors = NodeVectors.of(growth, gateway(Counting()))
        assert await nearest(vectors, "bbb", 1) == ["Method:b"]
        update = {"type": "UPDATE_NODE", "node": "Method:a", "properties": {"name": "bbbbbbbb"}}
        growth.act(read_answer([update, {"type": "REMOVE", "node": "Method:b"}]))
        assert [found.id for found, _ in await vectors.nearest("bbb")] == ["Method:a"]
        assert len(vectors) == 1
        growth.act(read_answer([node("Method", "aaa")]))
        assert await nearest(vectors, "aaa", 1) == ["Method:aaa"]
        assert await nearest(NodeVectors.of(growth, gateway(Counting())), "aaa", 1) == ["Method:aaa"]

    anyio.run(run)


def test_a_replay_asks_no_model() -> None:
    """The same run from stored vectors finds the same and sends nothing; what is not stored is a miss."""

    async def run() -> None:
        database = Database(None, [RESPONSE_SCHEMA])
        model, steps = Counting(), []
        for mode in (GatewayMode.LIVE, GatewayMode.REPLAY):
            trail = Trail()
            growth = grown(*[node("Method", name) for name in ("a", "ab", "b")])
            vectors = NodeVectors.of(growth, gateway(model, database, mode))
            found = await vectors.nearest("abab", 3, trail=trail.at("query"))
            steps.append(([(one.id, cosine) for one, cosine in found], trail.steps))
        assert steps[0] == steps[1]
        assert sum(map(len, model.asked)) == 4
        with pytest.raises(ReplayMiss):
            await vectors.nearest("bbbb")

    anyio.run(run)


def test_an_empty_graph_has_no_nearest() -> None:
    """Where there are no nodes nothing is sent."""

    async def run() -> None:
        model = Counting()
        assert await NodeVectors.of(grown(), gateway(model)).nearest("a") == []
        assert model.asked == []

    anyio.run(run)
