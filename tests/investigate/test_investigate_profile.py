"""The graph's profile: exact counts, bounded text, hostile names, kept by the graph's hash."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.graph.adapters import MemoryAdapter, NetworkXAdapter
from pramana.graph.adapters.columnar import ColumnarAdapter
from pramana.graph.model import Edge, Node
from pramana.investigate.profile import GraphProfile, graph_hash, graph_profile
from pramana.investigate.profile_store import PROFILE_SCHEMA, ProfileStore
from pramana.investigate.profile_text import MOST_CHARS, profile_text, quote_json
from pramana.store import Database

TEXT = st.characters(exclude_categories=["Cs"])


def small() -> MemoryAdapter:
    """Return two people, a city, and who lives in it."""
    people = [Node("ann", "Person", {"name": "Ann", "age": 30}), Node("bob", "Person", {"name": "Bob", "age": 41})]
    edges = [
        Edge("ann", "LIVES_IN", "oslo", {"since": 2001}),
        Edge("bob", "LIVES_IN", "oslo"),
        Edge("ann", "KNOWS", "bob"),
    ]
    return MemoryAdapter.of([*people, Node("oslo", "City")], edges)


def test_profile_says_what_there_is() -> None:
    """Types and relations come with exact counts, their attributes with kinds and examples, relations with ends."""
    found = graph_profile(small())
    assert [(each.type, each.count) for each in found.types] == [("Person", 2), ("City", 1)]
    age = found.types[0].attribute("age")
    assert age is not None
    assert (age.kinds, age.count, age.values) == (("integer",), 2, (30, 41))
    lives = found.relation("LIVES_IN")
    assert lives is not None
    assert [(pair.source, pair.target, pair.count) for pair in lives.ends] == [("Person", "City", 2)]
    assert (found.degree.mean, found.degree.most, found.degree.hubs[0].id) == (2.0, 2, "ann")


def test_rare_kinds_are_found_among_many() -> None:
    """A type that one node in a thousand has is told, with its exact count, on every adapter alike."""
    nodes = [Node(f"n{number}", "Rare" if number == 777 else "Common") for number in range(1_000)]
    made = [MemoryAdapter.of(nodes, []), ColumnarAdapter.from_elements(nodes, [])]
    for adapter in made:
        assert [(each.type, each.count) for each in graph_profile(adapter).types] == [("Common", 999), ("Rare", 1)]


def test_many_kinds_are_bounded_and_the_rest_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the bound of types the rest is counted together, and the text says so."""
    monkeypatch.setattr(import_module("pramana.investigate.profile"), "MOST_KINDS", 5)
    found = graph_profile(MemoryAdapter.of([Node(f"n{number}", f"T{number}") for number in range(9)], []))
    assert (len(found.types), found.other_types) == (5, 4)
    assert "of other types: 4 nodes" in profile_text(found)


def test_text_is_bounded() -> None:
    """However many types with however long examples there are, the text keeps its bound."""
    nodes = [Node(f"n{number}", f"Type {number} " + "x" * 90, {f"a{number}": "y" * 500}) for number in range(250)]
    text = profile_text(graph_profile(MemoryAdapter.of(nodes, [])))
    assert len(text) <= MOST_CHARS
    assert "more lines" in text


@settings(max_examples=60)
@given(st.text(TEXT, max_size=40), st.text(TEXT, max_size=40), st.integers(200, 2_000))
def test_hostile_names_stay_on_their_line(kind: str, value: str, most: int) -> None:
    """No name and no value breaks a line of the text, or hides in it: what cannot be seen is escaped."""
    adapter = MemoryAdapter.of([Node("n", kind, {"note": value})], [])
    text = profile_text(graph_profile(adapter), most)
    assert len(text) <= most
    assert all(sign == "\n" or sign.isprintable() for sign in text)
    assert len(text.splitlines()) == len(profile_text(graph_profile(small()), 10_000).splitlines()) - 3


def test_quoted_escapes_what_turns_text_round() -> None:
    """A right-to-left override and a line separator are written as escapes."""
    assert quote_json("a\u202eb\u2028c") == '"a\\u202eb\\u2028c"'


def test_profile_is_kept_until_the_graph_changes() -> None:
    """The same graph gives the same object; a changed one is looked at again."""
    adapter = small()
    first = graph_profile(adapter)
    assert graph_profile(adapter) is first
    adapter.update_node("ann", {"age": 31})
    assert graph_profile(adapter) is not first
    assert graph_profile(adapter).hash == adapter.hash()


def test_graphs_without_a_hash_have_their_profiles() -> None:
    """Where an adapter keeps no hash, the profile's own hash replaces it, equal for equal graphs."""
    graph = nx.Graph()
    graph.add_edge('"ANN"', '"BOB"', description="Ann knows Bob.")
    one, two = NetworkXAdapter(graph), NetworkXAdapter(graph.copy())
    assert graph_hash(one) == graph_hash(two) == graph_profile(one).hash
    assert "undirected graph: 2 nodes, 1 edges" in profile_text(graph_profile(one))


def test_profiles_are_stored_by_hash(tmp_path: Path) -> None:
    """What was stored for a graph comes back for another adapter over an equal graph, and is not made anew."""
    with Database(tmp_path / "p.db", [PROFILE_SCHEMA]) as database:
        store = ProfileStore(database)
        made = graph_profile(small(), store)
        assert store.get(made.graph) == made
        again = graph_profile(small(), store)
        assert again == made
        database.execute("UPDATE graph_profile SET body = '{}'")
        assert store.get(made.graph) is None


def test_profile_is_json() -> None:
    """A profile survives the way through JSON."""
    found = graph_profile(small())
    assert GraphProfile.model_validate_json(found.model_dump_json()) == found
