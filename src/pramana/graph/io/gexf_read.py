"""Reads GEXF 1.1 to 1.3 as a stream."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pramana.graph.io.assembling import Assembler
from pramana.graph.io.model import Imported
from pramana.graph.io.values import NAMESPACE
from pramana.graph.io.xml_stream import XmlFault, parse_xml
from pramana.graph.io.xml_values import Declared, read_declared, read_name

_NETWORKX_KEY = "networkx_key"
"""NetworkX's number of a parallel edge."""

_DRAWINGS = frozenset(("color", "position", "size", "shape", "thickness"))
"""Elements of the viz namespace: how a node or edge is drawn, no data of the graph."""

_TIMES = frozenset(("spell", "slice"))
"""Elements of dynamic graphs, which the model has no place for."""


def read_gexf(path: Path) -> Imported:
    """Read a GEXF file. Raises GraphFileError with the line if it is invalid."""
    handler = _Gexf(path)
    parse_xml(path, handler)
    return handler.assembler.finish("gexf", handler.directed)


@dataclass(slots=True)
class _GexfItem:
    tag: str
    id: str
    ends: tuple[str, ...]
    line: int
    extra: dict[str, Any]
    attributes: dict[str, Any] = field(default_factory=dict)
    kind: str | None = None


class _Gexf:
    texts = frozenset(("default",))

    def __init__(self, path: Path) -> None:
        self.assembler = Assembler(path, "line")
        self.directed = False
        self._seen_root = False
        self._declared: dict[tuple[str, str], Declared] = {}
        self._defaults: dict[str, dict[str, Any]] = {}
        self._of = "node"
        self._declaring: Declared | None = None
        self._ids: dict[str, str] = {}
        self._items: list[_GexfItem] = []
        self._starts: dict[str, Callable[[Mapping[str, str], int], None]] = {
            "graph": self._start_graph,
            "attributes": self._start_attributes,
            "attribute": self._start_attribute,
            "node": self._start_node,
            "edge": self._start_edge,
            "attvalue": self._start_value,
        }

    def start(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        if not self._seen_root and tag != "gexf":
            raise XmlFault(f"not a GEXF file: it begins with <{tag}>")
        self._seen_root = True
        begin = self._starts.get(tag)
        if begin is not None:
            begin(attributes, line)
        elif tag in _DRAWINGS and self._items:
            self.assembler.warnings.add("Colours, sizes and positions were left out")
        elif tag in _TIMES:
            self.assembler.warnings.add("Time intervals were left out")

    def end(self, tag: str, text: str, line: int) -> None:
        if tag == "default" and self._declaring is not None:
            self._defaults.setdefault(self._of, {})[self._declaring.name] = read_declared(self._declaring, text)
        elif tag == "attribute":
            self._declaring = None
        elif tag in ("node", "edge") and self._items:
            self._end_item(self._items.pop())

    def _start_graph(self, attributes: Mapping[str, str], line: int) -> None:
        self.directed = attributes.get("defaultedgetype") == "directed"

    def _start_attributes(self, attributes: Mapping[str, str], line: int) -> None:
        self._of = attributes.get("class", "node")

    def _start_attribute(self, attributes: Mapping[str, str], line: int) -> None:
        name = read_name(attributes, "title")
        self._declaring = Declared.of_element(name, attributes.get("type", "string"), attributes)
        self._declared[self._of, attributes.get("id", "")] = self._declaring

    def _start_node(self, attributes: Mapping[str, str], line: int) -> None:
        if self._items:
            self.assembler.warnings.add("Nested nodes were imported as top-level nodes")
        shown, label = attributes.get("id", ""), attributes.get("label")
        self._ids[shown] = str(read_name(attributes, "id", "id"))
        extra = {"label": label} if label not in (None, "", shown) and f"{NAMESPACE} id" not in attributes else {}
        self._items.append(_GexfItem("node", self._ids[shown], (), line, extra))

    def _start_edge(self, attributes: Mapping[str, str], line: int) -> None:
        if attributes.get("type", "") not in ("", "directed" if self.directed else "undirected"):
            self.assembler.warnings.add(
                "Edges whose direction differs from the graph's were imported with the graph's", str(line)
            )
        ends = (attributes.get("source", ""), attributes.get("target", ""))
        extra: dict[str, Any] = {}
        if "weight" in attributes:
            extra["weight"] = read_declared(Declared("weight", "double"), attributes["weight"])
        if attributes.get("label"):
            extra["label"] = attributes["label"]
        self._items.append(_GexfItem("edge", attributes.get("id", ""), ends, line, extra))

    def _start_value(self, attributes: Mapping[str, str], line: int) -> None:
        if not self._items:
            return
        item = self._items[-1]
        key = attributes.get("for", attributes.get("id", ""))
        declared = self._declared.get((item.tag, key))
        if declared is None:
            raise XmlFault(f"has a value for the undeclared attribute {key!r}")
        value = read_declared(declared, attributes.get("value", ""))
        if declared.is_kind:
            item.kind = str(value)
        elif declared.name != _NETWORKX_KEY:
            item.attributes[declared.name] = value

    def _end_item(self, item: _GexfItem) -> None:
        attributes = {**self._defaults.get(item.tag, {}), **item.extra, **item.attributes}
        if item.tag == "node":
            self.assembler.node(item.id, attributes, item.line, item.kind)
        else:
            source, target = (self._ids.get(end, end) for end in item.ends)
            self.assembler.edge(source, target, attributes, item.line, item.kind)
