"""UNION, INTERSECT, EXCEPT, JOIN, RENAME, DEGREE, COUNT BY, AGGREGATE."""

from __future__ import annotations

from typing import Any

import pytest

from pramana.gasl import GASLExecutor

PREPARED = (
    'FIND nodes WHERE type = "Person" AS people',
    'FIND nodes WHERE id IN ["ann", "orbit"] AS some',
    'FIND edges WHERE relation = "KNOWS" AS ties',
    "FIND nodes WHERE age > 1000 AS none",
)


@pytest.fixture
def prepared(gasl: GASLExecutor) -> GASLExecutor:
    for command in PREPARED:
        gasl.execute_one(command)
    return gasl


def values(gasl: GASLExecutor, command: str, field: str = "id") -> list[Any]:
    return [item.get(field) for item in gasl.execute_one(command).value]


@pytest.mark.parametrize(
    ("command", "ids"),
    [
        ("UNION people WITH some AS x", ["ann", "bob", "cy", "orbit"]),
        ("UNION people WITH some BY type AS x", ["ann", "orbit"]),
        ("INTERSECT people WITH some AS x", ["ann"]),
        ("INTERSECT people WITH some BY type AS x", ["ann", "bob", "cy"]),
        ("EXCEPT people WITH some AS x", ["bob", "cy"]),
        ("EXCEPT some WITH people BY id AS x", ["orbit"]),
        ("UNION none WITH none AS x", []),
        ("EXCEPT none WITH people AS x", []),
        ("JOIN people WITH ties ON id = source AS x", ["ann", "bob"]),
        ("JOIN people WITH ties ON age = since AS x", []),
        ("DEGREE people AS x", ["ann", "bob", "cy"]),
        ('DEGREE people WHERE relation = "KNOWS" AS x', ["bob", "ann", "cy"]),
        ("DEGREE people DIRECTION in AS x", ["bob", "cy", "ann"]),
    ],
)
def test_items_of_the_result(prepared: GASLExecutor, command: str, ids: list[str]) -> None:
    """The items come in the order of the first list, of DEGREE the most connected first."""
    assert values(prepared, command) == ids


def test_a_union_has_all_provenance(prepared: GASLExecutor) -> None:
    """An item that two lists have keeps where both come from, each place once."""
    [ann] = prepared.execute_one("INTERSECT people WITH some BY id AS x").value
    assert [record["id"] for record in ann["provenance"]] == ["ann"]


def test_a_join_keeps_the_fields_of_both(prepared: GASLExecutor) -> None:
    """A field that both have with other values is there twice; the provenance names both."""
    joined = prepared.execute_one("JOIN people WITH ties ON id = source AS x").value[0]
    assert (joined["name"], joined["target"], joined["since"]) == ("Ann", "bob", 2001)
    assert joined["id"] == "ann" and joined["id_2"] != "ann"
    assert len(joined["provenance"]) == 2


def test_degrees_are_counted(prepared: GASLExecutor) -> None:
    """Both directions count by default, one where it is named."""
    assert values(prepared, "DEGREE people AS x", "degree") == [2, 2, 2]
    assert values(prepared, "DEGREE people DIRECTION out AS x", "degree") == [2, 1, 1]
    assert prepared.execute_one("DEGREE ties AS x").status == "error"


def test_count_by_is_most_frequent_first(prepared: GASLExecutor) -> None:
    """Each value of the field is counted; equal counts come in the order of the values."""
    prepared.execute_one("FIND nodes AS all")
    found = prepared.execute_one("COUNT all BY type AS x").value
    assert [(item["type"], item["count"]) for item in found] == [("Person", 3), ("Firm", 1)]
    assert prepared.execute_one("COUNT all AS x").value == 4


def test_aggregates_are_one_object(prepared: GASLExecutor) -> None:
    """Values of another type are left out and counted; without any value the aggregate is null."""
    done = prepared.execute_one("AGGREGATE people COUNT, SUM age, AVG age, MAX born AS x")
    told = {name: value for name, value in done.value.items() if name != "provenance"}
    assert told == {"count": 3, "sum_age": 55, "avg_age": 27.5, "max_born": None}
    assert done.metrics["mismatches"] == 2  # *old* is no number, for the sum and for the mean


def test_rename_moves_fields(prepared: GASLExecutor) -> None:
    """The old field is gone, the new one has its value; two fields can change places."""
    item = prepared.execute_one("RENAME people FIELDS name = label, id = name AS x").value[0]
    assert (item["label"], item["name"], "id" in item) == ("Ann", "ann", False)


@pytest.mark.parametrize("command", ["JOIN people WITH ties ON id != source AS x", "RENAME people FIELDS a > b AS x"])
def test_pairs_of_fields_are_joined_by_equals(prepared: GASLExecutor, command: str) -> None:
    """Another sign is refused."""
    assert prepared.execute_one(command).status == "error"
