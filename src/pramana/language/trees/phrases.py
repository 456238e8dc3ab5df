"""Noun phrases of a tree: what is left of the head, and its *of*-phrases; no clauses, no other prepositions."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.chunks import MAX_PHRASE
from pramana.language.model import NounPhrase, Token
from pramana.language.trees.model import DependencyTree
from pramana.language.word_lists import word_set

_BEFORE = word_set("trees/before_head")
"""Relations of words that may be part of a phrase in front of its head."""
_BEHIND = frozenset("compound nummod flat fixed case".split())
"""Relations of words that may be part of a phrase behind its head: *May 5*, *Section 7*, *the Smiths'*."""
_NOMINAL = frozenset("NN0 NN1 NN2 NP0 PNP PNI PNX PNQ DTQ CRD DT0 UNC".split())
_CLAUSES = ("relcl", "acl", "appos", "parataxis", "advcl", "ccomp")


class Phrases:
    """The noun phrases of one tree, each made once."""

    def __init__(self, tree: DependencyTree, tokens: Sequence[Token]) -> None:
        self._tree = tree
        self._tokens = tokens
        self._made: dict[int, NounPhrase] = {}

    def at(self, head: int) -> NounPhrase:
        """Return the phrase with its head at a place."""
        if head not in self._made:
            self._made[head] = self._make(head)
        return self._made[head]

    def joined_phrases(self, head: int) -> list[NounPhrase]:
        """Return the phrase with its head at a place and those joined to it, without those that are denied."""
        return [self.at(place) for place in self._joined_heads(head) if place == head or not self._is_denied(place)]

    def excluded_phrases(self, head: int) -> list[NounPhrase]:
        """Return the phrases that *not* excludes: *Lily* of *Marsh, not Lily*."""
        return [self.at(place) for place in self._joined_heads(head) if place != head and self._is_denied(place)]

    def _joined_heads(self, head: int) -> list[int]:
        return [place for place in self._tree.joined_words(head) if place == head or self.is_nominal(place)]

    def _is_denied(self, place: int) -> bool:
        return bool(self._tree.children(place, "neg"))

    def is_nominal(self, place: int) -> bool:
        """Return whether a word can be the head of a noun phrase."""
        tag = self._tokens[place].tag
        determined = bool(self._tree.children(place, "det", "poss"))
        takes_part = self._tree.relation(place) in {"nsubj", "nsubjpass", "dobj", "pobj"}
        if tag[:1] == "V":  # *the following*
            return takes_part and determined
        return tag in _NOMINAL or (tag[:2] in {"AJ", "OR"} and (determined or takes_part))

    def outermost_phrases(self) -> tuple[NounPhrase, ...]:
        """Return the phrases of all heads that are not part of another one, in order."""
        heads = [place for place in range(len(self._tokens)) if self._is_outermost(place)]
        found: list[NounPhrase] = []
        for phrase in sorted(map(self.at, heads), key=lambda each: (each.first, -each.last)):
            if not found or phrase.first >= found[-1].last:
                found.append(phrase)
        return tuple(found)

    def _is_outermost(self, place: int) -> bool:
        inside = _BEFORE - {"npadvmod", "conj", "dep", "intj", "meta"}
        return self.is_nominal(place) and self._tree.relation(place) not in inside

    def _make(self, head: int) -> NounPhrase:
        tree, tokens = self._tree, self._tokens
        first = self._reach(head, -1)
        last = self._behind(head) + 1
        if last - first > MAX_PHRASE:
            first, last = max(first, head + 1 - MAX_PHRASE), head + 1
        start, end = tokens[first].start, tokens[last - 1].end
        owner = self._owner(head, first)
        kind, inner = self._kind(first, last, head), self._inner(head, last)
        return NounPhrase(start, end, tree.text[start:end], first, last, head, kind, owner, inner)

    def _inner(self, head: int, last: int) -> NounPhrase | None:
        """Return the phrase that *of* right behind the head governs."""
        if head + 1 >= last or self._tree.lower(head + 1) != "of":
            return None
        nouns = self._tree.children(head + 1, "pobj")
        inner = self.at(nouns[0]) if nouns and nouns[0] > head else None
        return inner if inner is not None and inner.first > head and inner.last <= last else None

    def _kind(self, first: int, last: int, head: int) -> str:
        token = self._tokens[head]
        if last - first == 1 and (token.text.lower() in lex.PRONOUNS or token.tag in {"PNP", "PNI"}):
            return "pronoun"
        return "name" if token.tag == "NP0" else "number" if token.tag == "CRD" else "noun"

    def _reach(self, head: int, step: int) -> int:
        """Return the first place of a phrase: all that hangs on the head in front of it, without a gap."""
        tree = self._tree
        own = {head}
        for child in tree.children(head):
            if child < head and tree.relation(child) in _BEFORE:
                own.update(place for place in tree.under(child) if place < head)
        place = head
        while place - 1 in own and self._tokens[place - 1].tag != "XX0":
            place -= 1
        while place < head and self._tokens[place].tag[:2] in {"PU", "CJ"} and self._tokens[place].tag != "PUQ":
            place += 1
        return place

    def _behind(self, head: int) -> int:
        """Return the last place of a phrase: its *of*-phrases, numbers and parts of names behind the head."""
        tree = self._tree
        own = {head}
        for child in tree.children(head):
            if child < head:
                continue
            if tree.relation(child) in _BEHIND:
                own.update(tree.under(child, *_CLAUSES))
            elif tree.relation(child) == "prep" and tree.lower(child) == "of":
                own.update(self._of(child))
        place = head
        while place + 1 in own or (place + 2 in own and self._tokens[place + 1].text in {",", "-", "&"}):
            place += 1
        return place

    def _of(self, preposition: int) -> list[int]:
        """Return *of* and its noun phrase, with those joined to it; nothing where it governs none."""
        found = [preposition]
        for noun in self._tree.children(preposition, "pobj"):
            for each in self._tree.joined_words(noun):
                phrase = self.at(each)
                found += range(phrase.first, phrase.last)
            found += self._tree.under(noun, "conj", "prep", "appos", *_CLAUSES)
            found += [mark for mark in self._tree.under(noun, "prep", *_CLAUSES) if self._joins(mark)]
        return found if len(found) > 1 else []

    def _joins(self, place: int) -> bool:
        return self._tree.relation(place) in {"cc", "punct"}

    def _owner(self, head: int, first: int) -> tuple[int, int] | None:
        """Return the span of the owner in *the queen's map*; None where a pronoun or nobody owns."""
        for owner in self._tree.children(head, "poss"):
            marks = [place for place in self._tree.children(owner, "case") if self._tokens[place].tag == "POS"]
            if marks and first <= owner < marks[0] < head:
                return self._tokens[first].start, self._tokens[marks[0] - 1].end
        return None
