"""The rows of a gazetteer's file, read one by one, and the index that is made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from sqlite3 import IntegrityError
from typing import Any, BinaryIO

from pramana.canonical import canonical
from pramana.errors import KnowledgeFileError
from pramana.retrieval.knowledge.model import KnowledgeEntry, entry, name_key
from pramana.store import Database

COLUMNS = ("id", "label", "description", "aliases", "types", "sure")
LONGEST_ROW = 1 << 20
"""Bytes. A longer row is refused."""
_TRUE, _FALSE = ("yes", "true", "1"), ("", "no", "false", "0")
_BATCH = 1000
"""Rows that are inserted at once: bounds memory. Nothing else depends on it."""


def file_state(file: Path) -> str:
    """Return what tells without reading it that a file was changed. Raises KnowledgeFileError where it is not there."""
    try:
        found = file.stat()
    except OSError as error:
        raise KnowledgeFileError(file, (error.strerror or str(error)).lower()) from None
    return f"{file.resolve()} {found.st_size} {found.st_mtime_ns}"


def write_index(database: Database, file: Path, state: str) -> None:
    """Put a file's rows into an index, in one transaction, in place of what it held."""
    seen = blake2b(digest_size=16)
    with database.transaction():
        for table in ("source", "entry", "called"):
            database.execute(f"DELETE FROM {table}")
        batch: list[tuple[int, KnowledgeEntry]] = []
        for number, one in _rows(file, seen):
            batch.append((number, one))
            if len(batch) == _BATCH:
                _write(database, file, batch)
                batch = []
        _write(database, file, batch)
        database.execute("INSERT INTO source VALUES (1, ?, ?)", (state, seen.hexdigest()))


def _write(database: Database, file: Path, batch: list[tuple[int, KnowledgeEntry]]) -> None:
    rows = [(number, one.id, canonical(_as_row(one))) for number, one in batch]
    names = {(name_key(name), number) for number, one in batch for name in one.names}
    try:
        database.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
    except IntegrityError:
        number, id_ = _twice(database, batch)
        raise KnowledgeFileError(file, f"the id {id_!r} occurs twice", number) from None
    database.executemany("INSERT INTO called VALUES (?, ?)", sorted(names))


def _twice(database: Database, batch: list[tuple[int, KnowledgeEntry]]) -> tuple[int, str]:
    """Return the first row of a batch whose id came before."""
    first: dict[str, int] = {}
    for number, one in batch:
        held = database.one("SELECT number FROM entry WHERE id = ?", (one.id,))
        if one.id in first or (held is not None and held[0] != number):
            return number, one.id
        first[one.id] = number
    raise AssertionError("an id occurs twice")


def _as_row(one: KnowledgeEntry) -> dict[str, Any]:
    return {
        "id": one.id,
        "label": one.label,
        "description": one.description,
        "aliases": list(one.aliases),
        "types": list(one.types),
        "sure": one.sure,
    }


def _rows(file: Path, seen: Any) -> Iterator[tuple[int, KnowledgeEntry]]:
    """Yield each row with the number of its line; `seen` hashes the bytes as they are read."""
    with _open_file(file) as stream:
        columns: list[str] | None = None
        for number, text in _lines(file, stream, seen):
            if not text.strip():
                continue
            if text.lstrip().startswith("{"):
                said = _json_row(file, number, text)
            elif columns is None:
                columns = _header(file, number, text)
                continue
            else:
                said = _tsv_row(file, number, text, columns)
            yield number, _entry(file, number, said)


def _open_file(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except OSError as error:
        raise KnowledgeFileError(file, (error.strerror or str(error)).lower()) from None


def _lines(file: Path, stream: BinaryIO, seen: Any) -> Iterator[tuple[int, str]]:
    number = 0
    while line := stream.readline(LONGEST_ROW + 1):
        number += 1
        seen.update(line)
        if len(line) > LONGEST_ROW:
            raise KnowledgeFileError(file, f"the row is longer than {LONGEST_ROW:,} bytes", number)
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise KnowledgeFileError(file, "the row is not UTF-8", number) from None
        yield number, text.rstrip("\r\n")


def _header(file: Path, number: int, text: str) -> list[str]:
    columns = [name.strip().casefold() for name in text.split("\t")]
    if not {"id", "label"} <= set(columns):
        wanted = "the first row of a table names its columns, `id` and `label` among them, parted by tabs"
        raise KnowledgeFileError(file, f"{wanted}; it may have {', '.join(COLUMNS[2:])}", number)
    return columns


def _tsv_row(file: Path, number: int, text: str, columns: list[str]) -> Mapping[str, Any]:
    fields = text.split("\t")
    if len(fields) > len(columns):
        raise KnowledgeFileError(file, f"the row has {len(fields)} fields, the first one {len(columns)}", number)
    return dict(zip(columns, fields, strict=False))


def _json_row(file: Path, number: int, text: str) -> Mapping[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise KnowledgeFileError(file, "the row is not JSON", number) from None
    if not isinstance(said, dict):
        raise KnowledgeFileError(file, "the row is not a JSON object", number)
    return said


def _entry(file: Path, number: int, said: Mapping[str, Any]) -> KnowledgeEntry:
    texts = [said.get(name, "") for name in ("id", "label", "description")]
    texts = [str(text) if isinstance(text, int) else "" if text is None else text for text in texts]
    if not all(isinstance(text, str) for text in texts):
        raise KnowledgeFileError(file, "id, label and description are texts", number)
    lists = (_list(file, number, said, "aliases"), _list(file, number, said, "types"))
    made = entry(texts[0].strip(), texts[1], texts[2], *lists, _flag(file, number, said.get("sure", "")))
    if made is None:
        wanted = "a row needs a label, and an id of letters, digits and . _ : / # - (at most 120)"
        raise KnowledgeFileError(file, f"{wanted}; it has {texts[0][:60]!r} and {texts[1][:60]!r}", number)
    return made


def _list(file: Path, number: int, said: Mapping[str, Any], name: str) -> list[str]:
    value = said.get(name) or []
    found = value.split("|") if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise KnowledgeFileError(file, f"{name} are texts: a list, or parted by |", number)
    return found


def _flag(file: Path, number: int, value: Any) -> bool:
    said = str(value if value is not None else "").strip().casefold()
    if said not in (*_TRUE, *_FALSE):
        raise KnowledgeFileError(file, f"sure is yes or no, not {said[:40]!r}", number)
    return said in _TRUE
