"""The aligner: where a quote occurs in its line, and how closely the line says it. Deterministic, near linear.

A ladder, the surest grade first. *Verbatim*: the same code points. *Normalized*: the same words, whatever case, white
space, punctuation and Unicode normal form. *Partial*: all content words in order, with a few others between them, or
the parts of a quote with an ellipsis, in order. A quote never starts or ends inside a word of the line: *he* is not
found in *the*, nor 3 in 3.5.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pramana.evidence.model import Grade, Span
from pramana.evidence.words import CHARACTER_KINDS, WORD_SEPARATOR, Words, cuts, words

LONGEST_GAP = 8
"""How many words of the line may be between two content words of a partial match."""

MOST_CONTENT_WORDS = 32
"""Longer quotes are not searched for in part: they are meant to be copied."""

_FALSE_STARTS = 200
"""How many places inside words a verbatim search passes before it leaves the quote to the word search."""

_ELLIPSIS = re.compile(r"\[?(?:…|\.\.\.+)\]?")

# Words that carry no content: a quote may have them where the line has not. Negations are not among them.
_STOP_WORDS = frozenset(
    words(
        "a an the this that these those of to in on at by for from with into onto as and or but so than then is are "
        "was were be been being am has have had do does did will would shall should it its he she they him her them "
        "his their i you we me us my your our who whom whose which there s"
    ).forms
)

# In front of a noun these may differ from the line's own: *the crowbar* for *a crowbar*.
_DETERMINERS = frozenset(words("a an the this that these those his her its their my your our").forms)


def align(quote: str, line: str, *, occurrence: int = 0, near: int | None = None) -> Span | None:
    """Return where `quote` occurs in `line`, or None where it does not.

    White space around the quote does not count; a quote without any word or symbol is not found. `occurrence` chooses
    among several places, from the left, beginning with 0; with `near` (a code point of the line) from the nearest. Of
    places that do not overlap, verbatim ones come before normalized ones; a partial match is only ever the first.
    Where there are fewer places, None.

    >>> align("the bow", "Rama gave the bow to Lakshmana.")
    Span(start=10, end=17, grade=<Grade.VERBATIM: 'verbatim'>)
    >>> align("he", "The other left.") is None
    True
    """
    quote = quote.strip()
    if occurrence < 0 or not _has_words(quote):
        return None
    verbatim = _verbatim(quote, line, occurrence + 1 if near is None else None)
    if near is None and len(verbatim) > occurrence:
        return verbatim[occurrence]
    if near is not None and verbatim and occurrence == 0:
        return _nearest(verbatim, near)[0]
    return _beyond_verbatim(quote, line, verbatim, occurrence, near)


def align_all(quotes: Sequence[str], line: str) -> tuple[Span | None, ...]:
    """Align each quote; equal quotes get successive places, and the last place again once there are no more.

    >>> [span and span.start for span in align_all(["he", "he", "bow"], "he said that he left")]
    [0, 13, None]
    """
    found: dict[str, list[Span | None]] = {}
    for quote in quotes:
        places = found.setdefault(quote.strip(), [])
        span = align(quote, line, occurrence=len(places))
        places.append(span if span is not None or not places else places[-1])
    turns = {quote: iter(places) for quote, places in found.items()}
    return tuple(next(turns[quote.strip()]) for quote in quotes)


def _has_words(quote: str) -> bool:
    return any(kind in "wdusr" for kind in quote.translate(CHARACTER_KINDS))


def _nearest(spans: Sequence[Span], near: int) -> list[Span]:
    return sorted(spans, key=lambda span: (max(span.start - near, near - span.end, 0), span.start))


def _verbatim(quote: str, line: str, enough: int | None) -> list[Span]:
    """Find the quote's code points, at most `enough` times, from the left, without overlap."""
    spans: list[Span] = []
    false_starts = 0
    at = line.find(quote)
    while at >= 0 and (enough is None or len(spans) < enough) and false_starts < _FALSE_STARTS:
        end = at + len(quote)
        if cuts(line, at) or cuts(line, end):
            false_starts += 1
            at = line.find(quote, at + 1)
        else:
            spans.append(Span(at, end, Grade.VERBATIM))
            at = line.find(quote, end)
    return spans


def _beyond_verbatim(quote: str, line: str, verbatim: list[Span], occurrence: int, near: int | None) -> Span | None:
    wanted, there = words(quote), words(line)
    starts = [span.start for span in verbatim]
    others = [span for span in _normalized_spans(wanted, there, quote, line) if not _overlaps(span, verbatim, starts)]
    others.sort(key=lambda span: span.grade is not Grade.VERBATIM)  # those that the bounded search did not come to
    ordered = verbatim + others if near is None else _nearest(verbatim, near) + _nearest(others, near)
    if occurrence < len(ordered):
        return ordered[occurrence]
    if ordered or occurrence:
        return None
    return _in_parts(quote, there) or _partial(quote, wanted, there, near)


def _overlaps(span: Span, others: Sequence[Span], starts: Sequence[int]) -> bool:
    """Return whether `span` overlaps one of `others`, which are in order, do not overlap, and start at `starts`."""
    before = bisect_left(starts, span.end)
    return before > 0 and others[before - 1].end > span.start


def _normalized_spans(wanted: Words, there: Words, quote: str, line: str) -> Iterator[Span]:
    """Find the quote's words as a run of the line's words, from the left, without overlap."""
    for first, after in _runs(wanted.key, there.key):
        start, end = there.starts[first], there.ends[after - 1]
        yield Span(start, end, Grade.VERBATIM if line[start:end] == quote else Grade.NORMALIZED)


def _runs(wanted: str, there: str) -> Iterator[tuple[int, int]]:
    """Yield (first word, word after the last) of each place of one key in another."""
    length = wanted.count(WORD_SEPARATOR) - 1
    counted, index = 0, 0
    at = there.find(wanted)
    while at >= 0:
        index += there.count(WORD_SEPARATOR, counted, at)
        counted = at
        yield index, index + length
        at = there.find(wanted, at + len(wanted) - 1)


def _in_parts(quote: str, there: Words) -> Span | None:
    """Find the parts of a quote with an ellipsis, in order; of the earliest places the tightest."""
    parts = [part for part in map(words, _ELLIPSIS.split(quote)) if part.forms]
    if len(parts) < 2:
        return None
    key, at = there.key, 0
    for part in parts:
        at = key.find(part.key, at)
        if at < 0:
            return None
        at += len(part.key) - 1
    end = at
    for part in reversed(parts):
        at = key.rfind(part.key, 0, at + 1)
    first, last = key.count(WORD_SEPARATOR, 0, at), key.count(WORD_SEPARATOR, 0, end) - 1
    return Span(there.starts[first], there.ends[last], Grade.PARTIAL)


def _partial(quote: str, wanted: Words, there: Words, near: int | None) -> Span | None:
    """Find all content words of the quote in order. Of several places the shortest (or the nearest), then the first."""
    content = _content(quote, wanted)
    if len(content) > MOST_CONTENT_WORDS:
        return None
    known = set(there.forms)
    if not content or not all(form in known for word in content for form in word):
        return None
    spans = [Span(there.starts[a], there.ends[b - 1], Grade.PARTIAL) for a, b in _windows(content, there.forms)]
    if near is not None:
        spans = _nearest(spans, near)[:1]
    return min(spans, key=lambda span: (span.end - span.start, span.start), default=None)


def _content(quote: str, wanted: Words) -> list[tuple[str, ...]]:
    """Return the content words; where fewer than two have content, all words but determiners in front.

    So *was seen* is not found in *was never seen* as *seen*, and *the crowbar* is found in *a crowbar*. Empty for a
    single word. Characters of a script without spaces count as one word while they touch.
    """
    units: list[tuple[str, ...]] = []
    previous_end, previous_unspaced = -1, False
    for start, end, form in zip(wanted.starts, wanted.ends, wanted.forms, strict=True):
        unspaced = CHARACTER_KINDS[ord(quote[start])] == "u"
        if unspaced and previous_unspaced and start == previous_end:
            units[-1] += (form,)
        else:
            units.append((form,))
        previous_end, previous_unspaced = end, unspaced
    content = [unit for unit in units if unit[0] not in _STOP_WORDS]
    if len(content) > 1:
        return content
    first = next((at for at, unit in enumerate(units) if unit[0] not in _DETERMINERS), 0) if content else 0
    return units[first:] if len(units) > 1 else []


def _windows(content: list[tuple[str, ...]], forms: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield (first, after last) of the places where the words follow each other with gaps of at most LONGEST_GAP.

    `reached[k]` is (end, start) of the latest chain of the first k + 1 words: the latest is both the one that goes on
    furthest and the tightest, so one pass over the line is enough.
    """
    starters: dict[str, list[int]] = {}
    for k, word in enumerate(content):
        starters.setdefault(word[0], []).insert(0, k)  # later words first: a word of the line counts once
    reached: list[tuple[int, int] | None] = [None] * len(content)
    for at, form in enumerate(forms):
        for k in starters.get(form, ()):
            end = at + len(content[k])
            if len(content[k]) > 1 and forms[at:end] != content[k]:
                continue
            before = reached[k - 1] if k else (at, at)
            if before is None or not before[0] <= at <= before[0] + LONGEST_GAP:
                continue
            reached[k] = (end, before[1])
            if k == len(content) - 1:
                yield before[1], end
