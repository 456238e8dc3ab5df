"""Pairs of verb and participant straight from a tree, by its labels: what a reader over it is measured against."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import TreeWord
from reading.pairs import Found
from reading.treebank import Pair, TreeSentence

_SUBJECTS, _PASSIVES = frozenset({"nsubj"}), frozenset({"nsubj:pass", "nsubjpass"})
_OBJECTS, _AGENTS = frozenset({"obj", "dobj"}), frozenset({"obl:agent"})
_RELATIVE = frozenset({"WDT", "WP"})


def pairs_of_tree(words: Sequence[TreeWord]) -> Found:
    """Return the subjects and objects that a tree gives its verbs.

    Joined nouns count one by one, a joined verb without a subject has that of the first, and a relative pronoun counts
    as its noun. Subjects of passives are objects; agents are subjects.
    """
    tree = _LabelledTree(words)
    subject, passive = tree.pairs(_SUBJECTS), tree.pairs(_PASSIVES)
    objects, agents = tree.pairs(_OBJECTS), tree.pairs(_AGENTS) | tree.english_agents()
    shared = tree.shared(subject, passive)
    verbs = frozenset(place for place, word in enumerate(words) if word.tag.startswith("VB"))
    passive |= {pair for pair in shared if tree.is_passive(pair[0])}
    subject |= {pair for pair in shared if not tree.is_passive(pair[0])}
    return Found(verbs, frozenset(subject | agents), frozenset(objects | passive))


class _LabelledTree:
    def __init__(self, words: Sequence[TreeWord]) -> None:
        self._words = words
        self._below: list[list[int]] = [[] for _ in words]
        for place, word in enumerate(words):
            if word.head != place:
                self._below[word.head].append(place)

    def pairs(self, relations: frozenset[str]) -> set[Pair]:
        """Return each verb with the nouns that it has by these relations."""
        return {
            (word.head, noun)
            for place, word in enumerate(self._words)
            if word.relation in relations and self._words[word.head].tag.startswith("VB")
            for noun in self._nouns(place)
        }

    def english_agents(self) -> set[Pair]:
        """Return the agents by the labels of spaCy's English pipelines: *by* is the `agent`, the noun its object."""
        return {
            (word.head, noun)
            for place, word in enumerate(self._words)
            if word.relation == "agent"
            for below in self._below[place]
            if self._words[below].relation == "pobj"
            for noun in self._nouns(below)
        }

    def shared(self, *known: set[Pair]) -> set[Pair]:
        """Return the subjects that verbs share with those that they are joined to."""
        found: set[Pair] = set()
        have = {verb for pairs in known for verb, _ in pairs}
        for place, word in enumerate(self._words):  # a joined verb comes after the first
            if word.relation == "conj" and word.tag.startswith("VB") and place not in have:
                found |= {(place, noun) for pairs in (*known, found) for verb, noun in set(pairs) if verb == word.head}
        return found

    def is_passive(self, verb: int) -> bool:
        """Return whether a verb has the auxiliary of a passive, or shares that of the verb it is joined to."""
        below = [self._words[each].relation for each in self._below[verb]]
        if any(each in {"aux", "aux:pass", "auxpass"} for each in below):
            return "aux:pass" in below or "auxpass" in below
        word = self._words[verb]
        return word.relation == "conj" and word.tag == "VBN" and word.head != verb and self.is_passive(word.head)

    def _nouns(self, place: int) -> list[int]:
        """Return a noun and those joined to it; of a relative pronoun the noun that its clause is about."""
        if self._words[place].tag in _RELATIVE:
            above = self._words[place].head
            if self._words[above].relation in {"acl:relcl", "relcl"}:
                return [self._words[above].head]
        return [place, *(each for each in self._below[place] if self._words[each].relation == "conj")]


def place_in(sentence: TreeSentence, words: Sequence[TreeWord], found: Found) -> Found:
    """Return pairs of a parser's words as pairs of the words of the gold tree, which may be cut in other places."""
    starts = {word.start: place for place, word in reversed(list(enumerate(sentence.words)))}
    gold = {place: starts[word.start] for place, word in enumerate(words) if word.start in starts}
    moved = [
        frozenset((gold[verb], gold[noun]) for verb, noun in pairs if verb in gold and noun in gold)
        for pairs in (found.subject, found.object)
    ]
    return Found(frozenset(gold[verb] for verb in found.verbs if verb in gold), *moved)
