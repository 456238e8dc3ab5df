"""What a search compares: the stems of a text's content words, and the names in it by their capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pramana.canonical import digest_bytes
from pramana.evidence import Words, words
from pramana.language import stem, word_set

LONGEST_NAME = 6
"""Words of a name that is looked up. *Chairman of the Joint Chiefs of Staff* is found by its first six."""

_MOST_ASKED = 200
"""Words of a query that are looked at: a pasted page asks for no more than its beginning."""

_COMMON = word_set("search/common") | {"s", "t"}
"""*Ada's* has the words *ada* and *s*, *don't* has *don* and *t*."""
_JOINTS = word_set("search/name_joints")
_OPENERS = word_set("names/openers")
_NO_EDGE = _COMMON | _JOINTS | _OPENERS
_BREAK = re.compile(r"[,;:()\[\]\"“”«»\n/|]|[.!?]\s")
"""What a name does not go over. An initial's full stop does not end it: see `_breaks`."""
_HERE = Path(__file__).parent
_DECIDING = (_HERE / "analysis.py", _HERE / "passages.py", _HERE.parent / "language" / "morphology.py")
_LISTS = _HERE.parent / "language" / "data"


@dataclass(frozen=True, slots=True)
class NameRun:
    """A run of capitalised words: its folded words, and how many words of the line are before it."""

    words: tuple[str, ...]
    before: int

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def parts(self) -> Iterator[str]:
        """Yield the name and every shorter name in it that neither begins nor ends with a joint."""
        count = len(self.words)
        for start in range(count):
            for end in range(start + 1, min(start + LONGEST_NAME, count) + 1):
                if self.words[start] not in _NO_EDGE and self.words[end - 1] not in _NO_EDGE:
                    yield " ".join(self.words[start:end])


def is_common(form: str) -> bool:
    """Return whether a folded word occurs in most texts, so that no search looks for it."""
    return form in _COMMON


def search_terms(text: str) -> list[str]:
    """Return the stems of a text's content words, in order, with repeats.

    >>> search_terms("Who gave the children their books?")
    ['giv', 'child', 'book']
    """
    return [stem(form) for form in words(text).forms if form not in _COMMON]


def name_runs(text: str) -> list[NameRun]:
    """Return the runs of capitalised words, joints within them included, in order.

    >>> [run.text for run in name_runs("In 1950 Ada Lovelace met the Bank of England's J. Smith.")]
    ['ada lovelace', 'bank of england', 'j smith']
    """
    found = words(text)
    runs: list[NameRun] = []
    start = 0
    while start < len(found.forms):
        if found.forms[start] in _NO_EDGE or not _is_capital(text, found, start):
            start += 1
            continue
        end = _run_end(text, found, start)
        runs.append(NameRun(found.forms[start:end], start))
        start = end
    return runs


@lru_cache(maxsize=16_384)
def name_parts(text: str) -> tuple[str, ...]:
    """Return the names in a line, and the shorter names in each, in order."""
    return tuple(dict.fromkeys(part for run in name_runs(text) for part in run.parts()))


def name_words(text: str) -> list[str]:
    """Return the folded words of a text that is a name, without what no name begins or ends with."""
    forms = list(words(text).forms)
    while forms and forms[0] in _NO_EDGE:
        del forms[0]
    while forms and forms[-1] in _NO_EDGE:
        del forms[-1]
    return forms


def query_names(text: str) -> list[str]:
    """Return every run of up to six words of a query, in any case: whatever of these is a name is found by it."""
    forms = words(text).forms[:_MOST_ASKED]
    found = dict.fromkeys(
        " ".join(forms[start:end])
        for start in range(len(forms))
        for end in range(start + 1, min(start + LONGEST_NAME, len(forms)) + 1)
        if forms[start] not in _NO_EDGE and forms[end - 1] not in _NO_EDGE
    )
    return list(found)


def query_terms(text: str) -> list[str]:
    """Return what `search_terms` does of a query's beginning, each once."""
    return list(dict.fromkeys(search_terms(text)))[:_MOST_ASKED]


def _run_end(text: str, found: Words, start: int) -> int:
    """Return the word after the last of the run that begins at `start`."""
    end = start + 1
    while end < len(found.forms):
        ahead = end
        while ahead < len(found.forms) and ahead < end + 2 and found.forms[ahead] in _JOINTS:
            ahead += 1
        if ahead >= len(found.forms) or not (_is_capital(text, found, ahead) or _is_number(found, ahead)):
            break
        if any(_breaks(text, found, place) for place in range(end, ahead + 1)):
            break
        end = ahead + 1
    return end


def _is_capital(text: str, found: Words, place: int) -> bool:
    return text[found.starts[place]].isupper()


def _is_number(found: Words, place: int) -> bool:
    return found.forms[place][:1].isdigit()


def _breaks(text: str, found: Words, place: int) -> bool:
    """Return whether no name goes over the gap before a word: *J. Smith* is one name, *Rome. Smith* is two."""
    before, here = found.ends[place - 1], found.starts[place]
    gap = text[before:here]
    initial = before - found.starts[place - 1] <= 2 and gap.startswith(".")
    return gap != " " and not initial and _BREAK.search(gap) is not None


@cache
def analysis_version() -> str:
    """Return the hash of all that decides terms, names and passages: an index of another one is made anew."""
    lists = sorted([*(_LISTS / "morphology").iterdir(), *(_LISTS / "search").iterdir()])
    files = [path for path in (*_DECIDING, *lists, _LISTS / "names" / "openers.txt") if path.is_file()]
    return digest_bytes(b"\0".join(path.read_bytes() for path in files))
