"""Expletive *it*, which refers to nothing: weather, time, *it is true that …*."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.mentions import AnalysedLine, Mention
from pramana.language.model import Token
from pramana.language.word_lists import word_set

_LINKS = word_set("reference/links")
_WEATHER = word_set("reference/weather") | frozenset(lex.SEASONS_AND_DAYS)
_OPENERS = word_set("reference/openers")
_NEAR, _FAR = 5, 12


def is_expletive(line: AnalysedLine, pronoun: Mention) -> bool:
    """Whether *it* at `pronoun` very likely refers to nothing that is named."""
    clauses = line.sentence.clauses
    if pronoun.text.lower() != "it" or pronoun.clause < 0:
        return False
    clause = clauses[pronoun.clause]
    if not any(phrase.start == pronoun.start for phrase in clause.subjects):
        return False
    if clause.verb in {"rain", "snow", "hail", "thunder"}:
        return True
    if clause.verb not in _LINKS:
        return False
    after = line.after(clause.verb_end, _FAR)
    return _opens(after) or any(token.text.lower() in _WEATHER for token in after[:_NEAR])


def _opens(after: Sequence[Token]) -> bool:
    for token in after:
        if token.text in {".", ";", ":", "!", "?"}:
            return False
        if token.text.lower() in _OPENERS:
            return True
    return False
