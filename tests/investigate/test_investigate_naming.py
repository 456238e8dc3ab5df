"""What a question's words name: exact, in another case, nearly so; namesakes told; parts of names not taken."""

from __future__ import annotations

import pytest

from pramana.graph.adapters import MemoryAdapter
from pramana.graph.model import Edge, Node
from pramana.investigate.naming import mentions
from pramana.investigate.profile import graph_profile
from pramana.investigate.terms import term_of
from pramana.language import word_forms

NODES = (
    ("f1", "Film", "Blue Harbor"),
    ("p1", "Person", "Bob Stone"),
    ("p2", "Person", "Bob"),
    ("t1", "City", "Paris"),
    ("p3", "Person", "Paris"),
    ("g", "Ghost", "The Ghost of Christmas Past"),
    ("b", "Thing", "bow"),
)


@pytest.fixture
def graph() -> MemoryAdapter:
    """Return a few nodes with names."""
    nodes = [Node(name, kind, {"name": called}) for name, kind, called in NODES]
    return MemoryAdapter.of(nodes, [Edge("p1", "DIRECTED", "f1"), Edge("p1", "LIVES_IN", "t1")])


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Who directed Blue Harbor?", [("Blue Harbor", "f1", "exact")]),
        ("who directed blue harbor", [("blue harbor", "f1", "folded")]),
        ("Who directed Bleu Harbor?", [("Bleu Harbor", "f1", "near")]),
        ("Who lives in Paris?", [("Paris", "t1", "exact"), ("Paris", "p3", "exact")]),
        ("Where does Bob Stone live?", [("Bob Stone", "p1", "exact")]),
        ("Where does Bob Stoneman live?", []),
        ("Who met the Ghost of Christmas Past?", [("the Ghost of Christmas Past", "g", "folded")]),
        ("Who carried the bow?", [("the bow", "b", "exact")]),
        ("How many people are there?", []),
        ("", []),
    ],
)
def test_names_are_found(graph: MemoryAdapter, question: str, named: list[tuple[str, str, str]]) -> None:
    """Names are found whole, with how they were matched; a part of a longer name is none."""
    found = mentions(question, graph, graph_profile(graph))
    assert [(each.text, each.id, each.match) for each in found if each.names_node] == named


def test_mentions_say_by_which_field_they_are_asked_for(graph: MemoryAdapter) -> None:
    """A mention tells the node's name, type, and the attribute that a condition can ask for."""
    (found,) = mentions("Who directed Blue Harbor?", graph, graph_profile(graph))
    assert (found.name, found.type, found.field) == ("Blue Harbor", "Film", "name")


SAID = [
    ("MARTHA", "MRS. CRATCHIT", "Martha assists Mrs. Cratchit in the preparations."),
    ("MRS. CRATCHIT", "BOB", "Mrs. Cratchit supports Bob."),
    ("SCROOGE", "THREE SPIRITS", "Scrooge is warned by Marley's Ghost about the visit by Three Spirits."),
    ("FRED", "SCROOGE", "Fred does not fear Scrooge."),
    ("SCROOGE", "BOB", "Scrooge recalls memories of Bob."),
]


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("Who assists Mrs. Cratchit?", ["Martha"]),
        ("Whom does Martha assist?", ["Mrs. Cratchit"]),
        ("Whom does Mrs. Cratchit assist?", []),
        ("Who supports Bob?", ["Mrs. Cratchit"]),
        ("Who is Bob's supporter?", ["Mrs. Cratchit"]),
        ("Who warns Scrooge?", ["Marley's Ghost"]),
        ("Who fears Scrooge?", []),
        ("Who warns Fred?", []),
    ],
)
def test_descriptions_say_who_did_it(question: str, others: list[str]) -> None:
    """An edge's description answers where its grammar puts what is named in the place that the question says."""
    nodes = [Node(name, "PERSON") for name in dict.fromkeys(end for each in SAID for end in each[:2])]
    edges = [Edge(one, "RELATED_TO", two, {"description": text}) for one, two, text in SAID]
    graph = MemoryAdapter.of(nodes, edges, directed=False)
    found = [each.text for each in mentions(question, graph, graph_profile(graph)) if each.match == "said"]
    assert found == others


@pytest.mark.parametrize(
    ("asked", "named", "alike"),
    [
        ("directed", "DIRECTED", True),
        ("director", "DIRECTED", True),
        ("supplier", "SUPPLIES", True),
        ("supply", "SUPPLIES", True),
        ("founder", "FOUNDED", True),
        ("mentored", "MENTOR_OF", True),
        ("works", "worksFor", True),
        ("married", "MENTORED", False),
        ("reviewed", "REVERED", False),
    ],
)
def test_words_are_matched_by_their_stems(asked: str, named: str, alike: bool) -> None:
    """A question's word goes with a relation where one is a form of the other, and not where they look alike."""
    assert term_of(named).matches(word_forms(asked)) is alike


def test_found_is_not_founded() -> None:
    """An irregular past is what it is the past of."""
    assert not term_of("FOUNDED").matches(word_forms("found", "VVD"))
    assert term_of("FOUNDED").matches(word_forms("founded", "VVD"))
