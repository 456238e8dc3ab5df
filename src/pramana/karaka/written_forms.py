"""A question in the words of the documents: its dates as they write them, its names with their capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pramana.graph import SqliteGraph, fold_name
from pramana.karaka.times_in_words import time_in_words
from pramana.karaka.traverse import entities_called
from pramana.language import CalendarDate, dates_of, word_set
from pramana.retrieval import LineSearch

_LINES = 5
"""Lines that are looked through for a form of a date: its parts are rare words, so one that has it comes first."""
_LONGEST = 4
"""Words of a name that is written in small letters, at most."""
_COMMON = word_set("search/common")
"""No name begins or ends with one of these, so that few of a question's words are looked up."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def dates_as_written(search: LineSearch, question: str) -> str:
    """Return a question whose full dates have the form of the documents, where these lack the question's own.

    *On 4 March 2021* finds *on 2021-03-04*, and the other way round.
    """
    for date in reversed(dates_of(question)):
        own = question[date.start : date.end]
        if date.year and date.month and date.day and not _is_written(search, own):
            other = next((form for form in _forms(date) if form != own and _is_written(search, form)), own)
            question = question[: date.start] + other + question[date.end :]
    return question


def _forms(date: CalendarDate) -> Iterator[str]:
    iso = f"{date.year:04d}-{date.month or 0:02d}-{date.day or 0:02d}"
    yield iso
    words = time_in_words(iso)
    if not words:
        return
    day, month, year = words.split(" ")
    yield from (words, f"{month} {day}, {year}", f"{day} {month[:3]} {year}", f"{month[:3]} {day}, {year}")


def _is_written(search: LineSearch, form: str) -> bool:
    exact = re.compile(rf"(?<![\w-]){re.escape(form)}(?![\w-])", re.IGNORECASE)
    return any(exact.search(line.text) for line in search.lines(form, _LINES))


def names_as_written(graph: SqliteGraph, question: str) -> str:
    """Return a question with the capitals of names of several words that the graph knows: *ada lind* is *Ada Lind*.

    A question that has a capital behind its first word is left as it is: who wrote it uses them.
    """
    words = list(_WORD.finditer(question))
    if any(word[0][:1].isupper() for word in words[1:]):
        return question
    at = 0
    while at < len(words):
        taken = 1
        for count in range(min(_LONGEST, len(words) - at), 1, -1):
            start, end = words[at].start(), words[at + count - 1].end()
            if {words[at][0].casefold(), words[at + count - 1][0].casefold()} & _COMMON:
                continue
            name = _known_name(graph, question[start:end])
            if name:
                question, taken = question[:start] + name + question[end:], count
                break
        at += taken
    return question


def _known_name(graph: SqliteGraph, words: str) -> str:
    """Return the name that words in small letters are, as the graph has it, of the same length; "" for none."""
    for node in entities_called(graph, words):
        name = str(node.properties.get("canonical_name", ""))
        capitals = all(word[0][:1].isupper() for word in _WORD.finditer(name))
        if capitals and fold_name(name) == fold_name(words) and len(name) == len(words):
            return name
    return ""
