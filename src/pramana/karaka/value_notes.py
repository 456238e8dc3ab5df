"""What the words of an answer settle to: *5 April* = 5 April 2024, *40 million kroner* = 40000000 krone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pramana.documents import Shelf
from pramana.events import values_of
from pramana.graph import SqliteGraph, fold_name
from pramana.karaka.schema import RELATION_OF
from pramana.karaka.times_in_words import date_of_document, time_in_words
from pramana.karaka.traverse import Match
from pramana.language import AnswerKind


def notes_of_matches(graph: SqliteGraph, shelf: Shelf, matches: Iterable[Match]) -> list[str]:
    """Return a note for each answering participant whose value is known and says more than its words."""
    return list(dict.fromkeys(note for match in matches for note in _notes_of_match(graph, shelf, match)))


def _notes_of_match(graph: SqliteGraph, shelf: Shelf, match: Match) -> Iterator[str]:
    written = date_of_document(shelf, match.place[0])
    answering = {node.id: str(node.properties.get("canonical_name", "")) for node in match.entities}
    edges = graph.edges_from(match.kriya.id) if answering else []
    for relation in RELATION_OF.values():
        for edge in edges:
            if edge.relation == relation and edge.target in answering:
                yield from _note(answering[edge.target], edge.properties, written)


def notes_of_words(names: Iterable[tuple[str, str]], kind: AnswerKind | None) -> list[str]:
    """Return a note for each expression that answers and whose value is known.

    `names` are expressions, each with the date of its document in EDTF, "" where that is unknown.
    """
    time = kind is AnswerKind.TIME
    found = dict(names)
    settled = ((name, values_of(_without_preposition(name) if time else name, time=time)) for name in found)
    return list(dict.fromkeys(note for name, value in settled for note in _note(name, value.properties(), found[name])))


def _without_preposition(words: str) -> str:
    first, _, rest = words.partition(" ")
    return rest if first.lower() in _PREPOSITIONS and rest else words


_PREPOSITIONS = frozenset({"on", "in", "at", "since", "from", "by", "during"})


def _note(words: str, values: Mapping[str, Any], written: str) -> Iterator[str]:
    value = _settled_value(values, written)
    own, said = (set(_WORD.findall(fold_name(text))) for text in (words, value))
    if value and own != said and not words.startswith(f"{value} ") and own - _PREPOSITIONS != said:
        yield f"“{words}” = {value}"


_WORD = re.compile(r"[\w.%]+")


def _settled_value(values: Mapping[str, Any], written: str) -> str:
    """Return a time in words, or a number with its unit; "" where neither is known."""
    if values.get("edtf"):
        return time_in_words(str(values["edtf"]), written)
    if values.get("value") is None:
        return ""
    about = "about " if values.get("approximate") else ""
    return f"{about}{values['value']} {values.get('unit') or ''}".strip()
