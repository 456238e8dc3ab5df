"""What lines say of names beyond mentions: where full names first occur, runs of capitals, headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pramana.karaka.passes.name_reading import without_marks
from pramana.karaka.passes.name_words import FEMALE_NAMES, MALE_NAMES, OPENERS
from pramana.language import word_set

OPENING = re.compile(r"(?:^|[.!?:]['\"”’)]*\s+|[\"“'‘(\[])\W*$")
"""What precedes the first word of a sentence or a quotation."""
_LETTERS = re.compile(r"[^\W\d_]+(?:-[a-zß-öø-ÿ][^\W\d_]*)*")
"""A word, as names are cut into words: *Jun-ho* is one, *Jean-Luc* two."""
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_CAPITALS = re.compile(rf"\b(?:{_CAPITAL}(?:\w{{0,3}}\.|[\w'’-]{{0,40}}) ){{1,5}}{_CAPITAL}[\w’-]{{1,40}}")
"""Two to six words in a row that may be capitalised: other scripts are looked at word by word."""
_GIVEN = MALE_NAMES | FEMALE_NAMES
_DATES = word_set("types/months_and_days")
_IN = re.compile(r"\b(?:in|on|by|since|until|from|last|next|of|during|early|late) $", re.IGNORECASE)
"""Before a month or a day: *In May Keller left* names Keller, *May Keller left* does not say."""
LONGEST_HEADING = 8
"""Words."""


def introductions(lines: Mapping[tuple[str, int], str], wanted: set[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """Return the first line of each document on which these words of names occur, by (document, *words)."""
    starts = {words[0] for words in wanted}
    lengths = sorted({len(words) for words in wanted})
    found: dict[tuple[str, ...], int] = {}
    for (doc_id, number), line in lines.items():
        words = [without_marks(word) for word in _LETTERS.findall(line)]
        for at, word in enumerate(words):
            if word in starts:
                for length in lengths:
                    name = tuple(words[at : at + length])
                    if name in wanted:
                        found.setdefault((doc_id, *name), number)
    return found


def runs_of_capitals(
    lines: Mapping[tuple[str, int], str], wanted: set[str]
) -> dict[tuple[str, str], list[tuple[str, ...]]]:
    """Return the runs of capitalised words that begin or end with a word, by (document, word), in order.

    A mention is not required: *Myron Fagan* within a longer phrase shows that *Fagan* has two bearers.
    """
    found: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for (doc_id, _), line in lines.items():
        for words in _runs(line):
            for end in dict.fromkeys((words[0], words[-1])):
                if end in wanted:
                    found.setdefault((doc_id, end), []).append(words)
    return found


def _runs(line: str) -> Iterator[tuple[str, ...]]:
    """Yield the folded words of each run of capitals, without a word that owes its capital to its place."""
    for run in _CAPITALS.finditer(line):
        before = line[max(0, run.start() - 20) : run.start()]
        opens = OPENING.search(before)
        group: list[str] = []
        for at, word in enumerate([*_LETTERS.findall(run[0]), ""]):
            folded = without_marks(word)
            dated = folded in _DATES and not group and _IN.search(f"{before} {run[0]}".rpartition(word)[0])
            if word[:1].isupper() and not (opens and at == 0 and _is_opener(folded)) and not dated:
                group.append(folded)
                continue
            if len(group) > 1:
                yield tuple(group)
            group = []


def _is_opener(word: str) -> bool:
    return word not in _GIVEN and (word in OPENERS or word.endswith("ly"))


def heading_words(lines: Mapping[int, str]) -> tuple[str, ...]:
    """Return the folded words of a document's first line, where that is a heading: short, and no sentence."""
    line = lines[min(lines)].strip(" #*_=") if lines else ""
    heading = len(line.split()) <= LONGEST_HEADING and line[-1:] not in ".!?:;,\"'”’"
    return tuple(map(without_marks, _LETTERS.findall(line))) if heading else ()
