"""Finds quotes among all lines of a context."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from heapq import nsmallest
from itertools import accumulate

from pramana.evidence import WORD_SEPARATOR, Evidence, Grade, Span, align, make_evidence, words
from pramana.igg.sources import ContextDocument

_LOOKED_AT = 256
"""Lines in which a partial match is searched: those that share most words with the quote. Chosen by hand."""

_FALSE_STARTS = 200
"""Verbatim occurrences that are checked before the search continues by words. Chosen by hand."""

_COMMON = 2_000
"""A word in more lines than this does not narrow the search, unless the quote has no rarer word. Chosen by hand."""

_RANKS = {grade: number for number, grade in enumerate(Grade)}


class Quotes:
    """Finds quotes in documents: verbatim first, then by words, then partially.

    A quote may span line ends of one document; its evidence is then the part in its first line. Ties between places
    with the same grade are broken by order. Lines are split into words when the first quote is not found verbatim.
    """

    def __init__(self, documents: Sequence[ContextDocument]) -> None:
        self._ids = [document.id for document in documents]
        self._begins = list(accumulate((len(document.lines) for document in documents), initial=0))
        self._lines = [line for document in documents for line in document.lines]
        self._text = "\n".join(self._lines)
        self._starts = list(accumulate((len(line) + 1 for line in self._lines), initial=0))

    def find(self, quote: str) -> Evidence | None:
        """Return the place of a quote, None if it is not found."""
        quote = quote.strip()
        asked = words(quote).key
        if asked == WORD_SEPARATOR * 2:  # the quote has no words
            return None
        return self._verbatim(quote) or self._by_words(quote, asked) or self._in_part(quote)

    def _verbatim(self, quote: str) -> Evidence | None:
        at = self._text.find(quote)
        for _ in range(_FALSE_STARTS):
            if at < 0:
                return None
            place = bisect_right(self._starts, at) - 1
            found = self._in_line(quote, place)
            if found is not None and found.grade is Grade.VERBATIM:
                return found
            at = self._text.find(quote, self._starts[place + 1])
        return None

    def _in_line(self, quote: str, place: int) -> Evidence | None:
        span = align(quote, self._lines[place])
        return None if span is None else self._evidence(place, span)

    def _evidence(self, place: int, span: Span) -> Evidence:
        document = bisect_right(self._begins, place) - 1
        return make_evidence(self._ids[document], place - self._begins[document] + 1, self._lines[place], span)

    def _by_words(self, quote: str, asked: str) -> Evidence | None:
        key, firsts = self._joined_words
        at = key.find(asked)
        while at >= 0:
            first = key.count(WORD_SEPARATOR, 0, at)
            last = first + asked.count(WORD_SEPARATOR) - 2
            begin, end = bisect_right(firsts, first) - 1, bisect_right(firsts, last) - 1
            if begin == end:
                return self._in_line(quote, begin)
            if bisect_right(self._begins, begin) == bisect_right(self._begins, end):
                return self._over_lines(quote, (begin, first - firsts[begin]), (end, last - firsts[end]))
            at = key.find(asked, at + 1)
        return None

    def _over_lines(self, quote: str, begin: tuple[int, int], end: tuple[int, int]) -> Evidence:
        """Return the first line's part of a quote that runs from one line and word to another."""
        there = words(self._lines[begin[0]])
        start = there.starts[begin[1]]
        stop = words(self._lines[end[0]]).ends[end[1]]
        whole = self._text[self._starts[begin[0]] + start : self._starts[end[0]] + stop]
        grade = Grade.VERBATIM if whole == quote else Grade.NORMALIZED
        return self._evidence(begin[0], Span(start, there.ends[-1], grade))

    def _in_part(self, quote: str) -> Evidence | None:
        found = [(hit, place) for place in self._likely(quote) if (hit := self._in_line(quote, place)) is not None]
        return min(found, key=lambda one: (_RANKS[one[0].grade], one[1]), default=(None, 0))[0]

    def _likely(self, quote: str) -> Sequence[int]:
        """Return the indexes of the lines that share most words with a quote, in order."""
        places = [self._places[form] for form in dict.fromkeys(words(quote).forms) if form in self._places]
        telling = [some for some in places if len(some) <= _COMMON] or places
        shared = Counter(place for some in telling for place in some)
        best = nsmallest(_LOOKED_AT, shared, key=lambda place: (-shared[place], place))
        return sorted(best)

    @cached_property
    def _forms(self) -> list[tuple[str, ...]]:
        return [words(line).forms for line in self._lines]

    @cached_property
    def _joined_words(self) -> tuple[str, list[int]]:
        """All words of all documents between separators, and the number of words before each line."""
        every = [form for forms in self._forms for form in forms]
        return WORD_SEPARATOR + WORD_SEPARATOR.join(every) + WORD_SEPARATOR, list(
            accumulate(map(len, self._forms[:-1]), initial=0)
        )

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The lines that contain each word."""
        places: dict[str, list[int]] = {}
        for place, forms in enumerate(self._forms):
            for form in set(forms):
                places.setdefault(form, []).append(place)
        return places
