"""How records become JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from pramana.errors import CanonicalError
from pramana.serialization import JsonRecord, JsonShape, json_value


class Colour(StrEnum):
    RED = "red"


class Model(BaseModel):
    day: date


@dataclass(frozen=True, slots=True)
class Place:
    doc_id: str
    line_number: int


@dataclass(frozen=True, slots=True)
class Plain(JsonRecord):
    name: str
    colour: Colour = Colour.RED
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Shaped(JsonRecord):
    source: str
    seconds: float = 1.23456
    note: str = ""
    end: int | None = None
    hidden: str = "x"
    inner: Plain = field(default_factory=lambda: Plain("a"))

    json_shape = JsonShape(
        without=("hidden",),
        plus=("size",),
        computed={"twice": lambda each: each.source * 2},
        convert={"seconds": lambda seconds: round(seconds, 2)},
        keys={"source": "from", "size": "length"},
        omit_empty=("note",),
        omit_none=("end",),
        inline=("inner",),
        constants={"type": "SHAPED"},
    )

    @property
    def size(self) -> int:
        return len(self.source)


def test_a_record_is_an_object_of_its_fields() -> None:
    """Nested dataclasses are objects, tuples lists, enums their values."""
    found = Plain("a", places=(Place("d", 1),)).as_json()
    assert found == {"name": "a", "colour": "red", "places": [{"doc_id": "d", "line_number": 1}]}
    assert type(found["colour"]) is str


def test_a_shape_names_what_differs_from_the_fields() -> None:
    """Constants come first, then fields and properties under their keys, then what is computed."""
    expected = {"type": "SHAPED", "from": "ab", "seconds": 1.23, "name": "a", "colour": "red", "places": []}
    expected |= {"length": 2, "twice": "abab"}
    assert list(Shaped("ab").as_json().items()) == list(expected.items())
    assert Shaped("ab", note="n", end=0).as_json() == {**expected, "note": "n", "end": 0}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({Path("a/b"): Counter(x=2)}, {"a/b": {"x": 2}}),
        ({"b", "a"}, ["a", "b"]),
        ([date(2026, 1, 2), datetime(2026, 1, 2, 3)], ["2026-01-02", "2026-01-02T03:00:00"]),
        (Model(day=date(2026, 1, 2)), {"day": "2026-01-02"}),
        ({1: None, Colour.RED: True}, {"1": None, "red": True}),
        ((number for number in (1, 2.5)), [1, 2.5]),
    ],
)
def test_values_that_json_does_not_have_get_their_text(value: Any, expected: Any) -> None:
    """Keys and paths become text, dates ISO 8601, sets sorted lists, Pydantic models what Pydantic writes."""
    assert json_value(value) == expected


def test_a_value_without_json_is_refused() -> None:
    """An object of an unknown class is an error, not its repr; so is a list that contains itself."""
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(CanonicalError, match="nested too deeply"):
        json_value(endless)
    with pytest.raises(CanonicalError, match="A object cannot be written as JSON"):
        json_value({"a": object()})
