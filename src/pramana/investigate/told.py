"""What the texts of a graph's elements say of a question: descriptions of nodes and edges, read sentence by sentence.

The graphs of other tools say most in descriptions, and little in their relations. The sentences nearest to the question
are unified with it, as the lines of documents are; what answers is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from pramana.graph import GraphAdapter, fold_name
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.rephrasing import connection_question, told_questions
from pramana.investigate.shapes_events import event_types
from pramana.karaka import FoundAnswer, PassageLine, answer_from_lines
from pramana.language import (
    AnswerKind,
    AskedQuestion,
    EvidenceLine,
    LinkedExpression,
    read_asked,
    tag_tokens,
    word_forms,
    word_set,
)
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
TOLD, ABSENT, NEAR_TEXT, CUT = "said", "absent", "nearest", "cut"
"""How a mention of these kinds matches: a sentence that answers; words that occur nowhere in the graph; a sentence that
is near the question and does not answer; that not all texts were searched."""
_QUOTES = re.compile(r'^"([^"]*)"?$')
_PART = re.compile(r"<SEP>|\n")
_END = re.compile(r"(?<=[a-z0-9)’'\"][.!?])[\"”']?\s+(?=[\"“]?[A-Z])")
MOST_DESCRIBED = 3
"""Sentences that say who or what something is."""
_DOING = re.compile(r"^what (?:does|did|do) | do(?: (?:in|for) .+)?$", re.IGNORECASE)
_DEED = re.compile(r"\b(?:who|which|that|and) [a-z]+(?:s|ed)\b|^\S+(?: \S+){0,5}? (?!is|was|has)[a-z]+(?:s|ed) ")
"""A sentence with a verb of doing: *a character who works for Scrooge*, *Fred proposes a toast*."""
_WHO_IS = re.compile(r"(?:who|what) (?:is|was|are|were) (.+)", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:\w+ [\w ]{0,20}, )?(He|She|It|They|he|she|it|they)\b")
"""At the beginning of a sentence of its own description a pronoun means the node."""
_BRACKET = re.compile(r" \([^()]*\)$")
_REDUCED = re.compile(
    r"(?P<subject>\S.{0,80}?) (?:is|was|are|were) (?:an?|the) (?:[\w.'’-]+ ){1,9}?"
    r"(?P<verb>\w+(?:ed|en|wn|lt|de|ld|nt|ht)\b)"
    r"(?= (?:and \w+ )?(?:by|in|on|at|from|near)\b)"
)
"""*Boston Beer is a brewer founded in 1984*: who or what was founded."""
_OWNED = re.compile(r"['’]s?\b|\bof\b")
_NAME_WORD = r"[^\W_]+(?:['’](?!s\b)[^\W_]+)*"
_NAME = re.compile(r"(?:the )?[A-Z]")
_QUOTED = re.compile(r"(?<!\w)['‘]([^'‘’]{2,60})['’](?!\w)")
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|No)\.$")
_IS_A = re.compile(r"(?:is|was|are|were|refers to|represents|means)$", re.IGNORECASE)
_NEVER = word_set("investigation/never") | word_set("investigation/dropped")
_TITLES = word_set("people/female_titles") | word_set("people/male_titles") | word_set("people/neutral_titles")


@dataclass(frozen=True, slots=True)
class ElementSentence:
    """A sentence of an element's text. `label` is what the element is called; an edge by its two ends."""

    id: str
    edge: bool
    label: str
    text: str


class ElementTexts:
    """The sentences of one graph, and the words of its names and texts. `cut` says that it has more elements than are
    read; empty where it has not."""

    def __init__(self, adapter: GraphAdapter, facts: GraphProfile) -> None:
        self.sentences = tuple(_unique(_sentences(adapter)))
        self.cut = _cut(facts.nodes, facts.edges)
        self._adapter, self._facts = adapter, facts

    @cached_property
    def index(self) -> TextIndex[int]:
        return TextIndex((number, f"{each.label} {each.text}") for number, each in enumerate(self.sentences))

    @cached_property
    def bare_names(self) -> Mapping[str, frozenset[str]]:
        """The nodes by their names without what is in brackets: *Fan (Scrooge's sister)*."""
        found: dict[str, frozenset[str]] = {}
        for each in self.sentences:
            if not each.edge and _BRACKET.search(each.label):
                name = _bare(_BRACKET.sub("", each.label))
                found[name] = found.get(name, frozenset()) | {each.id}
        return found

    @cached_property
    def words(self) -> frozenset[str]:
        """All forms of all words of ids, kinds, attributes and texts."""
        plain = set(_words([each.relation for each in self._facts.relations]))
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


def _cut(nodes: int, edges: int) -> tuple[QuestionMention, ...]:
    if max(nodes, edges) <= MOST_ELEMENTS:
        return ()
    kinds = [
        f"{MOST_ELEMENTS:,} of {count:,} {name}"
        for name, count in (("nodes", nodes), ("edges", edges))
        if count > MOST_ELEMENTS
    ]
    said = f"Only the texts of the first {' and '.join(kinds)} were searched."
    return (QuestionMention(text="texts", id="", match=CUT, said=said),)


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
    return (*_told(question, texts, named), *texts.cut)


def _told(question: str, texts: ElementTexts, named: Sequence[QuestionMention]) -> Iterable[QuestionMention]:
    if connection_question(question) != question:
        return _relations(texts, named)
    names = {_bare(each.text) for each in named} | texts.bare_names.keys()
    for each, required in told_questions(question, names) if texts.sentences else ():
        asked = read_asked(each)
        about = [sentence for sentence in texts.nearest(each) if required in sentence.text.casefold()]
        found = _told_sentences(asked, texts, _naming(about, named), named) if asked is not None else []
        if found:
            return found[:MOST_TOLD]
    words = [] if texts.cut else texts.absent(question)
    absent = [QuestionMention(text=word, id="", match=ABSENT) for word in words]
    near = [_mention(each, "", NEAR_TEXT) for each in texts.nearest(question)[:2]]
    return (*absent, *near)


def _relations(texts: ElementTexts, named: Sequence[QuestionMention]) -> list[QuestionMention]:
    """Return the sentences that say what one of two things is to the other: *Fred is Scrooge's nephew*."""
    names = list(dict.fromkeys(_bare(each.text) for each in named if each.names_node))
    if len(names) != 2:
        return []
    one, two = map(re.escape, names)
    either, both = f"(?:{one}|{two})", f"(?:{one} and {two}|{two} and {one})"
    being = rf"{either} (?:.{{0,60}} )?(?:is|was|are|were) (?:.{{0,60}} )?{either}"
    said = re.compile(rf" (?:{being}|{both}) ")
    found = [each for each in texts.sentences if said.search(_plain_words(each.text)) and _has_names(names, each.text)]
    return [_mention(each, "", TOLD) for each in found[:MOST_DESCRIBED]]


def _has_names(names: Collection[str], text: str) -> bool:
    return all(f" {name} " in _plain_words(text) for name in names)


def _naming(sentences: Sequence[ElementSentence], named: Sequence[QuestionMention]) -> list[ElementSentence]:
    """Return the sentences with every name of the question: what *Bob Cratchit* does is not said of *Mrs. Cratchit*."""
    names = {_bare(each.text) for each in named if each.match != "near"}
    return [each for each in sentences if _has_names(names, f"{each.label} {each.text}")]


def _plain_words(text: str) -> str:
    """Return the words of a text between blanks, folded, without what shows possession."""
    return f" {' '.join(re.findall(_NAME_WORD, fold_name(text)))} "


def _told_sentences(
    asked: AskedQuestion, texts: ElementTexts, near: Sequence[ElementSentence], named: Sequence[QuestionMention]
) -> list[QuestionMention]:
    """Return those of the nearest sentences that answer one wording of a question."""
    describes = asked.kind in (AnswerKind.IDENTITY, AnswerKind.EVENT) or _WHO_IS.fullmatch(asked.text)
    if describes and (own := _description(asked, texts, named)):
        return own
    if asked.kind is AnswerKind.IDENTITY and not _OWNED.search(asked.statement) and _NAME.match(asked.statement):
        return []  # a name that no node has: what is said of others with a part of it says nothing of this one
    told: dict[str, QuestionMention] = {}
    for answer in _answers(asked, near):
        sentence = near[answer.place.number]
        words = _answer_words(answer, sentence)
        if _bare(words) in {_bare(each.text) for each in named}:
            continue  # nobody is asked for who the question names
        told.setdefault(fold_name(words), _mention(sentence, words, TOLD))
    return list(told.values())


def _answers(asked: AskedQuestion, sentences: Sequence[ElementSentence]) -> list[FoundAnswer]:
    lines = [PassageLine(each.id, number, line) for number, each in enumerate(sentences) for line in _readings(each)]
    return [answer for answer in answer_from_lines(asked, lines) if answer.sureness >= SURE]


def _readings(sentence: ElementSentence) -> Iterator[EvidenceLine]:
    """Yield what a sentence of a description says: itself, its first pronoun meaning the node, and *X was founded in
    1984* for *X is a brewer founded in 1984*."""
    text = _without_marks(sentence.text)
    name = _BRACKET.sub("", sentence.label)
    pronoun = None if sentence.edge else _PRONOUN.match(text)
    means = (LinkedExpression(pronoun.start(1), pronoun.end(1), name),) if pronoun else ()
    yield EvidenceLine(text, means)
    reduced = _REDUCED.match(text)
    if reduced is not None and tag_tokens(text[: reduced.end("verb")])[-1].tag == "VVN":
        subject = name if pronoun else reduced["subject"]
        yield EvidenceLine(f"{subject} was {text[reduced.start('verb') :]}")


def _without_marks(text: str) -> str:
    """Return a sentence with blanks for the marks around quoted titles: *'A Christmas Carol' is authored by …*."""
    return _QUOTED.sub(lambda found: f" {found[1]} ", text)


def _description(asked: AskedQuestion, texts: ElementTexts, named: Sequence[QuestionMention]) -> list[QuestionMention]:
    """Return the most telling sentences about the node that *who is …*, or *what does … do*, asks of.

    A sentence that says who it is by another name (*Scrooge's nephew*) goes before *a character*; what somebody does is
    in those that have another verb than *be*.
    """
    deeds = asked.kind is AnswerKind.EVENT
    identity = _WHO_IS.fullmatch(asked.text)
    whole = _bare(_DOING.sub("", asked.text) if deeds else identity[1] if identity else asked.statement)
    ids = {each.id for each in named if _bare(each.text) == whole} or texts.bare_names.get(whole, frozenset())
    own = [each for each in texts.sentences if not each.edge and each.id in ids] if len(ids) == 1 else []
    if deeds:
        return [_mention(each, "", TOLD) for each in own if _DEED.search(each.text)][:MOST_TOLD]
    named_so = {
        answer.place.number
        for answer in _answers(asked, own)
        for name in answer.names
        if any(word[:1].isupper() for word in name.split())
    }
    order = sorted(range(len(own)), key=lambda number: (number not in named_so, number))
    return [_mention(own[number], "", TOLD) for number in order[:MOST_DESCRIBED]]


def _bare(name: str) -> str:
    return _plain_words(re.sub(r"^(?:the|a|an) ", "", name.strip(), flags=re.IGNORECASE)).strip()


def _answer_words(answer: FoundAnswer, sentence: ElementSentence) -> str:
    """Return the words that answer; of *X is a place where he works* the element's own name, X."""
    if len(answer.spans) == 1 and not answer.verdict and not sentence.edge:
        start, end = answer.spans[0]
        line = answer.place.line.text
        before, words = line[:start].strip(), line[start:end]
        of_it = fold_name(sentence.label) in fold_name(before)
        if of_it and not any(word[:1].isupper() for word in words.split()) and _IS_A.search(before):
            return sentence.label
    if answer.verdict:
        return answer.verdict
    return " and ".join(dict.fromkeys(text.strip(" '‘’") for text in answer.texts))


def _mention(sentence: ElementSentence, words: str, match: str) -> QuestionMention:
    kind = "edge" if sentence.edge else "node"
    return QuestionMention(
        text=words or sentence.label, id=sentence.id, name=sentence.label, match=match, field=kind, said=sentence.text
    )


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
    for node in adapter.find_nodes(None, MOST_ELEMENTS).nodes():
        name = next(
            (
                str(node.properties[key])
                for key in ("name", "canonical_name", "title", "label")
                if isinstance(node.properties.get(key), str)
            ),
            node.id,
        )
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
                    yield from _sentences_in(_QUOTES.sub(r"\1", part.strip()))


def _sentences_in(text: str) -> Iterator[str]:
    """Yield the sentences of a text; *Mrs.* ends none."""
    held = ""
    for piece in _END.split(text):
        held = f"{held} {piece}".strip()
        if held and not _TITLE.search(held):
            yield held[:LONGEST]
            held = ""
    if held:
        yield held[:LONGEST]
