"""A workspace's graph as the benchmarks of reading need it: events with their participants, as the line has them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pramana


@dataclass(frozen=True, slots=True)
class StoredParticipant:
    """An edge of an event: its relation, its marker ("" for none), its mention and where that is in the line."""

    relation: str
    marker: str
    mention: str
    start: int


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with its line, its verb's place in it, and its participants in the order of the line.

    `causes` are the quotes of the events that the graph says it causes.
    """

    id: str
    line: str
    kriya: Mapping[str, Any]
    start: int
    participants: tuple[StoredParticipant, ...]
    causes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredLines:
    """The texts of lines by id, and the events, both in the order of documents and lines."""

    texts: dict[str, str]
    events: tuple[StoredEvent, ...]


def read_into_graph(documents: Sequence[Path], settings: str = "") -> StoredLines:
    """Read documents into a workspace, and return what its graph holds.

    `settings` replaces the heading of the section `llm` of the workspace's `pramana.toml`, where it is given.
    """
    with tempfile.TemporaryDirectory() as home:
        folder, exported = Path(home) / "ws", Path(home) / "graph.json"
        with pramana.open(folder, create=True):
            pass
        config = folder / "pramana.toml"
        config.write_text(config.read_text("utf-8").replace("[llm]\n", settings or "[llm]\n", 1), "utf-8")
        with pramana.open(folder) as ws:
            ws.ingest(list(documents))
            ws.export(exported)
        return _stored_lines(json.loads(exported.read_text("utf-8")))


def _stored_lines(graph: Mapping[str, Any]) -> StoredLines:
    held = {node["id"]: node for node in graph["nodes"]}
    edges: dict[str, list[Mapping[str, Any]]] = {name: [] for name in held}
    for edge in graph["edges"]:
        edges[edge["source"]].append(edge)
    texts = {name: held[name]["properties"]["text"] for name in _ordered(held, "Document")}
    events = tuple(_event(held[name], edges[name], held) for name in _ordered(held, "Kriya"))
    return StoredLines(texts, events)


def _ordered(held: Mapping[str, Mapping[str, Any]], kind: str) -> list[str]:
    """Return the ids of the nodes of a kind in the order of documents, lines and events."""
    places = {name: node["properties"] for name, node in held.items() if node["type"] == kind}
    return sorted(places, key=lambda name: (places[name]["doc_id"], places[name]["line_number"], len(name), name))


def _event(
    node: Mapping[str, Any], edges: Sequence[Mapping[str, Any]], held: Mapping[str, Mapping[str, Any]]
) -> StoredEvent:
    kriya = node["properties"]
    found = sorted(
        (_participant(edge) for edge in edges if "marker" in edge["properties"]), key=lambda each: each.start
    )
    targets = [held[edge["target"]] for edge in edges if edge["relation"] == "CAUSES"]
    causes = tuple(sorted(each["properties"]["verb_quote"] for each in targets))
    start = min((item["start"] for item in node["evidence"]), default=0)
    return StoredEvent(node["id"], f"{kriya['doc_id']}_L{kriya['line_number']}", kriya, start, tuple(found), causes)


def _participant(edge: Mapping[str, Any]) -> StoredParticipant:
    """Return a participant; of an edge's evidence the piece that is not its marker names it."""
    marker = edge["properties"]["marker"] or ""
    pieces = edge["evidence"]
    named = [item for item in pieces if item["quote"].casefold() != marker.casefold()] or pieces
    return StoredParticipant(edge["relation"], marker, named[-1]["quote"], named[-1]["start"])
