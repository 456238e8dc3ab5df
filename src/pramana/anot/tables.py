"""Rows of a file, one at a time: JSON lines, CSV and TSV, Parquet. A row that cannot be read is a BrokenRow."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from pramana.anot.rows import Row
from pramana.errors import InputError
from pramana.extras import optional_import
from pramana.llm import replace_surrogates

PARQUET = (".parquet", ".pq")
SEPARATED = {".csv": ",", ".tsv": "\t"}
_OTHERS = (".xlsx", ".xls", ".zip", ".gz")
"""Names of files that people take for data, and that are not read."""
_ROWS = 64
"""How many rows of a Parquet file are read at once."""
_SNIFFED = 64
"""So many bytes at the beginning of a file show that it is one JSON list, and not a row a line."""

BrokenRow = ValueError
"""A row or an entity is invalid; the message says why."""


def rows_of(path: Path) -> Iterator[Row]:
    """Yield the rows of a file in its order, each with its place. Raises InputError where it cannot be read as one."""
    if not path.is_file():
        raise InputError(f"File not found: {path}.")
    ending = path.suffix.casefold()
    if ending in _OTHERS:
        raise InputError(f"{path}: entities are read from JSON lines (one object a line), CSV, TSV or Parquet.")
    if ending in SEPARATED:
        return _cell_rows(path, SEPARATED[ending])
    return _parquet(path) if ending in PARQUET else _lines(path)


def _lines(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        if file.read(_SNIFFED).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
            raise InputError(f"{path} is one JSON list. Write one object a line: jq -c '.[]' {path} > rows.jsonl")
        file.seek(0)
        for number, line in enumerate(file, 1):
            if line.strip():
                yield f"line {number}", _json(line, number)


def _json(line: bytes, number: int) -> Any:
    try:
        value = json.loads(line, parse_constant=_no_constant)
        return _without_surrogates(value) if b"\\ud" in line.lower() else value
    except RecursionError:
        return BrokenRow(f"line {number}: nested too deeply")
    except ValueError as error:
        return BrokenRow(f"line {number}: no JSON: {error}")


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


def _cell_rows(path: Path, mark: str) -> Iterator[Row]:
    """Yield the rows of a CSV or TSV file by the names in its first line; an empty cell is left out."""
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        reader = csv.reader(file, delimiter=mark)
        names = next(reader, [])
        if not any(names):
            raise InputError(f"{path}: the first line names no columns.")
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield f"line {reader.line_num}", BrokenRow(f"line {reader.line_num}: {error}")
                continue
            if len(cells) > len(names):
                problem = f"line {reader.line_num}: {len(cells)} cells, but the first line names {len(names)}"
                yield f"line {reader.line_num}", BrokenRow(problem)
            elif any(cells):
                row = {name: cell for name, cell in zip(names, cells, strict=False) if cell}
                yield f"line {reader.line_num}", row


def _parquet(path: Path) -> Iterator[Row]:
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
