"""The words of a question that are no names, and how near the terms and texts of a graph are to each.

A weight is 1 for the same word and less for one further from it (see `closeness`); 0 is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pramana.investigate.attributes import Attributes, is_superlative
from pramana.investigate.closeness import UNRELATED, alike_words, word_cost
from pramana.investigate.matched_words import plain_speech
from pramana.investigate.pieces import Pieces
from pramana.investigate.profile import GraphProfile
from pramana.investigate.question_words import FREE_WORDS
from pramana.investigate.terms import name_parts
from pramana.language import stem, word_set

_WORD = re.compile(r"[^\W_]+")
_FUNCTION = (
    "how what when where why whose many much i me my we us our you your he him his she her they them their its this "
    "these those than then too also please tell if or but not no between together before after "
    "since until during anybody anyone somebody someone"
)
_SILENT = FREE_WORDS | word_set("questions/empty_words") | frozenset(_FUNCTION.split())


@dataclass(frozen=True, slots=True)
class WantedWords:
    """What a question asks by words that are no names: the words, those alike by stem, and the form."""

    words: tuple[str, ...]
    stems: Mapping[str, tuple[tuple[str, float], ...]]
    form: str

    @classmethod
    def of(cls, question: str, names: Iterable[str]) -> WantedWords:
        """Return the words of a question without its names, as the question has them."""
        text = plain_speech(question)
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text, flags=re.IGNORECASE)
        words = tuple(dict.fromkeys(w for w in _WORD.findall(text.casefold()) if w not in _SILENT and len(w) > 1))
        stems: dict[str, dict[str, float]] = {}
        for word in words:
            for other, cost in alike_words(word).items():
                held = stems.setdefault(stem(other), {})
                held[word] = max(_weight(cost), held.get(word, 0.0))
        told = {each: tuple(weights.items()) for each, weights in stems.items()}
        return cls(words, told, _form(plain_speech(question).casefold()))

    def missing(self, has: Collection[str]) -> tuple[str, ...]:
        """Return the words that no fact has; numbers and superlatives say how much, and need not be in one."""
        known = (word for word in self.words if not word.isdigit() and not is_superlative(word))
        return tuple(word for word in known if word not in has)

    def in_text(self, text: str) -> dict[str, float]:
        """Return the words of the question that a text has, each with how near the text's word is."""
        found: dict[str, float] = {}
        for word in dict.fromkeys(_WORD.findall(text.casefold())):
            for asked, weight in self.stems.get(stem(word), ()):
                found[asked] = max(weight, found.get(asked, 0.0))
        return found


def _weight(cost: float) -> float:
    return 1 / (1 + cost) if cost < UNRELATED else 0.0


def _form(text: str) -> str:
    """Return what a question asks for: `when`, `where`, `who`, or `number`; "" for anything."""
    if re.match(r"(?:in |since |on )?(?:when|what year|which year|what date)\b", text):
        return "when"
    if re.match(r"how (?!do|does|did|is|are|was|were|come)\w+", text):
        return "number"
    return next((each for each in ("where", "who") if re.match(rf"(?:\w+ )?{each}", text)), "")


class TermWords:
    """The words of one question that a graph's types, relations and attributes are called by, with their weights."""

    def __init__(self, asked: WantedWords, facts: GraphProfile, pieces: Pieces) -> None:
        self._asked, self._facts, self._pieces = asked, facts, pieces
        self._relations: dict[str, dict[str, float]] = {}
        self._types: dict[str, dict[str, float]] = {}
        self._attributes: dict[tuple[str, str], dict[str, float]] = {}

    def of_type(self, name: str) -> dict[str, float]:
        """Return the words that call a type."""
        if name not in self._types:
            senses = {word: self._pieces.kinds([word]) for word in self._asked.words}
            costs = {word: [each.cost for each in found if name in each.types] for word, found in senses.items()}
            self._types[name] = _weights({word: min(each, default=UNRELATED) for word, each in costs.items()})
        return self._types[name]

    def of_relation(self, name: str) -> dict[str, float]:
        """Return the words that a relation is near to."""
        if name not in self._relations:
            costs = {word: self._pieces.relation_cost([word], name) for word in self._asked.words}
            self._relations[name] = _weights(costs)
        return self._relations[name]

    def of_attribute(self, kind: str, name: str) -> dict[str, float]:
        """Return the words that ask for an attribute of nodes of a type, by its name or otherwise."""
        if (kind, name) not in self._attributes:
            profiles = [pair for pair in self._pieces.profiles((kind,)) if pair[1].name == name]
            own, form = Attributes.of_types(self._facts, (kind,)), "when" if self._asked.form == "when" else "what"
            found = self.of_name(name)
            for word in self._asked.words:
                costs = [each.cost for each in self._pieces.attributes([word], profiles, form)]
                order = own.order_by(word) if is_superlative(word) else None
                costs += [0.0] if order is not None and order.attribute == name else []
                found = joined_weights(found, _weights({word: min(costs, default=UNRELATED)}))
            self._attributes[kind, name] = found
        return self._attributes[kind, name]

    def of_name(self, name: str) -> dict[str, float]:
        """Return the words that are near to a part of a name."""
        parts = name_parts(name)
        costs = {word: [word_cost(word, part) for part in parts] for word in self._asked.words}
        return _weights({word: min(each, default=UNRELATED) for word, each in costs.items()})


def joined_weights(*found: Mapping[str, float]) -> dict[str, float]:
    """Return the words of several parts of a fact, each with the most that it counts in one."""
    joined: dict[str, float] = {}
    for each in found:
        for word, weight in each.items():
            joined[word] = max(weight, joined.get(word, 0.0))
    return joined


def _weights(costs: Mapping[str, float]) -> dict[str, float]:
    return {word: weight for word, cost in costs.items() if (weight := _weight(cost))}


__all__ = ["TermWords", "WantedWords", "joined_weights"]
