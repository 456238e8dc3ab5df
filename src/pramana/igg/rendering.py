"""Renders a graph, its figures and its schema as lines of text: short, in a fixed order, safe to show.

Untrusted names are JSON strings, so that they can neither end a line nor imitate one of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from pramana.canonical import canonical
from pramana.graph import Edge, GraphSchema, Node, NodeType, Relation, SchemaMode, write_graphml_source
from pramana.igg.backend import GrowingGraph
from pramana.igg.budgeting import UNSEEN, Room, name, quote_text, value, visible_line
from pramana.igg.summary import Figures, Wanting

NAMED = 30
"""Types and relations that figures name. Chosen by hand."""

_LONGEST_ID = 400
_WITHIN = re.compile(r"\n(?!<)")
"""A line end inside a value: the next line does not begin with a tag."""


def node_line(node: Node) -> str:
    """Return `- "id" Type {property: value}`."""
    return f"- {quote_text(node.id, _LONGEST_ID)} {name(node.type)}{_properties(node.properties)}"


def edge_line(edge: Edge) -> str:
    """Return `- "source" -RELATION-> "target" {property: value}`, with ` #n` for parallel edges after the first."""
    ends = f"{quote_text(edge.source, _LONGEST_ID)} -{name(edge.relation)}-> {quote_text(edge.target, _LONGEST_ID)}"
    return f"- {ends}{f' #{edge.ordinal}' if edge.ordinal else ''}{_properties(edge.properties)}"


def _properties(properties: Mapping[str, Any]) -> str:
    if not properties:
        return ""
    return f" {{{', '.join(f'{name(key)}: {value(item)}' for key, item in properties.items())}}}"


def node_text(node: Node) -> str:
    """Return the searchable text of a node: its type and its properties, one per line, its name first.

    >>> node_text(Node("1", "Method", {"lines": 3, "name": "login"}))
    'Method login\\nlines: 3'
    """
    called = node.properties.get("name")
    rest = (f"{key}: {_value_text(item)}" for key, item in sorted(node.properties.items()) if key != "name")
    return "\n".join([f"{node.type} {called if isinstance(called, str) else node.id}", *rest])


def _value_text(item: Any) -> str:
    return item if isinstance(item, str) else canonical(item)


def graph_lines(graph: GrowingGraph) -> Iterator[str]:
    """Yield the whole graph as Markdown: its nodes and its edges, in order of insertion."""
    nodes, edges = graph.count()
    yield f"### nodes ({nodes:,})"
    yield from map(node_line, graph.nodes())
    yield f"### edges ({edges:,})"
    yield from map(edge_line, graph.edges())


class GraphSerializer:
    """A graph as the text that agents are shown."""

    @staticmethod
    def to_markdown(graph: GrowingGraph) -> str:
        """Return the whole graph as Markdown. An agent is shown at most its budget of tokens: see `observe`."""
        return "\n".join(graph_lines(graph))


def whole_graph(graph: GrowingGraph, tokens: int, form: str = "markdown") -> str | None:
    """Return the whole graph in `form` (`markdown`, `graphml`), None if it exceeds this many tokens."""
    room = Room(tokens)
    if sum(graph.count()) > tokens:  # every node and edge has at least one token
        return None
    lines: Iterable[str] = graph_lines(graph)
    if form == "graphml":
        file = StringIO()
        write_graphml_source(graph, file)
        lines = one_line_each(file.getvalue())
    return room.text if all(map(room.add, lines)) else None


def one_line_each(xml: str) -> list[str]:
    """Return the lines of an XML text so that each begins with a tag: line ends and invisible characters in values
    become character references."""
    joined = _WITHIN.sub("&#10;", xml.rstrip("\n"))
    return [UNSEEN.sub(lambda found: f"&#{ord(found[0])};", line) for line in joined.split("\n")]


def figure_lines(figures: Figures) -> Iterator[str]:
    """Yield the figures of a graph, the most informative first."""
    yield f"- {figures.nodes:,} nodes, {figures.edges:,} edges"
    yield f"- types: {_counts(figures.types)}"
    yield f"- relations: {_counts(figures.relations)}"
    leaders = (f"{quote_text(one.id)} ({one.leaving:,} out, {one.reaching:,} in)" for one in figures.leaders)
    yield f"- most edges: {', '.join(leaders) or 'none'}"
    yield f"- newest: {', '.join(f'{quote_text(node_id)} {name(kind)}' for node_id, kind in figures.newest) or 'none'}"
    yield _wanting("frontier, no outgoing edge", figures.leaves)
    yield _wanting("frontier, without a property that the schema names", figures.lacking)
    largest = ", ".join(f"{size:,}" for size in figures.largest[:5])
    sizes = f", the largest of {largest} nodes; {figures.isolated:,} isolated" if largest else ""
    yield f"- components: {figures.components:,}{sizes}"


def _wanting(what: str, wanting: Wanting) -> str:
    newest = ", ".join(map(quote_text, wanting.newest))
    return f"- {what}: {wanting.count:,}{f', the newest {newest}' if newest else ''}"


def _counts(counts: Sequence[tuple[str, int]]) -> str:
    shown = ", ".join(f"{name(what)} {count:,}" for what, count in counts[:NAMED])
    return (shown or "none") + (f", and {len(counts) - NAMED:,} more" if len(counts) > NAMED else "")


def schema_lines(schema: GraphSchema, keys: Mapping[str, Sequence[Sequence[str]]] | None = None) -> Iterator[str]:
    """Yield a schema, one line for each node type and relation. `keys` are unique keys of several properties."""
    soft = schema.mode is SchemaMode.SOFT
    yield "- mode: soft, other types are added as you use them" if soft else "- mode: strict, other types are refused"
    for kind, node_type in schema.node_types.items():
        told = [
            _attributes(node_type),
            *(f"unique: {' + '.join(map(name, key))}" for key in _keys(kind, node_type, keys)),
        ]
        yield f"- node {name(kind)}" + "".join(f"; {one}" for one in told if one)
    for kind, relation in schema.relations.items():
        ends = f"{_ends(relation.sources)} -> {_ends(relation.targets)}"
        told = [_attributes(relation)] if _attributes(relation) else []
        yield f"- edge {name(kind)}: {ends}" + "".join(f"; {one}" for one in told)
    yield f"- self-loops: {'allowed' if schema.self_loops else 'refused'}"


def _keys(
    kind: str, node_type: NodeType, keys: Mapping[str, Sequence[Sequence[str]]] | None
) -> Iterator[Sequence[str]]:
    return iter(keys[kind]) if keys and keys.get(kind) else ((one,) for one in node_type.unique)


def _attributes(kind: NodeType | Relation) -> str:
    """Return the properties of a type, as in `name (required, text)`; required ones first."""
    told = []
    for key in dict.fromkeys((*kind.required, *kind.attributes)):
        marks = ["required"] if key in kind.required else []
        attribute = kind.attributes.get(key)
        if attribute is not None:
            marks.append(" | ".join(map(value, attribute.one_of)) if attribute.one_of else attribute.type.value)
        told.append(f"{name(key)} ({', '.join(marks)})")
    return ", ".join(told)


def _ends(types: tuple[str, ...] | None) -> str:
    return "any" if types is None else " | ".join(map(name, types)) or "none"


def sentence(text: str, longest: int = 600) -> str:
    """Return a message as one line, cut to `longest` code points."""
    shown = visible_line(text[:longest])
    return shown if len(text) <= longest else f"{shown}…"
