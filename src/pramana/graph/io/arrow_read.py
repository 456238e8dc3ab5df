"""Reads Arrow and Parquet tables batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pramana.errors import GraphFileError
from pramana.extras import optional_import
from pramana.graph.io.arrow_write import DIRECTED, KEPT, NAME
from pramana.graph.io.assembling import Assembler, short
from pramana.graph.io.model import Imported
from pramana.graph.io.values import load_json

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 20_000
"""Rows read together: bounds the memory used. Chosen by hand."""


def read_tables(nodes: Path, edges: Path) -> Imported:
    """Read a table of nodes (`id`, `type`, …) and one of edges (`source`, `target`, `relation`, …).

    Raises GraphFileError with the row, counted from 1, if the content is invalid.
    """
    assembler = Assembler(nodes, "row")
    table = ArrowTable(nodes, ("id",), ("type",))
    for row, own, record in table.records():
        assembler.node(table.text(own, "id", row), record, row, _kind(own, record, "type"))
    directed = table.directed
    assembler.path = edges
    table = ArrowTable(edges, ("source", "target"), ("relation",))
    for row, own, record in table.records():
        source, target = (table.text(own, end, row) for end in ("source", "target"))
        assembler.edge(source, target, record, row, _kind(own, record, "relation"))
    return assembler.finish("parquet" if nodes.suffix == ".parquet" else "arrow", directed and table.directed)


def _kind(own: dict[str, Any], record: dict[str, Any], name: str) -> str | None:
    """Return the type or the relation if the column holds texts; other values stay properties."""
    value = own.get(name)
    if value is None or isinstance(value, str):
        return value
    record.setdefault(name, value)
    return None


class ArrowTable:
    """A Parquet or an Arrow IPC file, by its extension. Raises GraphFileError if it is invalid, or lacks a column.
    Raises ExtraMissing without PyArrow.

    Columns in `needed` and `other` are kept apart from properties, which may have the same names.
    """

    def __init__(self, path: Path, needed: tuple[str, ...], other: tuple[str, ...] = ()) -> None:
        with optional_import("tables", "Reading Arrow and Parquet files"):
            import pyarrow as pa

        self.path = path
        self._own = {*needed, *other}
        try:
            self._file, self._schema = _open_table(path)
        except (OSError, pa.ArrowException) as error:
            raise GraphFileError(path, f"not a {path.suffix[1:]} file: {error}") from error
        for name in needed:
            if name not in self._schema.names:
                columns = short(", ".join(self._schema.names))
                raise GraphFileError(path, f"has no column {name!r} (columns: {columns})")
        if len(set(self._schema.names)) != len(self._schema.names):
            raise GraphFileError(path, "has two columns with the same name")

    @property
    def directed(self) -> bool:
        return bool((self._schema.metadata or {}).get(DIRECTED) != b"false")

    def records(self) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
        """Yield each row's number, from 1, its own columns and its properties, without nulls, JSON decoded."""
        import pyarrow as pa

        columns = [_column(field, self._own) for field in self._schema]
        row = 0
        try:
            for batch in self._batches():
                for cells in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    row += 1
                    yield row, *self._record(columns, cells, row)
        except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
            raise GraphFileError(self.path, f"is broken: {error}", row=row + 1) from error

    def text(self, record: dict[str, Any], name: str, row: int) -> str:
        """Remove a text from a record and return it; an integer is returned as its digits."""
        value = record.pop(name, None)
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value)
        raise GraphFileError(self.path, f"has {short(repr(value))} instead of a text in column {name!r}", row=row)

    def _batches(self) -> Iterator[pa.RecordBatch]:
        if hasattr(self._file, "iter_batches"):
            yield from self._file.iter_batches(ROWS)
        else:
            yield from (self._file.get_batch(number) for number in range(self._file.num_record_batches))

    def _record(
        self, columns: list[_Column], cells: tuple[Any, ...], row: int
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        own: dict[str, Any] = {}
        properties: dict[str, Any] = {}
        for column, value in zip(columns, cells, strict=True):
            if value is not None:
                try:
                    taken = load_json(value) if column.is_json else _json_value(value)
                except (ValueError, TypeError) as error:
                    reason = f"has an unsupported value in column {column.name!r}: {error}"
                    raise GraphFileError(self.path, reason, row=row) from error
                (own if column.is_own else properties)[column.name] = taken
        return own, properties


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    is_json: bool
    is_own: bool


def _column(field: pa.Field, own: set[str]) -> _Column:
    marks = field.metadata or {}
    name = marks.get(NAME)
    is_own = name is None and field.name in own
    return _Column(field.name if name is None else name.decode(), marks.get(KEPT) == b"json", is_own)


def _open_table(path: Path) -> tuple[Any, Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if path.suffix.lower() == ".parquet":
        file = pq.ParquetFile(path)
        return file, file.schema_arrow
    reader = pa.ipc.open_file(pa.memory_map(str(path)))
    return reader, reader.schema


def _json_value(value: Any) -> Any:
    """Return a value as JSON has it. Raises TypeError if JSON has no such type."""
    if isinstance(value, str | bool | int | float) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _json_value(item) for name, item in value.items()}
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} has no JSON equivalent")
