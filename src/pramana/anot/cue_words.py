"""A field's cues as patterns: words by value, whole words in any case, `*` for more letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pramana.anot.seed import ExtractionField
from pramana.language import denies_words, normalize_signs, supposes_words

DENIED = re.compile(
    r"(?:\b(?:no|not|never|without|nor|neither|zero|hardly|denied|avoided?|free of|cannot)|n't)\b"
    r"(?:\s+[\w'-]+){0,4}\s*$",
    re.IGNORECASE,
)
_REACH = 100
"""So many code points in front of a cue are looked at for a denial: five words."""


@dataclass(frozen=True, slots=True)
class CueWords:
    """A field's cues, compiled once."""

    field: ExtractionField
    search: re.Pattern[str]
    values: Mapping[str, str]
    """From a cue, as it is found, to its value."""
    needs: Mapping[str, tuple[str, ...]]
    """From a cue to the words of which one must be in its sentence."""


def denies(cue: str) -> bool:
    """Return whether a cue is itself a denial, which its clause then need not deny again: *no idea what*."""
    return bool(re.search(r"\b(?:no|not|never|without|nobody|none|cannot)\b|n't\b", cue, re.IGNORECASE))


def compile_cues(field: ExtractionField) -> CueWords:
    """Return a field's cues as one pattern of whole words; a `*` at a word's end matches any further letters."""
    values = {cue_key(cue): value for value, cues in field.cues.items() for cue in cues if cue.strip()}
    starred = {cue: value for cue, value in values.items() if "*" in cue}
    ordered = sorted(values, key=lambda cue: (-len(cue), cue))
    pattern = "|".join(word_pattern(cue) for cue in ordered)
    return CueWords(
        field,
        re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE),
        _Values(values, starred),
        {cue_key(cue): words for cue, words in field.needs.items()},
    )


def word_pattern(cue: str) -> str:
    """Return the pattern of a cue, in which a `*` means further letters."""
    return re.escape(cue).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")


def cue_key(cue: str) -> str:
    return " ".join(normalize_signs(cue).casefold().split())


class _Values(dict[str, str]):
    """From cues to values; one with a `*` is found by its pattern."""

    def __init__(self, values: Mapping[str, str], starred: Mapping[str, str]) -> None:
        super().__init__(values)
        self._starred = [(re.compile(word_pattern(cue)), value) for cue, value in starred.items()]

    def __missing__(self, found: str) -> str:
        for pattern, value in self._starred:
            if pattern.fullmatch(found):
                return value
        raise KeyError(found)


def cues_in(
    field: ExtractionField,
    cues: CueWords | None,
    text: str,
    start: int,
    end: int,
    *,
    withheld: bool = False,
    supposed: bool = True,
) -> Iterator[str]:
    """Yield the values of a field that words of a text (from `start` to `end`) show: by a cue that is not denied, or by
    the value's own name. `withheld`: those whose cues the text denies instead. A cue that the text only supposes counts
    where `supposed` is true: where another field says so of it."""
    alike = normalize_signs(text)
    if cues is not None:
        for found in cues.search.finditer(alike, start, end):
            before = alike[max(0, found.start() - _REACH) : found.start()]
            negated = bool(DENIED.search(before)) or denies_words(alike, *found.span())
            negated = negated or (not supposed and supposes_words(alike, *found.span()))
            if withheld == (negated and not denies(found.group())):
                yield cues.values[cue_key(found.group())]
    if withheld:
        return
    named = alike[start:end].casefold()
    values = field.values if field.type == "enum" else ("true", "false")
    yield from (
        value for value in values if re.search(rf"(?<!\w){re.escape(value.casefold().replace('_', ' '))}(?!\w)", named)
    )
