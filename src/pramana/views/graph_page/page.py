"""A graph as one HTML page that needs nothing else: searched, filtered, and read down to the sentence behind an edge.

All of a graph is hostile text. It is in the page as escaped JSON, and shown as text alone; the page allows no script
and no style but its own, by their hashes, and nothing from outside.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pramana.errors import InputError, UnknownName
from pramana.evidence import Grade
from pramana.graph import Imported, address_in, read_graph
from pramana.pages import page_script, page_style, part, render
from pramana.views.graph_page.choosing import interest_of, most_connected, nearest
from pramana.views.graph_page.model import PagePlace, ViewEdge, ViewGraph, ViewLine, ViewNode
from pramana.views.graph_page.reading import label_of, left_out, workspace_graph
from pramana.views.showing import HtmlPage
from pramana.views.stores import Stores

LIMIT = 10_000
"""The default number of edges on a page. With twice as many it still moves smoothly."""
MOST_LIMIT = 100_000
"""The largest number of edges that a page may show: bounds the file's size and the browser's work on the layout."""
_HERE = Path(__file__).parent / "assets"
_SCRIPTS = ("data.js", "search.js", "layout.js", "drawing.js", "pointing.js", "panel.js", "start.js")
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


@dataclass(frozen=True)
class GraphView(HtmlPage):
    """A graph to look at. `html()` is the page, `save` writes it; a notebook shows it."""

    title: str
    graph: ViewGraph = field(repr=False)

    def html(self) -> str:
        """Return the page. The same graph and title give the same text."""
        data = json.dumps(self.graph.page_data(), ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
        script, style = graph_script(), graph_style()
        return render(_HERE / "page.html", frame="base.html", title=self.title, script=script, style=style, data=data)

    @property
    def page_title(self) -> str:
        return f"Graph of {self.title}"


def graph_script() -> str:
    """Return the script of a graph's page. It draws the data that an element with the id `data` holds as JSON."""
    return page_script() + "".join(part(_HERE, name) for name in _SCRIPTS)


def graph_style() -> str:
    """Return the style of a graph's page."""
    return page_style() + part(_HERE, "page.css")


def served_graph_page(script: str, style: str) -> str:
    """Return a graph's page without data, for a server: `script` and `style` are addresses."""
    return render(_HERE / "page.html", frame="served.html", title="", script=script, style=style)


def view_workspace(stores: Stores, title: str, about: str | None = None, limit: int | None = None) -> GraphView:
    """Return a workspace's graph to look at, opened at an entity: the one with most edges, where none is named.

    Of a graph with more than `limit` edges (1 to 100,000) it shows those nearest to that entity. Raises UnknownName
    for an entity that is not there.
    """
    limit = checked_limit(limit)
    return GraphView(title, workspace_graph(stores, about, limit))


def view_file(path: str | Path, about: str | None = None, limit: int | None = None) -> GraphView:
    """Return a graph of any tool's file or folder to look at. Raises GraphFileError where it cannot be read."""
    limit = checked_limit(limit)
    return GraphView(address_in(path) or Path(path).resolve().name, imported_graph(read_graph(path), about, limit))


def checked_limit(limit: int | None) -> int:
    """Return how many edges a page shows: None means 10,000. Raises InputError for a number that no page can have."""
    limit = LIMIT if limit is None else limit
    if not 1 <= limit <= MOST_LIMIT:
        raise InputError(f"A page shows 1 to {MOST_LIMIT:,} edges, not {limit:,}.")
    return limit


def imported_graph(graph: Imported, about: str | None, limit: int) -> ViewGraph:
    """Return at most `limit` edges of a graph that was read from a file: asserted, as no text was looked at."""
    numbers = {node.id: number for number, node in enumerate(graph.nodes)}
    labels = [label_of(node.id, node.type, node.properties) for node in graph.nodes]
    ends = [(numbers[edge.source], numbers[edge.target]) for edge in graph.edges]
    start = most_connected(len(labels), ends, None if about is None else _nodes_called(about, graph, labels))
    kept = nearest(len(labels), ends, [start], limit)
    shown = (
        sorted({end for edge in kept for end in ends[edge]} | {start})
        if len(kept) < len(ends)
        else list(range(len(labels)))
    )
    places = {node: place for place, node in enumerate(shown)}
    texts = {key: number for number, key in enumerate(graph.texts)}
    nodes = tuple(_imported_node(graph, number, labels[number], texts) for number in shown)
    return ViewGraph(
        nodes,
        tuple(
            ViewEdge(
                places[ends[number][0]],
                graph.edges[number].relation,
                places[ends[number][1]],
                graph.edges[number].id,
                at=_cited_places(graph.edges[number].properties, texts),
                properties=graph.edges[number].properties,
            )
            for number in kept
        ),
        tuple(ViewLine(key, text) for key, text in graph.texts.items()),
        start=places.get(start, 0),
        directed=graph.directed,
        told=left_out(len(kept), len(ends), labels[start] if labels else ""),
    )


def _imported_node(graph: Imported, number: int, label: str, texts: dict[str, int]) -> ViewNode:
    node = graph.nodes[number]
    cited = _cited_places(node.properties, texts)
    interest = interest_of(label, typed=bool(node.type))
    return ViewNode(
        node.id, label, node.type, Grade.ASSERTED.value, properties=node.properties, at=cited, interest=interest
    )


def _cited_places(properties: Any, texts: dict[str, int]) -> tuple[PagePlace, ...]:
    """Return the pieces of text that properties name, where the file has them."""
    listed = [each for value in properties.values() if isinstance(value, list) for each in value]
    named = dict.fromkeys(each for each in listed if isinstance(each, str) and each in texts)
    return tuple(PagePlace(texts[each], 0, 0, Grade.ASSERTED.value) for each in named)


def _nodes_called(about: str, graph: Imported, labels: list[str]) -> list[int]:
    wanted = about.casefold()
    found = [
        number for number, node in enumerate(graph.nodes) if wanted in (node.id.casefold(), labels[number].casefold())
    ]
    if not found:
        raise UnknownName("node", about, labels)
    return found
