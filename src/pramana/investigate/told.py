"""What the texts of a graph's elements say of a question: descriptions of nodes and edges, read sentence by sentence.

The graphs of other tools say most in descriptions, and little in their relations. The sentences nearest to the question
are unified with it, as the lines of documents are; what answers is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from pramana.graph import GraphAdapter, fold_name
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes_events import event_types
from pramana.karaka import FoundAnswer, PassageLine, answer_from_lines
from pramana.language import AnswerKind, AskedQuestion, EvidenceLine, read_asked, tag_tokens, word_forms, word_set
from pramana.retrieval import TextIndex

FIELDS = ("description", "summary", "text", "content", "fact", "sentence")
"""Attributes of elements that are sentences."""
MOST_ELEMENTS = 50_000
"""Elements whose texts are searched: indexing takes about 20 s for so many."""
NEAREST = 40
"""Sentences that are read: reading one takes 5 to 20 ms."""
SURE = 0.75
"""The least sureness of an answer, 0–1. Below it the verb is only kindred (*engage* for *employ*) and the other
participant is anywhere in the sentence; of 11 such answers to questions of our own about a novel 9 were wrong."""
MOST_TOLD = 4
"""Sentences that an answer quotes."""
LONGEST = 600
"""Characters of a sentence that is read."""
TOLD, ABSENT, NEAR_TEXT = "said", "absent", "nearest"
"""How a mention of these kinds matches: a sentence that answers; words that occur nowhere in the graph; a sentence that
is near the question and does not answer."""
_PART = re.compile(r"<SEP>|\n")
_END = re.compile(r"(?<=[a-z0-9)’'\"][.!?])[\"”']?\s+(?=[\"“]?[A-Z])")
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|No)\.$")
_IS_A = re.compile(r"(?:is|was|are|were|refers to|represents|means)$", re.IGNORECASE)
_NEVER = word_set("investigation/never") | word_set("investigation/dropped")


@dataclass(frozen=True, slots=True)
class ElementSentence:
    """A sentence of an element's text. `label` is what the element is called; an edge by its two ends."""

    id: str
    edge: bool
    label: str
    text: str


class ElementTexts:
    """The sentences of one graph, and the words of its names and texts. `cut`: there are more elements than are read."""

    def __init__(self, adapter: GraphAdapter, facts: GraphProfile) -> None:
        self.sentences = tuple(_unique(_sentences(adapter)))
        self.cut = facts.nodes + facts.edges > MOST_ELEMENTS
        self._facts = facts

    @cached_property
    def index(self) -> TextIndex:
        return TextIndex((number, f"{each.label} {each.text}") for number, each in enumerate(self.sentences))

    @cached_property
    def words(self) -> frozenset[str]:
        """All forms of all words of names, kinds, attributes and texts."""
        kinds = [each.type for each in self._facts.types] + [each.relation for each in self._facts.relations]
        told = " ".join(f"{each.label} {each.text}" for each in self.sentences)
        plain = {word for word in re.findall(r"[^\W_]+", f"{told} {' '.join(kinds)}".casefold())}
        return frozenset(form for word in plain for form in (word, *word_forms(word)))

    def nearest(self, question: str) -> list[ElementSentence]:
        return [self.sentences[number] for number, _ in self.index.ranking(question)[:NEAREST]]

    def absent(self, question: str) -> list[str]:
        """Return the names and nouns of a question that occur nowhere in the graph, as the question has them."""
        found = []
        for token in tag_tokens(question):
            content = token.tag.startswith(("NN", "NP")) and token.text.casefold() not in _NEVER
            if content and token.text[:1].isalpha():
                forms = {token.text.casefold(), *word_forms(token.text, token.tag)}
                found += [token.text] if self.words.isdisjoint(forms) else []
        return list(dict.fromkeys(found))


_KEPT: WeakKeyDictionary[Any, tuple[str, ElementTexts]] = WeakKeyDictionary()


def element_texts(adapter: GraphAdapter, facts: GraphProfile) -> ElementTexts:
    """Return the sentences of a graph, read once as long as its hash is the same."""
    kept = _KEPT.get(adapter)
    if kept is None or kept[0] != facts.hash:
        kept = _KEPT[adapter] = (facts.hash, ElementTexts(adapter, facts))
    return kept[1]


def told_mentions(
    question: str, adapter: GraphAdapter, facts: GraphProfile, named: Sequence[QuestionMention]
) -> tuple[QuestionMention, ...]:
    """Return the sentences of the graph that answer a question; where none does, the words that occur nowhere in the
    graph, and the sentences nearest to it."""
    if event_types(facts):  # what their lines say is in the events, and `ask` reads lines
        return ()
    texts = element_texts(adapter, facts)
    asked = read_asked(question)
    found = _told(asked, texts, question, named) if asked is not None and texts.sentences else []
    if found:
        return tuple(found[:MOST_TOLD])
    absent = [QuestionMention(text=word, id="", match=ABSENT) for word in texts.absent(question)]
    near = [_mention(each, "", NEAR_TEXT) for each in texts.nearest(question)[:2]]
    return (*absent, *near)


def _told(
    asked: AskedQuestion, texts: ElementTexts, question: str, named: Sequence[QuestionMention]
) -> list[QuestionMention]:
    if asked.kind is AnswerKind.IDENTITY and (own := _described(asked, texts, named)):
        return own
    near = texts.nearest(question)
    lines = [PassageLine(each.id, number, EvidenceLine(each.text)) for number, each in enumerate(near)]
    answers = [answer for answer in answer_from_lines(asked, lines) if answer.sureness >= SURE]
    told: dict[str, QuestionMention] = {}
    for answer in answers:
        sentence = near[answer.place.number]
        words = _answer_words(answer, sentence)
        told.setdefault(fold_name(words), _mention(sentence, words, TOLD))
    return list(told.values())


def _described(
    asked: AskedQuestion, texts: ElementTexts, named: Sequence[QuestionMention]
) -> list[QuestionMention]:
    """Return the first sentences about the node that *who is …* names."""
    whole = fold_name(re.sub(r"^(?:the|a|an) ", "", asked.statement, flags=re.IGNORECASE))
    ids = {each.id for each in named if fold_name(re.sub(r"^(?:the) ", "", each.text, flags=re.IGNORECASE)) == whole}
    own = [each for each in texts.sentences if not each.edge and each.id in ids]
    return [_mention(each, "", TOLD) for each in own[:2]] if len(ids) == 1 else []


def _answer_words(answer: FoundAnswer, sentence: ElementSentence) -> str:
    """Return the words that answer; of *X is a place where he works* the element's own name, X."""
    if len(answer.spans) == 1 and not answer.verdict and not sentence.edge:
        start, end = answer.spans[0]
        before, words = sentence.text[:start].strip(), sentence.text[start:end]
        of_it = fold_name(sentence.label) in fold_name(before)
        if of_it and not any(word[:1].isupper() for word in words.split()) and _IS_A.search(before):
            return sentence.label
    return " and ".join(dict.fromkeys(answer.names))


def _mention(sentence: ElementSentence, words: str, match: str) -> QuestionMention:
    kind = "edge" if sentence.edge else "node"
    return QuestionMention(
        text=words or sentence.label, id=sentence.id, name=sentence.label, match=match, field=kind, said=sentence.text
    )


def _unique(found: Iterator[ElementSentence]) -> Iterator[ElementSentence]:
    """Yield each sentence of an element once: tools that merge descriptions repeat them."""
    seen: set[tuple[str, str]] = set()
    for each in found:
        key = (each.id, fold_name(each.text))
        if key not in seen:
            seen.add(key)
            yield each


def _sentences(adapter: GraphAdapter) -> Iterator[ElementSentence]:
    for node in adapter.find_nodes(None, MOST_ELEMENTS).nodes():
        name = next((str(node.properties[key]) for key in ("name", "canonical_name", "title", "label")
                     if isinstance(node.properties.get(key), str)), node.id)
        yield from (ElementSentence(node.id, False, name, text) for text in _texts(node.properties))
    for edge in adapter.find_edges(None, MOST_ELEMENTS).edges():
        label = f"{edge.source} and {edge.target}"
        yield from (ElementSentence(edge.id, True, label, text) for text in _texts(edge.properties))


def _texts(properties: Any) -> Iterator[str]:
    for name in FIELDS:
        value = properties.get(name)
        for told in value if isinstance(value, list | tuple) else (value,):
            if isinstance(told, str):
                for part in _PART.split(told):
                    yield from _split(part.strip().strip('"').strip())


def _split(text: str) -> Iterator[str]:
    """Yield the sentences of a text; *Mrs.* ends none."""
    held = ""
    for piece in _END.split(text):
        held = f"{held} {piece}".strip()
        if held and not _TITLE.search(held):
            yield held[:LONGEST]
            held = ""
    if held:
        yield held[:LONGEST]
