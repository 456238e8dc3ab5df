"""Lines of one text, read once: phrases near a pronoun, the text between two, what the text says about a name."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from pramana.language.agreement import Traits
from pramana.language.mentions import AnalysedLine, Mention
from pramana.language.name_book import NameBook

NEAR = 80
"""Mentions before a pronoun, and behind it, that are looked at at all: bounds the work on lines that never end."""


class DocumentReading:
    """Each line is analysed when it is first asked for, and kept. Lines count from 0.

    `heading` are the words of the text's heading, in small letters.
    """

    def __init__(self, texts: Sequence[str], heading: frozenset[str] = frozenset()) -> None:
        self.texts = texts
        self._heading = heading
        self._lines: dict[int, AnalysedLine] = {}
        self._mentions: dict[int, list[Mention]] = {}
        self._traits: dict[tuple[int, int, int], Traits] = {}

    def line(self, number: int) -> AnalysedLine:
        """The line, read. Raises IndexError where there is none."""
        if number not in self._lines:
            self._lines[number] = AnalysedLine(number, self.texts[number])
        return self._lines[number]

    def mentions(self, number: int) -> list[Mention]:
        """The mentions of a line in order of place."""
        if number not in self._mentions:
            self._mentions[number] = sorted(self.line(number).mentions(), key=lambda found: (found.start, found.end))
        return self._mentions[number]

    def traits(self, mention: Mention) -> Traits:
        """What the whole text tells of a mention."""
        place = (mention.line, mention.start, mention.end)
        if place not in self._traits:
            self._traits[place] = self._book.traits(mention)
        return self._traits[place]

    def key(self, mention: Mention) -> str:
        """What all mentions of one bearer share: the fullest form of a name, else the words of the phrase."""
        return self._book.key(mention)

    def is_name(self, mention: Mention) -> bool:
        """Whether the words of a mention are a name within a line, too, where no rule asks for a capital."""
        return self._book.is_name(mention)

    def is_most_named(self, key: str) -> bool:
        """Whether no name of the text occurs more often than the one with this key."""
        return self._book.is_most_named(key)

    @cached_property
    def _book(self) -> NameBook:
        """The names of all lines."""
        book = NameBook(self._heading)
        for number in range(len(self.texts)):
            book.note_line(self.line(number), self.mentions(number))
        return book

    def near(self, pronoun: Mention, first: int, last: int) -> tuple[list[Mention], list[Mention]]:
        """The mentions before and behind a pronoun, in order, of lines `first` to `last`; the nearest, at most NEAR."""
        before: list[Mention] = []
        after: list[Mention] = []
        for number in range(pronoun.line, max(0, first) - 1, -1):
            found = self.mentions(number)
            stop = bisect_left(found, pronoun.start, key=_start) if number == pronoun.line else len(found)
            before = found[max(0, stop - NEAR + len(before)) : stop] + before
        for number in range(pronoun.line, last + 1):
            found = self.mentions(number)
            start = bisect_right(found, pronoun.start, key=_start) if number == pronoun.line else 0
            after += found[start : start + NEAR - len(after)]
        return before, after

    def commas(self, one: Mention, other: Mention) -> int:
        """The commas between two mentions of a line; -1 where they are in different lines."""
        if one.line != other.line:
            return -1
        first, second = sorted([one, other], key=lambda mention: mention.start)
        return self.texts[one.line].count(",", first.end, second.start)

    def words(self, one: Mention, other: Mention) -> int:
        """Words between two mentions, those of whole lines between left out."""
        if one.line == other.line:
            first, second = sorted([one, other], key=lambda mention: mention.start)
            return self.line(one.line).words(first.end, second.start)
        first, second = sorted([one, other], key=lambda mention: mention.line)
        after = self.line(first.line).words(first.end, len(self.texts[first.line]))
        return after + self.line(second.line).words(0, second.start)


def _start(mention: Mention) -> int:
    return mention.start
