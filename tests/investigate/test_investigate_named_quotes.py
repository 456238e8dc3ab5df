"""Quotes under a name: each is to be in a line of what has the name."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planners import action

from pramana.expr import Field, Membership
from pramana.gasl import StateStore
from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.investigate import Claim, PlanStepper, StateFork, Texts, check_answer
from pramana.investigate.named_quotes import QuotedItem, named_quotes

FOUNDED, STOLE, DENIED = "He founded the ferry company in 1899.", "She stole the silver cup.", "He denies that she ran."
VALLEY = MemoryAdapter.of(
    (
        Node("c1", "Person", {"name": "Gus Marrable", "description": FOUNDED}),
        Node("c2", "Person", {"name": "Lily Stone", "description": STOLE}),
        Node("c3", "Person", {"name": "Tom Vane", "description": DENIED}),
    ),
    (Edge("c1", "KNOWS", "c2", {"description": "Gus met Lily at the harbour dance."}),),
)


def nodes(ids: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
    found = VALLEY.find_nodes(Membership(Field(("id",)), tuple(ids))) if ids else ()
    return {record["id"]: record for record in found}


@pytest.fixture(scope="module")
def state() -> StateStore:
    commands = ("FIND nodes AS n", "UPDATE n WITH n", "FIND edges AS e", "UPDATE e WITH e")
    return asyncio.run(PlanStepper(VALLEY).apply(StateFork.root(), action(*commands))).snapshot.state


def problem(state: StateStore, text: str, *cites: str) -> str:
    """Return why one claim is refused, "" where it holds."""
    checked = check_answer(state, "Who did what?", text, [Claim(text=text, cites=cites)], Texts(nodes=nodes))
    return checked.refused[0].problem if checked.refused else ""


@pytest.mark.parametrize(
    ("text", "cites"),
    [
        (f'Gus Marrable: "{FOUNDED}"', ["n[0]"]),
        (f"- Gus Marrable (Person): “{FOUNDED}”", ["n"]),
        (f"Lily: '{STOLE}'", ["n[1]"]),
        (f"Gus Marrable: {FOUNDED}", ["n[0]", "n[1]"]),
        ('Lily Stone: "stole the silver cup"', ["n[1]"]),
        (f'Gus Marrable: "founded the ferry company"; Lily Stone: "{STOLE}"', ["n[0]", "n[1]"]),
        (f'Gus Marrable: "{FOUNDED}" and Lily Stone: "{STOLE}"', ["n"]),
        ('Gus Marrable and Lily Stone: "Gus met Lily at the harbour dance."', ["e[0]"]),
    ],
)
def test_a_quote_under_the_name_of_its_item_is_accepted(state: StateStore, text: str, cites: list[str]) -> None:
    assert problem(state, text, *cites) == ""


@pytest.mark.parametrize(
    ("text", "cites"),
    [
        (f'Lily Stone: "{FOUNDED}"', ["n[0]", "n[1]"]),
        (f"Lily Stone: '{FOUNDED}'", ["n"]),
        (f"Lily Stone: {FOUNDED}", ["n"]),
        ('Lily Stone: "founded the ferry company"', ["n"]),
        (f'Gus Marrable: "{FOUNDED}"; Tom Vane: "{STOLE}"', ["n"]),
    ],
)
def test_a_quote_under_the_name_of_another_is_refused(state: StateStore, text: str, cites: list[str]) -> None:
    """That some cited item has the words does not make them a line of whom the claim names."""
    assert problem(state, text, *cites)


def test_a_phrase_out_of_a_denial_is_compared_with_its_line(state: StateStore) -> None:
    assert problem(state, 'Tom Vane: "she ran"', "n[2]")


@settings(max_examples=50)
@given(st.text("AaBb :;\"'“”.,()-", max_size=60), st.text("AaBb \"'.", max_size=30))
def test_any_claim_is_read(claim: str, line: str) -> None:
    """No text raises, and a claim without a colon stays as it is."""
    found = named_quotes(claim, [QuotedItem(frozenset(("a", "b")), (line,))])
    assert ":" in claim or (found.rest, found.problem) == (claim, "")
