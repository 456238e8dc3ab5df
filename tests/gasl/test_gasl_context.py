"""Variables of a plan."""

from __future__ import annotations

import json

import pytest

from pramana.errors import UnknownName
from pramana.gasl.context import ContextStore
from pramana.graph import Node
from pramana.graph.adapters import MemoryAdapter


def graph(count: int) -> MemoryAdapter:
    adapter = MemoryAdapter()
    for number in range(count):
        adapter.add_node(Node(f"n{number}", "PERSON", {"name": f"name {number}"}))
    return adapter


def test_a_selection_stays_a_selection() -> None:
    """A lazy result is kept as it is; its summary reads no more than the first items."""
    context = ContextStore()
    found = graph(50).find_nodes()
    context.set("people", found)
    assert context.get("people") is found
    summary = context.summary(max_items=2)
    assert summary["people"]["count"] == 50
    assert [item["id"] for item in summary["people"]["first"]] == ["n0", "n1"]


def test_names_are_in_the_order_in_which_they_came() -> None:
    """A variable that gets a new value keeps its place; clearing forgets all."""
    context = ContextStore()
    for name, value in (("b", [1]), ("a", {"x": 1}), ("b", 3)):
        context.set(name, value)
    assert (context.names(), context.get("b"), context.exists("a"), context.exists("c")) == (["b", "a"], 3, True, False)
    context.clear()
    assert context.names() == []


def test_unknown_variable_is_named_with_the_nearest() -> None:
    """Asking for a variable that is not there names the one that was probably meant."""
    context = ContextStore()
    context.set("authors", [])
    with pytest.raises(UnknownName, match="Did you mean authors"):
        context.get("author")


def test_summary_is_bounded_and_hides_secrets() -> None:
    """However much there is, a summary keeps to its characters, says what it leaves out, and shows no secret."""
    context = ContextStore()
    for number in range(30):
        context.set(f"v{number}", [{"text": "x" * 500, "api_key": "abc"}] * 100)
    context.set("one", "sk-abcdefghijklmnopqrstuvwx")
    for room in (50, 500, 5_000):
        text = json.dumps(context.summary(max_chars=room), ensure_ascii=False)
        assert len(text) <= room
        assert "abc" not in text
    assert context.summary(max_chars=500)["…"].endswith("more")
