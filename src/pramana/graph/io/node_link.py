"""JSON: node-link (ours and NetworkX's) and KGGen. A file is loaded completely before it is interpreted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from pramana.canonical import canonical
from pramana.errors import CanonicalError, GraphFileError
from pramana.graph.io.assembling import TYPE_NAMES, Assembler
from pramana.graph.io.kggen import is_kggen, read_kggen
from pramana.graph.io.model import Imported, Source, is_directed
from pramana.graph.io.values import load_json
from pramana.graph.model import Edge

_OURS: dict[str, frozenset[str]] = {
    "node": frozenset(("id", "type", "properties", "evidence", "added")),
    "edge": frozenset(("source", "target", "key", "relation", "ordinal", "properties", "verdicts", "evidence")),
}
"""The fields of a node and an edge in our own files; an item with other fields is NetworkX's, with flat attributes."""


def write_node_link(source: Source, file: IO[str]) -> None:
    """Write a source as node-link JSON, one node or edge per line. `networkx.node_link_graph` reads it."""
    directed = "true" if is_directed(source) else "false"
    file.write(f'{{"directed":{directed},"multigraph":true,"graph":{{}},\n"nodes":[')
    write_lines(file, ({"id": n.id, "type": n.type, "properties": dict(n.properties)} for n in source.nodes()))
    file.write('],\n"edges":[')
    write_lines(file, map(edge_item, source.edges()))
    file.write("]}\n")


def write_lines(file: IO[str], items: Iterable[Mapping[str, Any]]) -> None:
    """Write the items of a JSON list, one per line."""
    for index, item in enumerate(items):
        file.write((",\n" if index else "\n") + canonical(dict(item)))


def edge_item(edge: Edge) -> dict[str, Any]:
    """Return an edge as an item of node-link JSON."""
    return {
        "source": edge.source,
        "target": edge.target,
        "key": edge.id,
        "relation": edge.relation,
        "ordinal": edge.ordinal,
        "properties": dict(edge.properties),
    }


def read_json(path: Path) -> Imported:
    """Read a JSON file: node-link or KGGen. Raises GraphFileError with line and column if it is invalid."""
    document = load_file(path)
    if not isinstance(document, dict):
        raise GraphFileError(path, "not a JSON object")
    if is_kggen(document):
        return read_kggen(path, document)
    return _read_node_link(path, document)


def load_file(path: Path) -> Any:
    """Return the JSON of an untrusted file, checked to hold only texts and numbers that can be stored."""
    try:
        text = path.read_text("utf-8-sig")
        document = load_json(text)
        if "\\u" in text:
            canonical(document)  # an escape can produce an unpaired surrogate
        return document
    except json.JSONDecodeError as error:
        raise GraphFileError(path, f"not valid JSON: {error.msg}", line=error.lineno, column=error.colno) from error
    except UnicodeDecodeError as error:
        raise GraphFileError(path, f"not valid UTF-8 from byte {error.start + 1:,} on") from error
    except OSError as error:
        raise GraphFileError(path, f"cannot be read: {error.strerror}") from error
    except (ValueError, CanonicalError) as error:
        raise GraphFileError(path, f"has unsupported JSON: {error}") from error


def _read_node_link(path: Path, document: dict[str, Any]) -> Imported:
    edges = document.get("edges", document.get("links"))
    if not isinstance(document.get("nodes"), list) or not isinstance(edges, list):
        raise GraphFileError(path, "has no lists `nodes` and `edges` (or `links`), and is not a KGGen graph")
    assembler = Assembler(path, "item")
    for place, item in enumerate(_objects(path, document["nodes"], "node"), 1):
        attributes, kind = _attributes(item, "node", "type", ("id",))
        assembler.node(_id(path, item.get("id"), f"node {place}"), attributes, place, kind)
    for place, item in enumerate(_objects(path, edges, "edge"), 1):
        attributes, kind = _attributes(item, "edge", "relation", ("source", "target", "key"))
        ends = [_id(path, item.get(end), f"edge {place}") for end in ("source", "target")]
        assembler.edge(ends[0], ends[1], attributes, place, kind)
        if item.get("evidence"):
            assembler.warnings.add("Evidence was left out: imported facts are asserted")
    types = ("label",) if assembler.labels_are_types() else TYPE_NAMES
    return assembler.finish("node-link", document.get("directed", True) is not False, types=types)


def _objects(path: Path, items: list[Any], what: str) -> Iterator[dict[str, Any]]:
    for place, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise GraphFileError(path, f"has an invalid {what}, {what} {place}: expected an object")
        yield item


def _attributes(item: dict[str, Any], what: str, kind: str, own: tuple[str, ...]) -> tuple[dict[str, Any], str | None]:
    """Return the attributes of an item, and its type or relation if the file has a field for it."""
    properties, named = item.get("properties"), item.get(kind)
    if isinstance(properties, dict) and isinstance(named, str) and item.keys() <= _OURS[what]:
        return properties, named
    return {name: value for name, value in item.items() if name not in own}, None


def _id(path: Path, value: Any, where: str) -> str:
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, dict | bool):
        raise GraphFileError(path, f"has {canonical(value)} instead of an id, in {where}")
    return canonical(value)
