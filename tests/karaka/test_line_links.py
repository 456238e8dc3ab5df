"""Whom the expressions of a line mean, read of that line alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, EdgeFact, Node, NodeFact, PropertyFact, SqliteGraph, Unit
from pramana.karaka import KarakaGraphV2, line_links
from pramana.karaka.schema import ENTITY, IS_SAME_AS, KRIYA
from pramana.karaka.senses import PARTED, SENSE, SENSE_OF
from pramana.language import LinkedExpression

NAMES = ("Ann", "Ann Lee", "Mrs. Lee", "she", "he", "Rex", "Smith")
LINES = [(doc_id, number) for doc_id in ("a", "b") for number in (1, 2, 3)]


def graph_of(mentions: Sequence[tuple[str, tuple[str, int]]], links: Sequence[tuple[str, str]]) -> KarakaGraphV2:
    """Return a graph in which names are mentioned in lines and joined by links; *Smith* has a sense in document a."""
    graph = KarakaGraphV2()
    for number, (name, (doc_id, line)) in enumerate(mentions):
        said = (Evidence(doc_id, line, number, number + len(name), name, Grade.VERBATIM),)
        properties = {"canonical_name": name} | ({"pronoun": True} if name in ("she", "he") else {})
        named = NodeFact(Node(name, ENTITY, properties), said)
        graph.put(Unit(f"line/{doc_id}/{line}/{number}", "1", ((doc_id, line),), (named,)))
        if name == "Smith" and doc_id == "a":
            own = {"canonical_name": "Smith (mason)", SENSE_OF: "Smith", SENSE: "mason"}
            parted = PropertyFact("Smith", PARTED, True)
            sense = NodeFact(Node("Smith (mason)", ENTITY, own), said, ("Smith (mason)", "Smith"))
            graph.put(Unit(f"pass/homonyms/{number}", "1", ((doc_id, line),), (sense,), (), properties=(parted,)))
    for number in (1, 2):
        event = Node(f"a_L{number}_K1", KRIYA, {"verb": "go", "doc_id": "a", "line_number": number})
        said = (Evidence("a", number, 0, 2, "go", Grade.VERBATIM),)
        graph.put(Unit(f"line/a/{number}/event", "1", (("a", number),), (NodeFact(event, said),)))
    told = {name for name, _ in mentions}
    for one, other in [*links, ("a_L1_K1", "a_L2_K1")]:
        if one != other and ({one, other} <= told or one.startswith("a_")):
            edge = EdgeFact(Edge(one, IS_SAME_AS, other), (Evidence("c", 1, 0, 2, "go", Grade.RESOLVED),))
            graph.put(Unit(f"pass/x/{one}/{other}", "1", (("c", 1),), (), (edge,)))
    return graph


def links_of_whole_graph(graph: SqliteGraph) -> dict[tuple[str, int], list[LinkedExpression]]:
    """Return for each line whom its expressions mean, from all links of a graph and all evidence of what they join."""
    groups: dict[str, set[str]] = {}
    for edge in graph.edges(IS_SAME_AS):
        joined = groups.get(edge.source, {edge.source}) | groups.get(edge.target, {edge.target})
        groups |= dict.fromkeys(joined, joined)
    found: dict[tuple[str, int], list[LinkedExpression]] = {}
    for first in sorted({min(group) for group in groups.values()}):
        nodes = [node for node in map(graph.node, sorted(groups[first])) if node is not None and node.type == ENTITY]
        names = {node.id: str(node.properties["canonical_name"]) for node in nodes if "pronoun" not in node.properties}
        for node in nodes:
            for item in graph.node_evidence(node.id):
                here = found.setdefault((item.doc_id, item.line_number), [])
                here += [LinkedExpression(item.start, item.end, name) for id_, name in names.items() if id_ != node.id]
    return found


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(LINES)), min_size=1, max_size=9),
    st.lists(st.sampled_from(list(combinations(NAMES, 2))), max_size=5),
)
def test_a_line_alone_says_what_the_whole_graph_says_of_it(
    mentions: list[tuple[str, tuple[str, int]]], links: list[tuple[str, str]]
) -> None:
    graph = graph_of(mentions, links)
    whole, links_of_lines = links_of_whole_graph(graph), line_links(graph)
    for place in LINES:
        assert links_of_lines.of(*place) == tuple(dict.fromkeys(whole.get(place, ())))


def test_an_event_means_no_name() -> None:
    """Links between events join what two lines tell; their verbs are no names."""
    links = line_links(graph_of([("Ann", ("b", 1))], []))
    assert [links.of(*place) for place in LINES] == [()] * len(LINES)


def work_of_line(pairs: int) -> int:
    """Return how many tens of SQLite's instructions the links of one line take, among so many other linked names."""
    names = [(f"{first} {number}", ("b", number)) for number in range(1, pairs) for first in ("Kim", "Mr. Kim")]
    Random(7).shuffle(names)
    links = [(f"Kim {number}", f"Mr. Kim {number}") for number in range(1, pairs)]
    graph, counted = graph_of([("Ann", ("a", 1)), ("Ann Lee", ("a", 2)), *names], [("Ann", "Ann Lee"), *links]), 0

    def step() -> int:
        nonlocal counted
        counted += 1
        return 0

    graph.database._connection.set_progress_handler(step, 10)
    found = line_links(graph).of("a", 1)
    graph.database._connection.set_progress_handler(None, 0)
    assert [each.means for each in found] == ["Ann Lee"]
    return counted


def test_links_of_other_lines_cost_nothing() -> None:
    assert work_of_line(200) <= 1.5 * work_of_line(10) + 5
