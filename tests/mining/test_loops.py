"""L1 and L3: what a model chooses is checked, bounded, and recorded as a trace that can be clustered."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest

from pramana.errors import UnknownName
from pramana.llm import Ask, Gateway, LlmSettings, ModelSettings, PromptBook, RuleBook
from pramana.llm.responses import RESPONSE_SCHEMA
from pramana.mining import PROMPTS, PTOOLS, RULES, cluster, react, route
from pramana.stategraph import Registry, StateGraph, StateNode
from pramana.store import Database
from pramana.testing.scripted import scripted_gateway
from pramana.trace import WorkflowTrace

GRAPHS = [
    StateGraph(name, {"a": StateNode("a", "python", "f", goal=f"Do {name}")}, [], "a", {"a"}) for name in ("one", "two")
]


def registry() -> Registry:
    made = Registry()

    def look(word: str) -> dict[str, Any]:
        """Look a word up."""
        return {"hits": len(word)}

    async def tell(hits: int) -> str:
        return "x" * hits

    made.python("look", look)
    made.python("tell", tell)
    made.python("strange", lambda: object())
    return made


def played(*answers: dict[str, Any], word: str = "bow", most: int = 20) -> tuple[WorkflowTrace, list[Ask]]:
    asked: list[Ask] = []

    def script(ask: Ask) -> dict[str, Any]:
        asked.append(ask)
        return answers[min(len(asked), len(answers)) - 1]

    async def play() -> WorkflowTrace:
        gateway = scripted_gateway(script, PROMPTS)
        return await react({"word": word}, registry(), ["look", "tell", "strange"], gateway, most)

    return anyio.run(play), asked


def test_actions_are_carried_out_until_the_model_finishes() -> None:
    """Each step has its thought, arguments and what was seen; the answer is in the last state."""
    trace, asked = played(
        {"thought": "t", "action": "look", "arguments": {"word": "bow"}},
        {"action": "tell", "arguments": {"hits": 3}},
        {"action": "finish", "arguments": {"answer": "xxx"}},
    )
    assert trace.path == ["look", "tell", "finish"]
    assert (trace.final["hits"], trace.final["tell"], trace.final["answer"]) == (3, "xxx", "xxx")
    assert trace.steps[0].before["_meta"] == {"thought": "t", "arguments": {"word": "bow"}}
    assert "(word): Look a word up." in json.dumps(asked[0].messages)
    assert '\\"seen\\": {\\"hits\\": 3}' in json.dumps(asked[1].messages)


def test_what_cannot_be_done_is_a_failed_step() -> None:
    """An unknown action, wrong arguments and a result that is no JSON are told to the model, and the run goes on."""
    trace, asked = played(
        {"action": "fly"},
        {"action": "look", "arguments": {"other": 1}},
        {"action": "strange"},
        {"action": "finish", "arguments": {"answer": 1}},
    )
    assert [step.ok for step in trace.steps] == [False, False, False, True]
    assert "there is no action 'fly'; there are look, strange, tell, finish" in json.dumps(asked[1].messages)
    assert WorkflowTrace.from_dict(trace.to_dict()).path == trace.path


def test_loop_is_bounded() -> None:
    """After so many actions it ends without an answer; a name that is not registered is refused before any call."""
    trace, asked = played({"action": "look", "arguments": {"word": "a"}}, most=3)
    assert (len(trace.steps), len(asked), "answer" in trace.final) == (3, 3, False)
    with pytest.raises(UnknownName):
        anyio.run(react, {}, registry(), ["lok"], scripted_gateway(lambda ask: {}, PROMPTS))


def test_traces_of_the_loop_can_be_clustered() -> None:
    """L3 to L2: the graph binds arguments to what was seen, and reproduces the runs."""
    traces = [
        played(
            {"action": "look", "arguments": {"word": word}},
            {"action": "tell", "arguments": {"hits": len(word)}},
            {"action": "finish", "arguments": {"answer": "x" * len(word)}},
            word=word,
        )[0]
        for word in ("bow", "arrow", "quiver", "string")
    ]
    found = cluster(traces)
    assert (found.training.share, found.held_out.share) == (1.0, 1.0)
    maps = {name: node.input_map for name, node in found.graph.nodes.items()}
    assert maps == {"look": {"word": "word"}, "tell": {"hits": "hits"}, "finish": {"answer": "tell"}}
    assert found.inputs == ("word",)


@pytest.mark.parametrize(("answer", "name"), [("two", "two"), (None, None), ("three", None)])
def test_route_takes_a_graph_that_is_there(answer: str | None, name: str | None) -> None:
    """A name that is none of the graphs' is no choice."""
    gateway = scripted_gateway(lambda ask: {"workflow": answer, "reason": "r"}, PROMPTS)
    found = anyio.run(route, "do it", GRAPHS, gateway)
    assert (found.name if found else None) == name


def test_embedded_model_abstains() -> None:
    """By rule a task is routed only where it names one workflow, and no action is chosen."""
    settings = LlmSettings(default="rules", models={"rules": ModelSettings(provider="rules")})
    database = Database(None, [RESPONSE_SCHEMA])
    gateway = Gateway(database, PromptBook(PROMPTS), settings, rules=RuleBook("1", RULES))
    found = anyio.run(route, "carry out Two, please", GRAPHS, gateway)
    assert found is GRAPHS[1]
    assert anyio.run(route, "one or two", GRAPHS, gateway) is None
    assert anyio.run(react, {}, registry(), ["look"], gateway).steps == []
    assert [ptool.prompt for ptool in PTOOLS] == sorted(PROMPTS, reverse=True)
