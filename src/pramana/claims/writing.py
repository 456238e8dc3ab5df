"""Claims and lines in one writing: dates of standards as people write them, names in the case of the lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from pramana.language import EvidenceLine, LinkedExpression, is_english_word, word_list

_ISO = re.compile(r"(?<![\w-])(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\w-]|\s?:)")
_MONTHS = ("", *(entry.split()[0].capitalize() for entry in word_list("numbers/months")))
_WORD = re.compile(r"(?<![\w'’-])[a-z]{3,}(?![\w-])")


def with_written_dates(text: str) -> str:
    """Return a text with its ISO dates in words.

    >>> with_written_dates("signed on 2015-03-04")
    'signed on 4 March 2015'
    """
    return _ISO.sub(_day_in_words, text) if "-" in text else text


def _day_in_words(found: re.Match[str]) -> str:
    return f"{int(found[3])} {_MONTHS[int(found[2])]} {found[1]}"


@lru_cache(maxsize=4_096)
def line_with_written_dates(line: EvidenceLine) -> EvidenceLine:
    """Return a line with its ISO dates in words; the places of its links are moved."""
    return replaced_in_line(line, _ISO, _day_in_words) if "-" in line.text else line


def replaced_in_line(
    line: EvidenceLine, written: re.Pattern[str], standard: Callable[[re.Match[str]], str]
) -> EvidenceLine:
    """Return a line with what a pattern finds in another form; the places of its links are moved."""
    found = list(written.finditer(line.text))
    if not found:
        return line
    shifts = [(each.end(), len(standard(each)) - len(each[0])) for each in found]

    def move_links(links: Sequence[LinkedExpression]) -> tuple[LinkedExpression, ...]:
        return tuple(replace(each, start=place(each.start), end=place(each.end)) for each in links)

    def place(old: int) -> int:
        return old + sum(more for end, more in shifts if end <= old)

    return EvidenceLine(written.sub(standard, line.text), move_links(line.references), move_links(line.others))


def with_names_of(claim: str, lines: Sequence[EvidenceLine]) -> str:
    """Return a claim with names in small letters as the lines write them: *tobias* is *Tobias*.

    Only words that are no English ones: *mark* and *may* are read as they are written.
    """
    small = {word for word in _WORD.findall(claim) if not is_english_word(word)}
    if not small:
        return claim
    texts = [text for line in lines for text in (line.text, *(each.means for each in line.references))]
    names = {word for word in small if any(_has_word(word.capitalize(), text) for text in texts)}
    return _WORD.sub(lambda found: found[0].capitalize() if found[0] in names else found[0], claim) if names else claim


def _has_word(word: str, text: str) -> bool:
    return word in text and re.search(rf"\b{word}\b", text) is not None
