"""What is kept of walks over a graph is what a walk would find."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.evidence import Evidence, Grade
from pramana.graph import GRAPH_SCHEMA, Edge, EdgeFact, Node, NodeFact, Unit
from pramana.karaka import TRAVERSAL_SCHEMA, KarakaGraphV2, QueryPlan, forget_traversals
from pramana.karaka.traversals import Traversals
from pramana.karaka.traverse import traverse
from pramana.store import Database

PLACE = (Evidence("d", 1, 0, 1, "x", Grade.VERBATIM),)
NUMBERS = st.integers(1, 4)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS).filter(lambda pair: pair[0] != pair[1]), max_size=4, unique=True)


def unit(number: int, same: Iterable[tuple[int, int]]) -> Unit:
    """A line in which `E<number>` does something, and what it says is the same as what."""
    entities = {number, *(each for pair in same for each in pair)}
    nodes = [
        NodeFact(Node(f"E{each}", "Entity", {"canonical_name": f"E{each}"}), PLACE, (f"E{each}",)) for each in entities
    ]
    kriya = Node(f"d_L{number}_K1", "Kriya", {"verb": "do", "doc_id": "d", "line_number": number})
    edges = [EdgeFact(Edge(kriya.id, "HAS_KARTĀ", f"E{number}"), PLACE)]
    edges += [EdgeFact(Edge(f"E{one}", "IS_SAME_AS", f"E{other}"), PLACE) for one, other in same]
    return Unit(f"line/{number}", "k", (("d", number),), (NodeFact(kriya, PLACE), *nodes), tuple(edges))


def opened() -> tuple[Database, KarakaGraphV2]:
    database = Database(None, [GRAPH_SCHEMA, TRAVERSAL_SCHEMA])
    return database, KarakaGraphV2(database=database)


def who_is(number: int) -> QueryPlan:
    step = {"goal": "g", "verb": "do", "karakas": {"KARTA": f"E{number}"}, "extract": "KARTA", "follow_same_as": True}
    return QueryPlan.model_validate({"steps": [step]})


@given(same=PAIRS, later=PAIRS, asked=NUMBERS)
@settings(max_examples=60)
def test_a_kept_traversal_is_the_one_that_would_be_walked(
    same: list[tuple[int, int]], later: list[tuple[int, int]], asked: int
) -> None:
    """First, second and third time, before and after a change of the graph, the result is that of `traverse`."""
    database, graph = opened()
    kept, plan = Traversals(database, graph, "e"), who_is(asked)
    with database:
        for number in range(1, 5):
            graph.put(unit(number, same if number == 1 else ()))
        for _ in range(3):
            assert kept.of(plan) == traverse(graph, plan)
        assert (kept.misses, kept.hits) == (1, 2)
        graph.put(unit(5, later))
        assert kept.of(plan) == traverse(graph, plan)
        assert kept.misses == 2


def test_results_of_another_graph_or_engine_are_not_used() -> None:
    """The graph's hash and the engine's are part of the key; what another graph found is dropped, and so is all of it
    when it is to be forgotten."""
    database, graph = opened()
    with database:
        graph.put(unit(1, ()))
        first, other = Traversals(database, graph, "one"), Traversals(database, graph, "two")
        assert len(first.of(who_is(1)).matches) == len(other.of(who_is(1)).matches) == 1
        assert (first.misses, other.misses, other.hits) == (1, 1, 0)
        assert database.one("SELECT count(*) FROM traversal") == (2,)
        graph.put(unit(2, ()))
        first.of(who_is(2))
        assert database.one("SELECT count(*) FROM traversal") == (1,)
        forget_traversals(database)
        assert database.one("SELECT count(*) FROM traversal") == (0,)


def test_whom_a_name_means_is_part_of_the_key() -> None:
    """The same plan about two bearers of a name is two traversals."""
    database, graph = opened()
    with database:
        for number in (1, 2):
            graph.put(unit(number, ()))
        kept, plan = Traversals(database, graph, "e"), who_is(9)
        found = [kept.of(plan, {"E9": [node]}) for node in graph.nodes("Entity")]
        assert [[entity.id for entity in each.matches[0].entities] for each in found] == [["E1"], ["E2"]]
        assert not kept.of(plan).matches
