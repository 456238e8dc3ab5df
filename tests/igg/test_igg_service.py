"""The loop: every way in which it stops, and that it goes on from its log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pramana.errors import InputError
from pramana.igg import (
    PROMPTS,
    AgentAbstained,
    GenerationResult,
    GraphGenerationService,
    ModelAgent,
    Observation,
    Payload,
    ScriptedAgent,
    read_log,
    read_payload,
)
from pramana.igg import replay as rebuild
from pramana.llm import Budget
from pramana.testing.scripted import scripted_gateway


def payload(**config: Any) -> Payload:
    schema = {
        "node_types": ["Thing"],
        "edge_types": ["NEXT"],
        "required_attributes": {"Thing": ["name"]},
        "unique_keys": {"Thing": ["name"]},
    }
    return read_payload(
        {"session_id": "s", "goal_prompt": "Count.", "context_data": "one two", "config": {"schema": schema, **config}}
    )


def add(name: str) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": "Thing", "properties": {"name": name}}


def step(*actions: Any) -> dict[str, Any]:
    return {"reasoning": "so", "actions": list(actions)}


def run(given: Payload, answers: Any, **more: Any) -> GenerationResult:
    return GraphGenerationService(given, ScriptedAgent(answers), **more).execute_loop()


FINISH = {"type": "FINISH", "reason": "enough"}


def test_the_agent_ends_the_run() -> None:
    """Actions before a FINISH are applied, those after it are not."""
    result = run(payload(), [step(add("one"), FINISH, add("two"))])
    assert (result.stopped, result.detail, result.iterations) == ("finished", "enough", 1)
    assert [node.properties["name"] for node in result.graph.nodes()] == ["one"]


def test_iterations_are_bounded() -> None:
    """After max_iterations the run is over, whatever the agent would still do."""
    result = run(payload(max_iterations=3), (step(add(str(number))) for number in range(9)))
    assert (result.stopped, result.iterations, result.graph.count()) == ("max_iterations", 3, (3, 0))


def test_full_bounds_end_the_run() -> None:
    """Where every bound is full, nothing more can come; the action over the bound is refused."""
    given = payload(constraints={"max_nodes": 2, "max_edges": 0})
    result = run(given, [step(add("one"), add("two"), add("three"))])
    assert (result.stopped, result.refused) == ("limits", 1)


def test_a_full_bound_leaves_room_for_edges() -> None:
    """Where nodes are full and edges are not, edges can still come; an iteration of refusals for room ends it."""
    given = payload(constraints={"max_nodes": 2})
    edge = {"type": "ADD_EDGE", "label": "NEXT", "from": {"name": "one"}, "to": {"name": "two"}}
    result = run(given, [step(add("one"), add("two")), step(edge), step(add("three"))])
    assert (result.stopped, result.iterations, result.graph.count()) == ("limits", 3, (2, 1))


def test_edges_to_nodes_that_had_no_room_are_refused_for_want_of_room() -> None:
    """An iteration of these and the nodes themselves ends the run for the bound, and the result names it."""
    edge = {"type": "ADD_EDGE", "label": "NEXT", "from": {"name": "one"}, "to": {"name": "two"}}
    result = run(payload(constraints={"max_nodes": 1}), [step(add("one")), step(add("two"), edge)])
    assert (result.stopped, result.detail, result.iterations) == ("limits", "max_nodes reached", 2)


def test_the_result_names_full_bounds_and_what_was_pruned() -> None:
    """Also where the run stopped for another reason; what was pruned afterwards makes no room in it."""
    result = run(payload(constraints={"max_nodes": 2}, prune=True), [step(add("one"), add("two"), FINISH)])
    assert (result.stopped, result.limits_reached) == ("finished", ("max_nodes",))
    assert result.pruned == tuple(result.as_json()["pruned"])
    assert (len(result.pruned), result.graph.count()) == (2, (0, 0))


def test_an_agent_without_memory_reads_a_long_text_to_its_end() -> None:
    """From what it is shown alone: how far the last answer went, and what it said of that."""
    text = "\n".join(f"line {number} is about {'x' * 80}" for number in range(1, 121))
    shown: list[str] = []

    def agent(observation: Observation) -> Any:
        shown.append(observation.text)
        found = re.findall(r"continue with `first`: (\d+)", observation.parts.get("answers", ""))
        last = re.findall(r"^(\d+)\|", observation.parts.get("answers", ""), re.M)
        if last and not found:
            return {"reasoning": f"read to {last[-1]}", "actions": [FINISH]}
        first = int(found[0]) if found else 1
        ask = {"type": "QUERY", "query": "lines", "document": "text", "first": first, "last": 120}
        return {"reasoning": f"read to {first - 1}", "actions": [ask]}

    given = payload(observe={"tokens": 1_000})
    result = run(given.model_copy(update={"context_data": text}), agent)
    assert result.stopped == "finished"
    read = [
        int(number)
        for each in shown
        for number in re.findall(r"^(\d+)\| ", each.partition("## What you asked")[2], re.M)
    ]
    assert set(read) >= set(range(1, 121))
    assert '- iteration 1: read to 0 Asked: lines document="text" first=1 last=120' in shown[1]


def test_no_progress_ends_the_run() -> None:
    """Iterations that change nothing and ask nothing new are counted; a new question starts the count anew."""
    ask = {"type": "QUERY", "query": "files"}
    answers = [step(add("one")), step(add("one")), step(ask), step(ask), step(add("one")), step(add("two"))]
    result = run(payload(no_progress=2), answers)
    assert (result.stopped, result.iterations) == ("no_progress", 5)


def test_an_abstention_ends_the_run_at_once() -> None:
    """An agent that cannot decide is not asked again, and the run can be gone on with."""
    result = run(payload(), lambda _: AgentAbstained("no idea"))
    assert (result.stopped, result.detail, result.resumable) == ("abstained", "no idea", True)


@pytest.mark.parametrize("answer", ["nonsense", None, 7, [], {}, {"actions": "x"}, {"actions": [None, [], 3]}, [[[]]]])
def test_whatever_an_agent_answers_the_loop_goes_on(answer: Any) -> None:
    """What is no answer is refused or passed over, and the next iteration comes."""
    result = run(payload(), iter([answer, step(add("one"), FINISH)]))
    assert (result.stopped, result.iterations, result.graph.count()) == ("finished", 2, (1, 0))


def test_refusals_and_answers_come_with_the_next_observation_alone() -> None:
    """What was refused is shown once, with the action; so is what was asked."""
    seen: list[Observation] = []
    answers = iter([step(add("one"), add("one"), {"type": "QUERY", "query": "search", "text": "two"}), step(), step()])

    def agent(observation: Observation) -> Any:
        seen.append(observation)
        return next(answers)

    run(payload(max_iterations=3), agent)
    assert ["refused" in each.parts for each in seen] == [False, True, False]
    assert "duplicate" in seen[1].parts["refused"]
    assert '"name":"one"' in seen[1].parts["refused"]
    assert "text:1| one two" in seen[1].parts["answers"]
    assert "answers" not in seen[2].parts


def test_a_cancelled_run_goes_on_from_its_log(tmp_path: Path) -> None:
    """Stopped after any iteration and gone on with, the run comes to the same graph and the same observations."""
    answers = [step(add("one"), add("one")), step({"type": "QUERY", "query": "files"}, add("two")), step(FINISH)]
    texts: list[str] = []

    def agent(observation: Observation) -> Any:
        texts.append(observation.text)
        return answers[len(texts) - 1]

    whole = run(payload(), agent, log=tmp_path / "whole.jsonl")
    expected, texts = texts, []
    log = tmp_path / "parts.jsonl"
    first = run(payload(), agent, log=log, most=1)
    assert (first.stopped, first.resumable, read_log(log).end) == ("cancelled", True, None)
    second = run(payload(), agent, log=log, most=2)
    assert second.stopped == "cancelled"
    third = run(payload(), agent, log=log)
    assert (third.stopped, third.hash, third.iterations) == ("finished", whole.hash, 3)
    assert (third.applied, third.refused) == (whole.applied, whole.refused)
    assert texts == expected
    assert rebuild(log).hash == whole.hash
    with pytest.raises(InputError, match="has ended"):
        run(payload(), agent, log=log)


def model(budget: Budget | None = None) -> ModelAgent:
    def script(ask: Any) -> Any:
        return {
            "reasoning": "r",
            "actions": [{"type": "QUERY", "query": "search", "text": str(len(ask.value.observation))}],
        }

    return ModelAgent(scripted_gateway(script, PROMPTS, budget=budget))


def test_a_budget_stops_before_the_call_that_would_pass_it(tmp_path: Path) -> None:
    """The run says so, and its log is open: with more to spend the same run goes on."""
    log = tmp_path / "log.jsonl"
    result = GraphGenerationService(payload(no_progress=None), model(Budget(calls=2)), log=log).execute_loop()
    assert (result.stopped, result.iterations, result.resumable) == ("budget", 2, True)
    again = GraphGenerationService(payload(no_progress=None), model(Budget(calls=1)), log=log).execute_loop()
    assert (again.stopped, again.iterations) == ("budget", 3)


def test_an_answer_without_json_costs_an_iteration_and_no_run() -> None:
    """After the gateway's corrections are used up, the loop refuses the answer and goes on."""
    gateway = scripted_gateway(lambda ask: "I would rather talk.", PROMPTS)
    result = GraphGenerationService(payload(no_progress=2), ModelAgent(gateway)).execute_loop()
    assert (result.stopped, result.refused, result.resumable) == ("unreadable", 2, True)
