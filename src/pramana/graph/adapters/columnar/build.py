"""Builds a graph's columns and neighbour lists from tables or from elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pramana.errors import AdapterError, InputError
from pramana.graph.adapters.columnar.columns import Coded, Column
from pramana.graph.adapters.columnar.encode import compact, encode_series, encode_values, pad_columns
from pramana.graph.adapters.columnar.naming import Keys
from pramana.graph.model import Edge, Node

Columns: TypeAlias = Mapping[str, Callable[[], pl.Series]]
"""A table's columns by name, each loaded on demand: only one is in memory at a time."""

NODE_COLUMNS = ("id", "type")
EDGE_COLUMNS = ("source", "target", "relation")


@dataclass(frozen=True, slots=True)
class Parts:
    """A graph by rows. `ordinals` distinguishes parallel edges; None if there are none."""

    ids: pl.Series
    types: Column
    node_properties: Mapping[str, Column]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    relations: Column
    ordinals: NDArray[Any] | None
    edge_properties: Mapping[str, Column]


def parts_of_tables(nodes: Columns, edges: Columns) -> Parts:
    """Return the parts of a graph whose nodes and edges are the rows of two tables.

    Parallel edges get ordinals in the order of the rows. Raises InputError if a column is missing or has nulls,
    AdapterError if an id occurs twice or an edge's end is not a node.
    """
    _require_columns(nodes, NODE_COLUMNS, "nodes")
    _require_columns(edges, EDGE_COLUMNS, "edges")
    keys = _full_column(nodes, "id")
    if any(_full_column(edges, name).dtype != keys.dtype for name in ("source", "target")):
        keys = keys.cast(pl.String)
    if keys.n_unique() < len(keys):
        raise _twice(keys)
    row_of = Keys(keys)
    source, target = (_ends(row_of, _full_column(edges, name)) for name in ("source", "target"))
    ids = compact(keys.cast(pl.String))
    del keys, row_of
    relations = encode_series(_full_column(edges, "relation").cast(pl.String))
    return Parts(
        ids,
        encode_series(_full_column(nodes, "type").cast(pl.String)),
        {name: encode_series(read()) for name, read in nodes.items() if name not in NODE_COLUMNS},
        source,
        target,
        relations,
        _parallel_ordinals(source, target, relations, len(ids)),
        {name: encode_series(read()) for name, read in edges.items() if name not in EDGE_COLUMNS},
    )


def parts_of_elements(nodes: Iterable[Node], edges: Iterable[Edge]) -> Parts:
    """Return the parts of a graph from iterators of nodes and edges. Raises the same errors as `parts_of_tables`."""
    ids, types, node_properties = _node_lists(nodes)
    row_of = {node_id: row for row, node_id in enumerate(ids)}
    if len(row_of) < len(ids):
        raise _twice(pl.Series(ids))
    source, target, relations, ordinals, edge_properties = _edge_lists(edges, row_of)
    return Parts(
        pl.Series("id", ids, dtype=pl.String),
        encode_values(types),
        {name: encode_values(values) for name, values in pad_columns(node_properties, len(ids))},
        np.array(source, dtype=np.int32),
        np.array(target, dtype=np.int32),
        encode_values(relations),
        _narrow(np.array(ordinals, dtype=np.int64)),
        {name: encode_values(values) for name, values in pad_columns(edge_properties, len(source))},
    )


def _node_lists(nodes: Iterable[Node]) -> tuple[list[str], list[str], dict[str, list[Any]]]:
    ids, types = [], []
    properties: dict[str, list[Any]] = {}
    for row, node in enumerate(nodes):
        ids.append(node.id)
        types.append(node.type)
        _append_properties(properties, node.properties, row)
    return ids, types, properties


def _edge_lists(
    edges: Iterable[Edge], row_of: Mapping[str, int]
) -> tuple[list[int], list[int], list[str], list[int], dict[str, list[Any]]]:
    source, target, relations, ordinals = [], [], [], []
    properties: dict[str, list[Any]] = {}
    for row, edge in enumerate(edges):
        for end in (edge.source, edge.target):
            if end not in row_of:
                raise _no_node(end, row)
        source.append(row_of[edge.source])
        target.append(row_of[edge.target])
        relations.append(edge.relation)
        ordinals.append(edge.ordinal)
        _append_properties(properties, edge.properties, row)
    return source, target, relations, ordinals, properties


def _append_properties(columns: dict[str, list[Any]], properties: Mapping[str, Any], row: int) -> None:
    for name, value in properties.items():
        column = columns.setdefault(name, [])
        column.extend([None] * (row - len(column)))
        column.append(value)


def _require_columns(columns: Columns, names: Sequence[str], what: str) -> None:
    for name in names:
        if name not in columns:
            raise InputError(f"The table of {what} has no column {name!r}; it has {', '.join(columns) or 'none'}.")


def _full_column(columns: Columns, name: str) -> pl.Series:
    series = columns[name]()
    if series.null_count():
        row = int(series.is_null().arg_max() or 0)
        raise InputError(f"The column {name!r} has no value in row {row}.")
    return series


def _ends(keys: Keys, ends: pl.Series) -> NDArray[np.int32]:
    """Return for each end of an edge the row of the node with this id."""
    try:
        return keys.rows(ends)
    except KeyError as error:
        row = error.args[0]
        raise _no_node(str(ends[row]), row) from None


def _twice(keys: pl.Series) -> AdapterError:
    return AdapterError(f"Two nodes have the id {keys.filter(keys.is_duplicated())[0]!r}.")


def _no_node(end: str, row: int) -> AdapterError:
    return AdapterError(f"The edge in row {row} has the end {end!r}, which is not a node.")


def _parallel_ordinals(
    source: NDArray[np.int32], target: NDArray[np.int32], relations: Column, nodes: int
) -> NDArray[Any] | None:
    """Return the ordinals of parallel edges; None if there are none (detected by sorting one number per edge)."""
    kinds, codes = _relation_codes(relations, len(source))
    if nodes * nodes * kinds >= 1 << 63:
        return _narrow(_ranks(pl.DataFrame({"s": source, "t": target, "r": codes})))
    keys = source * np.int64(nodes)
    keys += target
    keys *= kinds
    keys += codes
    ordered = np.sort(keys)
    again = ordered[1:][ordered[1:] == ordered[:-1]]
    del ordered
    if not len(again):
        return None
    rows = np.flatnonzero(np.isin(keys, again))
    ordinals = np.zeros(len(keys), dtype=np.int64)
    ordinals[rows] = _ranks(pl.DataFrame({"key": keys[rows]}))
    return _narrow(ordinals)


def _relation_codes(relations: Column, count: int) -> tuple[int, NDArray[Any]]:
    if isinstance(relations, Coded):
        codes = relations.codes
    else:
        codes = relations.series("relation", np.arange(count)).rank("dense").to_numpy()
    return int(codes.max(initial=0)) + 1, codes


def _ranks(keys: pl.DataFrame) -> NDArray[np.int64]:
    """Return for each row how many equal rows precede it."""
    ranks = keys.select((pl.int_range(pl.len()).over(keys.columns)).alias("rank"))["rank"]
    return ranks.to_numpy()


def _narrow(ordinals: NDArray[np.int64]) -> NDArray[Any] | None:
    highest = int(ordinals.max(initial=0))
    if not highest:
        return None
    return ordinals.astype(np.uint8 if highest < 256 else np.int32)


def columns_of(table: pl.DataFrame) -> Columns:
    """Return the columns of a frame."""

    def reader(name: str) -> Callable[[], pl.Series]:
        return lambda: table[name]

    return {name: reader(name) for name in table.columns}


def chunks(count: int, size: int = 1 << 14) -> Iterator[NDArray[np.int64]]:
    """Yield the row numbers from 0 to `count` (exclusive) in chunks."""
    for start in range(0, count, size):
        yield np.arange(start, min(start + size, count))
