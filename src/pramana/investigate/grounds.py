"""What may be said: the names, numbers and quoted words that cited items hold, and the texts that they lead to."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pramana.claims import ClaimCheck, OpenClaim
from pramana.gasl import StateItem, StateView, has_origin, with_inputs
from pramana.investigate.called import name_of
from pramana.investigate.references import referenced_items
from pramana.language import numbers_of, word_set
from pramana.serialization import JsonRecord

Lines = Callable[[str, int], str | None]
"""What gives a document's line, by doc_id and number from 1; None where it is not known."""
Sources = Callable[[str], str | None]
"""What gives the text of a source (a chunk), by its id; None where it is not known."""
Elements = Callable[[str], Sequence[Mapping[str, Any]]]
"""What gives the places of a graph's element by its id, a line each (`doc_id`, `line_number`, `line`); one with
`unsupported`, the reason, where the text does not support the element; none where nothing is known."""


@dataclass(frozen=True, slots=True)
class TextVerdict(JsonRecord):
    """What the text that a graph was made from says of a statement: `supported`, `contradicted`, `not stated` or
    `unsure`, with the reason, and the line that decides; where none does, the nearest, None where none is near."""

    statement: str
    verdict: str
    reason: str
    place: Mapping[str, Any] | None = None


Nodes = Callable[[Sequence[str]], Mapping[str, Mapping[str, Any]]]
"""What gives the records of nodes by their ids; those that it does not know are left out."""
Statements = Callable[[str], TextVerdict]
"""What holds a statement to the text that the graph was made from."""
Judge = Callable[[Sequence[OpenClaim], str], Awaitable[Sequence[ClaimCheck]]]
"""What asks a model about claims that rules leave unsure, blind; the text is the key of the steps."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Where the texts come from that are cited, and what holds a claim to the text of the whole graph."""

    lines: Lines | None = None
    sources: Sources | None = None
    elements: Elements | None = None
    statements: Statements | None = None
    judge: Judge | None = None
    nodes: Nodes | None = None


_PLACE = ("id", "source_id", "file_path", "doc_id", "line_number", "quote", "grade", "line")
PLACES = 12
"""Places of an item that its citation lists."""
TEXT_CHARS = 1_000
"""Characters of a source's text that a citation shows."""


def places_of(records: Iterable[Mapping[str, Any]], texts: Texts | None) -> Iterator[dict[str, Any]]:
    """Yield the lines, sources and elements that records lead to, each once."""
    seen: list[dict[str, Any]] = []
    for record in with_inputs(records):
        if not has_origin([{name: value for name, value in record.items() if name != "inputs"}]):
            continue
        place = {name: record[name] for name in _PLACE if record.get(name) is not None}
        for told in _texts_of_place(place, texts):
            found = {**place, **told}
            if found not in seen and len(seen) < PLACES:
                seen.append(found)
                yield found


def said_of(item: StateItem, texts: Texts | None) -> list[str]:
    """Return the texts that support an item: the quotes that a model read it from, and the lines of its places."""
    places = [_place_text(place) for place in places_of(item.provenance, texts)]
    read = [
        str(record["quote"]) for record in item.provenance if record.get("source") == "process" and "quote" in record
    ]
    return [text for text in dict.fromkeys((*read, *places)) if text]


def _place_text(place: Mapping[str, Any]) -> str:
    return str(place.get("line") or place.get("quote") or place.get("text") or "")


def _texts_of_place(place: Mapping[str, Any], texts: Texts | None) -> Sequence[Mapping[str, Any]]:
    """Return what is known of a place's text: its line, the lines of its element, or the beginning of its source."""
    doc_id, number, source = place.get("doc_id"), place.get("line_number"), place.get("source_id")
    if texts is None:
        return ({},)
    if texts.lines and isinstance(doc_id, str) and isinstance(number, int):
        line = texts.lines(doc_id, number)
        return ({} if line is None else {"line": line},)
    element = place.get("id")
    if texts.elements and doc_id is None and isinstance(element, str) and (found := texts.elements(element)):
        return found
    text = texts.sources(source) if texts.sources and isinstance(source, str) else None
    return ({},) if text is None else ({"text": text if len(text) <= TEXT_CHARS else f"{text[:TEXT_CHARS]}…"},)


_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?!\w)")
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{2,200})[\"“”«»]")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_SENTENCE = re.compile(r"(?:^|[.!?:;]\s+|\n\s*(?:[-*]\s+)?)[\"“«(]*$")


class Grounds:
    """The words and numbers that a claim may use: those of cited items, of their places, and of the question.

    `known`: names, case-folded, that are recognised as names even at the beginning of a sentence.
    """

    def __init__(self, known: frozenset[str] = frozenset()) -> None:
        self.known = known
        self.words: set[str] = set()
        self.written: set[str] = set()
        self.numbers: set[float] = set()
        self.texts: list[str] = []

    @classmethod
    def of(cls, text: str, known: frozenset[str] = frozenset()) -> Grounds:
        made = cls(known)
        made.text(text)
        return made

    def add(self, other: Grounds) -> None:
        self.words |= other.words
        self.written |= other.written
        self.numbers |= other.numbers
        self.texts += other.texts

    def text(self, text: str) -> None:
        self.words.update(_parts(text))
        self.written.update(_WORD.findall(text))
        self.numbers.update(_numbers(text))
        self.texts.append(_fold(text))

    def number(self, value: int | float) -> None:
        self.numbers.add(float(value))

    def item(self, item: StateItem, texts: Texts | None) -> None:
        """Add an item: its value, its name in a DICT, and its places."""
        self.value(item.value)
        if isinstance(item.place, str):
            self.text(item.place)
        for place in places_of(item.provenance, texts):
            # A source is a page of text: a name that occurs somewhere on it is not evidence of anything.
            self.value({name: value for name, value in place.items() if name != "text"})

    def value(self, value: Any) -> None:
        if isinstance(value, Mapping):
            for name, inner in value.items():
                self.text(str(name))
                self.written.update(word.upper() for word in _WORD.findall(str(name)))  # `cost_mnok`: 18.2 MNOK
                if name != "line_number":  # where a line is, not what it says
                    self.value(inner)
        elif isinstance(value, list | tuple):
            self.number(len(value))
            for inner in value:
                self.value(inner)
        elif isinstance(value, str):
            self.text(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            self.number(value)

    def missing(self, text: str, refs: Iterable[str] = ()) -> str:
        """Return the quotes, numbers and names of a text that are missing here, "" for none. References are ignored."""
        for ref in sorted(set(refs), key=len, reverse=True):
            text = text.replace(ref, " ") if "[" in ref else text
        quotes = [quote for quote in _QUOTED.findall(text) if not any(_fold(quote) in held for held in self.texts)]
        numbers = [said for said in _NUMBER.findall(text) if not self._holds(said)]
        numbers += [said for said, value in _worded_numbers(text) if value != 1 and value not in self.numbers]
        names = [name for name in _names(text, self.known) if not self._names(name)]
        told = [f"“{quote}”" for quote in quotes] + numbers + names
        return ", ".join(dict.fromkeys(told))

    def _names(self, name: str) -> bool:
        """Whether a name occurs here. A short one in capitals must match in case: *SO* is not *so*."""
        if name.isupper() and 1 < len(name) <= _ACRONYM and name not in self.written:
            return False
        return set(_parts(name)) <= self.words

    def _holds(self, said: str) -> bool:
        value = _number(said)
        places = len(said.rpartition(".")[2]) if "." in said else 0
        return any(round(held, places) == value for held in self.numbers)


def _number(said: str) -> float:
    """Return the value of a written number, with or without commas between thousands; NaN for a date or a version."""
    whole = said if re.fullmatch(r"\d+(\.\d+)?", said) else said.replace(",", "")
    try:
        return float(whole)
    except ValueError:  # a date, a version
        return float("nan")


def _numbers(text: str) -> Iterator[float]:
    """Yield the numbers of a text; of a date or a version its parts too."""
    yield from (value for _, value in _worded_numbers(text))
    for said in _NUMBER.findall(text):
        yield _number(said)
        yield from (float(part) for part in re.findall(r"\d+", said))


def _worded_numbers(text: str) -> Iterator[tuple[str, float]]:
    """Yield the numbers that a text spells out as words, each as written and its value."""
    for number in numbers_of(text):
        said = text[number.start : number.end]
        if not any(sign.isdigit() for sign in said):
            yield said, float(number.value)


_ACRONYM = 4
"""A name of up to so many capitals is an acronym."""
_IDS = frozenset(("id", "source", "target", "start", "end", "nodes"))
"""Fields that hold ids, which are written as machines like it: a small letter in one tells nothing."""


NAMED = 1_000
"""Texts of cited items that are looked up as ids of nodes."""
_LONGEST_ID = 200
"""Characters: longer texts are no ids."""


def named_nodes(items: Iterable[StateItem], texts: Texts | None) -> Mapping[str, Mapping[str, Any]]:
    """Return the records of the nodes whose ids items hold: an edge that leads to `C4` leads to who has that id."""
    if texts is None or texts.nodes is None:
        return {}
    held = (text for item in items for _, text in _texts(item.value) if len(text) <= _LONGEST_ID)
    return texts.nodes(list(islice(dict.fromkeys(held), NAMED)))


def node_names(records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return what nodes are called."""
    return [name for name in map(name_of, records.values()) if name is not None]


def known_names(state: StateView) -> frozenset[str]:
    """Return the words, case-folded, that the state's items write with a capital, and in no text without."""
    upper: set[str] = set()
    lower: set[str] = set()
    for key in map(".".join, state.keys()):
        for item in referenced_items(state, key):
            for name, text in _texts(item.value):
                words = _WORD.findall(text)
                upper.update(_bare(word) for word in words if word[0].isupper())
                lower.update(word for word in words if word[0].islower() and name not in _IDS)
    return frozenset(upper - lower - _COMMON)


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a value, each with the name of the field that holds it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for field, inner in value.items():
            yield from _texts(inner, str(field))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, name)


def _bare(word: str) -> str:
    """Return a word case-folded, without what shows possession."""
    return re.sub(r"['’]s?$", "", word.casefold())


def _names(text: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the words that are written like names: capitals, where no sentence begins; there, known ones and those
    beside another."""
    found = list(_WORD.finditer(text))
    for index, word in enumerate(found):
        if not word[0][0].isupper() or word[0] == "I":
            continue
        begins = _SENTENCE.search(text[: word.start()]) is not None
        after = found[index + 1] if index + 1 < len(found) else None
        joined = after is not None and after[0][0].isupper() and text[word.end() : after.start()] == " "
        common = word[0].casefold() in _COMMON
        if not begins or (joined and not common) or _bare(word[0]) in known:
            yield word[0]


_COMMON = word_set("investigation/common")


def _parts(text: str) -> Iterator[str]:
    """Yield the words of a text, case-folded, without what shows possession; those in parts also part by part."""
    for word in _WORD.findall(text):
        bare = _bare(word)
        yield bare
        yield from (part for part in re.split(r"['’.-]", bare) if part and part != bare)


def _fold(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold().replace("’", "'")))
