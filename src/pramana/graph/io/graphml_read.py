"""Reads GraphML as a stream: keys, nodes and edges, also in nested graphs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pramana.graph.io.assembling import Assembler
from pramana.graph.io.dialects import settle
from pramana.graph.io.model import Imported
from pramana.graph.io.xml_stream import XmlFault, parse_xml
from pramana.graph.io.xml_values import Declared, read_declared, read_name


def read_graphml(path: Path) -> Imported:
    """Read a GraphML file of any tool, normalised for nano-graphrag and LightRAG.

    Raises GraphFileError with the line if the file is invalid.
    """
    handler = _Graphml(path)
    parse_xml(path, handler)
    return settle(handler.assembler, handler.directed)


@dataclass(slots=True)
class _GraphmlItem:
    """The node or edge that is being read."""

    tag: str
    id: str
    ends: tuple[str, ...]
    line: int
    attributes: dict[str, Any] = field(default_factory=dict)
    kind: str | None = None


class _Graphml:
    texts = frozenset(("data", "default"))

    def __init__(self, path: Path) -> None:
        self.assembler = Assembler(path, "line")
        self.directed = True
        self._keys: dict[str, Declared] = {}
        self._defaulted: list[Declared] = []
        self._ids: dict[str, str] = {}
        self._items: list[_GraphmlItem] = []
        self._key: Declared | None = None
        self._seen_root = False
        self._graphs = 0
        self._starts: dict[str, Callable[[Mapping[str, str], int], None]] = {
            "key": self._start_key,
            "graph": self._start_graph,
            "node": self._start_node,
            "edge": self._start_edge,
            "hyperedge": self._start_hyperedge,
            "data": self._start_data,
        }

    def start(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        if not self._seen_root:
            if tag != "graphml":
                raise XmlFault(f"not a GraphML file: it begins with <{tag}>")
            self._seen_root = True
        begin = self._starts.get(tag)
        if begin is not None:
            begin(attributes, line)

    def end(self, tag: str, text: str, line: int) -> None:
        if tag == "data":
            self._end_data(text)
        elif tag == "default" and self._key is not None:
            self._key.default = read_declared(self._key, text)
            self._defaulted.append(self._key)
        elif tag == "key":
            self._key = None
        elif tag in ("node", "edge", "hyperedge") and self._items:
            self._end_item(self._items.pop())

    def _start_key(self, attributes: Mapping[str, str], line: int) -> None:
        name = read_name(attributes, "attr.name")
        self._key = self._keys[attributes.get("id", "")] = Declared.of_element(
            name, attributes.get("attr.type", "string"), attributes
        )
        self._key.taken = "attr.name" in attributes

    def _start_graph(self, attributes: Mapping[str, str], line: int) -> None:
        if not self._items:
            self._graphs += 1
            if self._graphs > 1:
                raise XmlFault("has more than one graph; write each graph to its own file")
            self.directed = attributes.get("edgedefault") != "undirected"
        else:
            self.assembler.warnings.add("Nested nodes were imported as top-level nodes")

    def _start_node(self, attributes: Mapping[str, str], line: int) -> None:
        shown = attributes.get("id", "")
        self._ids[shown] = read_name(attributes, "id", "id")
        self._items.append(_GraphmlItem("node", self._ids[shown], (), line))

    def _start_edge(self, attributes: Mapping[str, str], line: int) -> None:
        ends = (attributes.get("source", ""), attributes.get("target", ""))
        if attributes.get("directed", "") not in ("", "true" if self.directed else "false"):
            self.assembler.warnings.add(
                "Edges whose direction differs from the graph's were imported with the graph's", str(line)
            )
        self._items.append(_GraphmlItem("edge", attributes.get("id", ""), ends, line))

    def _start_hyperedge(self, attributes: Mapping[str, str], line: int) -> None:
        self.assembler.warnings.add("Hyperedges were left out, in lines", str(line))
        self._items.append(_GraphmlItem("hyperedge", "", (), line))

    def _start_data(self, attributes: Mapping[str, str], line: int) -> None:
        self._key = self._keys.get(attributes.get("key", ""))
        if self._key is None:
            raise XmlFault(f"has data under the undeclared key {attributes.get('key')!r}")

    def _end_data(self, text: str) -> None:
        key, self._key = self._key, None
        if key is None or not self._items:  # data of the graph element
            return
        if not key.taken:
            self.assembler.warnings.add("Values of keys without attr.name (drawings) were left out")
        elif key.is_kind:
            self._items[-1].kind = str(read_declared(key, text))
        else:
            self._items[-1].attributes[key.name] = read_declared(key, text)

    def _end_item(self, item: _GraphmlItem) -> None:
        for key in self._defaulted:
            if key.of in (item.tag, "all") and key.taken:
                item.attributes.setdefault(key.name, key.default)
        if item.tag == "node":
            self.assembler.node(item.id, item.attributes, item.line, item.kind)
        elif item.tag == "edge":
            source, target = (self._ids.get(end, end) for end in item.ends)
            self.assembler.edge(source, target, item.attributes, item.line, item.kind)
