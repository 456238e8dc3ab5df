"""What the tests of this room share: a ptool, and gateways to a real server on the loopback address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from pramana.llm import (
    RESPONSE_SCHEMA,
    Budget,
    Gateway,
    LlmSettings,
    ModelSettings,
    Parameters,
    PromptBook,
    Ptool,
)
from pramana.store import Database


class Line(BaseModel):
    text: str
    feedback: str = ""


class Count(BaseModel):
    model_config = ConfigDict(extra="forbid")

    words: int


COUNT = Ptool("room.count", "count", Line, Count, ("text",), Parameters(0.0, 100))
JUDGE = Ptool("room.judge", "count", Line, Count, ("text",), Parameters(0.0, 100))
PROMPTS = {"count": 'Count the words. Answer {"words": 3}. {feedback}'}

MakeGateway = Callable[..., Gateway]


@pytest.fixture
def count() -> Ptool[Line, Count]:
    return COUNT


@pytest.fixture
def judge() -> Ptool[Line, Count]:
    return JUDGE


@pytest.fixture
def line() -> type[Line]:
    return Line


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [RESPONSE_SCHEMA]) as opened:
        yield opened


@pytest.fixture
def to_server(database: Database) -> MakeGateway:
    """Return a maker of gateways to the server at a URL, with waits too short to notice."""

    def make(url: str, *, mode: str = "live", budget: Budget | None = None, **settings: Any) -> Gateway:
        given = {"base_url": url, "model": "test", "backoff_s": 0.001, "longest_wait_s": 0.05, "timeout_s": 5.0}
        model = ModelSettings(**(given | settings))
        chosen = LlmSettings(default="server", models={"server": model})
        return Gateway(database, PromptBook(PROMPTS), chosen, mode=mode, budget=budget)

    return make
