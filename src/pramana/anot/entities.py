"""Entities and their items, read one at a time from JSON lines or Parquet: what a seed is executed over."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NoReturn

from pramana.anot.rows import group_rows
from pramana.errors import InputError
from pramana.extras import optional_import
from pramana.llm import replace_surrogates

ITEM_LISTS = ("items", "reviews", "notes", "tickets")
"""The keys that may hold an entity's items."""
ENTITY_IDS = ("id", "entity_id", "entity")
FLAT_IDS = ("entity_id", "entity")
"""The columns that say whose an item is, where a row is one."""
ITEM_IDS = ("id", "item_id", "review_id")
_TEXTS = ("text", "review_text")
_DATES = ("date", "review_date")
_STARS = ("stars", "review_stars")
_USEFUL = ("useful", "review_useful")
PARQUET = (".parquet", ".pq")
_OTHERS = (".csv", ".tsv", ".xlsx", ".xls", ".json", ".zip", ".gz")
"""Names of files that people take for data, and that are not read."""
_ROWS = 64
"""How many rows of a Parquet file are read at once."""


@dataclass(frozen=True, slots=True)
class Item:
    """One review, note or ticket. `date` is ISO 8601. `fields` is what else it has, for `{item.<field>}`."""

    id: str
    text: str
    date: str | None = None
    stars: float | None = None
    useful: float | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entity:
    """What is judged: a restaurant, a product, a case, with its items in their order."""

    id: str
    items: Sequence[Item] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UnreadableEntity:
    """An entity that cannot be read. `problem` says where and why."""

    id: str
    problem: str


def read_entities(path: Path, by: str | None = None) -> Iterator[Entity | UnreadableEntity]:
    """Yield the entities of a JSONL or Parquet file, one at a time, in its order.

    A row is an entity with its items, or, in a flat table, one item: `by` is the column that says whose, None where it
    is called `entity_id` or `entity`. An entity that cannot be read, or whose id is a duplicate, becomes an
    UnreadableEntity, and reading continues. Raises InputError where the file as a whole cannot be read.
    """
    if not path.is_file():
        raise InputError(f"File not found: {path}.")
    if path.suffix.casefold() in _OTHERS:
        raise InputError(f"{path}: entities are read from JSON lines (one object a line) or Parquet.")
    read = partial(_parquet if path.suffix.casefold() in PARQUET else _lines, path)
    first = next((row for _, row in read() if isinstance(row, dict)), {})
    column = by or _flat_by(first)
    if by is not None and by not in first:
        raise InputError(f"{path}: the first row has no column {by!r}. It has {', '.join(map(repr, first)) or 'none'}.")
    seen: set[bytes] = set()
    for place, row in group_rows(read, column) if column else read():
        made = _entity(row, place)
        known = blake2b(made.id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        if known in seen and isinstance(made, Entity):
            made = UnreadableEntity(made.id, f"{place}: the id {made.id!r} is a duplicate")
        seen.add(known)
        yield made


def _flat_by(row: Mapping[str, Any]) -> str | None:
    """Return the column by which a table's rows are items, None where they are entities."""
    listed = any(isinstance(row.get(key), list) for key in ITEM_LISTS)
    if listed or not any(isinstance(row.get(key), str) for key in _TEXTS):
        return None
    return next((key for key in FLAT_IDS if key in row), None)


def entities_of(documents: Iterable[Any]) -> Iterator[Entity | UnreadableEntity]:
    """Return the entities of JSON values, as `read_entities` does for a file's."""
    for index, document in enumerate(documents, 1):
        yield _entity(document, f"entity {index}")


def file_hash(path: Path) -> str:
    """Return the content hash of a file, read piece by piece."""
    hashed = blake2b(digest_size=16)
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            hashed.update(piece)
    return hashed.hexdigest()


def _lines(path: Path) -> Iterator[tuple[str, Any]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield f"line {number}", _json(line, number)


_Broken = ValueError
"""A row or an entity is invalid; the message says why."""


def _json(line: bytes, number: int) -> Any:
    try:
        value = json.loads(line, parse_constant=_no_constant)
        return _without_surrogates(value) if b"\\ud" in line.lower() else value
    except RecursionError:
        return _Broken(f"line {number}: nested too deeply")
    except ValueError as error:
        return _Broken(f"line {number}: no JSON: {error}")


def _without_surrogates(value: Any) -> Any:
    """Return JSON with lone surrogates, which nothing can store, replaced."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, list):
        return [_without_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {replace_surrogates(key): _without_surrogates(each) for key, each in value.items()}
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _parquet(path: Path) -> Iterator[tuple[str, Any]]:
    with optional_import("tables", "Reading Parquet files"):
        import pyarrow.parquet
    try:
        file = pyarrow.parquet.ParquetFile(path)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: no Parquet: {error}.") from None
    with file:
        number = 0
        for batch in file.iter_batches(batch_size=_ROWS):
            for row in batch.to_pylist():
                number += 1
                yield f"row {number}", row


def _entity(document: Any, place: str) -> Entity | UnreadableEntity:
    try:
        return _read_entity(document, place)
    except _Broken as problem:
        named = document if isinstance(document, dict) else {}
        return UnreadableEntity(_id(named, ENTITY_IDS) or place, str(problem))


def _read_entity(document: Any, place: str) -> Entity:
    if isinstance(document, _Broken):
        raise document
    if not isinstance(document, dict):
        raise _Broken(f"{place}: an entity is a JSON object, not a {type(document).__name__}")
    name = _id(document, ENTITY_IDS)
    if not name:
        raise _Broken(f"{place}: the entity has no id (one of {', '.join(ENTITY_IDS)}){_flat_hint(document)}")
    listed = next((key for key in ITEM_LISTS if key in document), None)
    items = document.get(listed) if listed else None
    if not isinstance(items, list):
        hint = _flat_hint(document)
        raise _Broken(f"{place}: the entity has no list of items (under one of {', '.join(ITEM_LISTS)}){hint}")
    made = [_item(each, index, f"{place}, {listed}.{index}") for index, each in enumerate(items, 1)]
    rest = {key: value for key, value in document.items() if key not in ENTITY_IDS and key != listed}
    return Entity(name, _distinct(made, place), rest)


def _flat_hint(row: Mapping[str, Any]) -> str:
    return "; where a row is one item, say which column names its entity (--by)" if _first(row, _TEXTS) else ""


def _distinct(items: list[Item], place: str) -> list[Item]:
    seen: set[str] = set()
    for item in items:
        if item.id in seen:
            raise _Broken(f"{place}: two items are called {item.id!r}")
        seen.add(item.id)
    return items


def _item(document: Any, index: int, place: str) -> Item:
    if isinstance(document, str):
        document = {"text": document}
    if not isinstance(document, dict):
        raise _Broken(f"{place}: an item is a JSON object or a text, not a {type(document).__name__}")
    text = _first(document, _TEXTS)
    if not isinstance(text, str):
        raise _Broken(f"{place}: the item has no text")
    used = {*ITEM_IDS, *_TEXTS, *_DATES, *_STARS, *_USEFUL}
    return Item(
        _id(document, ITEM_IDS) or str(index),
        text,
        _date(_first(document, _DATES), place),
        _number(_first(document, _STARS), f"{place}, stars"),
        _number(_first(document, _USEFUL), f"{place}, useful"),
        {key: value for key, value in document.items() if key not in used},
    )


def _id(document: Mapping[str, Any], names: Sequence[str]) -> str:
    value = _first(document, names)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _first(document: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((document[name] for name in names if document.get(name) is not None), None)


def _number(value: Any, place: str) -> float | None:
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    raise _Broken(f"{place}: {value!r} is not a number")


def _date(value: Any, place: str) -> str | None:
    """Return an ISO date as its day; a time of day is left out."""
    if value is None:
        return None
    if isinstance(value, date):  # a datetime is one; from Parquet
        return (value.date() if isinstance(value, datetime) else value).isoformat()
    try:
        return date.fromisoformat(str(value)[:10]).isoformat()
    except ValueError:
        raise _Broken(f"{place}, date: {str(value)[:40]!r} is not an ISO date such as 2024-05-31") from None
