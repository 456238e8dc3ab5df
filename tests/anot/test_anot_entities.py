"""Entities read from files: one that is broken is named, and the rest goes on."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from pramana.anot import Entity, Item, Unreadable, read_entities
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
    """Broken JSON, a missing id or list, a bad date, NaN and an id that stood before are each that entity's own."""
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
    problems = [each.problem for each in found if isinstance(each, Unreadable)]
    assert len(problems) == 7
    assert problems[0].startswith("line 1: no JSON")
    assert "no id" in problems[1] and "no list of items" in problems[2]
    assert problems[3] == "line 4, items.1, date: '31/12/2024' is no ISO date such as 2024-05-31"
    assert "NaN is not JSON" in problems[4] and "two items are called '1'" in problems[5]
    assert problems[6] == "line 8: an entity 'f' stood before"


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
    with pytest.raises(InputError, match="There is no file"):
        list(read_entities(tmp_path / "none.jsonl"))
    (tmp_path / "no.parquet").write_text("x")
    with pytest.raises(InputError, match="no Parquet"):
        list(read_entities(tmp_path / "no.parquet"))
