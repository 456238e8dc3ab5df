"""Attributes that an XML file declares, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pramana.graph.io.values import NAMESPACE, load_json, value_of
from pramana.graph.io.xml_stream import XmlFault

LONGEST_SHOWN = 40
"""Characters of a value that a message shows."""


@dataclass(slots=True)
class Declared:
    """A declared attribute. `taken` is False if its values are not read: drawings, ports.

    `is_kind`: its values are the types of the nodes or the relations of the edges, not properties.
    """

    name: str
    kept_as: str
    json_kept: bool = False
    is_kind: bool = False
    of: str = "all"
    default: Any = None
    taken: bool = True

    @classmethod
    def of_element(cls, name: str, kept_as: str, attributes: Mapping[str, str]) -> Declared:
        """Read our marks, if there are any, from the declaring element."""
        json_kept = attributes.get(f"{NAMESPACE} kept") == "json"
        is_kind = attributes.get(f"{NAMESPACE} role") == "kind"
        return cls(name, kept_as, json_kept, is_kind, attributes.get("for", "all"))


def read_declared(declared: Declared, text: str) -> Any:
    """Return a value from its text. Raises Fault if it does not have the declared type."""
    try:
        return value_of(text, declared.kept_as, declared.json_kept)
    except (ValueError, KeyError) as error:
        kept_as = "JSON" if declared.json_kept else declared.kept_as
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
        raise XmlFault(f"has the value {shown!r} for {declared.name!r}, which has the type {kept_as}") from error


def read_name(attributes: Mapping[str, str], shown: str, exact: str = "name") -> str:
    """Return a name or an id: from our mark if there is one, else as shown."""
    text = attributes.get(f"{NAMESPACE} {exact}")
    if text is None:
        return attributes.get(shown, "")
    try:
        return str(load_json(text))
    except ValueError as error:
        raise XmlFault(f"has a name that is not valid JSON, {text!r}") from error
