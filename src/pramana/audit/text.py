"""The source text, indexed: where each word occurs, and which words are names."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from rapidfuzz.distance import Levenshtein

from pramana.audit import lexicon as lex
from pramana.audit.model import TextPassage
from pramana.documents import LoadedDocument
from pramana.evidence import WORD_SEPARATOR, Evidence, Grade, Span, Words, make_evidence, words
from pramana.language import singular, stem

Position = tuple[int, int]
"""A line of the text (from 0, through all documents) and a word of that line (from 0)."""

_LONG_ENOUGH = 5
"""Shortest word, in characters, that is compared by spelling. In shorter ones, one letter changes too much."""
_MARKS_OF_A_NAME = 4
"""A word is part of names where it occurs capitalised more than this many times as often as in lower case."""


class DocumentText:
    """The lines of all documents, one after the other."""

    def __init__(self, documents: Iterable[LoadedDocument]) -> None:
        self.documents = tuple(documents)
        self.doc_ids: list[str] = []
        self.numbers: list[int] = []
        self.lines: list[str] = []
        self.ends: list[int] = []
        for document in self.documents:
            self.doc_ids += [document.doc_id] * len(document.lines)
            self.numbers += [line.number for line in document.lines]
            self.lines += [line.text for line in document.lines]
            self.ends.append(len(self.lines))
        self._keys: dict[int, str] = {}
        self.words: list[Words] = [words(line) for line in self.lines]

    def __len__(self) -> int:
        return len(self.lines)

    @cached_property
    def _singulars(self) -> dict[str, list[Position]]:
        """The places of each word, in the singular and the plural, by its singular."""
        places: dict[str, list[Position]] = defaultdict(list)
        for at, line in enumerate(self.words):
            for index, form in enumerate(line.forms):
                places[singular(form)].append((at, index))
        return dict(places)

    @cached_property
    def _stems(self) -> dict[str, list[int]]:
        """The lines that hold each stem, in order, once each."""
        lines: dict[str, list[int]] = defaultdict(list)
        for at, line in enumerate(self.words):
            for key in sorted({stem(form) for form in line.forms}):
                lines[key].append(at)
        return dict(lines)

    @cached_property
    def _capitals(self) -> tuple[Counter[str], Counter[str]]:
        """How often each word occurs capitalised within a line, and how often in lower case."""
        capitalised: Counter[str] = Counter()
        lower: Counter[str] = Counter()
        for text, line in zip(self.lines, self.words, strict=True):
            shouted = text.isupper()
            for index, (start, form) in enumerate(zip(line.starts, line.forms, strict=True)):
                if text[start].islower():
                    lower[form] += 1
                elif text[start].isupper() and not shouted and index and text[start - 1] == " ":
                    capitalised[form] += 1
        return capitalised, lower

    def places(self, form: str) -> Sequence[Position]:
        """Return where a word occurs in the singular or plural, in order."""
        return self._singulars.get(singular(form), ())

    def key(self, line: int) -> str:
        """Return a line's words in the singular, each between separators."""
        if line not in self._keys:
            self._keys[line] = (
                WORD_SEPARATOR + WORD_SEPARATOR.join(map(singular, self.words[line].forms)) + WORD_SEPARATOR
            )
        return self._keys[line]

    def lines_with(self, key: str) -> Sequence[int]:
        """Return the lines that hold a stem, in order."""
        return self._stems.get(key, ())

    def is_name(self, form: str) -> bool:
        """Return whether the text uses a folded word as a part of names: capitalised within lines."""
        capitalised, lower = self._capitals
        return capitalised[form] > _MARKS_OF_A_NAME * lower[form]

    def bearers(self, surname: str) -> frozenset[str]:
        """Return the given names that occur with a folded surname: names directly before it, except titles."""
        found = set()
        for line, index in self.places(surname):
            there, text = self.words[line], self.lines[line]
            before = there.forms[index - 1] if index else ""
            between_them = text[there.ends[index - 1] : there.starts[index]] if index else ""
            if between_them == " " and before not in lex.TITLES and self.is_name(before):
                found.add(before)
        return frozenset(found)

    def is_mostly_name(self, form: str) -> bool:
        """Return whether a folded word occurs capitalised within lines at least as often as in lower case."""
        capitalised, lower = self._capitals
        return capitalised[form] > 0 and capitalised[form] >= lower[form]

    def document_of(self, line: int) -> tuple[int, int]:
        """Return the first line of the document that `line` is in, and the line after its last."""
        index = bisect_right(self.ends, line)
        return self.ends[index - 1] if index else 0, self.ends[index]

    def similar(self, form: str) -> str | None:
        """Return the commonest word of the text that is one letter from `form`; None where the text has `form`."""
        if len(form) < _LONG_ENOUGH or not form.isalpha() or self.places(form):
            return None
        near = [
            (-len(self._singulars[other]), other)
            for other in self._by_length.get((form[0], len(singular(form)) - 1), [])
            + self._by_length.get((form[0], len(singular(form))), [])
            + self._by_length.get((form[0], len(singular(form)) + 1), [])
            if Levenshtein.distance(singular(form), other, score_cutoff=1) == 1
        ]
        return min(near)[1] if near else None

    @cached_property
    def _by_length(self) -> dict[tuple[str, int], list[str]]:
        """The text's words by first letter and length."""
        found: dict[tuple[str, int], list[str]] = defaultdict(list)
        for form in self._singulars:
            found[form[0], len(form)].append(form)
        return dict(found)

    def evidence(self, line: int, first: int, after: int, grade: Grade) -> Evidence:
        """Return the evidence for the words `first` to `after` (exclusive) of a line."""
        found = self.words[line]
        span = Span(found.starts[first], found.ends[after - 1], grade)
        return make_evidence(self.doc_ids[line], self.numbers[line], self.lines[line], span)

    def passage(self, first: int, last: int) -> TextPassage:
        """Return the lines `first` to `last` (inclusive), of one document."""
        lines = tuple(self.lines[first : last + 1])
        return TextPassage(self.doc_ids[first], self.numbers[first], self.numbers[last], lines)


def between(lines: Sequence[int], first: int, last: int) -> Sequence[int]:
    """Return those of sorted `lines` that are `first` to `last`, inclusive."""
    return lines[bisect_left(lines, first) : bisect_right(lines, last)]
