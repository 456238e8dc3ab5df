"""The edges of a stored graph as tuples: what a user's queries can find, without the words around it."""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pramana
from pramana.evidence import align
from reading.carb import Triple

_CORE = ("HAS_KARTĀ", "HAS_KARMA")
_TO_LINES = frozenset({"CITED_IN", "CAUSES"})
_IMPLICIT = {"be": "is", "have": "has"}


@dataclass(frozen=True, slots=True)
class Participant:
    """An edge of a Kriyā: its relation, its words with the marker in front, and where they are in the line."""

    relation: str
    marker: str
    mention: str
    place: int

    @property
    def words(self) -> str:
        return f"{self.marker} {self.mention}".strip()


def stored_triples(sentences: Sequence[str], settings: str = "") -> dict[str, list[Triple]]:
    """Return the tuples that the graph holds of each sentence, each read as a document of its own.

    `settings` replaces the heading of the section `llm` of the workspace's `pramana.toml`, where it is given.
    """
    with tempfile.TemporaryDirectory() as home:
        folder, documents = Path(home) / "ws", Path(home) / "documents"
        documents.mkdir()
        for place, sentence in enumerate(sentences):
            (documents / f"{place:05}.txt").write_text(sentence, "utf-8")
        with pramana.open(folder, create=True):
            pass
        config = folder / "pramana.toml"
        config.write_text(config.read_text("utf-8").replace("[llm]\n", settings or "[llm]\n", 1), "utf-8")
        with pramana.open(folder) as ws:
            ws.ingest(documents)
            return _by_sentence(sentences, ws.to_networkx())


def _by_sentence(sentences: Sequence[str], graph: Any) -> dict[str, list[Triple]]:
    found: dict[str, list[Triple]] = defaultdict(list)
    for kriya, held in graph.nodes(data=True):
        if held["type"] == "Kriya":
            line = graph.nodes[f"{held['doc_id']}_L{held['line_number']}"]["text"]
            edges = [edge for *_, edge in graph.out_edges(kriya, data=True) if edge["relation"] not in _TO_LINES]
            sentence = sentences[int(held["doc_id"].partition(".")[0])]
            found[sentence] += triples_of(line, held, edges)
    return found


def triples_of(line: str, kriya: Mapping[str, Any], edges: Sequence[Mapping[str, Any]]) -> Iterator[Triple]:
    """Yield a tuple for each first participant of a Kriyā, with all others as its further arguments, in their order.

    First is the bare agent; the bare object before the verb where there is none, or it is named by *by* behind it.
    """
    verb = align(kriya["verb_quote"], line)
    at = verb.start if verb else 0
    parts = sorted((_participant(line, edge, at) for edge in edges), key=lambda part: part.place)
    first = _first(parts, at)
    rest = [part.words for part in parts if part not in first]
    if kriya.get("attributed_to"):
        rest.append(f"C: {kriya['attributed_to']} said")
    for part in first if rest else ():
        yield Triple(_relation(kriya), part.mention, " ".join(rest))


def _participant(line: str, edge: Mapping[str, Any], near: int) -> Participant:
    span = align(edge["quote"], line, near=near)
    return Participant(edge["relation"], edge.get("marker") or "", edge["quote"], span.start if span else len(line))


def _first(parts: Sequence[Participant], verb: int) -> list[Participant]:
    agents, objects = ([part for part in parts if part.relation == name and not part.marker] for name in _CORE)
    before = [part for part in objects if part.place < verb]
    passive = before and all(part.place > verb for part in agents)
    return before if passive else agents or objects


def _relation(kriya: Mapping[str, Any]) -> str:
    """Return the words of the verb; of a possessive, a comma or a bracket the verb that they show."""
    quote, verb = str(kriya["verb_quote"]), str(kriya["verb"])
    shown = bool(re.search(r"\w{2}", quote)) and quote.lower() not in _OWNERS
    return quote if shown else _IMPLICIT.get(verb, verb)


_OWNERS = frozenset("my your his her its our their whose".split())
