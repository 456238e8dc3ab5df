"""What reading the edges of one event costs, in a graph of many."""

from __future__ import annotations

import pytest

from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, EdgeFact, Node, NodeFact, PropertyFact, Unit
from pramana.karaka import KarakaGraphV2
from pramana.karaka.schema import ENTITY, KRIYA
from pramana.karaka.senses import PARTED, SENSE, SENSE_OF

KARTA = "HAS_KARTĀ"


def graph_of_events(count: int) -> KarakaGraphV2:
    """Return a graph in which a name of two bearers is the agent of so many events, and each bearer of half of them."""
    graph = KarakaGraphV2()
    senses = [
        Node(f"Smith ({of})", ENTITY, {"canonical_name": f"Smith ({of})", SENSE_OF: "Smith", SENSE: of})
        for of in ("mason", "judge")
    ]
    names = [Node("Smith", ENTITY, {"canonical_name": "Smith"}), *senses]
    graph.put(Unit("line/names", "1", (("d", 1),), tuple(map(NodeFact, names))))
    graph.put(Unit("pass/homonyms", "1", (("d", 1),), properties=(PropertyFact("Smith", PARTED, True),)))
    for number in range(count):
        event = Node(f"d_L{number}_K1", KRIYA, {"verb": "go", "doc_id": "d", "line_number": number})
        mention = (Evidence("d", number, 0, 5, "Smith", Grade.VERBATIM),)
        edges = tuple(EdgeFact(Edge(event.id, KARTA, end), mention) for end in ("Smith", senses[number % 2].id))
        graph.put(Unit(f"line/d/{number}", "1", (("d", number),), (NodeFact(event),), edges))
    return graph


def work_of_reading(count: int, relation: str | None) -> int:
    """Return how many tens of SQLite's instructions reading the edges of one of so many events takes."""
    graph, counted = graph_of_events(count), 0

    def step() -> int:
        nonlocal counted
        counted += 1
        return 0

    graph.database._connection.set_progress_handler(step, 10)
    found = graph.edges_from(f"d_L{count // 2}_K1", relation)
    graph.database._connection.set_progress_handler(None, 0)
    assert [edge.target for edge in found] == ["Smith (mason)" if count // 2 % 2 == 0 else "Smith (judge)"]
    return counted


@pytest.mark.parametrize("relation", [None, KARTA])
def test_edges_of_an_event_cost_the_same_however_large_the_graph(relation: str | None) -> None:
    """Also where one of its participants is a name of several bearers: its mentions are compared with the event's."""
    assert work_of_reading(800, relation) <= 1.5 * work_of_reading(40, relation) + 5
