"""The sentences of a graph's elements: descriptions of nodes and edges, which graphs of other tools have most of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from pramana.documents import sentence_spans
from pramana.graph import Edge, GraphAdapter, Node, fold_name
from pramana.investigate.called import name_of
from pramana.investigate.lines import TOLD_FIELDS
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.terms import name_parts
from pramana.language import tag_tokens, word_forms, word_set
from pramana.retrieval import TextIndex

MOST_ELEMENTS = 50_000
"""Nodes, and edges, whose texts are searched: indexing takes about 20 s for so many."""
NEAREST = 40
"""Sentences that are read: reading one takes 5 to 20 ms."""
LONGEST = 600
"""Characters of a sentence that is read."""
TOLD, ABSENT, NEAR_TEXT, CUT = "said", "absent", "nearest", "cut"
"""How a mention of these kinds matches: a sentence that answers; words that occur nowhere in the graph; a sentence that
is near the question and does not answer; that not all texts were searched."""
_QUOTES = re.compile(r'^"([^"]*)"?$')
_PART = re.compile(r"<SEP>|\n")
_BRACKET = re.compile(r" \([^()]*\)$")
_NAME_WORD = r"[^\W_]+(?:['’](?!s\b)[^\W_]+)*"
_NEVER = word_set("investigation/never") | word_set("investigation/dropped")
_TITLES = word_set("people/female_titles") | word_set("people/male_titles") | word_set("people/neutral_titles")


@dataclass(frozen=True, slots=True)
class ElementSentence:
    """A sentence of an element's text. `label` is what the element is called; an edge by its two ends."""

    id: str
    edge: bool
    label: str
    text: str

    @property
    def plain_label(self) -> str:
        """The label without what is in brackets behind it: *Fan (Scrooge's sister)*."""
        return _BRACKET.sub("", self.label)

    def mention(self, words: str, match: str) -> QuestionMention:
        kind = "edge" if self.edge else "node"
        return QuestionMention(
            text=words or self.label, id=self.id, name=self.label, match=match, field=kind, said=self.text
        )


class ElementTexts:
    """The sentences of one graph, and the words of its names and texts. `cut` says that it has more elements than are
    read; empty where it has not."""

    def __init__(self, adapter: GraphAdapter, facts: GraphProfile) -> None:
        self.sentences = tuple(_unique(_sentences(adapter)))
        self.cut = _unsearched_texts(facts.nodes, facts.edges)
        self._adapter, self._facts = adapter, facts

    @cached_property
    def index(self) -> TextIndex[int]:
        return TextIndex((number, f"{each.label} {each.text}") for number, each in enumerate(self.sentences))

    @cached_property
    def ids_by_name(self) -> Mapping[str, frozenset[str]]:
        """The nodes with sentences by their names, also by those without what is in brackets."""
        found: dict[str, set[str]] = {}
        for each in self.sentences:
            if not each.edge:
                for name in (each.label, each.plain_label):
                    found.setdefault(bare_name(name), set()).add(each.id)
        return {name: frozenset(ids) for name, ids in found.items()}

    @cached_property
    def words(self) -> frozenset[str]:
        """All forms of all words of ids, kinds, attributes and texts."""
        owners = [each.attributes for each in self._facts.types] + [each.attributes for each in self._facts.relations]
        names = [*(each.relation for each in self._facts.relations), *(each.type for each in self._facts.types)]
        names += [each.name for attributes in owners for each in attributes]
        plain = {*_words(names), *(word for name in names for word in name_parts(name))}
        for found in (self._adapter.find_nodes(None, MOST_ELEMENTS), self._adapter.find_edges(None, MOST_ELEMENTS)):
            plain.update(word for record in found.to_dicts() for word in _words(record))
        return frozenset(form for word in plain for form in (word, *word_forms(word)))

    def nearest(self, question: str) -> list[ElementSentence]:
        return [self.sentences[number] for number, _ in self.index.ranking(question)[:NEAREST]]

    def absent(self, question: str) -> list[str]:
        """Return the names and nouns of a question that occur nowhere in the graph, as the question has them."""
        found = []
        for token in tag_tokens(question):
            content = token.tag.startswith(("NN", "NP")) and token.text.casefold() not in _NEVER
            for word in re.findall(r"[^\W\d_]{3,}", token.text) if content else ():  # *Mrs.* is the word *Mrs*
                if word.casefold() in _TITLES:  # somebody may be there without it
                    continue
                forms = {word.casefold(), *word_forms(word, token.tag)}
                found += [word] if self.words.isdisjoint(forms) else []
        return list(dict.fromkeys(found))


def _unsearched_texts(nodes: int, edges: int) -> tuple[QuestionMention, ...]:
    counts = (("nodes", nodes), ("edges", edges))
    kinds = [f"{MOST_ELEMENTS:,} of {count:,} {name}" for name, count in counts if count > MOST_ELEMENTS]
    said = f"Only the texts of the first {' and '.join(kinds)} were searched."
    return (QuestionMention(text="texts", id="", match=CUT, said=said),) if kinds else ()


_KEPT: WeakKeyDictionary[Any, tuple[str, ElementTexts]] = WeakKeyDictionary()


def element_texts(adapter: GraphAdapter, facts: GraphProfile) -> ElementTexts:
    """Return the sentences of a graph, read once as long as its hash is the same."""
    kept = _KEPT.get(adapter)
    if kept is None or kept[0] != facts.hash:
        kept = _KEPT[adapter] = (facts.hash, ElementTexts(adapter, facts))
    return kept[1]


def plain_words(text: str) -> str:
    """Return the words of a text between blanks, folded, without what shows possession."""
    return f" {' '.join(re.findall(_NAME_WORD, fold_name(text)))} "


def bare_name(name: str) -> str:
    """Return a name folded, without an article in front of it."""
    return plain_words(re.sub(r"^(?:the|a|an) ", "", name.strip(), flags=re.IGNORECASE)).strip()


def _words(value: Any) -> Iterator[str]:
    """Yield the words of a JSON value, the names of its fields among them, case-folded."""
    if isinstance(value, str):
        yield from re.findall(r"[^\W_]+", value.casefold())
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _words(str(name))
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)


def _unique(found: Iterator[ElementSentence]) -> Iterator[ElementSentence]:
    """Yield each sentence of an element once: tools that merge descriptions repeat them."""
    seen: set[tuple[str, str]] = set()
    for each in found:
        key = (each.id, fold_name(each.text))
        if key not in seen:
            seen.add(key)
            yield each


def _sentences(adapter: GraphAdapter) -> Iterator[ElementSentence]:
    names: dict[str, str] = {}
    for node in adapter.find_nodes(None, MOST_ELEMENTS).nodes():
        name = names[node.id] = name_of(node.properties) or node.id
        yield from sentences_of_node(node, name)
    for edge in adapter.find_edges(None, MOST_ELEMENTS).edges():
        yield from sentences_of_edge(
            edge, f"{names.get(edge.source, edge.source)} and {names.get(edge.target, edge.target)}"
        )


def sentences_of_node(node: Node, label: str) -> Iterator[ElementSentence]:
    """Yield the sentences of a node's texts."""
    yield from (ElementSentence(node.id, False, label, text) for text in _texts(node.properties))


def sentences_of_edge(edge: Edge, label: str) -> Iterator[ElementSentence]:
    """Yield the sentences of an edge's texts."""
    yield from (ElementSentence(edge.id, True, label, text) for text in _texts(edge.properties))


def _texts(properties: Any) -> Iterator[str]:
    for name in TOLD_FIELDS:
        value = properties.get(name)
        for told in value if isinstance(value, list | tuple) else (value,):
            for part in _PART.split(told) if isinstance(told, str) else ():
                text = " ".join(_QUOTES.sub(r"\1", part.strip()).split())
                yield from (text[start:end][:LONGEST] for start, end in sentence_spans(text)) if text else ()
