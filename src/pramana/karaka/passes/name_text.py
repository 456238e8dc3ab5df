"""What the lines say of names, beyond the mentions that take part in Kriyās."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pramana.karaka.passes.name_reading import read_name, without_marks
from pramana.karaka.passes.name_words import ADJECTIVES, FEMALE_NAMES, MALE_NAMES, NO_SURNAMES, OPENERS, TITLES
from pramana.karaka.passes.pairs import may_be_given
from pramana.karaka.passes.profiles import OPENING, Profile
from pramana.language import word_set

_LETTERS = re.compile(r"[^\W\d_]+(?:-[a-zß-öø-ÿ][^\W\d_]*)*")
"""A word, as names are cut into words: *Jun-ho* is one, *Jean-Luc* two."""
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_CAPITALS = re.compile(rf"\b(?:{_CAPITAL}(?:\w{{0,3}}\.|[\w'’-]{{0,40}}) ){{1,5}}{_CAPITAL}[\w’-]{{1,40}}")
"""Two to six words in a row that may be capitalised: other scripts are looked at word by word."""
_GIVEN = MALE_NAMES | FEMALE_NAMES
_NOT_GIVEN = TITLES | OPENERS | ADJECTIVES | NO_SURNAMES
_DATES = word_set("types/months_and_days")
_IN = re.compile(r"\b(?:in|on|by|since|until|from|last|next|of|during|early|late) $", re.IGNORECASE)
"""Before a month or a day: *In May Keller left* names Keller, *May Keller left* does not say."""
LATEST_INTRODUCTION = 30
"""How many lines after a given name its full name may first occur."""
RARELY = 20
"""A namesake that the text names less than once for so many uses of the last name does not make that ambiguous."""
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


@dataclass(frozen=True, slots=True)
class NameText:
    """What the lines say of names: where full names first occur, who else has a word in a name, what headings name.

    `places` are places of one word: in *In Zurich Marta worked* two names are side by side.
    """

    introduced: Mapping[tuple[str, ...], int]
    runs: Mapping[tuple[str, str], Sequence[tuple[str, ...]]]
    headings: Mapping[str, tuple[str, ...]]
    places: frozenset[str] = frozenset()

    @classmethod
    def read(cls, lines: Mapping[tuple[str, int], str], known: Mapping[str, Profile]) -> NameText:
        full = {one.reading.words for one in known.values() if len(one.reading.words) > 1}
        single = {one.reading.words[0] for one in known.values() if len(one.reading.words) == 1}
        places = frozenset(
            one.reading.words[0] for one in known.values() if one.located and len(one.reading.words) == 1
        )
        return cls(introductions(lines, full), runs_of_capitals(lines, single), _headings(lines), places)

    def introduces(self, short: Profile, long: Profile) -> bool:
        """Return whether a document gives the full name before, or soon after, it uses the given name alone."""
        for doc in short.first.keys() & long.first.keys():
            first = self.introduced.get((doc, *long.reading.words), long.first[doc].line_number)
            if first <= short.first[doc].line_number + LATEST_INTRODUCTION:
                return True
        return False

    def namesake(self, short: Profile, bearers: Sequence[Profile]) -> str | None:
        """Return a description of what else has the word in its name in a document of `short`; None if nothing has."""
        full = [bearer for bearer in bearers if len(bearer.reading.words) > 1]
        if len(short.reading.words) != 1 or not full:
            return None
        word = short.reading.words[0]
        others = [
            run
            for doc in sorted(short.first)
            for run in self.runs.get((doc, word), ())
            if _is_another(run, word, full) and not _is_of_other_gender(run, short)
        ]
        if others and len(others) * RARELY >= short.count:
            return f"{full[0].name!r} and {' '.join(others[0]).title()!r}"
        return None

    def is_heading(self, long: Profile, short: Profile) -> bool:
        """Return whether each document that has `short` is headed by the name `long`."""
        return all(self.headings.get(doc) == long.reading.words for doc in short.first)


def _headings(lines: Mapping[tuple[str, int], str]) -> dict[str, tuple[str, ...]]:
    """Return the folded words of each document's first line, where that is a heading: short, and no sentence."""
    found: dict[str, tuple[str, ...]] = {}
    for doc_id, number in sorted(lines):
        line = lines[doc_id, number].strip(" #*_=")
        if doc_id not in found:
            heading = len(line.split()) <= LONGEST_HEADING and line[-1:] not in ".!?:;,\"'”’"
            found[doc_id] = tuple(map(without_marks, _LETTERS.findall(line))) if heading else ()
    return found


def _is_another(run: Sequence[str], word: str, bearers: Sequence[Profile]) -> bool:
    """Return whether a run of capitals is a name of its own beside those of the bearers."""
    if len(run) > 1 and run[-1] == word:
        given = tuple(one for one in run[:-1] if len(one) > 1 and one != word and one not in _NOT_GIVEN)
        return bool(given) and not any(_may_be_given(given, bearer) for bearer in bearers)
    rest = set(run[1:]) - _NOT_GIVEN
    return bool(rest) and not any(rest <= set(bearer.reading.words) for bearer in bearers)


def _is_of_other_gender(run: Sequence[str], short: Profile) -> bool:
    """Return whether a full name cannot be meant by a title: *Liam Carter* by *Mrs Carter*."""
    told = short.reading.gender, read_name(" ".join(run).title()).gender
    return all(told) and told[0] != told[1]


def _may_be_given(words: Sequence[str], long: Profile) -> bool:
    return may_be_given(words, long) or set(words) <= set(long.reading.words)
