"""Falsehoods about where it is said: the wrong line, and two documents joined on a common noun."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from pramana.evals.falsehoods.editing import words_of
from pramana.evals.falsehoods.model import Falsehood, Kind, TruePair
from pramana.evals.falsehoods.pairs import complement_of
from pramana.evals.falsehoods.predicates import clause_of

_COMMON = re.compile(r"the [a-z]+(?: [a-z]+)?")
_MOST_SHARED = 0.34
"""The share of a statement's longer words that a line may hold and still not say it."""


def wrong_line(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement as it is, said to follow from another line, with which it shares neither subject nor much."""
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
        made = Falsehood(Kind.WRONG_LINE, pair.statement, pair.claim, pair, pair.line, pair.lines[cited - 1], cited)
        yield made


def strangers(pair: TruePair, random: Random, others: Sequence[TruePair]) -> Iterator[Falsehood]:
    """Yield the statement joined to one of another document that begins with the common noun that it ends in."""
    if clause_of(pair).negated or not joins(pair):
        return
    ends = pair.claim.object.lower()
    fit = [one for one in others if one.document != pair.document and one.claim.subject.lower() == ends]
    if not fit:
        return
    other = random.choice(fit)
    subject = clause_of(other).subjects[0]
    tail = other.statement[subject.end :].strip().rstrip(".")
    statement = f"{pair.statement.rstrip().rstrip('.')}, which {tail}."
    claim = replace(pair.claim, detail=other.claim.object)
    yield Falsehood(Kind.STRANGERS, statement, claim, pair, "", f"which {tail}", pair.number, other)


def joins(pair: TruePair) -> bool:
    """Whether a statement ends in a common noun with *the*, on which another may be joined."""
    target, _ = complement_of(clause_of(pair))
    rest = "" if target is None else pair.statement[target.end :].strip(" .")
    return target is not None and not rest and _COMMON.fullmatch(target.text.lower()) is not None
