"""IGG: every name of the specification, and its payload and actions, which run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from specified import Named, check, named, shown, table

from pramana.igg import (
    GraphAction,
    GraphGenerationService,
    GraphSerializer,
    ScriptedAgent,
    read_answer,
    read_payload,
)

PACKAGE = "pramana.igg"
NAMES = [
    Named(
        "GraphGenerationService",
        f"{PACKAGE}:GraphGenerationService",
        ("payload", "agent"),
        "takes the whole input payload and the agent; the specification gives these to `executeLoop`",
    ),
    Named(
        "GraphGenerationService.executeLoop",
        f"{PACKAGE}:GraphGenerationService.execute_loop",
        (),
        "Python spelling; `run()` for event loops",
    ),
    Named("GenerationResult", f"{PACKAGE}:GenerationResult"),
    Named("GraphSerializer.toMarkdown", f"{PACKAGE}:GraphSerializer.to_markdown", ("graph",), "Python spelling"),
    *named("GraphSchema Constraints", PACKAGE),
    Named("GraphConfig", f"{PACKAGE}:GraphConfig", None, "`Config` under a second name; has `max_iterations`"),
    Named("AgentInterface", f"{PACKAGE}:AgentInterface", None, "`Agent` under a second name"),
    Named(
        "AgentInterface.decide",
        f"{PACKAGE}:AgentInterface.decide",
        ("payload", "observation"),
        "a coroutine; the observation holds the context, the graph and the schema",
    ),
    Named("AgentResponse", f"{PACKAGE}:AgentResponse", None, "`Answer` under a second name; FINISH is an action"),
    Named("GraphAction", f"{PACKAGE}:GraphAction", None, "`Action` under a second name"),
]
"""All that the specification of IGG names."""

PAYLOAD: dict[str, Any] = {
    "session_id": "uuid-1234",
    "goal_prompt": "Map out the dependencies of the authentication module based on the provided source files.",
    "context_data": "class AuthController calls AuthService in package com.app.auth",
    "config": {
        "max_iterations": 20,
        "constraints": {"max_nodes": 50, "max_edges": 100, "allow_self_loops": False},
        "schema": {
            "node_types": ["Class", "Interface", "Method", "DatabaseTable"],
            "edge_types": ["CALLS", "IMPLEMENTS", "READS_FROM", "WRITES_TO"],
            "required_attributes": {"Class": ["name", "package"], "Method": ["name", "signature"]},
        },
    },
}


def add(name: str) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": "Class", "properties": {"name": name, "package": "com.app.auth"}}


def calls(source: str, target: str) -> dict[str, Any]:
    return {"type": "ADD_EDGE", "label": "CALLS", "from": {"name": source}, "to": {"name": target}}


@pytest.mark.parametrize("entry", NAMES, ids=lambda entry: entry.name)
def test_name_is_there(entry: Named) -> None:
    """Every name is public, and takes what the specification gives it."""
    check(entry)


def test_the_page_lists_every_name() -> None:
    """The table in docs/specifications.md is the one that is checked here."""
    assert shown("003") == table(NAMES)


def test_the_loop_grows_the_graph_of_the_example(tmp_path: Path) -> None:
    """The example's actions are applied; an edge from a node that is missing is logged and skipped; types are strict."""
    answers = [
        {"reasoning": "I add the controller.", "actions": [add("AuthController")]},
        {
            "reasoning": "Now the service it depends on.",
            "actions": [
                add("AuthService"),
                calls("AuthController", "AuthService"),
                calls("Nobody", "AuthService"),
                {"type": "ADD_NODE", "label": "Table", "properties": {"name": "users"}},
            ],
        },
    ]
    log = tmp_path / "log.jsonl"
    result = GraphGenerationService(read_payload(PAYLOAD), ScriptedAgent(answers), log=log).execute_loop()
    shown = GraphSerializer.to_markdown(result.graph)
    assert (result.applied, result.refused) == (4, 2)  # the script ends with FINISH, which counts
    assert "### nodes (2)" in shown and "CALLS" in shown and "AuthService" in shown
    text = log.read_text("utf-8")
    assert all(json.loads(line) for line in text.splitlines())
    for key in ("Graph State", "Agent Reasoning", "Actions Taken", "Errors"):
        assert key in text or key.lower().replace(" ", "_") in text


def test_an_answer_is_a_list_of_actions() -> None:
    """The structured output of the example is read as actions, each of which is a GraphAction."""
    answer = read_answer({"reasoning": "so", "actions": [add("A"), calls("A", "A")]})
    assert (answer.reasoning, len(answer.actions)) == ("so", 2)
    assert all(isinstance(each, GraphAction) for each in answer.actions)
