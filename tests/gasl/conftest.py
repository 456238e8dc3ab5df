"""What the tests of execution share: a small graph, executors over it, and gateways to a model that is a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pramana.gasl import PROMPTS, RULES, GASLExecutor
from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.llm import (
    RESPONSE_SCHEMA,
    Budget,
    Gateway,
    GatewayMode,
    LlmSettings,
    ModelSettings,
    PromptBook,
    RuleBook,
    Scripted,
)
from pramana.store import Database

MakeGateway = Callable[..., Gateway]

PEOPLE = (
    Node("ann", "Person", {"name": "Ann", "age": 30, "doc_id": "x.txt", "line_number": 1, "quote": "Ann"}),
    Node("bob", "Person", {"name": "Bob", "age": 25, "source_id": "chunk-1<SEP>chunk-2"}),
    Node("cy", "Person", {"name": "Cy", "age": "old"}),
    Node("orbit", "Firm", {"name": "Orbit", "text": "Ann founded Orbit."}),
)
TIES = (
    Edge("ann", "KNOWS", "bob", {"since": 2001, "doc_id": "x.txt", "line_number": 2}),
    Edge("bob", "KNOWS", "cy", {"since": 2010}),
    Edge("cy", "OWNS", "orbit", {"since": 1999}),
    Edge("ann", "FOUNDED", "orbit", {"since": 1999}),
)


@pytest.fixture
def graph() -> MemoryAdapter:
    return MemoryAdapter.of(PEOPLE, TIES)


@pytest.fixture
def gasl(graph: MemoryAdapter) -> Iterator[GASLExecutor]:
    with GASLExecutor(graph) as executor:
        yield executor


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [RESPONSE_SCHEMA]) as opened:
        yield opened


@pytest.fixture
def gateway(database: Database) -> MakeGateway:
    """Return a maker of gateways: to a function, or without one to the embedded model."""

    def make(
        script: Any = None,
        *,
        concurrency: int = 4,
        mode: str = "live",
        budget: Budget | None = None,
        responses: Database | None = None,
    ) -> Gateway:
        model = ModelSettings(provider="scripted", concurrency=concurrency, retries=0, backoff_s=0.0)
        default = "scripted" if script else "rules"
        settings = LlmSettings(default=default, models={"scripted": model}, corrections=1)
        providers = {"scripted": Scripted(script)} if script else None
        rules = RuleBook("1", RULES)
        return Gateway(
            responses or database,
            PromptBook(PROMPTS),
            settings,
            rules=rules,
            mode=GatewayMode(mode),
            budget=budget,
            providers=providers,
        )

    return make
