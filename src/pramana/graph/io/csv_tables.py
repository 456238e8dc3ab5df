"""CSV: a file of nodes and a file of edges, or one of edges alone, in UTF-8, with a header row.

A cell that parses as JSON is JSON, any other is text; a text that would parse as JSON is written as a JSON string.
An empty cell is a missing property. Ids, types, ends and relations are always text. A text that a spreadsheet would run
as a formula gets an apostrophe, unless the tables are written `exact`; reading takes no apostrophe off.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from pramana.canonical import canonical
from pramana.errors import CanonicalError, GraphFileError
from pramana.graph.flat import flat_record
from pramana.graph.io.assembling import Assembler, short
from pramana.graph.io.model import Imported, Source
from pramana.graph.io.spreadsheets import shown_in_cells
from pramana.graph.io.values import load_json
from pramana.graph.model import Edge, Node

NODE_COLUMNS = ("id", "type")
EDGE_COLUMNS = ("source", "target", "relation")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
"""A cell that begins with a minus and is harmless."""
LONGEST_CELL = 64 << 20
"""In characters: Python's default of 128 KiB is too small for long texts."""

_PROMPTS_QUOTES = frozenset(',"\r\n')
_MAY_BE_JSON = frozenset('-0123456789tfn"[{ \t\r\n')
"""The first characters of JSON values, and white space before them."""


def write_csv_nodes(source: Source, file: IO[str], exact: bool = False) -> None:
    """Write the nodes: `id`, `type`, and a column for each property, sorted by name."""
    _write(file, NODE_COLUMNS, lambda: map(_node_cells, source.nodes()), exact)


def write_csv_edges(source: Source, file: IO[str], exact: bool = False) -> None:
    """Write the edges: `source`, `target`, `relation`, and a column for each property, sorted by name."""
    _write(file, EDGE_COLUMNS, lambda: map(_edge_cells, source.edges()), exact)


def _node_cells(node: Node) -> dict[str, Any]:
    return flat_record({"id": node.id, "type": node.type}, node.properties)


def _edge_cells(edge: Edge) -> dict[str, Any]:
    return flat_record({"source": edge.source, "target": edge.target, "relation": edge.relation}, edge.properties)


def _write(file: IO[str], own: tuple[str, ...], records: Callable[[], Iterator[dict[str, Any]]], exact: bool) -> None:
    shown = str if exact else shown_in_cells
    names = {name: None for record in records() for name, value in record.items() if value is not None}
    columns = [*own, *sorted(names.keys() - set(own))]
    file.write(_line(map(shown, columns)))
    for record in records():
        cells = [record[name] for name in own] + [_cell(record.get(name)) for name in columns[len(own) :]]
        file.write(_line(cell if _NUMBER.fullmatch(cell) else shown(cell) for cell in cells))


def _line(cells: Iterable[str]) -> str:
    return ",".join(map(_quote_cell, cells)) + "\n"


def _quote_cell(text: str) -> str:
    return text if _PROMPTS_QUOTES.isdisjoint(text) else '"' + text.replace('"', '""') + '"'


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and value and not _is_json(value):
        canonical(value)  # raises for an unpaired surrogate
        return value
    return canonical(value)


def _is_json(text: str) -> bool:
    return _value(text) is not text


def _value(text: str) -> Any:
    """Return the value of a cell: the given text object itself if it does not parse as JSON."""
    if text[0] not in _MAY_BE_JSON:
        return text
    try:
        value = load_json(text)
        if "\\u" in text:
            canonical(value)  # an escape can produce an unpaired surrogate
    except (ValueError, CanonicalError):
        return text
    return value


def read_csv_tables(nodes: Path, edges: Path) -> Imported:
    """Read a file of nodes and a file of edges. Raises GraphFileError with the row; the header is row 1."""
    assembler = Assembler(nodes, "row")
    for row, record in _records(nodes, ("id",)):
        node_id, kind = record.pop("id"), record.pop("type", "")
        assembler.node(node_id, _properties(record), row, kind or None)
    assembler.path = edges
    _add_edges(assembler)
    return assembler.finish("csv")


def read_csv_edges(path: Path) -> Imported:
    """Read a file of edges alone; the nodes are their ends. Raises GraphFileError with the row; the header is row 1."""
    assembler = Assembler(path, "row", missing_ends="add")
    _add_edges(assembler)
    return assembler.finish("csv")


def _add_edges(assembler: Assembler) -> None:
    for row, record in _records(assembler.path, ("source", "target")):
        source, target, kind = record.pop("source"), record.pop("target"), record.pop("relation", "")
        assembler.edge(source, target, _properties(record), row, kind or None)


def _properties(record: Mapping[str, str]) -> dict[str, Any]:
    return {name: _value(text) for name, text in record.items() if text}


def _records(path: Path, needed: Iterable[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each row's number, from 2, and its cells by column name."""
    rows = _rows(path)
    _, names = next(rows, (1, []))
    for name in (
        *needed,
        "relation",
        "label",
    ):  # Gephi writes *Source*, *Target* and *Label*; its *Type* is no relation
        if name not in names:
            names = [name if each.casefold() == name else each for each in names]
    for name in needed:
        if name not in names:
            raise GraphFileError(path, f"has no column {name!r} (columns: {short(', '.join(names))})", row=1)
    if len(set(names)) != len(names):
        raise GraphFileError(path, "has two columns with the same name", row=1)
    for number, cells in rows:
        if len(cells) != len(names):
            if not cells:
                continue
            raise GraphFileError(path, f"has {len(cells)} cells in a row with {len(names)} columns", row=number)
        yield number, dict(zip(names, cells, strict=True))


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    before = csv.field_size_limit(LONGEST_CELL)
    number = 0
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, cells in enumerate(csv.reader(file, strict=True), 1):
                yield number, cells
    except csv.Error as error:
        raise GraphFileError(path, f"not valid CSV: {error}", row=number + 1) from error
    except UnicodeDecodeError as error:
        raise GraphFileError(path, "not valid UTF-8", row=number + 1) from error
    except OSError as error:
        raise GraphFileError(path, f"cannot be read: {error.strerror}") from error
    finally:
        csv.field_size_limit(before)
