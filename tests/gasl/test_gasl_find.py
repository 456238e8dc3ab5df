"""FIND on a graph: what is found, what it is traced to, and what is said where nothing is."""

from __future__ import annotations

from typing import Any

import pytest

from pramana.expr import parse_condition
from pramana.gasl import GASLExecutor, Status, item_rows
from pramana.gasl.hints import hint_text
from pramana.gasl.paths import path_query
from pramana.graph import Edge, MemoryAdapter, Node
from pramana.graph.adapters import Selection


def hints(gasl: GASLExecutor, command: str) -> dict[str, Any]:
    return {hint["kind"]: hint for hint in gasl.execute_one(command).metrics["hints"]}


def test_nodes_come_lazily_and_in_order(gasl: GASLExecutor) -> None:
    """FIND nodes gives a selection in the order of insertion, cut by LIMIT."""
    found = gasl.execute_one('FIND nodes WHERE type = "Person" LIMIT 2 AS people')
    assert (found.status, found.count) == (Status.SUCCESS, 2)
    assert isinstance(found.value, Selection)
    assert found.value.ids == ["ann", "bob"]


def test_edges_are_found_by_their_ends(gasl: GASLExecutor) -> None:
    """FIND edges sees the attributes of both ends."""
    found = gasl.execute_one('FIND edges WHERE source.name = "Ann" AND target.type = "Person" AS e')
    assert found.value.ids == ["ann -KNOWS-> bob"]


def test_paths_ask_start_end_edge_and_length(gasl: GASLExecutor) -> None:
    """FIND paths splits its conditions by what they are about."""
    all_of = 'FIND paths WHERE start.name = "Ann" AND end.type = "Firm" AS p'
    assert [path["nodes"] for path in gasl.execute_one(all_of).value] == [
        ["ann", "orbit"],
        ["ann", "bob", "cy", "orbit"],
    ]
    longer = 'FIND paths WHERE start.name = "Ann" AND end.type = "Firm" AND length > 1 AND length <= 3 LIMIT 1 AS p'
    assert [path["nodes"] for path in gasl.execute_one(longer).value] == [["ann", "bob", "cy", "orbit"]]
    since = 'FIND paths WHERE start.name = "Ann" AND end.type = "Firm" AND edge.since < 2000 AS p'
    assert [path["length"] for path in gasl.execute_one(since).value] == [1]


@pytest.mark.parametrize(
    ("condition", "longest", "picks"),
    [
        ("length <= 3", 3, False),
        ("length < 3", 2, False),
        ("length < 2.5", 2, False),
        ("length = 2", 2, True),
        ("length > 1", None, True),
        ("length <= 3 AND length != 2", 3, True),
        ("length <= 3 AND length <= 2", 2, False),
    ],
)
def test_bounds_of_length_bound_the_search(condition: str, longest: int | None, picks: bool) -> None:
    """The greatest length that a condition leaves open bounds the search; other conditions pick among its paths."""
    query = path_query(parse_condition(condition))
    assert (query.longest, query.picks_lengths) == (longest, picks)


@pytest.mark.parametrize("condition", ['start.name = "Ann" OR end.name = "Cy"', 'name = "Ann"', 'start = "Ann"'])
def test_a_condition_on_paths_is_about_one_part(gasl: GASLExecutor, condition: str) -> None:
    """A condition that mixes parts of a path, or names none, is refused with an example."""
    found = gasl.execute_one(f"FIND paths WHERE {condition} AS p")
    assert found.status is Status.ERROR
    assert found.error is not None
    assert found.error["example"].startswith("FIND paths WHERE")


def test_a_cap_that_cuts_makes_the_step_partial(gasl: GASLExecutor) -> None:
    """What a cap cut off is named, and the status says that there is more."""
    gasl.execute_one("SET adapter.caps.max_rows = 2")
    found = gasl.execute_one("FIND nodes AS n")
    assert (found.status, found.count, found.metrics["cap_hit"]) == (Status.PARTIAL, 2, ["max_rows"])
    longer = gasl.execute_one('FIND paths WHERE start.id = "ann" AND end.id = "cy" AND length <= 9 AS p')
    assert longer.metrics["cap_hit"] == ["max_path_length"]


def test_items_say_where_they_come_from(gasl: GASLExecutor) -> None:
    """An item's provenance names its node or edge, its line, and each of its source ids; a path's its edges."""
    people = item_rows(gasl.execute_one("FIND nodes LIMIT 2 AS n").value)
    assert people[0]["provenance"] == [
        {"source": "graph", "id": "ann", "doc_id": "x.txt", "line_number": 1, "quote": "Ann"}
    ]
    assert [record["source_id"] for record in people[1]["provenance"]] == ["chunk-1", "chunk-2"]
    path = item_rows(gasl.execute_one('FIND paths WHERE start.id = "ann" AND end.id = "cy" AS p').value)[0]
    assert [record["id"] for record in path["provenance"]] == ["ann -KNOWS-> bob", "bob -KNOWS-> cy"]


def test_a_record_counts_the_sources_of_what_was_found(gasl: GASLExecutor) -> None:
    """FIND says how many items it found and of how many documents or chunks, without one the element itself."""
    found = gasl.execute_one('FIND nodes WHERE type = "Person" AS n')
    assert found.record.provenance_summary == {"items": 3, "sources": 4}
    assert gasl.execute_one("FIND nodes WHERE id = 'x' AS n").record.provenance_summary == {}
    ways = gasl.execute_one('FIND paths WHERE start.id = "ann" AND end.id = "cy" AS p')
    assert ways.record.provenance_summary == {"items": 1, "sources": 2}


def test_the_condition_that_emptied_a_search_is_named(gasl: GASLExecutor) -> None:
    """Where nothing is found, each condition is counted alone and with those before it."""
    found = hints(gasl, 'FIND nodes WHERE type = "Person" AND age > 99 AS n')["emptied_by"]
    assert found["condition"] == "age > 99"
    assert [(each["alone"], each["with_those_before"]) for each in found["conditions"]] == [(3, 3), (0, 0)]
    assert hint_text(found) == 'age > 99 left nothing; alone they find type = "Person": 3, age > 99: 0.'


def test_a_single_condition_is_said_once(gasl: GASLExecutor) -> None:
    """Where there is one condition, there is nothing to set its count against."""
    found = hints(gasl, "FIND nodes WHERE nam = 'Ann' AS n")
    assert hint_text(found["emptied_by"]) == 'nam = "Ann" left nothing.'


def test_near_names_of_nodes_and_attributes_are_given(gasl: GASLExecutor) -> None:
    """An attribute that nothing has, and a node that is not there, come with the nearest that are."""
    assert hints(gasl, "FIND nodes WHERE nam = 'Ann' AS n")["unknown_attribute"]["nearest"][0] == "name"
    assert hints(gasl, "FIND nodes WHERE name = 'Orbitt' AS n")["unknown_node"]["nearest"][0] in ("orbit", "Orbit")
    assert hints(gasl, "FIND edges WHERE source.nme = 'Ann' AS n")["unknown_attribute"]["nearest"][0] == "source.name"


def test_unlike_types_are_counted(gasl: GASLExecutor) -> None:
    """A comparison that met unlike types is counted in the step's metrics."""
    assert gasl.execute_one("FIND nodes WHERE age > 20 AS n").metrics == {"mismatches": 1}


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("FIND edges WHERE source.type = target.type AS e", ["ann -KNOWS-> bob", "bob -KNOWS-> cy"]),
        ("FIND edges WHERE source.age > target.age AS e", ["ann -KNOWS-> bob"]),
        ("FIND nodes WHERE text CONTAINS name AS n", ["orbit"]),
        ("FIND nodes WHERE quote = name AS n", ["ann"]),
    ],
)
def test_a_field_is_compared_with_another(gasl: GASLExecutor, command: str, found: list[str]) -> None:
    """The right side of a comparison may be a field, of an edge's ends too."""
    assert gasl.execute_one(command).value.ids == found


def test_items_and_edges_of_paths_compare_fields_too(gasl: GASLExecutor) -> None:
    """SELECT, DEGREE and paths take a field on the right as FIND does."""
    gasl.execute_one("FIND nodes AS n")
    assert [item["id"] for item in gasl.execute_one("SELECT n WHERE quote = name AS q").value] == ["ann"]
    counted = gasl.execute_one("DEGREE n WHERE source.age > target.age AS d").value
    assert {item["id"]: item["degree"] for item in counted} == {"ann": 1, "bob": 1, "cy": 0, "orbit": 0}
    ways = gasl.execute_one('FIND paths WHERE start.id = "ann" AND edge.source.type = edge.target.type AS p')
    assert [path["nodes"] for path in ways.value] == [["ann", "bob"], ["ann", "bob", "cy"]]


@pytest.mark.parametrize(
    ("command", "example"),
    [
        ("FIND nodes WHERE type = firm AS n", 'FIND nodes WHERE type = "firm" AS n'),
        ("FIND edges WHERE since > 1 AND source.name = ann AS e", None),
        ("FIND paths WHERE start.name = ann AS p", None),
        ("SELECT everyone WHERE name = ann AS s", 'SELECT everyone WHERE name = "ann" AS s'),
        ("DEGREE everyone WHERE relation = knows AS d", 'DEGREE everyone WHERE relation = "knows" AS d'),
    ],
)
def test_a_text_without_quotes_is_an_error(gasl: GASLExecutor, command: str, example: str | None) -> None:
    """A field on the right that nothing has is refused, not silently false: its quotes were forgotten."""
    gasl.execute_one("FIND nodes AS everyone")
    found = gasl.execute_one(command)
    assert found.status is Status.ERROR and found.error is not None
    assert "A text needs quotes" in found.error["message"]
    assert example is None or found.error["example"] == example
    assert gasl.execute_one(found.error["example"]).status in (Status.SUCCESS, Status.EMPTY)


def test_unconnected_ends_are_told_from_missing_ones(gasl: GASLExecutor) -> None:
    """A search for paths that found none says which end is missing, or that nothing connects the two."""
    apart = gasl.execute_one('FIND paths WHERE start.id = "orbit" AND end.id = "ann" AS p')
    assert [hint["kind"] for hint in apart.metrics["hints"]] == ["not_connected"]
    missing = gasl.execute_one('FIND paths WHERE start.name = "Anne" AND end.id = "ann" AS p').metrics["hints"]
    assert {hint["part"] for hint in missing} == {"start"}


CHAIN = MemoryAdapter.of(
    [Node(name, "Station", {"name": name}) for name in "abcdefgh"],
    [Edge(one, "NEXT", other) for one, other in ("ab", "bc", "cd", "de", "ef", "ca")],
)
EVENTS = MemoryAdapter.of(
    [
        *(Node(name, "Entity") for name in ("rama", "sita", "bow")),
        *(Node(name, "Kriya") for name in ("marry", "break")),
        Node("line", "Document"),
    ],
    [
        *(Edge("marry", "HAS_KARTĀ", "rama"), Edge("marry", "HAS_KARMA", "sita"), Edge("marry", "CITED_IN", "line")),
        *(Edge("break", "HAS_KARTĀ", "rama"), Edge("break", "HAS_KARMA", "bow"), Edge("break", "CITED_IN", "line")),
    ],
)


@pytest.mark.parametrize(
    ("command", "status", "ways"),
    [
        ('FIND paths WHERE start.id = "a" AND end.id = "c" AS p', "success", ["abc"]),
        ('FIND paths WHERE start.id = "c" AND end.id = "b" DIRECTION in AS p', "success", ["cb"]),
        ('FIND paths WHERE start.id = "a" AND end.id = "c" DIRECTION any AS p', "success", ["ac", "abc"]),
        ('FIND paths WHERE start.id = "a" AND end.id = "c" SHORTEST DIRECTION any AS p', "success", ["ac"]),
        ('FIND paths WHERE start.id = "a" AND end.id = "d" SHORTEST LIMIT 1 AS p', "success", ["abcd"]),
        ('FIND paths WHERE start.id = "a" AND end.id = "f" AS p', "partial", []),
        ('FIND paths WHERE start.id = "a" AND end.id = "f" AND length <= 6 AS p', "partial", []),
        ('FIND paths WHERE start.id = "a" AND end.id = "f" SHORTEST AS p', "partial", []),
        ('FIND paths WHERE start.id = "a" AND end.id = "f" AND length <= 3 AS p', "empty", []),
        ('FIND paths WHERE start.id = "f" AND end.id = "a" AS p', "empty", []),
        ('FIND paths WHERE start.id = "a" AND end.id = "g" AS p', "empty", []),
        ("FIND nodes DIRECTION any AS p", "error", None),
        ("FIND edges SHORTEST AS p", "error", None),
    ],
)
def test_ways_along_against_and_cut(command: str, status: str, ways: list[str] | None) -> None:
    """What a cap cut is partial and names the cap, also where nothing was found; what is not connected is empty."""
    with GASLExecutor(CHAIN) as gasl:
        done = gasl.execute_one(command)
    assert done.status == status
    if ways is not None:
        assert ["".join(path["nodes"]) for path in done.value] == ways
        assert ("max_path_length" in done.metrics.get("cap_hit", ())) == (status == "partial")
    if status == "partial":
        assert "adapter.caps.max_path_length" in done.metrics["hints"][0]["message"]


def test_participants_are_connected_through_events() -> None:
    """In a graph of events paths go either way, and not over the lines that cite: these connect everything."""
    with GASLExecutor(EVENTS) as gasl:
        [way] = gasl.execute_one('FIND paths WHERE start.id = "rama" AND end.id = "sita" AS p').value
        assert way["nodes"] == ["rama", "marry", "sita"]
        found = gasl.execute_one('FIND paths WHERE start.id = "sita" AND end.id = "bow" AS p').value
        assert [path["nodes"] for path in found] == [["sita", "marry", "rama", "break", "bow"]]
        named = 'FIND paths WHERE start.id = "sita" AND end.id = "bow" AND edge.relation = "CITED_IN" AS p'
        assert gasl.execute_one(named).status == "empty"


@pytest.mark.parametrize(
    ("said", "meant"), [("source.name", "start.name"), ("target.age", "end.age"), ("to", "end.id")]
)
def test_a_path_has_a_start_and_an_end_where_an_edge_has_ends(said: str, meant: str) -> None:
    with GASLExecutor(MemoryAdapter.of([Node("a", "P"), Node("b", "P")], [Edge("a", "R", "b")])) as executor:
        failed = executor.execute_one(f'FIND paths WHERE {said} = "a" AS ways')
    assert failed.error is not None
    assert failed.error["nearest"] == [meant]
    assert meant in failed.error["message"]
