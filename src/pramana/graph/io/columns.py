"""Attribute declarations of XML formats: one for each name and type, before the first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from xml.sax.saxutils import quoteattr

from pramana.canonical import canonical
from pramana.graph.io.model import Source
from pramana.graph.io.values import FORBIDDEN, xml_json

Owner = Literal["node", "edge"]
KIND: dict[Owner, str] = {"node": "type", "edge": "relation"}
"""The attribute name of a node's type and of an edge's relation."""

_CLAIMED: dict[Owner, frozenset[str]] = {
    "node": frozenset((KIND["node"], "node_for_adding", "self")),
    "edge": frozenset((KIND["edge"], "id", "key")),
}
"""Names that a property cannot have in the file: the kind's, and those that break NetworkX's reader."""

_ENDS = {"\r": "&#13;"}
"""XML parsers turn a bare carriage return into a line feed, so it is escaped."""


@dataclass(frozen=True, slots=True)
class DeclaredColumn:
    """A declared attribute. `shown` is its name with only characters that XML allows."""

    id: str
    owner: Owner
    name: str
    shown: str
    kept_as: str
    is_kind: bool = False

    def marks(self) -> str:
        """Return the attributes that only our reader uses: role, exact name, JSON."""
        role = ' pramana:role="kind"' if self.is_kind else ""
        name = f" pramana:name={attribute(xml_json(self.name))}" if self.shown != self.name else ""
        return role + name + (' pramana:kept="json"' if self.kept_as == "json" else "")

    @property
    def xml_type(self) -> str:
        return "string" if self.kept_as == "json" else self.kept_as


class SourceColumns:
    """The columns of a source, found in one pass over it."""

    def __init__(self, source: Source) -> None:
        found: dict[tuple[Owner, str, str], None] = {}
        for node in source.nodes():
            _note(found, "node", node.properties)
        for edge in source.edges():
            _note(found, "edge", edge.properties)
        shown = _Shown()
        kinds: tuple[Owner, ...] = ("node", "edge")
        self._kinds = {
            (owner, kept): DeclaredColumn(f"{owner[0]}{kept[0]}", owner, KIND[owner], KIND[owner], kept, True)
            for owner in kinds
            for kept in ("string", "json")
        }
        self._columns = {
            key: DeclaredColumn(f"d{number}", key[0], key[1], shown.of(key[0], key[1]), key[2])
            for number, key in enumerate(sorted(found))
        }

    def declarations(self, owner: Owner) -> Iterator[DeclaredColumn]:
        yield from (column for column in self._kinds.values() if column.owner == owner)
        yield from (column for column in self._columns.values() if column.owner == owner)

    def cells(self, owner: Owner, kind: str, properties: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the column id and the text of each attribute: the kind, then the properties by name."""
        kept = kept_as(kind)
        yield self._kinds[owner, kept].id, text_of(kind, kept)
        for name in sorted(properties):
            value = properties[name]
            if value is not None:
                kept = kept_as(value)
                yield self._columns[owner, name, kept].id, text_of(value, kept)


class _Shown:
    """Names that XML allows, unique among nodes and among edges, assigned in order of request."""

    def __init__(self) -> None:
        self._taken: dict[Owner, dict[str, str]] = {"node": {}, "edge": {}}

    def of(self, owner: Owner, name: str) -> str:
        taken = self._taken[owner]
        shown = FORBIDDEN.sub("\ufffd", name)
        while shown in _CLAIMED[owner] or taken.get(shown, name) != name:
            shown += "_"
        taken[shown] = name
        return shown


class XmlIds:
    """Ids of nodes as XML allows them: unchanged, except for forbidden characters."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._taken: set[str] = set()

    def add(self, node_id: str) -> str:
        """Return the XML attributes for a node's id."""
        shown = FORBIDDEN.sub("\ufffd", node_id)
        while shown in self._taken:
            shown += "_"
        self._taken.add(shown)
        if shown == node_id:
            return f"id={attribute(shown)}"
        self._shown[node_id] = shown
        return f"id={attribute(shown)} pramana:id={attribute(xml_json(node_id))}"

    def of(self, node_id: str) -> str:
        return attribute(self._shown.get(node_id, node_id))


def _note(found: dict[tuple[Owner, str, str], None], owner: Owner, properties: Mapping[str, Any]) -> None:
    for name, value in properties.items():
        if value is not None:
            found[owner, name, kept_as(value)] = None


def kept_as(value: Any) -> str:
    """Return the declared type of a value; `json` if XML has no type for it."""
    if isinstance(value, str):
        return "json" if FORBIDDEN.search(value) else "string"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long" if -(2**63) <= value < 2**63 else "json"
    return "double" if isinstance(value, float) else "json"


def text_of(value: Any, kept: str) -> str:
    """Return a value's text. Raises CanonicalError for values that JSON cannot hold, such as infinity."""
    if kept == "json":
        return xml_json(value)
    return value if isinstance(value, str) else canonical(value)


def attribute(text: str) -> str:
    """Return a text as a quoted attribute value, with white space preserved."""
    return quoteattr(text, _ENDS)
