"""Writes GraphML 1.0 as a stream: declarations first, then nodes and edges."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import IO, Any
from xml.sax.saxutils import escape, quoteattr

from pramana.canonical import canonical

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold even when escaped (section 2.2, Char)."""

_LINE_ENDS = {"\r": "&#13;"}
"""XML parsers turn a bare carriage return into a line feed, so it is escaped."""

_CLAIMED = {"node": ("node_for_adding", "self"), "edge": ("id", "key")}
"""Attribute names that break NetworkX's reader or that it overwrites."""

_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns '
    'http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
)


class GraphmlWriter:
    """Declare every record first, then write each one, in the same order of nodes, then edges."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._declared: dict[tuple[str, str, str], str] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._ids: dict[str, str] = {}
        self._taken: set[tuple[str, str]] = {(kind, name) for kind, names in _CLAIMED.items() for name in names}

    def declare(self, kind: str, attributes: Mapping[str, Any]) -> None:
        """Record the attributes of one `node` or `edge`."""
        for name, value in attributes.items():
            self._declared.setdefault((kind, name, _type_of(value)), "")

    def begin(self) -> None:
        self._file.write(_HEAD)
        for number, (kind, name, kept_as) in enumerate(sorted(self._declared)):
            self._declared[kind, name, kept_as] = f"d{number}"
            self._file.write(
                f'<key id="d{number}" for="{kind}" attr.name={_attribute(self._name(kind, name))} '
                f'attr.type="{kept_as}"/>\n'
            )
        self._file.write('<graph edgedefault="directed">\n')

    def node(self, node_id: str, attributes: Mapping[str, Any]) -> None:
        self._ids[node_id] = self._free("id", _writable(node_id))
        self._file.write(f"<node id={_attribute(self._ids[node_id])}>")
        self._data("node", attributes)
        self._file.write("</node>\n")

    def edge(self, edge_id: str, source: str, target: str, attributes: Mapping[str, Any]) -> None:
        ends = f"source={_attribute(self._ids[source])} target={_attribute(self._ids[target])}"
        own = self._free("edge id", _writable(edge_id))
        self._file.write(f"<edge id={_attribute(own)} {ends}>")
        self._data("edge", attributes)
        self._file.write("</edge>\n")

    def end(self) -> None:
        self._file.write("</graph>\n</graphml>\n")

    def _data(self, kind: str, attributes: Mapping[str, Any]) -> None:
        for name in sorted(attributes):
            value = attributes[name]
            key = self._declared[kind, name, _type_of(value)]
            self._file.write(f'<data key="{key}">{escape(_writable(_text_of(value)), _LINE_ENDS)}</data>')

    def _name(self, kind: str, name: str) -> str:
        """Return the name as XML allows it, the same for all types of the attribute's values."""
        if (kind, name) not in self._names:
            self._names[kind, name] = self._free(kind, _writable(name))
        return self._names[kind, name]

    def _free(self, kind: str, text: str) -> str:
        """Return `text`, followed by as many `_` as make it unique: two names may become equal in XML."""
        while (kind, text) in self._taken:
            text += "_"
        self._taken.add((kind, text))
        return text


def _type_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long" if -(2**63) <= value < 2**63 else "string"
    return "double" if isinstance(value, float) else "string"


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else canonical(value)


def _writable(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)


def _attribute(text: str) -> str:
    return quoteattr(text, _LINE_ENDS)
