"""How answers by rule name items, write values, and tell a path: shared by the answers to all shapes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pramana.investigate.called import name_of

VERB = "verb"
"""The attribute by which an event is called that has no name."""
EDGE_TOLD_FIELDS = ("description", "summary")
"""Attributes of an edge whose text says how its ends are connected."""
MOST_QUOTED = 2
"""Descriptions of one edge that are quoted: tools keep one for each place where they met it."""
TOLD_CHARS = 240
"""Characters of such a text that an answer repeats."""
Items = Sequence[tuple[str, Mapping[str, Any]]]


def items_under(state: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the items that a state is shown to hold under a key, with their references."""
    held = state.get(key, {})
    found = held.get("items", {}) if isinstance(held, Mapping) else {}
    return [(ref, value) for ref, value in found.items() if isinstance(value, Mapping)]


def item_name(item: Mapping[str, Any]) -> str:
    """Return what an item is called; an event by its verb, with its id."""
    if isinstance(item.get("source"), str) and isinstance(item.get("target"), str):
        return f"{item['source']} and {item['target']}"
    called = f"{item[VERB]} ({item.get('id', '')})" if isinstance(item.get(VERB), str) else item.get("id", "")
    return name_of(item) or str(called)


def value_text(value: Any) -> str:
    """Return a value as an answer says it; true and false as JSON writes them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if not isinstance(value, list) else ", ".join(map(str, value))


def way_text(path: Mapping[str, Any], names: Mapping[str, str], *, directed: bool) -> str:
    """Return a path as a row of names, with the relation between each two, its direction, and what its edges say."""
    nodes = [str(node) for node in path["nodes"]]
    edges = [edge for edge in path.get("edges", ()) if isinstance(edge, Mapping)]
    told = [names.get(nodes[0], nodes[0])]
    for place, node in enumerate(nodes[1:]):
        edge = edges[place] if place < len(edges) else {}
        relation = edge.get("relation", "")
        forward = edge.get("source") == nodes[place]
        begin, end = ("-", "-") if not directed else ("-", "->") if forward else ("<-", "-")
        told += [f"{begin}{relation}{end}", names.get(node, node)]
    said = " ".join(filter(None, map(edge_quote, edges)))
    return f"{' '.join(told)}{f': {said}' if said else '.'}"


def edge_quote(edge: Mapping[str, Any]) -> str:
    """Return what an edge's descriptions say, quoted, the first of them; "" where none can be quoted."""
    for name in EDGE_TOLD_FIELDS:
        value = edge.get(name)
        parts = [str(each).split(_SEPARATOR) for each in (value if isinstance(value, list) else [value]) if each]
        if texts := [text for part in parts for text in part if _quotable(text)]:
            distinct = list(dict.fromkeys(" ".join(text.split()).strip(' "') for text in texts))
            return " ".join(f"“{_shorten(text)}”" for text in distinct[:MOST_QUOTED])
    return ""


def _quotable(text: str) -> bool:
    return bool(text.strip()) and not _QUOTES.search(text) and not _CUT.search(text)


_SEPARATOR = "<SEP>"
"""What LightRAG puts between the descriptions of one edge."""
_QUOTES = re.compile('["“”«»]')
_CUT = re.compile(r"… \(\+\d+ characters\)$")
"""The end of a text that a state's summary does not show whole."""


def _shorten(text: str) -> str:
    return text if len(text) <= TOLD_CHARS else f"{text[:TOLD_CHARS].rpartition(' ')[0]} …"


def join_names(names: Sequence[str]) -> str:
    """Return names as a list in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
