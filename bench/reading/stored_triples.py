"""The edges of a stored graph as tuples: what a user's queries can find, without the words around it."""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from reading.carb import Triple
from reading.stored import StoredEvent, StoredParticipant, read_into_graph

_CORE = ("HAS_KARTĀ", "HAS_KARMA")
_IMPLICIT = {"be": "is", "have": "has"}
_FORMS = {
    "be": re.compile(r"\b(?:be|is|am|are|was|were|been|being|ai)\b|(?<=\w)['’](?:s|re|m)\b", re.IGNORECASE),
    "have": re.compile(r"\b(?:have|has|had|having)\b|(?<=\w)['’](?:ve|d)\b", re.IGNORECASE),
}
"""Forms of the verbs that appositions, titles and possessors are stored under: *, the capital* is not among them."""


def stored_triples(sentences: Sequence[str], settings: str = "") -> dict[str, list[Triple]]:
    """Return the tuples that the graph holds of each sentence, each read as a document of its own."""
    found: dict[str, list[Triple]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as home:
        for place, sentence in enumerate(sentences):
            (Path(home) / f"{place:05}.txt").write_text(sentence, "utf-8")
        for event in read_into_graph([Path(home)], settings).events:
            found[sentences[int(event.kriya["doc_id"].partition(".")[0])]] += triples_of(event)
    return found


def triples_of(event: StoredEvent) -> Iterator[Triple]:
    """Yield a tuple for each first participant of an event, with all others as its further arguments, in their order.

    First is the bare agent; the bare object before the verb where there is none, or it is named by *by* behind it.
    """
    first = _first(event.participants, event.start)
    rest = [f"{part.marker} {part.mention}".strip() for part in event.participants if part not in first]
    if event.kriya.get("attributed_to"):
        rest.append(f"C: {event.kriya['attributed_to']} said")
    for part in first if rest else ():
        yield Triple(_relation(event.kriya), part.mention, " ".join(rest))


def _first(parts: Sequence[StoredParticipant], verb: int) -> list[StoredParticipant]:
    agents, objects = ([part for part in parts if part.relation == name and not part.marker] for name in _CORE)
    before = [part for part in objects if part.start < verb]
    passive = before and all(part.start > verb for part in agents)
    return before if passive else agents or objects


def _relation(kriya: Mapping[str, Any]) -> str:
    """Return the words of the verb; where words without it stand for *be* or *have*, the verb that they show."""
    quote, verb = str(kriya["verb_quote"]), str(kriya["verb"])
    forms = _FORMS.get(verb)
    shown = bool(re.search(r"\w{2}", quote)) if forms is None else bool(forms.search(quote))
    return quote if shown else _IMPLICIT.get(verb, verb)
