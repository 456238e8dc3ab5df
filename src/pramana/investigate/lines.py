"""Claims held to the lines that they cite, one line at a time: what they deny, qualify or turn round is refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pramana.claims import NEAREST, ClaimText, ClaimVerdict, OpenClaim, has_word, names_of, shown_evidence
from pramana.gasl import StateItem
from pramana.investigate.described_words import Named, references, statements
from pramana.investigate.grounds import Texts, places_of
from pramana.investigate.named_quotes import PHRASE
from pramana.language import (
    EvidenceLine,
    LinkedExpression,
    analyse_cached,
    number_values,
    numbers_of,
    tag_tokens,
    word_set,
)

TOLD_FIELDS = ("description", "summary", "text", "content", "fact", "sentence")
"""Attributes of an element that are sentences, and count as its lines."""
PLACE_FIELDS = ("doc_id", "line_number", "source_id", "file_path")
"""Attributes that say where an element comes from. *Line 4* does not say that there were four."""
MOST = 200
"""Lines of a claim that are read, and the characters of each: a citation of a whole key may lead to thousands."""
MOST_CHARS = 2_000
_QUOTED = re.compile('["“«]([^"“”«»]*)["”»]')
_GRAPH_WORDS = word_set("investigation/graph_words")
_CLAIMING = ("NN", "NP", "VV", "AJ", "AV", "CRD", "ORD", "XX", "UNC")
"""Tags (C5) of the words that a claim is made of; the rest joins them."""


def lines_of(item: StateItem, texts: Texts | None) -> Iterator[str]:
    """Yield the lines that an item leads to, and the sentences that its own value has."""
    yield from (str(place["line"]) for place in places_of(item.provenance, texts) if "line" in place)
    yield from sentences_of(item)


def sentences_of(item: StateItem) -> Iterator[str]:
    """Yield the sentences that an item's own value has."""
    if isinstance(item.value, Mapping):
        yield from (told for name in TOLD_FIELDS if isinstance(told := item.value.get(name), str))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What a claim says otherwise than its lines, or without them, in a sentence; `open` where rules are unsure, for a
    model, and then `nearest`, the line that says most of it."""

    problem: str
    open: OpenClaim | None = None
    nearest: str = ""


def disagreement(
    claim: str,
    lines: Sequence[str],
    own: Sequence[str] = (),
    counts: Collection[str] = (),
    named: Mapping[str, Sequence[Named]] = MappingProxyType({}),
    question: str = "",
    *,
    by_item: Sequence[Collection[str]] = (),
) -> Disagreement | None:
    """Return how a claim disagrees with its lines, None where it does not.

    `own` are the words of the cited items themselves, `counts` how many items it cites: what is counted may be called
    as one likes (*2 people work for Orbit*), and by words of the `question` where no deed is told of it (*there are 2
    individual Marrables*). Any word that is not theirs makes a claim an assertion, which some line must be shown to
    state: a name beside a line is not what the line says. `named` are the nodes that the words of a line may mean:
    those that the line describes. `by_item` are the case-folded words of each item: where no item has all names of a
    claim, their words alone state nothing. A path through the graph is not compared, as its parts were; nor is a quote.
    """
    said = _without_quotes(claim)
    text = _without_counts(said, counts)
    read = [line for line in dict.fromkeys(lines) if len(line) <= MOST_CHARS][:MOST]
    if len(text) > MOST_CHARS or _PATH.search(text) or not read:
        return None
    near = [_evidence_line(line, named.get(line, ())) for line in read]
    stated = (each for line in read for each in statements(line, named.get(line, ())))
    sentences = map(EvidenceLine, (*_edge_sentences(own), *stated))
    further = (*sentences, *(_in_full(line) for line in near if line.references))
    evidence = ClaimText([_with_counted(text, line) for line in (*near, *further)])
    checked = evidence.check(text)
    if checked.verdict is ClaimVerdict.CONTRADICTED:
        return Disagreement(f"{checked.reasons[0]} See the lines that it cites.")
    if checked.opposing:
        return Disagreement(f"{checked.reasons[0]} Say that they disagree, or quote both.")
    known = (*own, *_GRAPH_WORDS, *([question] if text != said and not _tells_deed(text) else ()))
    supported = checked.is_supported or evidence.check(said).is_supported
    if supported or not (_joins_items(text, by_item) or _asserting(text, known)):
        return None
    told = checked.reasons[0].removesuffix(".")
    problem = f"It asserts what no line that it cites is shown to say: {told}. Quote the line, or use its words."
    places = tuple(sorted(place for place in evidence.near(text) or range(len(near)) if place < len(near)))[:NEAREST]
    shown = tuple(_shown_line(near[place], named.get(read[place], ())) for place in places)
    decided = [place for place in places if place in checked.lines]
    open_ = OpenClaim(replace(checked, claim=said), shown, places)
    return Disagreement(problem, open_, near[(decided or list(places))[0]].text)


def _tells_deed(text: str) -> bool:
    return any(token.tag.startswith("VV") for token in analyse_cached(text).tokens)


def _shown_line(line: EvidenceLine, named: Sequence[Named]) -> str:
    """Return a line for a judge, with what it describes: *Crow Hill: a tunnel where seven men died*."""
    described = " and ".join(name for name, _ in named)
    return f"{described}: {shown_evidence(line)}" if described else shown_evidence(line)


def _in_full(line: EvidenceLine) -> EvidenceLine:
    """Return a line with the whole names of whom its words mean: a name alone may be read as another word."""
    text = line.text
    for each in sorted(line.references, key=lambda found: -found.start):
        text = f"{text[: each.start]}{each.means}{text[each.end :]}"
    return EvidenceLine(text)


def _evidence_line(line: str, named: Sequence[Named]) -> EvidenceLine:
    text = _without_quote_marks(line)
    return EvidenceLine(text, tuple(references(text, named)))


def _joins_items(text: str, by_item: Sequence[Collection[str]]) -> bool:
    """Whether a claim has two names or more and no item has them all: *Gus owns Titan* of an edge of each."""
    names = folded_words(names_of(text))
    return bool(by_item) and len(names) > 1 and not any(names.issubset(words) for words in by_item)


def folded_words(texts: Iterable[str]) -> set[str]:
    """Return the words of texts, case-folded."""
    return {word.casefold() for text in texts for word in _NAME_WORD.findall(text)}


_NAME_WORD = re.compile(r"[^\W_]+")


def _edge_sentences(own: Iterable[str]) -> Iterator[str]:
    """Yield the cited edges as sentences: what a claim restates of them is the graph's, whatever its lines say."""
    for found in filter(None, map(_EDGE.fullmatch, own)):
        yield f"{found[1]} {found[2].replace('_', ' ').lower()} {found[3]}."


_EDGE = re.compile(r"([^<>]{1,100}) -(\w{1,60})-> ([^<>]{1,100})")


def _with_counted(claim: str, line: EvidenceLine) -> EvidenceLine:
    """Return a line whose subjects are also what a claim calls its cited items: *they work*, *one of them works*.

    The engine counted these; that a line says it of one of them shows what was counted.
    """
    called = _COUNTED_ONES.search(claim)
    subjects = [each for clause in analyse_cached(line.text).clauses for each in clause.subjects] if called else []
    means = called[0] if called else ""
    counted = (LinkedExpression(each.start, each.end, means) for each in subjects)
    return EvidenceLine(line.text, (*line.references, *counted))


_COUNTED_ONES = re.compile(r"\b(?:they|\w+ of them)\b", re.IGNORECASE)


def _without_quotes(claim: str) -> str:
    """Return a claim without the lines that it quotes; a quoted phrase stays, without its marks."""
    return _QUOTED.sub(lambda found: found[1] if _is_phrase(found[1]) else " ", claim)


def _without_quote_marks(line: str) -> str:
    """Return a line without the marks of quoted phrases, as claims are compared."""
    return _QUOTED.sub(lambda found: found[1] if _is_phrase(found[1]) else found[0], line)


def _is_phrase(quote: str) -> bool:
    return len(quote.split()) <= PHRASE


def _without_counts(claim: str, counts: Collection[str]) -> str:
    """Return a claim without the counts of what it cites, and the nouns that they count."""
    for number in reversed(numbers_of(claim)):
        if number.value in counts:
            noun = _COUNTED.match(claim, number.end)
            claim = f"{claim[: number.start]}they{claim[noun.end() if noun else number.end :]}"
    return claim


_COUNTED = re.compile(r" [a-z]+s\b| people\b| men\b| women\b| children\b")


def _asserting(claim: str, texts: Iterable[str]) -> list[str]:
    """Return the words of a claim that some texts do not have, in any of their forms."""
    there = frozenset(word for text in texts for word in _forms(text))
    numbers = frozenset(value for text in texts for value in number_values(text))
    return [
        token.text
        for token in analyse_cached(claim).tokens
        if token.tag.startswith(_CLAIMING)
        if there.isdisjoint((token.text.casefold(), token.lemma.casefold()))
        if not number_values(token.text) or not number_values(token.text) <= numbers | {"1"}  # *one* may be a pronoun
    ]


@lru_cache(maxsize=4_096)
def _forms(text: str) -> frozenset[str]:
    """Return the words of a text, as written and as lemmas; of a relation (*WORKS_FOR*) its parts."""
    spoken = text.replace("_", " ") if text.isupper() else text
    tokens = (*analyse_cached(spoken).tokens, *tag_tokens(spoken.lower()))
    return frozenset(form for token in tokens for form in (token.text.casefold(), token.lemma.casefold()))


def own_words(item: StateItem) -> Iterator[str]:
    """Yield the names, values and relations of an item, without the sentences that count as its lines."""
    yield from item.under
    if isinstance(item.place, str):
        yield item.place
    yield from _values(item.value)


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name not in TOLD_FIELDS and name not in PLACE_FIELDS:
                yield str(name)
                yield from _values(inner)
    elif isinstance(value, list | tuple):
        yield str(len(value))
        for inner in value:
            yield from _values(inner)
    elif value is not None:
        yield str(value)


def assumption(claim: str, lines: Sequence[tuple[str, str]]) -> str:
    """Return what a claim assumes that is put together from lines of several documents, in a sentence; "" for nothing.

    `lines` are (doc_id, text). Lines that share a name of the claim speak of the same; a common noun in both, *the
    company*, may be two companies.
    """
    text = _without_quotes(claim)
    by_document: dict[str, list[str]] = {}
    for document, line in lines[:MOST]:
        by_document.setdefault(document, []).append(line)
    if len(by_document) < 2 or _PATH.search(text) or not _tells_deed(text):
        return ""
    if any(not _asserting(text, own) for own in by_document.values()):
        return ""
    joined = [" ".join(own) for own in by_document.values()]
    if any(all(has_word(name, own) for own in joined) for name in names_of(text)):
        return ""
    said = [token for token in analyse_cached(text).tokens if all(has_word(token.text, own) for own in joined)]
    shared = next((token.text for token in said if token.tag.startswith("NN")), "")
    same = f"“{shared}” is the same" if shared else "they speak of the same"
    return f"It is put together from lines of several documents, assuming that {same} in each."


_PATH = re.compile(
    r"-\S*->|<-\S*-|(?<= )-[^\s-]+-(?= )|^[\w ]+: (?:HAS_|(?:agent|object|instrument|recipient|source|place|time) \w)"
)
"""How the embedded model writes a path, and an event with its roles."""


def statements_of(claim: str) -> list[str]:
    """Return what a claim states, as sentences that a text can be held against: the lines that it quotes, else its
    edges in words, else the claim itself.

    >>> statements_of("ann -WORKS_FOR-> Orbit.")
    ['ann works for Orbit.']
    """
    quoted = [quote for quote in _QUOTED.findall(claim) if not _is_phrase(quote)]
    if quoted:
        return quoted
    edges = [f"{one} {relation.replace('_', ' ').lower()} {two}." for one, relation, two in _edges_of(claim)]
    return edges or ([] if _PATH.search(claim) else [_QUOTED.sub(r"\1", claim)])


def _edges_of(path: str) -> Iterator[tuple[str, str, str]]:
    """Yield the edges of a path written as a row, each from its source to its target."""
    parts = _STEP.split(path.removesuffix("."))
    for place in range(0, len(parts) - 2, 2):
        step = parts[place + 1]
        ends = (parts[place].strip(), parts[place + 2].strip())
        one, two = ends[::-1] if step.startswith("<") else ends
        yield one, step.strip("<->"), two


_STEP = re.compile(r" (<-\w+-|-\w+->) ")


def without_text(places: Iterable[Mapping[str, Any]]) -> str:
    """Return which elements the text does not support, in a sentence; "" for none."""
    named = dict.fromkeys(str(place.get("id", "")) for place in places if "unsupported" in place)
    return f"The text does not support {', '.join(named)}: the graph alone says it." if named else ""
