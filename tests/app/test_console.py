"""A console for GASL: a model that is asked over a connection, what fails, what is closed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import pramana
from pramana.app.console import open_console
from pramana.errors import ParseError
from pramana.testing.model_server import ModelServer


def two_people() -> nx.Graph[str]:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("Ann", type="Person", source_id="chunk-1")
    graph.add_node("Bob", type="Person", source_id="chunk-2")
    return graph


def places(request: dict[str, Any], number: int) -> str:
    """Answer a PROCESS: a place for each item that was sent."""
    return json.dumps({"items": [{"of": [1], "data": {"place": "Paris"}}, {"of": [2], "data": {"place": "Rome"}}]})


def settings(url: str) -> dict[str, Any]:
    return {"llm": {"default": "it", "models": {"it": {"model": "test", "base_url": url, "retries": 0}}}}


def statuses(console: Any, text: str) -> list[str]:
    return [str(result.status) for result in console.run(console.read(text))]


def test_a_model_is_asked_over_one_connection_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PROCESS asks the model that the settings name, twice from one loop, and its answers are kept beside the state."""
    monkeypatch.chdir(tmp_path)
    script = 'FIND nodes AS people\nPROCESS people USING "Where?" RETURNING LIST OF {place: text} AS homes'
    with ModelServer(places) as server:
        with open_console(two_people(), "s.json", flags=settings(server.url)) as console:
            assert statuses(console, script) == ["success", "success"], console.history[-1].errors
            assert [each["place"] for each in console.context.get("homes")] == ["Paris", "Rome"]
            assert statuses(console, script.replace("Where?", "Where now?")) == ["success", "success"]
            asked = len(server.requests)
        with open_console(two_people(), "s.json", flags=settings(server.url)) as console:
            assert statuses(console, script) == ["success", "success"]
            assert len(server.requests) == asked == 2


def test_commands_go_on_after_a_failure_that_an_on_answers() -> None:
    """A failure ends what was entered together, unless the ONs right after it answer it."""
    with open_console(two_people()) as console:
        assert statuses(console, "COUNT nobody AS n\nON ERROR n THEN FIND nodes AS n\nCOUNT n AS size") == [
            "binding_failure",
            "success",
            "success",
        ]
        assert statuses(console, "COUNT nobody AS n\nFIND nodes AS n") == ["binding_failure"]


def test_a_mistake_has_its_place_in_the_whole_text() -> None:
    """Line, column and position count in all that was entered, and nothing of it is carried out."""
    with open_console(two_people()) as console:
        text = "FIND nodes AS n\r\n\r\nCOUNT n\nCOUNT n AS m"
        with pytest.raises(ParseError) as raised:
            console.read(text)
        assert (raised.value.line, raised.value.column) == (3, 8)
        assert raised.value.source[raised.value.position - 7 :].startswith("COUNT n")
        assert not console.history


def test_a_workspace_has_a_console(tmp_path: Path) -> None:
    """`ws.console()` is the workspace's own GASL: what one of them names and writes, the other sees."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        with ws.console() as console:
            assert statuses(console, "FIND nodes AS all\nCOUNT all AS n\nUPDATE seen WITH n") == [
                "empty",
                "success",
                "success",
            ]
            assert console.names().keys == ("seen",)
        assert ws.gasl("UPDATE seen WITH n").status == "success"
        assert ws.console().state.get(("seen",)) == 0
