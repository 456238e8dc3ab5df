"""What reading one document, or all that is said with one name, costs in a workspace of many documents."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, EdgeFact, Node, NodeFact, Unit
from pramana.karaka import KarakaGraphV2
from pramana.karaka.passes.document_rows import DocumentRows
from pramana.karaka.passes.view import view_about, view_of
from pramana.karaka.schema import ENTITY, KRIYA
from pramana.store import Database

KARTA = "HAS_KARTĀ"


def graph_of(documents: int) -> KarakaGraphV2:
    """Return a graph of documents of one line each: in each somebody of its own goes to London."""
    graph = KarakaGraphV2()
    for number in range(documents):
        said = (Evidence(f"d{number}", 1, 0, 5, "Smith", Grade.VERBATIM),)
        ends = [Node(name, ENTITY, {"canonical_name": name}) for name in ("London", f"Smith {number}")]
        event = Node(
            f"d{number}_L1_K1",
            KRIYA,
            {"verb": "go", "polarity": "affirmative", "modality": "actual", "doc_id": f"d{number}", "line_number": 1},
        )
        nodes = tuple(NodeFact(node, said) for node in (event, *ends))
        edges = tuple(EdgeFact(Edge(event.id, KARTA, end.id), said) for end in ends)
        graph.put(Unit(f"line/d{number}/1", "1", ((f"d{number}", 1),), nodes, edges))
    return graph


READ: dict[str, Callable[[Database], int]] = {
    "one document": lambda database: len(view_of(database, documents=["d7"]).mentions),
    "one name": lambda database: len(view_about(database, "Smith 7").mentions),
}


def work_of(count: int, read: Callable[[Database], int]) -> int:
    """Return how many tens of SQLite's instructions reading takes among so many documents."""
    database, counted = graph_of(count).database, 0

    def step() -> int:
        nonlocal counted
        counted += 1
        return 0

    database._connection.set_progress_handler(step, 10)
    found = read(database)
    database._connection.set_progress_handler(None, 0)
    assert found == 2
    return counted


@pytest.mark.parametrize("what", READ)
def test_what_others_say_of_a_name_costs_nothing(what: str) -> None:
    """*London* is in every document: its evidence elsewhere is not read for the events of one."""
    assert work_of(400, READ[what]) <= 1.5 * work_of(20, READ[what]) + 5


def test_a_document_alone_is_what_it_is_among_others() -> None:
    database = graph_of(30).database
    alone, whole = view_of(database, documents=["d7"]), view_of(database)
    assert alone.events == tuple(each for each in whole.events if each.evidence.doc_id == "d7")
    assert alone.mentions == tuple(each for each in whole.mentions if each.evidence.doc_id == "d7")
    about = view_about(database, "Smith 7")
    assert (about.events, about.mentions) == (alone.events, alone.mentions)


def test_rows_under_a_key_cost_the_same_however_many_others_a_reader_has() -> None:
    """SQLite goes over all rows of a reader where it may choose, since these come in the order of documents."""

    def work(count: int) -> int:
        database, counted = Database(None, ()), 0
        rows = DocumentRows(database, "told")
        for number in range(count):
            rows.replace(f"d{number:04}", {number: "own", -(number % 2): "shared by half"})

        def step() -> int:
            nonlocal counted
            counted += 1
            return 0

        database._connection.set_progress_handler(step, 10)
        found = rows.under(7)
        database._connection.set_progress_handler(None, 0)
        assert found == [("d0007", "own")]
        return counted

    assert work(800) <= 1.5 * work(20) + 5
