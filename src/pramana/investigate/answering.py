"""Answers held to their citations: each claim cites items of the state, and says no name and no number that they lack.

What a model claims is believed for nothing. A reference must be there; what it names must lead to lines, sources or
elements of the graph, or be counted by the engine; names, numbers and quoted words of a claim must stand in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.errors import UnknownName
from pramana.gasl.evidence import traced, unfolded
from pramana.gasl.serialization import bounded
from pramana.gasl.state import Item, StateView
from pramana.investigate.model import Claim, RefusedClaim
from pramana.investigate.references import cited, count_of, nearest_refs, ref_of

Lines = Callable[[str, int], str | None]
"""What gives a document's line, by doc_id and number from 1; None where it is not known."""
Sources = Callable[[str], str | None]
"""What gives the text of a source (a chunk), by its id; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Where the texts come from that are cited."""

    lines: Lines | None = None
    sources: Sources | None = None


SHOWN = 10
"""Items that the citation of a whole key lists."""
VALUE_CHARS = 1_000


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited item: its reference, its value (cut), and the places it leads to, as records of provenance.

    `computed`: nothing leads to the graph, as the engine counted it; the plans say how.
    """

    ref: str
    value: Any
    places: tuple[Mapping[str, Any], ...]
    computed: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the citation as JSON."""
        told: dict[str, Any] = {"ref": self.ref, "value": self.value, "places": [dict(place) for place in self.places]}
        return {**told, "computed": True} if self.computed else told


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim whose citations check out. `left` items that it cites are not listed."""

    text: str
    cites: tuple[str, ...]
    citations: tuple[Citation, ...]
    left: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as JSON."""
        told = {"text": self.text, "cites": list(self.cites), "citations": [each.to_dict() for each in self.citations]}
        return {**told, "left": self.left} if self.left else told


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of an answer's claims, in order."""

    claims: tuple[CheckedClaim, ...]
    refused: tuple[RefusedClaim, ...]


def check_answer(
    state: StateView, question: str, complete: str, claims: Sequence[Claim], texts: Texts | None = None
) -> Checked:
    """Hold an answer to the state: each claim to what it cites, the answer itself to what its claims cite together.

    Names and numbers of the question may stand anywhere. `texts` gives the text of cited lines and sources.
    """
    held: list[CheckedClaim] = []
    refused: list[RefusedClaim] = []
    known = _known_names(state)
    grounds = _Grounds.of(question, known)
    for claim in claims:
        own = _Grounds.of(question, known)
        problem = _problem(state, claim, own, texts)
        if problem:
            refused.append(RefusedClaim(text=claim.text, cites=claim.cites, problem=problem))
        else:
            held.append(_checked(state, claim, texts))
            grounds.add(own)
    refs = [ref for claim in claims for ref in claim.cites]
    missing = grounds.missing(complete, refs) if held and not refused else ""
    if missing:
        refused.append(RefusedClaim(text=complete, problem=f"The answer says {missing}, which no claim of it cites."))
    if not claims:
        refused.append(RefusedClaim(text=complete, problem="The answer has no claims: nothing is cited for it."))
    return Checked(tuple(held), tuple(refused))


def known_refs(state: StateView, refs: Iterable[str]) -> tuple[str, ...]:
    """Return those of the references that name something in the state."""
    return tuple(ref for ref in dict.fromkeys(refs) if _is_known(state, ref))


def _is_known(state: StateView, ref: str) -> bool:
    try:
        return bool(cited(state, ref)) or count_of(state, ref) is not None
    except UnknownName:
        return False


def _problem(state: StateView, claim: Claim, grounds: _Grounds, texts: Texts | None) -> str:
    """Return why a claim does not hold, "" where it does; `grounds` take up what it cites."""
    if not claim.cites:
        return "It cites nothing."
    for ref in claim.cites:
        try:
            items = cited(state, ref)
        except UnknownName:
            return f"It cites {ref!r}, which the state does not hold." + _meant(state, ref)
        counted = count_of(state, ref)
        if counted is not None:
            grounds.number(counted)
        if not items and counted is None:
            return f"It cites {ref!r}, which holds nothing."
        for item in items:
            if not traced(item.provenance) and not _is_computed(item):
                return f"It cites {ref_of(item)!r}, which leads to no line, source or element of the graph."
            grounds.item(item, texts)
    missing = grounds.missing(claim.text, claim.cites)
    return f"It says {missing}, which {_named(claim.cites)} not hold." if missing else ""


def _meant(state: StateView, ref: str) -> str:
    near = nearest_refs(state, ref)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def _named(refs: Sequence[str]) -> str:
    return f"{refs[0]!r} does" if len(refs) == 1 else f"{', '.join(map(repr, refs))} do"


def _is_computed(item: Item) -> bool:
    """Whether an item was made by the engine alone: what a model made says so in its provenance."""
    return not item.provenance


def _checked(state: StateView, claim: Claim, texts: Texts | None) -> CheckedClaim:
    items = list({ref_of(item): item for ref in claim.cites for item in cited(state, ref)}.values())
    citations = [_citation(item, texts) for item in items[:SHOWN]]
    empty = [Citation(ref, count_of(state, ref), (), True) for ref in claim.cites if not cited(state, ref)]
    return CheckedClaim(claim.text, claim.cites, (*citations, *empty), max(len(items) - SHOWN, 0))


def _citation(item: Item, texts: Texts | None) -> Citation:
    places = tuple(_places(item.provenance, texts))
    return Citation(ref_of(item), bounded(item.value, 20, VALUE_CHARS), places, not places)


_PLACE = ("id", "source_id", "file_path", "doc_id", "line_number", "quote", "grade", "line")
PLACES = 12
"""Places of an item that its citation lists."""
TEXT_CHARS = 1_000
"""Characters of a source's text that a citation shows."""


def _places(records: Iterable[Mapping[str, Any]], texts: Texts | None) -> Iterator[dict[str, Any]]:
    """Yield the lines, sources and elements that records lead to, each once."""
    seen: list[dict[str, Any]] = []
    for record in unfolded(records):
        if not traced([{name: value for name, value in record.items() if name != "inputs"}]):
            continue
        place = {name: record[name] for name in _PLACE if record.get(name) is not None}
        place |= _told(place, texts)
        if place not in seen and len(seen) < PLACES:
            seen.append(place)
            yield place


def _told(place: Mapping[str, Any], texts: Texts | None) -> dict[str, str]:
    """Return the text of a place's line, or the beginning of its source's."""
    doc_id, number, source = place.get("doc_id"), place.get("line_number"), place.get("source_id")
    if texts is None:
        return {}
    if texts.lines and isinstance(doc_id, str) and isinstance(number, int):
        line = texts.lines(doc_id, number)
        return {} if line is None else {"line": line}
    text = texts.sources(source) if texts.sources and isinstance(source, str) else None
    return {} if text is None else {"text": text if len(text) <= TEXT_CHARS else f"{text[:TEXT_CHARS]}…"}


# What a text says that can be looked up

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?!\w)")
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{2,200})[\"“”«»]")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_SENTENCE = re.compile(r"(?:^|[.!?:;]\s+|\n\s*(?:[-*]\s+)?)[\"“«(]*$")


class _Grounds:
    """What may be said: words and numbers of cited items, of their places, and of the question. `known` are names that
    are told as such where a sentence begins, too."""

    def __init__(self, known: frozenset[str] = frozenset()) -> None:
        self.known = known
        self.words: set[str] = set()
        self.numbers: set[float] = set()
        self.texts: list[str] = []

    @classmethod
    def of(cls, text: str, known: frozenset[str] = frozenset()) -> _Grounds:
        made = cls(known)
        made.text(text)
        return made

    def add(self, other: _Grounds) -> None:
        self.words |= other.words
        self.numbers |= other.numbers
        self.texts += other.texts

    def text(self, text: str) -> None:
        self.words.update(_parts(text))
        self.numbers.update(_numbers(text))
        self.texts.append(_folded(text))

    def number(self, value: int | float) -> None:
        self.numbers.add(float(value))

    def item(self, item: Item, texts: Texts | None) -> None:
        """Take up an item: its value, its name in a DICT, and the places that it leads to."""
        self.value(item.value)
        if isinstance(item.place, str):
            self.text(item.place)
        for place in _places(item.provenance, texts):
            # A source is a page of text: a name that stands somewhere on it is no evidence of anything.
            self.value({name: value for name, value in place.items() if name != "text"})

    def value(self, value: Any) -> None:
        if isinstance(value, Mapping):
            for name, inner in value.items():
                self.text(str(name))
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
        """Return what a text says that is not here, in words, "" where all is. References in it are passed over."""
        for ref in sorted(set(refs), key=len, reverse=True):
            text = text.replace(ref, " ") if "[" in ref else text
        quotes = [quote for quote in _QUOTED.findall(text) if not any(_folded(quote) in held for held in self.texts)]
        numbers = [said for said in _NUMBER.findall(text) if not self._holds(said)]
        names = [name for name in _names(text, self.known) if not set(_parts(name)) <= self.words]
        told = [f"“{quote}”" for quote in quotes] + numbers + names
        return ", ".join(dict.fromkeys(told))

    def _holds(self, said: str) -> bool:
        value = _number(said)
        places = len(said.rpartition(".")[2]) if "." in said else 0
        return any(round(held, places) == value for held in self.numbers)


def _number(said: str) -> float:
    """Return a number as it is written, thousands parted by commas or not."""
    whole = said if re.fullmatch(r"\d+(\.\d+)?", said) else said.replace(",", "")
    try:
        return float(whole)
    except ValueError:  # a date, a version
        return float("nan")


def _numbers(text: str) -> Iterator[float]:
    """Yield the numbers of a text; of a date or a version its parts too."""
    for said in _NUMBER.findall(text):
        yield _number(said)
        yield from (float(part) for part in re.findall(r"\d+", said))


def _known_names(state: StateView) -> frozenset[str]:
    """Return the words, case-folded, that the state's items write with a capital and never without."""
    upper: set[str] = set()
    lower: set[str] = set()
    for key in map(".".join, state.keys()):
        for item in cited(state, key):
            for text in _texts(item.value):
                for word in _WORD.findall(text):
                    (upper if word[0].isupper() else lower).add(re.sub(r"['’]s?$", "", word.casefold()))
    return frozenset(upper - lower - _COMMON)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)


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
        if not begins or (joined and not common) or re.sub(r"['’]s?$", "", word[0].casefold()) in known:
            yield word[0]


_COMMON = frozenset(
    "a an and as at both but by each few for from he her his how if in it its many most no not of on one or our she "
    "some such that the their there these they this those to two was were what when where which while who with "
    "you".split()
)
"""Words that begin a sentence in front of a name and are no part of it."""


def _parts(text: str) -> Iterator[str]:
    """Yield the words of a text, case-folded, without what shows possession; those in parts also part by part."""
    for word in _WORD.findall(text):
        bare = re.sub(r"['’]s?$", "", word.casefold())
        yield bare
        yield from (part for part in re.split(r"['’.-]", bare) if part and part != bare)


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold().replace("’", "'")))
