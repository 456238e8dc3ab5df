"""Whom the words of an element's description mean: a part of its name, *the school*, *she* at the beginning."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from pramana.gasl import StateItem
from pramana.investigate.called import name_of
from pramana.investigate.words import PERSON_TYPES
from pramana.language import LinkedExpression, Token, analyse_cached

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_DEFINITE = re.compile(r"\b[Tt]he ([a-z][\w-]+)\b(?! of\b|['’])")
"""*the school*, but not *the school of Morrow*, which may be another one."""
_PRONOUN = re.compile(r"(?:^|(?<=[.!?] ))(?:He|She|It)\b")
"""At the beginning of a sentence: of an edge's only of the first, where nothing else was named before."""
_SENTENCE = re.compile(r"[^.!?]+")
_DEED = re.compile(r".*?\b(?:who|which|that) (.+)")
_RELATIVE = ("PNQ", "DTQ")
_PARTICIPLES = ("VVG", "VVN")
_ENDS = re.compile(r"(.+?) -[^<>]{1,100}-> (.+?)(?: #\d+)?", re.DOTALL)
"""The id of an edge."""

Named = tuple[str, bool]
"""What a node is called, and whether it is a person."""


def named_ids(item: StateItem) -> tuple[str, ...]:
    """Return the ids of the nodes that an item's sentences speak of: its own, or those of the ends of an edge."""
    value = item.value if isinstance(item.value, Mapping) else {}
    if isinstance(value.get("source"), str) and isinstance(value.get("target"), str):
        return value["source"], value["target"]
    graph = (record.get("id") for record in item.provenance if record.get("source") == "graph")
    own = value.get("id") or next(graph, None)
    ends = _ENDS.fullmatch(own) if isinstance(own, str) else None
    return (ends[1], ends[2]) if ends else (own,) if isinstance(own, str) else ()


def names_of_nodes(ids: Sequence[str], records: Mapping[str, Mapping[str, Any]]) -> tuple[Named, ...]:
    """Return what nodes are called, by their ids where they have no name."""
    found = ((each, records.get(each, {})) for each in ids)
    return tuple((name_of(record) or each, _is_person(record)) for each, record in found)


def _is_person(record: Mapping[str, Any]) -> bool:
    return str(record.get("type", "")).casefold() in PERSON_TYPES


def references(text: str, named: Sequence[Named]) -> Iterator[LinkedExpression]:
    """Yield the words of a sentence that mean one of some nodes, and that alone."""
    parts = {name: frozenset(_WORD.findall(name)) for name, _ in named}
    of_people = {word for name, person in named if person for word in parts[name]}
    for start, end in _names_in(text, of_people) if named else ():
        words = frozenset(_WORD.findall(text[start:end]))
        meant = [name for name in parts if words < parts[name]]
        if len(meant) == 1 and words not in parts.values():
            yield LinkedExpression(start, end, meant[0])
    for found in _DEFINITE.finditer(text):
        meant = [name for name in parts if name.split()[-1].casefold() == found[1]]
        if len(meant) == 1:
            yield LinkedExpression(found.start(), found.end(), meant[0])
    for found in _PRONOUN.finditer(text):
        meant = [name for name, person in named if person is (found[0] != "It")]
        if len(meant) == 1 and (len(named) == 1 or not found.start()):
            yield LinkedExpression(found.start(), found.end(), meant[0])


def statements(text: str, named: Sequence[Named]) -> tuple[str, ...]:
    """Return what the description of one node states where it is not a sentence: what the node is or was, and does.

    >>> statements("Bell founder who repaired it.", (("Marta", True),))
    ('Marta is a bell founder who repaired it.', 'Marta was a bell founder who repaired it.', 'Marta repaired it.')
    """
    first = _SENTENCE.match(text)
    tokens = analyse_cached(first[0]).tokens if first and len(named) == 1 else ()
    if first is None or not tokens or not tokens[0].tag.startswith(("AT", "AJ", "NN")):
        return ()
    decisive = next((token.tag for token in tokens if token.tag.startswith(("V", *_RELATIVE))), "")
    if decisive and decisive not in (*_RELATIVE, *_PARTICIPLES):
        return ()
    article = "" if tokens[0].tag.startswith("AT") else "an " if first[0][0] in "AEIOU" else "a "
    said = f"{article}{first[0][0].lower()}{first[0][1:]}"
    deed = _DEED.match(first[0]) if decisive in _RELATIVE and _is_of_head(tokens) else None
    return tuple(f"{named[0][0]} {told}." for told in (f"is {said}", f"was {said}", *((deed[1],) if deed else ())))


def _is_of_head(tokens: Sequence[Token]) -> bool:
    """Whether a relative clause is of the first noun: *founder who*, but not *sister of the vicar who*."""
    before = takewhile(lambda token: token.tag not in _RELATIVE, tokens[1:])
    return all(token.tag.startswith(("NN", "AJ")) for token in before)


def _names_in(text: str, of_people: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield where names are written: words with a capital, side by side.

    At the beginning, where every word has one, only what is read as a name, or is a part of a person's: *Bell founder*
    does not mean a bell tower.
    """
    proper = {token.start for token in analyse_cached(text).tokens if token.tag.startswith("NP")}
    held: tuple[int, int] | None = None
    for word in _WORD.finditer(text):
        named = word[0][0].isupper() and (word.start() > 0 or word.start() in proper or word[0] in of_people)
        if named and held and text[held[1] : word.start()] == " ":
            held = held[0], word.end()
            continue
        if held:
            yield held
        held = (word.start(), word.end()) if named else None
    if held:
        yield held
