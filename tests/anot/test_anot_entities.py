"""Entities read from files: one that is broken is named, and the rest goes on."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from pramana.anot import Entity, Item, UnreadableEntity, read_entities
from pramana.errors import InputError


def written(folder: Path, *lines: Any) -> Path:
    path = folder / "data.jsonl"
    path.write_text("".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in lines), "utf-8")
    return path


def test_items_are_read_in_each_documented_shape(tmp_path: Path) -> None:
    """Items stand under items, reviews, notes or tickets, as objects or texts; other keys are their fields."""
    path = written(
        tmp_path,
        {
            "id": "a",
            "reviews": [{"review_id": "x", "text": "t", "date": "2024-05-31 12:00:00", "stars": 4, "by": "me"}],
        },
        {"entity_id": 7, "notes": ["one", "two"], "city": "Rome"},
    )
    first, second = read_entities(path)
    assert first == Entity("a", [Item("x", "t", "2024-05-31", 4, None, {"by": "me"})], {})
    assert second == Entity("7", [Item("1", "one"), Item("2", "two")], {"city": "Rome"})


def test_what_cannot_be_read_is_named_with_its_place(tmp_path: Path) -> None:
    """Broken JSON, a missing id or list, a bad date, NaN and a duplicate id concern only that entity."""
    path = written(
        tmp_path,
        "{",
        {"items": []},
        {"id": "b"},
        {"id": "c", "items": [{"text": "x", "date": "31/12/2024"}]},
        '{"id": "d", "items": [{"text": "x", "stars": NaN}]}',
        {"id": "e", "items": [{"text": "x"}, {"id": "1", "text": "y"}]},
        {"id": "f", "items": []},
        {"id": "f", "items": []},
    )
    found = list(read_entities(path))
    problems = [each.problem for each in found if isinstance(each, UnreadableEntity)]
    assert len(problems) == 7
    assert problems[0].startswith("line 1: no JSON")
    assert "no id" in problems[1] and "no list of items" in problems[2]
    assert problems[3] == "line 4, items.1, date: '31/12/2024' is not an ISO date such as 2024-05-31"
    assert "NaN is not JSON" in problems[4] and "two items are called '1'" in problems[5]
    assert problems[6] == "line 8: the id 'f' is a duplicate"


def test_lone_surrogates_become_replacement_characters(tmp_path: Path) -> None:
    """Half a surrogate pair, which nothing can store, is U+FFFD."""
    (entity,) = read_entities(written(tmp_path, r'{"id": "a", "items": ["x \ud83d y"]}'))
    assert isinstance(entity, Entity) and entity.items[0].text == "x \ufffd y"


def test_parquet_gives_the_same_entities(tmp_path: Path) -> None:
    """A list of structs is a list of items; dates may be dates."""
    rows = [{"id": "a", "reviews": [{"text": "t", "date": date(2024, 5, 31), "stars": 3.0, "useful": None}]}]
    path = tmp_path / "data.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    assert list(read_entities(path)) == [Entity("a", [Item("1", "t", "2024-05-31", 3.0)], {})]


def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    """Nothing is executed."""
    with pytest.raises(InputError, match="File not found"):
        list(read_entities(tmp_path / "none.jsonl"))
    (tmp_path / "no.parquet").write_text("x")
    with pytest.raises(InputError, match="no Parquet"):
        list(read_entities(tmp_path / "no.parquet"))


FLAT = [
    {"entity_id": "a", "id": "r1", "text": "one", "date": "2024-01-01", "stars": 4, "city": "Rome"},
    {"entity_id": "a", "id": "r2", "text": "two"},
    {"entity_id": "b", "id": "r1", "text": "three"},
]


def read_flat(folder: Path, rows: list[Any], form: str, **options: Any) -> list[Entity | UnreadableEntity]:
    if form == "jsonl":
        return list(read_entities(written(folder, *rows), **options))
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [row.get(name) for row in rows] for name in names}
    pyarrow.parquet.write_table(pyarrow.table(columns), folder / "data.parquet")
    return list(read_entities(folder / "data.parquet", **options))


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_rows_that_are_items_are_grouped(tmp_path: Path, form: str) -> None:
    """A flat table has a row an item; its other columns are the item's fields."""
    first, second = read_flat(tmp_path, FLAT, form)
    assert isinstance(first, Entity) and isinstance(second, Entity)
    assert (first.id, [item.id for item in first.items], second.id) == ("a", ["r1", "r2"], "b")
    assert (first.items[0].date, first.items[0].stars, first.items[0].fields["city"]) == ("2024-01-01", 4, "Rome")


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_rows_in_any_order_make_the_same_entities(tmp_path: Path, form: str) -> None:
    """Rows of an entity need not stand together: entities come as they first appear, each with all its items."""
    rows = [{"shop": index % 7, "text": f"text {index}", "date": date(2024, 1, 1 + index % 9)} for index in range(40)]
    if form == "jsonl":
        rows = [{**row, "date": row["date"].isoformat()} for row in rows]
    found = read_flat(tmp_path, rows, form, by="shop")
    together = read_flat(tmp_path, sorted(rows, key=lambda row: row["shop"]), form, by="shop")
    assert [each.id for each in found] == [str(number) for number in range(7)]
    assert found == together
    assert sum(len(each.items) for each in found if isinstance(each, Entity)) == 40


def test_rows_of_nobody_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    """A row without the column, and one that is no JSON, are each an entity that cannot be read."""
    rows = [FLAT[0], {"text": "whose?"}, "{", FLAT[2], FLAT[1]]
    found = list(read_entities(written(tmp_path, *rows)))
    assert [each.id for each in found] == ["a", "line 2", "line 3", "b"]
    assert [isinstance(each, UnreadableEntity) for each in found] == [False, True, True, False]
    assert isinstance(found[0], Entity) and len(found[0].items) == 2


def test_a_column_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The message names the columns; a flat table with an unknown one is told how to name it."""
    rows = [{"place": "a", "id": "r1", "text": "one"}]
    with pytest.raises(InputError, match=r"has no column 'shop'\. It has 'place', 'id', 'text'"):
        list(read_entities(written(tmp_path, *rows), by="shop"))
    (tmp_path / "data.csv").write_text("id,text\n1,x\n")
    with pytest.raises(InputError, match="which column names the entity"):
        list(read_entities(tmp_path / "data.csv"))
    (only,) = read_entities(written(tmp_path, *rows))
    assert isinstance(only, UnreadableEntity) and "say which column names its entity (--by)" in only.problem
    assert [each.id for each in read_entities(written(tmp_path, *rows), by="place")] == ["a"]


def test_csv_rows_are_items_and_entities_may_be_a_second_file(tmp_path: Path) -> None:
    """The entities' file decides who is judged, in its order; items of others are left out; numbers are numbers."""
    items = tmp_path / "reviews.csv"
    items.write_text(
        "review_id,business_id,text,stars,date\n"
        'r1,b,"Fine, twice",4.0,2024-01-02 10:00:00\n'
        "r2,a,Good,5,\nr3,b,Bad,,\nr4,x,Not asked,,\nr5,a,too,many,cells,here\n",
        "utf-8",
    )
    entities = tmp_path / "places.json"
    entities.write_text("".join(json.dumps({"business_id": name, "city": "Leeds"}) + "\n" for name in "abc"), "utf-8")
    a, b, c, broken = read_entities(items, entities=entities)
    assert a == Entity("a", [Item("r2", "Good", None, 5)], {"business_id": "a", "city": "Leeds"})
    assert isinstance(b, Entity) and b.items == [
        Item("r1", "Fine, twice", "2024-01-02", 4),
        Item("r3", "Bad"),
    ]
    assert isinstance(c, Entity) and c.items == []
    assert isinstance(broken, UnreadableEntity) and "6 cells, but the first line names 5" in broken.problem
    assert [each.id for each in read_entities(items)] == ["b", "a", "x", "line 6"]


def test_times_since_1970_are_days(tmp_path: Path) -> None:
    """Seconds and milliseconds, as in Amazon's files of reviews."""
    rows = [
        {"asin": "a", "reviewText": "t", "overall": 5.0, "unixReviewTime": 1252800000},
        {"asin": "a", "text": "u", "rating": 3.0, "timestamp": 1588687728923, "helpful_vote": 2},
    ]
    (entity,) = read_entities(written(tmp_path, *rows))
    assert isinstance(entity, Entity)
    assert entity.items == [Item("1", "t", "2009-09-13", 5.0), Item("2", "u", "2020-05-05", 3.0, 2)]


def test_an_item_that_is_repeated_counts_once_and_is_named(tmp_path: Path) -> None:
    """Alike in all parts: once. Another item with its id makes the entity unreadable."""
    same, other = {"id": "1", "text": "x"}, {"id": "1", "text": "y"}
    a, b = read_entities(written(tmp_path, {"id": "a", "items": [same, same]}, {"id": "b", "items": [same, other]}))
    assert a == Entity("a", [Item("1", "x")], {}, ("1",))
    assert isinstance(b, UnreadableEntity) and "two items are called '1'" in b.problem


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.json", '[{"id": "a"}]', "is one JSON list"),
        ("a.csv", "", "names no columns"),
        ("a.csv", "text\nhello\n", "which column names the entity"),
        ("a.jsonl", '{"id": "a", "items": []}\n', "which column names the entity"),
    ],
)
def test_a_file_without_a_key_says_what_is_missing(tmp_path: Path, name: str, text: str, problem: str) -> None:
    """A list of objects, no header, or no column that says whose an item is."""
    path = tmp_path / name
    path.write_text(text, "utf-8")
    entities = written(tmp_path, {"id": "a"}) if name.endswith(".jsonl") else None
    with pytest.raises(InputError, match=problem):
        list(read_entities(path, entities=path if entities else None))
