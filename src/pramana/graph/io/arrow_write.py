"""Arrow and Parquet: a table of nodes and a table of edges, written batch by batch.

A property has a typed column if all of its values have one type (text, 64-bit integer, float, boolean, list of text);
otherwise a column of JSON texts, which the field's metadata mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pramana.canonical import canonical
from pramana.extras import optional_import
from pramana.graph.io.model import Source, is_directed

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 20_000
"""Rows per batch: bounds the memory used. Chosen by hand."""

KEPT = b"pramana.kept"
NAME = b"pramana.name"
DIRECTED = b"pramana.directed"
NODE_COLUMNS = ("id", "type")
EDGE_COLUMNS = ("source", "target", "relation")

Row = tuple[tuple[str, ...], Mapping[str, Any]]
"""The own columns of a node or an edge, and its properties."""


def write_tables(source: Source, nodes: Path, edges: Path, parquet: bool) -> None:
    """Write the nodes and the edges of a source, each to its file, as Parquet or as Arrow IPC.

    Raises CanonicalError for values that JSON cannot hold, ExtraMissing without PyArrow.
    """
    with optional_import("tables", "Writing Arrow and Parquet files"):
        import pyarrow  # noqa: F401 - before any file is opened
    directed = is_directed(source)
    _write(nodes, NODE_COLUMNS, lambda: (((n.id, n.type), n.properties) for n in source.nodes()), directed, parquet)
    _write(
        edges,
        EDGE_COLUMNS,
        lambda: (((e.source, e.target, e.relation), e.properties) for e in source.edges()),
        directed,
        parquet,
    )


def _write(path: Path, own: tuple[str, ...], rows: Callable[[], Iterator[Row]], directed: bool, parquet: bool) -> None:
    kinds = _kinds(rows())
    schema = _schema(own, kinds, directed)
    with _open_writer(path, schema, parquet) as writer:
        for some in _batches(rows()):
            writer.write_batch(_batch(schema, own, kinds, some))


def _open_writer(path: Path, schema: pa.Schema, parquet: bool) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    return pq.ParquetWriter(path, schema, compression="zstd") if parquet else pa.ipc.new_file(path, schema)


def _kinds(rows: Iterable[Row]) -> dict[str, str]:
    """Return the column type of each property, by name; `json` if its values differ in type."""
    found: dict[str, str] = {}
    for _, properties in rows:
        for name, value in properties.items():
            if value is not None:
                kind = _kind(value)
                if found.setdefault(name, kind) != kind:
                    found[name] = "json"
    return dict(sorted(found.items()))


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer" if -(2**63) <= value < 2**63 else "json"
    if isinstance(value, float):
        return "number"
    return "texts" if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value) else "json"


def _schema(own: tuple[str, ...], kinds: Mapping[str, str], directed: bool) -> pa.Schema:
    import pyarrow as pa

    types = {
        "text": pa.string(),
        "boolean": pa.bool_(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "texts": pa.list_(pa.string()),
        "json": pa.string(),
    }
    fields = [pa.field(name, pa.string(), nullable=False) for name in own]
    taken = set(own)
    for name, kind in kinds.items():
        shown = name
        while shown in taken or (shown != name and shown in kinds):
            shown += "_"
        taken.add(shown)
        marks = ({KEPT: b"json"} if kind == "json" else {}) | ({NAME: name.encode()} if shown != name else {})
        fields.append(pa.field(shown, types[kind], metadata=marks or None))
    return pa.schema(fields, {DIRECTED: b"true" if directed else b"false"})


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while some := list(islice(rows, ROWS)):
        yield some


def _batch(schema: pa.Schema, own: tuple[str, ...], kinds: Mapping[str, str], rows: list[Row]) -> pa.RecordBatch:
    import pyarrow as pa

    columns: list[list[Any]] = [[cells[index] for cells, _ in rows] for index in range(len(own))]
    for name, kind in kinds.items():
        keep = _KEEP.get(kind, _check_json)
        columns.append([None if (value := given.get(name)) is None else keep(value) for _, given in rows])
    arrays = [pa.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)]
    return pa.record_batch(arrays, schema=schema)


def _check_json(value: Any) -> Any:
    canonical(value)
    return value


def _same(value: Any) -> Any:
    return value


_KEEP: dict[str, Callable[[Any], Any]] = {"json": canonical, "boolean": _same, "integer": _same}
