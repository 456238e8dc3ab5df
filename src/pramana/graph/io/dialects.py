"""Normalises graphs written by nano-graphrag and LightRAG: strips quotes, splits lists, decodes JSON in texts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pramana.errors import GraphFileError
from pramana.graph.io.assembling import Assembler, Raw
from pramana.graph.io.model import Imported
from pramana.graph.io.values import load_json

SEPARATOR = "<SEP>"
"""The separator of both tools for values from several chunks."""

LISTS = frozenset(("description", "source_id", "file_path"))
"""Attributes in which both tools join the values of several chunks."""

MARKS = frozenset(("entity_type", "source_id"))
"""Attributes of nodes that only graphs of these tools have together."""

AS_JSON = frozenset(("clusters",))
"""Attributes in which nano-graphrag stores JSON as text."""

_LIGHTRAG = frozenset(("entity_id", "file_path", "keywords", "created_at", "truncate"))
"""Attributes that only LightRAG writes: they distinguish the two tools."""


def settle(assembler: Assembler, directed: bool) -> Imported:
    """Return the import, normalised for the tool that wrote the file.

    In both dialects `description`, `source_id` and `file_path` become lists without duplicates.
    """
    names = assembler.names()
    if not names >= MARKS:
        return assembler.finish("graphml", directed)
    _check_ids(assembler)
    assembler.rewrite(_settle_item)
    light = _LIGHTRAG & (names | assembler.names(of_edges=True))
    return assembler.finish("lightrag" if light else "nano-graphrag", directed)


def strip_quotes(text: str) -> str:
    """Return a text without surrounding white space and double quotes; one of the two quotes may be missing.

    >>> unquoted('"PROJECT GUTENBERG"'), unquoted('"A sentence that was cut'), unquoted('"Bob" and "Eve"')
    ('PROJECT GUTENBERG', 'A sentence that was cut', '"Bob" and "Eve"')
    """
    bare = text.strip()
    while len(bare) > 1 and bare[0] == bare[-1] == '"' and _opens(bare[1:-1]):
        bare = bare[1:-1].strip()
    return bare.strip('"').strip() if bare.count('"') == 1 else bare


def _opens(text: str) -> bool:
    """Return whether the first double quote of a text is an opening one, or there is none."""
    before = text.partition('"')[0]
    return before == text or not before or before[-1] in " ([-—"


def _check_ids(assembler: Assembler) -> None:
    """Refuse ids that differ only in quotes: merging their nodes would change the graph."""
    seen: dict[str, str] = {}
    for own in assembler.ids():
        other = seen.setdefault(strip_quotes(own), own)
        if other != own:
            raise GraphFileError(assembler.path, f"has two ids that differ only in quotes, {other!r} and {own!r}")


def _settle_item(raw: Raw) -> Raw:
    attributes = {name: settled_value(name, value) for name, value in raw.attributes.items()}
    return replace(raw, id=_id(raw.id), ends=tuple(map(_id, raw.ends)), attributes=attributes)


def _id(text: str) -> str:
    return strip_quotes(text) or text


def settled_value(name: str, value: Any) -> Any:
    """Return the value of an attribute of a graph of these tools: a list, decoded JSON, or a text without quotes."""
    if not isinstance(value, str):
        return value
    if name in AS_JSON:
        return _read_json(value)
    if name in LISTS:
        parts = (strip_quotes(part) for part in value.split(SEPARATOR))
        return list(dict.fromkeys(part for part in parts if part))
    return strip_quotes(value)


def _read_json(text: str) -> Any:
    try:
        return load_json(text)
    except ValueError:
        return text
