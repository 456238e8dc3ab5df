"""Edits of a statement: words replaced at a place, and the statement's structure with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from pramana.evals.falsehoods.model import Falsehood, FalsehoodKind, StructuredClaim, TruePair


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, case-folded; of *Smith's* and *Anglo-Saxon* the parts too."""
    return frozenset(re.findall(r"\w+", text.casefold()))


def text_words(pair: TruePair) -> frozenset[str]:
    """Return the words of a pair's whole text."""
    return _words_of_lines(pair.lines) | words_of(pair.statement)


@lru_cache(maxsize=1024)
def _words_of_lines(lines: tuple[str, ...]) -> frozenset[str]:
    return words_of(" ".join(lines))


def replace_words(statement: str, start: int, end: int, now: str) -> str:
    """Return a statement with other words at a place; one that begins it gets the capital."""
    made = statement[:start] + now + statement[end:]
    return made[:1].upper() + made[1:] if start == 0 else made


def make_falsehood(kind: FalsehoodKind, pair: TruePair, start: int, end: int, now: str, **claim: Any) -> Falsehood:
    """Return the falsehood that has `now` in place of statement[start:end].

    Subject, object and speaker change with the words in them. A change elsewhere is the claim's `detail`. `claim` holds
    fields to change instead.
    """
    was = pair.statement[start:end]
    changed = (
        {} if claim or kind in (FalsehoodKind.MARKER, FalsehoodKind.DETAIL) else _changed_claim(pair.claim, was, now)
    )
    made = replace(pair.claim, **(claim or changed))
    return Falsehood(
        kind, replace_words(pair.statement, start, end, now), made, pair, was.strip(), now.strip(), pair.number
    )


def _changed_claim(claim: StructuredClaim, was: str, now: str) -> dict[str, str]:
    pattern = re.compile(rf"(?<!\w){re.escape(was)}(?!\w)")
    for name in ("subject", "object", "speaker"):
        text = getattr(claim, name)
        if text and pattern.search(text):
            return {name: pattern.sub(lambda _: now, text, count=1)}
    return {"detail": now}


def uncapitalise(phrase: str, named: bool) -> str:
    """Return a noun phrase as it is written inside a sentence: *The map* as *the map*, names as they are."""
    return phrase if named else phrase[:1].lower() + phrase[1:]


def foreign_names(pair: TruePair, names: Sequence[str], random: Random, most: int = 5) -> list[str]:
    """Return up to `most` of the names, by chance, that share no word with the pair's text."""
    held = text_words(pair)
    tried = random.sample(names, min(len(names), 20 * most))
    return [name for name in tried if not words_of(name) & held][:most]
