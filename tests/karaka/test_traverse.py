"""Plans carried out on graphs with circles, long chains and nobody in them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pramana.evidence import Evidence, Grade
from pramana.graph import GRAPH_SCHEMA, Edge, EdgeFact, Node, NodeFact, SqliteGraph, Unit
from pramana.karaka.plans import QueryPlan, QueryStep, plan_violations
from pramana.karaka.reasons import MAX_CAUSES
from pramana.karaka.schema import KARAKA_SCHEMA
from pramana.karaka.traverse import Traversal, traverse
from pramana.store import Database

Pairs = Iterable[tuple[int, int]]


def graph_of(kriyas: int, causes: Pairs = (), same: Pairs = (), pronouns: Iterable[int] = ()) -> SqliteGraph:
    """Return a graph of Kriyās `d_L1_K1` …, number n done by the entity `En`, with links between those of two numbers."""
    graph = SqliteGraph(Database(None, [GRAPH_SCHEMA]), KARAKA_SCHEMA)
    numbers = range(1, kriyas + 1)
    nodes, edges = [], []
    for number in numbers:
        where = (Evidence("d", number, 0, 1, "x", Grade.VERBATIM),)
        named = {"canonical_name": f"E{number}", **({"pronoun": True} if number in set(pronouns) else {})}
        kriya = {"verb": f"do{number}", "doc_id": "d", "line_number": number}
        nodes.append(NodeFact(Node(f"d_L{number}_K1", "Kriya", kriya), where))
        nodes.append(NodeFact(Node(f"E{number}", "Entity", named), where, (f"E{number}",)))
        edges.append(EdgeFact(Edge(f"d_L{number}_K1", "HAS_KARTĀ", f"E{number}"), where))
    links = [(f"d_L{one}_K1", "CAUSES", f"d_L{other}_K1") for one, other in causes]
    links += [(f"E{one}", "IS_SAME_AS", f"E{other}") for one, other in same]
    edges += [EdgeFact(Edge(*link), (Evidence("d", 1, 0, 1, "x", Grade.RESOLVED),)) for link in links]
    graph.put(Unit("line/1/d", "k", tuple(("d", number) for number in numbers), tuple(nodes), tuple(edges)))
    return graph


def asked(graph: SqliteGraph, **step: object) -> Traversal:
    return traverse(graph, QueryPlan(steps=[QueryStep.model_validate({"goal": "g", **step})]))


def lines(found: Traversal) -> list[int]:
    return sorted(match.place[1] for match in found.matches)


def chain(length: int) -> list[tuple[int, int]]:
    return [(number, number + 1) for number in range(1, length)]


def test_causes_and_effects_are_followed_one_way() -> None:
    """From an event in the middle of a chain its causes are reached, or its effects; the event itself is a premise."""
    graph = graph_of(5, chain(4))
    for way, reached in (("follow_causes", [1]), ("follow_effects", [3, 4])):
        found = asked(graph, verb="do2", **{way: True})
        assert (lines(found), found.warnings, found.unstated) == (reached, [], "")
        assert [match.place[1] for match in found.premises] == [2]
    assert lines(asked(graph, verb="do2")) == [2]


@pytest.mark.parametrize(("way", "unstated"), [("follow_causes", "reason"), ("follow_effects", "result")])
def test_what_has_no_stated_cause_is_found_and_said_to_have_none(way: str, unstated: str) -> None:
    """An event that nothing led to is returned, and what is not stated is named."""
    found = asked(graph_of(2), verb="do1", **{way: True})
    assert (lines(found), found.unstated) == ([1], unstated)
    assert asked(graph_of(2), verb="do1").unstated == ""


def test_a_long_chain_is_cut_with_a_warning() -> None:
    """After five hops what was reached is returned, and the warning says that the chain is longer."""
    assert MAX_CAUSES == 5
    found = asked(graph_of(9, chain(9)), verb="do9", follow_causes=True)
    assert lines(found) == [4, 5, 6, 7, 8]
    assert found.warnings == ["Causes were followed for 5 hops; the chain is longer."]
    whole = asked(graph_of(6, chain(6)), verb="do6", follow_causes=True)
    assert (lines(whole), whole.warnings) == ([1, 2, 3, 4, 5], [])


def test_circles_end() -> None:
    """Events that cause each other in a circle are each reached once, without a warning."""
    found = asked(graph_of(3, [(1, 2), (2, 3), (3, 1), (2, 1)]), verb="do1", follow_causes=True)
    assert (lines(found), found.warnings) == ([2, 3], [])


@pytest.mark.parametrize("same", [[(1, 2), (2, 3), (3, 1)], [(2, 1), (3, 2)], [(1, 2), (1, 3)]])
def test_circles_of_names_end(same: list[tuple[int, int]]) -> None:
    """Whoever means the same is found from every one of the names, whichever way the links lead and be it in a circle."""
    graph = graph_of(4, same=same)
    for name in ("E1", "E2", "E3"):
        assert lines(asked(graph, karakas={"KARTA": name}, follow_same_as=True)) == [1, 2, 3]
    assert lines(asked(graph, karakas={"KARTA": "E1"})) == [1]


def test_the_person_answers_for_the_pronoun() -> None:
    """A pronoun is answered with whom it means, by the links that say so; without a link with itself."""
    graph = graph_of(3, same=[(2, 1)], pronouns=(2, 3))
    for verb, who in (("do2", "E1"), ("do3", "E3")):
        [match] = asked(graph, verb=verb, extract="KARTA", follow_same_as=True).matches
        assert [node.id for node in match.entities] == [who]
        assert [link.target for link in match.links] == ([who] if who == "E1" else [])


def test_a_name_that_nobody_has_finds_nothing() -> None:
    """An entity or an event that is not there gives an empty result and says so, with what is near."""
    graph = graph_of(2)
    found = asked(graph, karakas={"KARTA": "E11"})
    assert found.matches == []
    assert found.trace[-1] == "The graph knows nobody and nothing called 'E11'. Nearest: e1."
    assert asked(graph, verb="fly").matches == []
    assert asked(graph_of(0), verb="do1").matches == []


def test_a_later_step_builds_on_an_earlier_one() -> None:
    """ "$1" stands for what the first step found; a first step that finds nothing ends the plan."""
    graph = graph_of(3, same=[(2, 1)])
    steps = [QueryStep(goal="who", verb="do1", extract="KARTA"), QueryStep(goal="what", karakas={"KARTA": "$1"})]
    found = traverse(graph, QueryPlan(steps=steps))
    assert (lines(found), [match.place for match in found.premises]) == ([1], [("d", 1)])
    steps[0] = QueryStep(goal="who", verb="fly", extract="KARTA")
    assert traverse(graph, QueryPlan(steps=steps)).matches == []


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ({"karakas": {"KARTA": "$1"}}, "$1 is not the number of an earlier step"),
        ({"karakas": {"KARTA": "$7"}}, "$7 is not the number of an earlier step"),
        ({"karakas": {"KARTA": "Rama"}, "extract": "KARTA"}, "both given and asked for"),
        ({"karakas": {"KARTA": " "}}, "the KARTA is empty"),
        ({"verb": " "}, "the verb is empty"),
    ],
)
def test_a_malformed_plan_is_refused_with_what_is_wrong(step: dict[str, object], problem: str) -> None:
    """A step that waits for itself or a later one, contradicts itself or says nothing is no plan."""
    plan = QueryPlan(steps=[QueryStep.model_validate({"goal": "g", **step})])
    assert any(problem in violation for violation in plan_violations(plan))
