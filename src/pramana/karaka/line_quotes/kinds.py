"""Whether a line holds words of the kind that a question asks for, other than the question's own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.karaka.line_answers.expressions import DURATION, FREQUENCY, MEASURE, PRICE
from pramana.karaka.line_quotes.terms import QuestionTerm, near_terms, stems_of_text
from pramana.language import AnswerKind, AskedQuestion, word_list, word_set

_DAYS = "|".join(sorted(word.casefold() for word in word_set("types/months_and_days") if word.casefold() != "may"))
_UNITS = "|".join(sorted(word_list("grammar/time_units")))
_TIMES = "|".join(sorted(word_list("questions/time_words")))
_TIME = re.compile(
    rf"\b(?:{_DAYS}|{_TIMES}|1[0-9]{{3}}s?|20\d\d|\d{{1,2}}[.:]\d\d|\d{{1,2}} ?(?:am|pm|a\.m|p\.m)"
    rf"|(?:{_UNITS})s? (?:later|earlier|ago|before|after)|half past|in May|\d{{1,2}} May|May \d)\b",
    re.IGNORECASE,
)
_RELATIVE_TIME = re.compile(r"\b(?:after|before|when|until|since|as soon as|by the time|while|during)\b", re.IGNORECASE)
_REASON = re.compile(
    r"\b(?:"
    + "|".join(word.replace("_", " ").replace("*", r"\w+") for word in word_list("questions/reason_words"))
    + r")\b",
    re.IGNORECASE,
)
_PATTERNS = {
    AnswerKind.PRICE: PRICE,
    AnswerKind.MEASURE: MEASURE,
    AnswerKind.DURATION: DURATION,
    AnswerKind.FREQUENCY: FREQUENCY,
    AnswerKind.REASON: _REASON,
}
QUOTED_KINDS = frozenset(
    {*_PATTERNS, AnswerKind.TRUTH, AnswerKind.EVENT, AnswerKind.MANNER, AnswerKind.SAYING, AnswerKind.TIME}
)
"""Kinds of which a line is quoted by its words. Of persons, things, places and numbers one in five lines that shared
the words of a question did not answer it, on both halves of 568 questions that readers asked of 26 texts."""


def holds_kind(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> bool:
    """Return whether a line may answer by its kind: it has a price, a time, a word that gives a reason, the event."""
    if asked.kind in _PATTERNS:
        return _has_new(_PATTERNS[asked.kind], asked.text, text)
    if asked.kind is AnswerKind.TIME:
        return _has_new(_TIME, asked.text, text) or _has_new(_RELATIVE_TIME, asked.text, text)
    if asked.kind is AnswerKind.MANNER:
        return _tells_of_event(terms, near_terms(terms, text))
    return True


def kind_phrase(asked: AskedQuestion, text: str) -> str:
    """Return the words of a line that are of the kind that was asked for, "" where there are none or several."""
    pattern = _PATTERNS.get(asked.kind)
    if pattern is None or asked.kind is AnswerKind.REASON:
        return ""
    own = set(stems_of_text(asked.text))
    found = [match[0].strip() for match in pattern.finditer(text) if not set(stems_of_text(match[0])) <= own]
    return found[0] if len(found) == 1 else ""


def _has_new(pattern: re.Pattern[str], question: str, text: str) -> bool:
    """Whether a text has a match that is more than words of the question."""
    own = set(stems_of_text(question))
    return any(not set(stems_of_text(match[0])) <= own for match in pattern.finditer(text))


def _tells_of_event(terms: Sequence[QuestionTerm], near: Sequence[float]) -> bool:
    verbs = [value for term, value in zip(terms, near, strict=True) if term.verb]
    return not verbs or max(verbs) > 0
