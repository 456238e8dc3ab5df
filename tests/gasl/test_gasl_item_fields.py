"""Fields of items: of the nodes that edges and paths name, and of what is inside lists and objects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pramana.gasl import GASLExecutor, item_rows, provenance_of, without_provenance


def run(gasl: GASLExecutor, *commands: str) -> list[Any]:
    """Return the items that the last of some commands made."""
    results = [gasl.execute_one(command) for command in commands]
    assert all(result.error is None for result in results), [result.error for result in results]
    return list(item_rows(results[-1].value))


def plain(gasl: GASLExecutor, *commands: str) -> list[Any]:
    return list(map(without_provenance, run(gasl, *commands)))


def test_select_reads_the_ends_of_edges_under_names_of_their_own(gasl: GASLExecutor) -> None:
    """Fields of both ends are kept apart, beside the ids of the ends, and can be used by what follows."""
    found = ('FIND edges WHERE relation = "KNOWS" AS e', "SELECT e FIELDS source, source.name, target.name AS x")
    assert plain(gasl, *found) == [
        {"source": "ann", "source.name": "Ann", "target.name": "Bob"},
        {"source": "bob", "source.name": "Bob", "target.name": "Cy"},
    ]
    assert plain(gasl, *found, "SORT x BY target.name DESC LIMIT 1 AS y", "SELECT y FIELDS target.name AS z") == [
        {"target.name": "Cy"}
    ]
    assert plain(gasl, *found, "FIND nodes WHERE name IN ${x.target.name} AS y", "SELECT y FIELDS id AS z") == [
        {"id": "bob"},
        {"id": "cy"},
    ]
    assert plain(gasl, *found, "RENAME x FIELDS target.name = friend AS y")[0] == {
        "source": "ann",
        "source.name": "Ann",
        "friend": "Bob",
    }


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ('SELECT e WHERE target.name = "Orbit" AND since < 2000 AS x', ["cy", "ann"]),
        ("SORT e BY target.name, source.name DESC AS x", ["ann", "bob", "cy", "ann"]),
        ("DISTINCT e BY target.name AS x", ["ann", "bob", "cy"]),
        ("EXCEPT e WITH e BY target.name AS x", []),
    ],
)
def test_commands_read_the_ends_of_edges(gasl: GASLExecutor, command: str, expected: list[str]) -> None:
    """What a condition on edges can ask, later commands can ask of the edges found, which stay as they are."""
    found = plain(gasl, "FIND edges AS e", command)
    assert [edge["source"] for edge in found] == expected
    assert all("target.name" not in edge for edge in found)


def test_groups_and_counts_are_of_the_ends(gasl: GASLExecutor) -> None:
    assert plain(gasl, "FIND edges AS e", "COUNT e BY target.name AS x")[0] == {"target.name": "Orbit", "count": 2}
    grouped = plain(gasl, "FIND edges AS e", "GROUP e BY target.type COUNT, AVG source.age AS x")
    assert grouped == [
        {"target.type": "Person", "count": 2, "avg_source_age": 27.5},
        {"target.type": "Firm", "count": 2, "avg_source_age": 30.0},
    ]


def test_paths_give_the_fields_of_all_their_nodes_and_edges(gasl: GASLExecutor) -> None:
    """`nodes.f` and `edges.f` are lists, a value for each; `start.f` and `end.f` are of the first and last node."""
    find = 'FIND paths WHERE start.id = "ann" AND end.type = "Firm" AND length > 1 AS p'
    assert plain(gasl, find, "SELECT p FIELDS start.name, nodes.name, edges.relation, end.type AS x") == [
        {
            "start.name": "Ann",
            "nodes.name": ["Ann", "Bob", "Cy", "Orbit"],
            "edges.relation": ["KNOWS", "KNOWS", "OWNS"],
            "end.type": "Firm",
        }
    ]
    assert len(run(gasl, find, 'SELECT p WHERE nodes.name CONTAINS "Bob" AS x')) == 1


def test_what_an_end_says_is_traced_to_the_end(gasl: GASLExecutor) -> None:
    """An item with the name of a node rests on the node, too."""
    commands = ('FIND edges WHERE relation = "FOUNDED" AS e', "SELECT e FIELDS id, source.name AS x")
    places = provenance_of(run(gasl, *commands)[0])
    assert [place["id"] for place in places] == ["ann -FOUNDED-> orbit", "ann"]
    assert places[1]["line_number"] == 1
    grouped = provenance_of(run(gasl, "FIND edges AS e", "COUNT e BY target.name AS x")[0])
    assert {place["id"] for place in grouped} == {"cy -OWNS-> orbit", "ann -FOUNDED-> orbit", "orbit"}


def test_no_bound_on_results_leaves_an_end_out(graph: Any) -> None:
    graph.caps = replace(graph.caps, max_rows=2)
    with GASLExecutor(graph) as gasl:
        found = plain(gasl, "FIND edges AS e", "SELECT e FIELDS source.name, target.name AS x")
    assert all(None not in edge.values() for edge in found)


def test_a_field_that_no_end_has_is_hinted_at(gasl: GASLExecutor) -> None:
    gasl.execute_one("FIND edges AS e")
    hint = gasl.execute_one("SELECT e FIELDS id, target.nam AS x").metrics["hints"][0]
    assert (hint["field"], hint["nearest"][0]) == ("target.nam", "target.name")


def test_a_field_inside_a_text_keeps_its_whole_name(gasl: GASLExecutor) -> None:
    """Where an object cannot hold a field, as another value has the name, the field is kept under its whole path."""
    assert plain(gasl, 'FIND nodes WHERE id = "ann" AS n', "SELECT n FIELDS name, name.first AS x") == [
        {"name": "Ann", "name.first": None}
    ]
