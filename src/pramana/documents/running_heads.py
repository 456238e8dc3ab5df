"""Page numbers and running heads: lines at the edges of pages that are no part of the text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extractOne

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"\W*(?:[Pp](?:age|\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of)\s*\d{1,4})?\W*")
_FEWEST_PAGES = 3
_FEWEST_COUNTED = 2
_LONGEST_HEAD = 80
"""Characters of a running head, at most: a line of text of a book has about as many."""
_FEWEST_TEXTS = 3
_AROUND_HEAD = " .,:;|·•–—-"
_MISREAD = 85.0
"""Likeness (0 to 100) of two spellings of one head: *THE ANNALS OP HARBORODGH* has two wrong letters of 24, and 91."""


def running_heads(pages: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Return of each page, given as its rows, how many first and how many last rows are page numbers or running heads.

    A running head occurs on half the pages, differing in numbers only, and the lines beside it differ: where the
    pages repeat as wholes, their first line is text like all others. On two pages only a line that counts them is one.
    """
    left = [list(page) for page in pages]
    counts: list[tuple[int, ...]] = []
    for at in (0, -1):
        before = [len(page) for page in left]
        if len(pages) >= _FEWEST_COUNTED and _drop_heads(left, at, begun=False):
            _drop_heads(left, at, begun=True)  # a head and a page number may be at the same edge
        counts.append(tuple(was - len(page) for was, page in zip(before, left, strict=True)))
    return list(zip(*counts, strict=True))


def _drop_heads(pages: list[list[str]], at: int, *, begun: bool) -> bool:
    """Take the running heads of one edge off, and return whether there was one."""
    rows = [page for page in pages if page]
    many = len(rows) >= _FEWEST_PAGES
    heads = _heads_often(rows, at) if many else _same(rows, at) if begun else _counting(rows, at)
    dropped = [page for page in rows if page[at].strip() in heads or (many and _is_page_number(page[at]))]
    for page in dropped:
        del page[at]
    return bool(dropped)


def _is_page_number(line: str) -> bool:
    return _PAGE_NUMBER.fullmatch(line.strip()) is not None


def _same(rows: list[list[str]], at: int) -> set[str]:
    """Return the first or last line where all pages have the same, and it is short."""
    lines = {page[at].strip() for page in rows}
    return lines if len(rows) > 1 and len(lines) == 1 and max(map(len, lines)) <= _LONGEST_HEAD else set()


def _counting(rows: list[list[str]], at: int) -> set[str]:
    """Return the first or last lines where they are alike but for a last number that counts the pages."""
    lines = [page[at].strip() for page in rows]
    numbers = [_NUMBER.findall(line)[-1:] for line in lines]
    if len(rows) < _FEWEST_COUNTED or len({_NUMBER.sub("0", line) for line in lines}) > 1 or not all(numbers):
        return set()
    counts = [int(found[0]) for found in numbers]
    return set(lines) if counts == list(range(counts[0], counts[0] + len(rows))) else set()


def _heads_often(rows: list[list[str]], at: int) -> set[str]:
    """Return the lines at the first or the last place of the pages that are running heads."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for page, key in zip(rows, _head_keys([page[at] for page in rows]), strict=True):
        lines[key].append(page[at].strip())
        beside[key].add(_NUMBER.sub("0", "\n".join(page[1:] if at == 0 else page[:-1])))
    often = max(len(rows), 2 * _FEWEST_PAGES)
    heads = [key for key in lines if key and len(lines[key]) * 2 >= often and len(beside[key]) >= _FEWEST_TEXTS]
    return {line for key in heads for line in lines[key] if line}


def _head_keys(lines: list[str]) -> list[str]:
    """Return what lines have in common as running heads: their words without numbers, one spelling for all of them.

    A scanned head is misread on some pages: one that nearly equals a head that occurs twice counts as that one.
    """
    keys = [_NUMBER.sub("", line).strip(_AROUND_HEAD).casefold() for line in lines]
    twice = [key for key, count in Counter(keys).items() if count > 1 and key and len(key) <= _LONGEST_HEAD]
    alike = {key: extractOne(key, twice, scorer=ratio, score_cutoff=_MISREAD) for key in {*keys} - {*twice} if key}
    return [found[0] if (found := alike.get(key)) else key for key in keys]
