"""Passages: a document's lines in groups, which are what full text is weighed by. One line alone says too little."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import PurePosixPath

from pramana.retrieval.analysis import LONGEST_NAME, name_runs, name_words, search_terms

MOST_LINES = 10
MOST_WORDS = 150
"""A passage ends with the line that reaches one of these. The constants of the ranking were chosen on the beginnings of
encyclopedia articles, which are as long: 4 sentences and 90 words on average in the HotpotQA sample."""
_TITLE_WORDS = 10
_ENDING = re.compile(r"[.!?:;,]\W*$")
_SEPARATORS = re.compile(r"[_\W]+")
_BEFORE_SUBJECT = 3
"""How many words may precede the name that a line begins with: *In the 1950s Keller …*."""


class NamePosition(IntEnum):
    """Where a passage has a name; the highest of several counts."""

    WITHIN = 1
    LINE_START = 2
    START = 3
    TITLE = 4


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines `first` to `last` (numbers, inclusive) of a document, with the counts of their words, and their names."""

    doc_id: str
    first: int
    last: int
    words: Counter[str]
    names: dict[str, NamePosition]


def passages_of(doc_id: str, lines: Sequence[tuple[int, str]]) -> Iterator[Passage]:
    """Yield the passages of a document, given as numbered lines in order.

    The words of the document's title belong to each passage, so that *the lease of Fabrikam* finds the third page of
    `fabrikam.txt`, too.
    """
    title = title_of(doc_id, lines[0][1] if lines else "")
    for number, part in enumerate(_parts(lines)):
        counts = Counter(search_terms(title))
        names: dict[str, NamePosition] = dict.fromkeys(title_names(title), NamePosition.TITLE)
        for place, (_, text) in enumerate(part):
            counts.update(search_terms(text))
            for name, found in _line_names(text, first=number == place == 0):
                names[name] = max(found, names.get(name, NamePosition.WITHIN))
        yield Passage(doc_id, part[0][0], part[-1][0], counts, names)


def title_of(doc_id: str, first_line: str) -> str:
    """Return a document's title: the words of its file name, and its first line where that is a heading.

    >>> title_of("minutes/2024_board-meeting.txt", "Board of Fabrikam")
    '2024 board meeting, Board of Fabrikam'
    """
    named = _SEPARATORS.sub(" ", PurePosixPath(doc_id).stem).strip()
    heading = first_line.strip().lstrip("#").strip()
    if len(heading.split()) <= _TITLE_WORDS and heading and not _ENDING.search(heading) and heading != named:
        return f"{named}, {heading}"
    return named


def title_names(title: str) -> list[str]:
    """Return the names that a title gives: its parts, whatever their case.

    >>> title_names("Ada Lovelace (1815), The Countess")
    ['ada lovelace', '1815', 'countess']
    """
    found: list[str] = []
    for part in re.split(r"[,()/|]| [-–—] ", title):
        terms = name_words(part)
        if terms:
            found.append(" ".join(terms))
    return list(dict.fromkeys(found))


def _parts(lines: Sequence[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    part: list[tuple[int, str]] = []
    size = 0
    for line in lines:
        part.append(line)
        size += line[1].count(" ") + 1
        if len(part) >= MOST_LINES or size >= MOST_WORDS:
            yield part
            part, size = [], 0
    if part:
        yield part


def _line_names(text: str, *, first: bool) -> Iterator[tuple[str, NamePosition]]:
    for count, run in enumerate(name_runs(text)):
        if len(run.words) > LONGEST_NAME:  # nothing so long is looked up
            continue
        begins = count == 0 and run.before <= _BEFORE_SUBJECT
        yield run.text, NamePosition.WITHIN if not begins else NamePosition.START if first else NamePosition.LINE_START
