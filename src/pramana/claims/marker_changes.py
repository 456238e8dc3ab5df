"""Words that connect a participant, where they change the meaning: *before*, *outside*, *without*, *against*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pramana.language import PREPOSITIONS, Sentence, Token, word_set

STRICT = word_set("claims/strict")
_UNIQUE = frozenset(("far from", "out of"))
_EQUAL = {"till": "until", "within": "inside", "beneath": "below", "underneath": "under", "upon": "on", "towards": "to"}
_EQUAL |= {"toward": "to", "into": "to", "onto": "to", "amongst": "among", "nearby": "near", "amidst": "amid"}
_OPPOSED = (("from", "to"), ("over", "under"), ("with", "without"), ("for", "against"), ("in", "out"), ("up", "down"))
_COMPOUND = {("far", "from"): "far from", ("away", "from"): "far from", ("out", "of"): "out of"}
"""Two words that are one marker: *far from the river* is another place than *from the river*."""
_REACH = 6
"""Tokens after a marker that belong to its participant: *before the great fire of London*."""


def markers_of(tokens: Sequence[Token]) -> dict[str, frozenset[str]]:
    """Return the markers of the nouns of some tokens, by the noun's lemma; "" for a noun without one."""
    found: dict[str, set[str]] = {}
    marker, left = "", 0
    for place, token in enumerate(tokens):
        word = token.text.casefold()
        if _is_marker(token):
            before = tokens[place - 1].text.casefold() if place else ""
            marker, left = _COMPOUND.get((before, word), _EQUAL.get(word, word)), _REACH
        elif token.tag.startswith(("V", "PUN", "PUQ", "CJS", "PNQ")):
            marker, left = "", 0
        elif token.tag.startswith(("NN", "NP", "CRD")):
            found.setdefault(token.lemma.casefold(), set()).add(marker if left > 0 else "")
        left -= 1
    return {noun: frozenset(markers) for noun, markers in found.items()}


def _is_marker(token: Token) -> bool:
    word = token.text.casefold()
    if token.tag in ("PRP", "PRF", "TO0"):
        return token.tag != "TO0"
    return word in STRICT and word in PREPOSITIONS and token.tag in ("CJS", "AVP", "AV0")


def markers_changed(statement: Sentence, lines: Sequence[Sentence]) -> tuple[tuple[str, str, str], ...]:
    """Return the nouns that a statement connects otherwise than the lines: (noun, its marker, the lines').

    "" is a noun without a marker. A noun that the lines lack is not compared.
    """
    said, there = markers_of(statement.tokens), dict[str, frozenset[str]]()
    for line in lines:
        for noun, markers in markers_of(line.tokens).items():
            there[noun] = there.get(noun, frozenset()) | markers
    return tuple(sorted(_changes(said, there)))


def _changes(said: Mapping[str, frozenset[str]], there: Mapping[str, frozenset[str]]) -> set[tuple[str, str, str]]:
    return {
        (noun, mine, sorted(there[noun])[0])
        for noun, markers in said.items()
        if noun in there
        for mine in sorted(markers)
        if mine not in there[noun] and all(_conflict(mine, other) for other in there[noun])
    }


def _conflict(one: str, other: str) -> bool:
    if not _UNIQUE.isdisjoint((one, other)) or one in STRICT or other in STRICT:
        return True
    return any({one, other} == set(pair) for pair in _OPPOSED)
