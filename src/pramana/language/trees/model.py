"""Dependency trees as parsers give them, and the form with verbs as heads into which all of them are brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TreeWord:
    """One word: line[start:end], its tag of the Penn Treebank, its part of speech of Universal Dependencies ("" where
    there is none), the index of its head (its own for a root), and its relation to it."""

    start: int
    end: int
    text: str
    tag: str
    pos: str
    head: int
    relation: str


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """The words of a line in order, with the children of each. There may be several roots."""

    text: str
    words: tuple[TreeWord, ...]
    below: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, text: str, words: Sequence[TreeWord]) -> DependencyTree:
        """Return the tree of these words. Raises ValueError where a head is not a word of the line."""
        below: list[list[int]] = [[] for _ in words]
        for place, word in enumerate(words):
            if not 0 <= word.head < len(words):
                raise ValueError(f"the head of word {place} ({word.text!r}) is {word.head}, of {len(words)} words")
            if word.head != place:
                below[word.head].append(place)
        return cls(text, tuple(words), tuple(map(tuple, below)))

    def relation(self, place: int) -> str:
        return self.words[place].relation

    def lower(self, place: int) -> str:
        return self.words[place].text.lower()

    def children(self, place: int, *relations: str) -> tuple[int, ...]:
        """Return the children of a word in order, of these relations or of all."""
        if not relations:
            return self.below[place]
        return tuple(child for child in self.below[place] if self.words[child].relation in relations)

    def above(self, place: int) -> Iterator[int]:
        """Yield the heads of a word, the nearest first. Ends in a tree that is none (a cycle)."""
        seen = {place}
        while (head := self.words[place].head) not in seen:
            yield head
            seen.add(head)
            place = head

    def under(self, place: int, *left_out: str) -> list[int]:
        """Return a word and all below it, in order; without the children of those relations and what is below them."""
        found, waiting = set[int](), [place]
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.add(each)
                waiting += [child for child in self.below[each] if self.words[child].relation not in left_out]
        return sorted(found)

    def joined_words(self, place: int) -> list[int]:
        """Return a word and the words that *and*, *or* and commas join to it, in order."""
        found = [place]
        for each in found:
            found += [child for child in self.children(each, "conj") if child not in found]
        return sorted(found)
