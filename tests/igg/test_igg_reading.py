"""An agent's answer, whatever it is."""

import math
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from pramana.canonical import canonical
from pramana.igg import (
    AddEdge,
    AddNode,
    AgentAnswer,
    Finish,
    Growth,
    Query,
    Quote,
    Remove,
    UnreadableAction,
    UpdateNodeAction,
    read_answer,
    read_payload,
)
from pramana.igg.actions import action_json
from pramana.igg.reading import MOST_ACTIONS, read_action

ACTIONS: list[tuple[dict[str, Any], Any]] = [
    (
        {"type": "ADD_NODE", "label": "Class", "properties": {"name": "AuthService", "package": "com.app.auth"}},
        AddNode("Class", {"name": "AuthService", "package": "com.app.auth"}),
    ),
    (
        {"type": "ADD_EDGE", "label": "CALLS", "from": {"name": "AuthController"}, "to": {"name": "AuthService"}},
        AddEdge("CALLS", {"name": "AuthController"}, {"name": "AuthService"}),
    ),
    (
        {"type": "UPDATE_NODE", "node": "n1", "properties": {"lines": 3, "gone": None}},
        UpdateNodeAction("n1", {"lines": 3, "gone": None}),
    ),
    ({"type": "REMOVE", "node": {"name": "A"}}, Remove(node={"name": "A"})),
    ({"type": "REMOVE", "from": "a", "to": "b", "label": "R"}, Remove(source="a", target="b", label="R")),
    ({"type": "REMOVE", "edge": "a -R-> b"}, Remove(edge="a -R-> b")),
    (
        {"type": "QUERY", "query": "lines", "document": "a.py", "first": 3},
        Query("lines", {"document": "a.py", "first": 3}),
    ),
    ({"type": "FINISH", "reason": "done"}, Finish("done")),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    [
        "type",
        "label",
        "properties",
        "id",
        "from",
        "to",
        "node",
        "edge",
        "evidence",
        "why",
        "query",
        "reason",
        "quote",
        "x",
    ]
)
TYPES = st.sampled_from(
    ["ADD_NODE", "ADD_EDGE", "UPDATE_NODE", "REMOVE", "QUERY", "FINISH", "finish", "add node", "NO"]
)
NEARLY_ACTIONS = st.builds(
    lambda kind, rest: {**rest, "type": kind}, TYPES | JSON, st.dictionaries(KEYS, JSON, max_size=5)
)
ANSWERS = JSON | st.fixed_dictionaries(
    {"actions": st.lists(NEARLY_ACTIONS | JSON, max_size=5)}, optional={"atomic": JSON}
)


@pytest.mark.parametrize(("given", "action"), ACTIONS)
def test_action_is_read_under_the_seeds_keys(given: dict[str, Any], action: Any) -> None:
    """Every action is read from JSON, and written back as it stood."""
    assert read_action(given) == action
    assert action.as_json() == given


def test_answer_of_the_seed_is_read() -> None:
    """Reasoning and actions of an answer are taken, in order."""
    answer = read_answer({"reasoning": "I have added it.", "actions": [given for given, _ in ACTIONS], "atomic": True})
    assert answer == AgentAnswer("I have added it.", tuple(action for _, action in ACTIONS), True)
    assert read_answer(answer) == answer
    assert read_answer(answer.as_json()) == answer


@pytest.mark.parametrize(
    "written",
    [
        '{"reasoning": "r", "actions": [{"type": "FINISH", "reason": "done"}]}',
        'Here it is:\n```json\n{"reasoning": "r", "actions": [{"type": "finish", "reason": "done"}]}\n```',
        '{"reasoning": "r", "actions": [{"type": "Finish", "reason": "done"}]}',
        '{"reasoning": "r", "actions": [{"type": "FINISH", "reason": "done"},]}',
    ],
)
def test_answer_in_text_is_read(written: str) -> None:
    """JSON in fences or prose, and JSON that can be repaired, is an answer; so is it in bytes."""
    assert read_answer(written) == AgentAnswer("r", (Finish("done"),))
    assert read_answer(written.encode()) == AgentAnswer("r", (Finish("done"),))


def test_list_of_actions_and_one_action_are_answers() -> None:
    """A bare list of actions and a single one are taken for what they are."""
    finish = {"type": "FINISH"}
    assert read_answer([finish, finish]).actions == (Finish(), Finish())
    assert read_answer(finish).actions == (Finish(),)
    assert read_answer({"reasoning": "nothing to do", "actions": []}) == AgentAnswer("nothing to do")


def test_model_is_an_answer() -> None:
    """What is validated by a Pydantic model is read from it."""

    class Decision(BaseModel):
        reasoning: str
        actions: list[Any]

    assert read_answer(Decision(reasoning="r", actions=[{"type": "FINISH"}])) == AgentAnswer("r", (Finish(),))


@pytest.mark.parametrize(
    ("given", "code", "candidates"),
    [
        ("ADD", "unreadable", ()),
        ({"type": "ADD_NOED", "label": "A"}, "unknown_action", ("ADD_NODE", "ADD_EDGE")),
        ({"label": "A"}, "unknown_action", ("ADD_NODE", "ADD_EDGE", "UPDATE_NODE", "REMOVE", "QUERY", "FINISH")),
        ({"type": "ADD_NODE", "lable": "A"}, "field", ("label",)),
        ({"type": "ADD_NODE"}, "field", ()),
        ({"type": "ADD_NODE", "label": 5}, "field", ()),
        ({"type": "ADD_NODE", "label": "A\nB"}, "value", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": []}, "field", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": {"x": math.nan}}, "value", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": {"x": 10**5000}}, "value", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": {"x": "\ud800"}}, "value", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": {"x": {1, 2}}}, "value", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": {5: "x"}}, "field", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": {"x": "y" * 100_001}}, "size", ()),
        ({"type": "ADD_NODE", "label": "A", "properties": {"x": [0] * 10_000}}, "size", ()),
        ({"type": "ADD_EDGE", "label": "R", "from": {}, "to": "a"}, "field", ()),
        ({"type": "ADD_EDGE", "label": "R", "from": {"name": ["a"]}, "to": "a"}, "field", ()),
        ({"type": "ADD_EDGE", "label": "R", "from": 3, "to": "a"}, "field", ()),
        ({"type": "ADD_NODE", "label": "A", "evidence": 5}, "field", ()),
        ({"type": "UPDATE_NODE", "node": "a", "properties": {}}, "field", ()),
        ({"type": "REMOVE"}, "field", ()),
        ({"type": "REMOVE", "node": "a", "edge": "b"}, "field", ()),
        ({"type": "QUERY", "query": "neighbors"}, "field", ("neighbours",)),
        ({"type": "QUERY", "query": "lines", "documents": "a"}, "field", ("document",)),
    ],
)
def test_what_is_no_action_is_named_with_what_may_be_meant(given: Any, code: str, candidates: tuple[str, ...]) -> None:
    """A wrong action has a code, a phrase and the nearest valid names."""
    read = read_action(given)
    assert isinstance(read, UnreadableAction)
    assert (read.code, read.candidates) == (code, candidates)
    canonical(action_json(read))


def test_evidence_is_a_quote_several_or_one_with_its_document() -> None:
    """Quotes are texts, or objects that name the document."""
    read = read_action({"type": "ADD_NODE", "label": "A", "evidence": ["a", {"quote": "b", "document": "d.txt"}]})
    assert isinstance(read, AddNode)
    assert read.evidence == (Quote("a"), Quote("b", "d.txt"))


def test_nesting_without_end_is_refused_and_shown_short() -> None:
    """A value nested a hundred thousand deep, or within itself, is one refusal."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    ring: dict[str, Any] = {}
    ring["x"] = ring
    for value in (deep, ring):
        read = read_action({"type": "ADD_NODE", "label": "A", "properties": {"x": value}})
        assert isinstance(read, UnreadableAction)
        assert read.code == "size"
        assert len(canonical(read.given)) < 300
    assert isinstance(read_answer("[" * 100_000).actions[0], UnreadableAction)


def test_answer_without_end_is_read_in_part() -> None:
    """Of more actions than an answer may have the first are read, and one refusal says how many were not."""
    actions = read_answer([{"type": "FINISH"}] * (MOST_ACTIONS + 7)).actions
    assert len(actions) == MOST_ACTIONS + 1
    assert "the other 7 were left out" in actions[-1].problem  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("atomic", "meant"),
    [(None, False), (False, False), (0, False), ("no", False), (1, True), ("true", True), ([], True)],
)
def test_atomic_is_taken_with_care(atomic: Any, meant: bool) -> None:
    """What is not plainly a no is a yes: a batch that was meant whole is not applied in part."""
    assert read_answer({"actions": [], "atomic": atomic}).atomic is meant


@pytest.mark.slow
@given(ANSWERS)
@example({"actions": 5})
@example({"type": ["ADD_NODE"]})
@example({"actions": [{"type": "QUERY", "query": {"kind": "lines", "x": math.inf}}], "reasoning": math.nan})
@settings(max_examples=300)
def test_reading_never_raises_and_gives_canonical_json(answer: Any) -> None:
    """Whatever an agent answers is read as actions, and all that is kept of it has canonical JSON."""
    read = read_answer(answer)
    canonical(read.as_json())
    assert read_answer(read.as_json()).reasoning == read.reasoning


@pytest.mark.slow
@given(st.lists(ANSWERS, max_size=4), st.sampled_from(["strict", "soft"]))
@settings(max_examples=150)
def test_no_answer_crashes_a_growth(answers: list[Any], mode: str) -> None:
    """Of whatever is answered, every action is applied or refused, with a code and JSON that can be logged."""
    schema = {"node_types": ["A"], "edge_types": ["R"]}
    growth = Growth(read_payload({"session_id": "s", "goal_prompt": "g", "config": {"schema": schema, "mode": mode}}))
    for answer in answers:
        read = read_answer(answer)
        outcome = growth.act(read)
        assert len(outcome.applied) + len(outcome.refused) == len(read.actions)
        canonical([[action_json(refusal.action), refusal.code, str(refusal)] for refusal in outcome.refused])


@given(st.text() | st.binary())
@settings(max_examples=100)
def test_any_text_is_an_answer(text: str | bytes) -> None:
    """Text and bytes that are no JSON are one refusal."""
    canonical(read_answer(text).as_json())
