"""What the words of an answer settle to: *4 May 1938* = 1938-05-04, *40 million kroner* = 40000000 krone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pramana.events import values_of
from pramana.graph import SqliteGraph, fold_name
from pramana.karaka.schema import RELATION_OF
from pramana.karaka.traverse import Match
from pramana.language import AnswerKind


def notes_of_matches(graph: SqliteGraph, matches: Iterable[Match]) -> list[str]:
    """Return a note for each answering participant whose value is known and says more than its words."""
    return list(dict.fromkeys(note for match in matches for note in _notes_of_match(graph, match)))


def _notes_of_match(graph: SqliteGraph, match: Match) -> Iterator[str]:
    answering = {node.id: str(node.properties.get("canonical_name", "")) for node in match.entities}
    for relation in RELATION_OF.values():
        for edge in graph.edges_from(match.kriya.id, relation):
            if edge.target in answering:
                yield from _note(answering[edge.target], edge.properties)


def notes_of_words(names: Iterable[str], kind: AnswerKind | None) -> list[str]:
    """Return a note for each expression that answers and whose value is known."""
    time = kind is AnswerKind.TIME
    settled = ((name, values_of(_without_preposition(name) if time else name, time=time)) for name in names)
    return list(dict.fromkeys(note for name, value in settled for note in _note(name, value.properties())))


def _without_preposition(words: str) -> str:
    first, _, rest = words.partition(" ")
    return rest if first.lower() in _PREPOSITIONS and rest else words


_PREPOSITIONS = frozenset({"on", "in", "at", "since", "from", "by", "during"})


def _note(words: str, values: Mapping[str, Any]) -> Iterator[str]:
    value = settled_value(values)
    if value and fold_name(value) != fold_name(words) and not words.startswith(f"{value} "):
        yield f"“{words}” = {value}"


def settled_value(values: Mapping[str, Any]) -> str:
    """Return a time in EDTF, or a number with its unit; "" where neither is known."""
    if values.get("edtf"):
        return str(values["edtf"])
    if values.get("value") is None:
        return ""
    about = "about " if values.get("approximate") else ""
    return f"{about}{values['value']} {values.get('unit') or ''}".strip()
