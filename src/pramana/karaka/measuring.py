"""Values beside quotes: times and quantities of participants on their edges, measures on their Kriyās."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pramana.events import Kriya, Modality, Participant, Role, depends_on_date, values_of
from pramana.evidence import Grade, Span, align
from pramana.language import PREPOSITIONS, Token, analyse_cached

_BOUNDING = frozenset(("about", "around", "over", "under", "above", "below", "up", "near", "nearly"))
"""Prepositions that belong to the amount: *about ten times*, *up to 48 %*."""
_NUMBER_BEFORE = re.compile(r"(?:\d(?:-{1,2}|[–—.,:/])|\bNo\.?\s)$", re.IGNORECASE)
_NUMBER_AFTER = re.compile(r"(?:-{1,2}|[–—.,:/])\d")
_HALF_AFTER = re.compile(r"\s+and an?\s+(?:half|quarter)\b", re.IGNORECASE)
"""*four* of *four and a half years*."""
_LONGEST_GROUP = 4
"""Tokens between an auxiliary and its verb: *had not yet been killed*."""
_PAST = ("VBD", "VHD", "VDD", "VVD")
_PERFECT = ("VHZ", "VHB")


def edge_values(line: str, kriya: Kriya, verb: Span, one: Participant, document_date: str) -> dict[str, Any]:
    """Return the values of a participant by name: `edtf`, `value`, `unit` and the rest of `Values`; {} for none.

    `document_date` settles relative times; which Tuesday *on Tuesday* is, the tense of the verb decides.
    """
    mention = line[one.span.start : one.span.end] if one.span.grade is not Grade.PARTIAL else one.mention
    if _is_part_of_number(line, one.span):
        return {}
    time = one.role is Role.ADHIKARANA_TEMPORAL
    past = _is_past(line, kriya, verb) if time and document_date and depends_on_date(mention) else None
    return values_of(mention, one.marker, document_date, time=time, past=past).properties()


def _is_part_of_number(line: str, span: Span) -> bool:
    """Return whether a mention begins or ends in a number: *5* and *1 deficit* of *a 5-1 deficit*, *3* of *No. 3*."""
    begins = line[span.start : span.start + 1].isdecimal() and _NUMBER_BEFORE.search(line[: span.start]) is not None
    ends = line[span.end - 1 : span.end].isdecimal() and _NUMBER_AFTER.match(line[span.end :]) is not None
    return begins or ends or _HALF_AFTER.match(line[span.end :]) is not None


def measure_values(line: str, measures: Sequence[str], document_date: str) -> list[dict[str, Any]] | None:
    """Return the measures of a Kriyā, each with its quote, its marker and its values; None where there are none."""
    return [_measure(line, quote, document_date) for quote in measures] or None


def _measure(line: str, quote: str, document_date: str) -> dict[str, Any]:
    words = quote.split()
    marker = ""
    if len(words) > 1 and words[0].lower() in PREPOSITIONS and words[0].lower() not in _BOUNDING:
        marker, words = words[0].lower(), words[1:]
    else:
        marker = _word_before(line, quote)
    return {"quote": quote, "marker": marker, **values_of(" ".join(words), marker, document_date).properties()}


def _word_before(line: str, quote: str) -> str:
    """Return the preposition right before a quote in its line, "" where there is another word."""
    span = align(quote, line)
    before = line[: span.start].split()[-1:] if span is not None else []
    return before[0].lower() if before and before[0].lower() in PREPOSITIONS else ""


def _is_past(line: str, kriya: Kriya, verb: Span) -> bool | None:
    """Return whether an event is past (True) or to come (False), None where its verb does not say."""
    if kriya.modality is Modality.FUTURE:
        return False
    if kriya.modality not in (Modality.ACTUAL, Modality.ALLEGED):
        return None
    tags = list(_verb_tags(analyse_cached(line).tokens, verb))
    perfect = any(tag in _PERFECT for tag in tags) and any(tag in ("VVN", "VBN", "VHN", "VDN") for tag in tags)
    return True if perfect or any(tag in _PAST for tag in tags) else None


def _verb_tags(tokens: Sequence[Token], verb: Span) -> Iterator[str]:
    """Yield the tags of a verb's words and of the auxiliaries right before them."""
    inside = [place for place, token in enumerate(tokens) if verb.start <= token.start < verb.end]
    if not inside:
        return
    for place in range(inside[0] - 1, max(-1, inside[0] - 1 - _LONGEST_GROUP), -1):
        if not tokens[place].tag.startswith(("VB", "VH", "VD", "XX0", "AV0")):
            break
        yield tokens[place].tag
    yield from (tokens[place].tag for place in inside)
