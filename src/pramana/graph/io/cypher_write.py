"""A script of Cypher statements, one per line, that creates the graph in Neo4j, Memgraph and compatible databases.

Write only: a script in a query language is not an exchange format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import IO, Any

from pramana.canonical import canonical
from pramana.graph.io.model import Source
from pramana.graph.model import Edge, Node

ROWS = 500
"""Rows in one UNWIND: Neo4j plans a statement once, and larger literals parse slowly. Chosen by hand."""

LABEL = "PramanaNode"
"""A label of every node besides its type, so that one constraint and one index find the ends of edges."""

KEY = "pramana_id"
_HEAD = f"CREATE CONSTRAINT {KEY} IF NOT EXISTS FOR (n:{LABEL}) REQUIRE n.{KEY} IS UNIQUE;\n"
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_SPECIAL = re.compile("[\\\\'\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that a Cypher string literal cannot hold as they are: quote, backslash, controls, line separators."""


def write_cypher_source(source: Source, file: IO[str]) -> None:
    """Write statements that create every node and every edge, including parallel edges.

    Values are literals; names are in backquotes. Values that Cypher properties cannot hold (objects, lists of lists or
    of mixed types, integers beyond 64 bits) are JSON text. All edges are directed, since Cypher has no other kind.
    """
    file.write(_HEAD)
    for node_type, nodes in groupby(source.nodes(), key=lambda node: node.type):
        create = f"CREATE (n:{LABEL}:{quoted_name(node_type)}) SET n = row.p, n.{KEY} = row.i;\n"
        file.writelines(_unwound(nodes, _node_row, create))
    for relation, edges in groupby(source.edges(), key=lambda edge: edge.relation):
        match = f"MATCH (a:{LABEL} {{{KEY}: row.s}}), (b:{LABEL} {{{KEY}: row.t}})"
        create = f"{match} CREATE (a)-[e:{quoted_name(relation)}]->(b) SET e = row.p;\n"
        file.writelines(_unwound(edges, _edge_row, create))


def quoted_name(name: str) -> str:
    """Return a label, a type or a property name in backquotes.

    >>> print(quoted_name("a`b"))
    `a``b`
    """
    return "`" + name.replace("\\u", "\\u005cu").replace("`", "``") + "`"


def literal(value: Any) -> str:
    r"""Return a value as an equivalent Cypher literal, on one line.

    >>> print(literal("it's\n"), literal([1, 2.5]), literal({"a": None}))
    'it\'s\n' [1, 2.5] '{"a":null}'
    """
    if isinstance(value, str):
        canonical(value)  # raises for an unpaired surrogate
        return "'" + _SPECIAL.sub(_escape, value) + "'"
    if isinstance(value, list | tuple) and _is_plain_list(value):
        return "[" + ", ".join(map(literal, value)) + "]"
    text = canonical(value)
    if isinstance(value, list | tuple | dict) or (isinstance(value, int) and not -(2**63) <= value < 2**63):
        return literal(text)
    return text


def _is_plain_list(values: Any) -> bool:
    kinds = {type(value) for value in values}
    small = all(-(2**63) <= value < 2**63 for value in values if isinstance(value, int))
    return len(kinds) <= 1 and kinds <= {str, bool, int, float} and small


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0], f"\\u{ord(found[0]):04x}")


def _unwound(items: Iterable[Any], row: Callable[[Any], str], create: str) -> Iterator[str]:
    rows: list[str] = []
    for item in items:
        rows.append(row(item))
        if len(rows) == ROWS:
            yield f"UNWIND [{', '.join(rows)}] AS row {create}"
            rows = []
    if rows:
        yield f"UNWIND [{', '.join(rows)}] AS row {create}"


def _node_row(node: Node) -> str:
    return f"{{i: {literal(node.id)}, p: {_map(node.properties)}}}"


def _edge_row(edge: Edge) -> str:
    return f"{{s: {literal(edge.source)}, t: {literal(edge.target)}, p: {_map(edge.properties)}}}"


def _map(properties: Mapping[str, Any]) -> str:
    pairs = (f"{quoted_name(name)}: {literal(value)}" for name, value in properties.items() if value is not None)
    return "{" + ", ".join(pairs) + "}"
