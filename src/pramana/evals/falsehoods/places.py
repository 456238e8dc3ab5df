"""Falsehoods about where it is said: the wrong line, and two documents joined on a common noun."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from pramana.evals.falsehoods.editing import words_of
from pramana.evals.falsehoods.model import Falsehood, FalsehoodKind, TruePair
from pramana.evals.falsehoods.predicates import clause_of
from pramana.language import word_set

_BEGINNING = re.compile(r"The ([a-z]+(?: [a-z]+)?)")
_ENDING = re.compile(r"(?P<before>[\w'’-]+) (?P<phrase>(?:the|an?) (?P<noun>[a-z]+(?: [a-z]+)?))\.?$")
"""Common nouns alone: *The Korean War* is the same in every document."""
_UNIQUE = word_set("falsehoods/unique")
_PREPOSITIONS = word_set("falsehoods/prepositions")
_MOST_SHARED = 0.34
"""The share of a statement's longer words that a line may hold and still not say it."""


def wrong_line(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the unchanged statement, citing another line that shares neither its subject nor many of its words."""
    telling = {word for word in words_of(pair.statement) if len(word) > 3 or word.isdigit()}
    subject = {word for word in words_of(pair.claim.subject) if len(word) > 2}
    fit = [
        number
        for number, line in enumerate(pair.lines, 1)
        if number != pair.number
        and len(line.split()) > 3
        and not subject & words_of(line)
        and len(telling & words_of(line)) <= _MOST_SHARED * len(telling)
    ]
    if fit:
        cited = random.choice(fit)
        made = Falsehood(
            FalsehoodKind.WRONG_LINE, pair.statement, pair.claim, pair, pair.line, pair.lines[cited - 1], cited
        )
        yield made


def strangers(pair: TruePair, random: Random, others: Mapping[str, Sequence[TruePair]]) -> Iterator[Falsehood]:
    """Yield the statement joined to one of another document that begins with the common noun that it ends in.

    `others` are those by the noun that they begin with (see `joinable`).
    """
    ending = _ENDING.search(pair.statement)
    if ending is None or clause_of(pair).negated or ending.start("phrase") < clause_of(pair).verb_end:
        return
    fit = [one for one in others.get(ending["noun"], ()) if one.document != pair.document]
    if not fit:
        return
    other = random.choice(fit)
    tail = other.statement[clause_of(other).subjects[0].end :].strip().rstrip(".")
    statement = f"{pair.statement.rstrip().rstrip('.')}, which {tail}."
    claim = replace(pair.claim, object=ending["phrase"], preposition=_preposition(ending["before"]))
    yield Falsehood(FalsehoodKind.STRANGERS, statement, claim, pair, "", f"which {tail}", pair.number, other)


def _preposition(word: str) -> str:
    return word.lower() if word.lower() in _PREPOSITIONS else ""


def joinable(pairs: Sequence[TruePair]) -> dict[str, list[TruePair]]:
    """Return the statements that begin with a common noun (*The company was sold*), by the noun."""
    found: dict[str, list[TruePair]] = {}
    for pair in pairs:
        begins = _BEGINNING.fullmatch(pair.claim.subject)
        if begins and pair.statement.startswith(pair.claim.subject) and begins[1] not in _UNIQUE:
            found.setdefault(begins[1], []).append(pair)
    return found
