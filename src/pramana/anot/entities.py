"""Entities and their items, read one at a time: what a seed is executed over."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pramana.anot.rows import Rows, group_rows, join_rows
from pramana.anot.tables import SEPARATED, BrokenRow, rows_of
from pramana.errors import InputError

ITEM_LISTS = ("items", "reviews", "notes", "tickets")
"""The keys that may hold an entity's items."""
ENTITY_IDS = ("id", "entity_id", "entity", "business_id", "product_id", "asin")
FLAT_IDS = ("entity_id", "entity", "business_id", "product_id", "asin")
"""The columns that say whose an item is, where a row is one; the last three are those of Yelp's and Amazon's files."""
ITEM_IDS = ("id", "item_id", "review_id")
_TEXTS = ("text", "review_text", "reviewText", "review", "comment")
_DATES = ("date", "review_date", "timestamp", "unixReviewTime")
_STARS = ("stars", "review_stars", "rating", "overall")
_USEFUL = ("useful", "review_useful", "helpful_vote")
_LONGEST_NUMBER = 40
_LATEST_SECONDS = 10**11
"""Larger numbers are milliseconds since 1970: in seconds this is the year 5138, in milliseconds 1973."""


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
    """What is judged: a restaurant, a product, a case, with its items in their order. `fields` is what else the data
    say of it, for formulas; `repeated` are the ids of items that the data hold more than once, and that count once."""

    id: str
    items: Sequence[Item] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    repeated: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class UnreadableEntity:
    """An entity that cannot be read. `problem` says where and why."""

    id: str
    problem: str


def read_entities(
    path: Path, by: str | None = None, entities: Path | None = None
) -> Iterator[Entity | UnreadableEntity]:
    """Yield the entities of a file of JSON lines, CSV or Parquet, one at a time, in its order.

    A row is an entity with its items, or, in a flat table, one item: `by` is the column that says whose, None where it
    has one of the usual names (FLAT_IDS). `entities` is a second file, a row an entity with its fields: its entities
    are yielded in its order, each with its items of `path`, and items of others are left out. An entity that cannot be
    read, or whose id is a duplicate, becomes an UnreadableEntity, and reading continues. Raises InputError where a file
    as a whole cannot be read.
    """
    seen: set[bytes] = set()
    for place, row in _documents(path, by, entities):
        made = _entity(row, place)
        known = blake2b(made.id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        if known in seen and isinstance(made, Entity):
            made = UnreadableEntity(made.id, f"{place}: the id {made.id!r} is a duplicate")
        seen.add(known)
        yield made


def _documents(path: Path, by: str | None, entities: Path | None) -> Iterator[tuple[str, Any]]:
    """Yield the documents of entities with their items."""
    read = partial(rows_of, path)
    first = _first_row(read)
    column = by or _flat_by(first)
    if by is not None and by not in first:
        raise InputError(f"{path}: the first row has no column {by!r}. It has {', '.join(map(repr, first)) or 'none'}.")
    if column is None and (entities is not None or path.suffix.casefold() in SEPARATED):
        raise InputError(f"{path}: say which column names the entity of an item (--by). It has {', '.join(first)}.")
    if column is None:
        return read()
    if entities is None:
        return group_rows(read, column)
    fields = partial(rows_of, entities)
    named = _first_row(fields)
    key = next((name for name in (column, *ENTITY_IDS) if name in named), None)
    if key is None:
        raise InputError(f"{entities}: the first row has no column {column!r}. It has {', '.join(map(repr, named))}.")
    return join_rows(read, column, fields, key)


def _first_row(rows: Rows) -> Mapping[str, Any]:
    return next((row for _, row in rows() if isinstance(row, dict)), {})


def _flat_by(row: Mapping[str, Any]) -> str | None:
    """Return the column by which a table's rows are items, None where they are entities."""
    listed = any(isinstance(row.get(key), list) for key in ITEM_LISTS)
    if listed or not any(isinstance(row.get(key), str) for key in _TEXTS):
        return None
    return next((key for key in FLAT_IDS if key in row), None)


def file_hash(path: Path) -> str:
    """Return the content hash of a file, read piece by piece."""
    hashed = blake2b(digest_size=16)
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            hashed.update(piece)
    return hashed.hexdigest()


def _entity(document: Any, place: str) -> Entity | UnreadableEntity:
    try:
        return _read_entity(document, place)
    except BrokenRow as problem:
        named = document if isinstance(document, dict) else {}
        return UnreadableEntity(_id(named, ENTITY_IDS) or place, str(problem))


def _read_entity(document: Any, place: str) -> Entity:
    if isinstance(document, BrokenRow):
        raise document
    if not isinstance(document, dict):
        raise BrokenRow(f"{place}: an entity is a JSON object, not a {type(document).__name__}")
    name = _id(document, ENTITY_IDS)
    if not name:
        raise BrokenRow(f"{place}: the entity has no id (one of {', '.join(ENTITY_IDS)}){_flat_hint(document)}")
    listed = next((key for key in ITEM_LISTS if key in document), None)
    items = document.get(listed) if listed else None
    if not isinstance(items, list):
        hint = _flat_hint(document)
        raise BrokenRow(f"{place}: the entity has no list of items (under one of {', '.join(ITEM_LISTS)}){hint}")
    made = [_item(each, index, f"{place}, {listed}.{index}") for index, each in enumerate(items, 1)]
    id_key = next(key for key in ENTITY_IDS if document.get(key) is not None)
    rest = {key: value for key, value in document.items() if key not in (id_key, listed)}
    kept, repeated = _distinct(made, place)
    return Entity(name, kept, rest, repeated)


def _flat_hint(row: Mapping[str, Any]) -> str:
    return "; where a row is one item, say which column names its entity (--by)" if _first(row, _TEXTS) else ""


def _distinct(items: list[Item], place: str) -> tuple[list[Item], tuple[str, ...]]:
    """Return items each once, and the ids of those that are repeated in all their parts."""
    kept: dict[str, Item] = {}
    repeated = []
    for item in items:
        if item.id not in kept:
            kept[item.id] = item
        elif kept[item.id] == item:
            repeated.append(item.id)
        else:
            raise BrokenRow(f"{place}: two items are called {item.id!r}")
    return list(kept.values()), tuple(repeated)


def _item(document: Any, index: int, place: str) -> Item:
    if isinstance(document, str):
        document = {"text": document}
    if not isinstance(document, dict):
        raise BrokenRow(f"{place}: an item is a JSON object or a text, not a {type(document).__name__}")
    text = _first(document, _TEXTS)
    if not isinstance(text, str):
        raise BrokenRow(f"{place}: the item has no text")
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
    try:
        if isinstance(value, str) and len(value) <= _LONGEST_NUMBER and math.isfinite(number := float(value)):
            return int(number) if number.is_integer() else number
    except ValueError:
        pass
    raise BrokenRow(f"{place}: {value!r} is not a number")


def _date(value: Any, place: str) -> str | None:
    """Return an ISO date, or seconds or milliseconds since 1970, as its day; a time of day is left out."""
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _day_of_seconds(value, place)
    if isinstance(value, date):  # a datetime is one; from Parquet
        return (value.date() if isinstance(value, datetime) else value).isoformat()
    try:
        return date.fromisoformat(str(value)[:10]).isoformat()
    except ValueError:
        raise BrokenRow(f"{place}, date: {str(value)[:40]!r} is not an ISO date such as 2024-05-31") from None


def _day_of_seconds(value: float, place: str) -> str:
    try:
        seconds = value / 1000 if abs(value) > _LATEST_SECONDS else value
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise BrokenRow(f"{place}, date: {value!r} is not a time") from None
