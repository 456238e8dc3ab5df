"""Relations without a verb: *X, the capital of Y*, *Y's X*, *X such as Y*, *the X on the Y*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.language.model import Clause, ClauseKind, NounPhrase, Prepositional, Token

_POSSESSION, _BY_PRONOUN = 0.7, 0.55
_SURE = {
    ClauseKind.APPOSITION: 0.75,
    ClauseKind.POSSESSIVE: _POSSESSION,
    ClauseKind.EXAMPLE: 0.78,
    ClauseKind.LOCATION: 0.76,
}
_LEMMAS = {
    ClauseKind.APPOSITION: "be",
    ClauseKind.POSSESSIVE: "have",
    ClauseKind.EXAMPLE: "include",
    ClauseKind.LOCATION: "be",
}


@dataclass(frozen=True, slots=True)
class Nominal:
    """A relation between two phrases; tokens `first` to `last` (exclusive) say it: *such as*, *, the capital*."""

    kind: ClauseKind
    one: NounPhrase
    other: NounPhrase
    first: int
    last: int


def apposition(one: NounPhrase, other: NounPhrase) -> Nominal:
    """*X, the capital of Y*. Its words run from the mark between the two to the head of the second: *, the capital*."""
    return Nominal(ClauseKind.APPOSITION, one, other, max(one.last, other.first - 1), other.head + 1)


def relations(text: str, tokens: Sequence[Token], found: Iterable[Nominal]) -> list[Clause]:
    """The clauses of appositions, examples and locations."""
    return [_relation(text, tokens, nominal) for nominal in found]


def _relation(text: str, tokens: Sequence[Token], nominal: Nominal) -> Clause:
    start, end = tokens[nominal.first].start, tokens[nominal.last - 1].end
    kind, other = nominal.kind, nominal.other
    clause = _clause(text, kind, _LEMMAS[kind], (start, end), nominal.one, other, _SURE[kind])
    if kind is not ClauseKind.LOCATION:
        return clause
    words = text[start:end].lower()
    place = Prepositional(words if words[:1].isalpha() else "in", other, start, other.end)
    return replace(clause, objects=(), prepositions=(place,))


def possessions(text: str, tokens: Sequence[Token], phrases: Iterable[NounPhrase]) -> list[Clause]:
    """*have* clauses. The quote is the mark of possession itself: *'s*, or the pronoun (*his*), which is less sure."""
    found = []
    for phrase in phrases:
        mark = _mark(tokens, phrase)
        if mark is None or mark + 1 >= phrase.last:
            continue
        pronoun = tokens[mark].tag == "DPS"
        owner = _part(text, tokens, mark if pronoun else phrase.first, mark + 1 if pronoun else mark)
        owned = _part(text, tokens, mark + 1, phrase.last, phrase.head)
        span = tokens[mark].start, tokens[mark].end
        confidence = _BY_PRONOUN if pronoun else _POSSESSION
        found.append(_clause(text, ClauseKind.POSSESSIVE, "have", span, owner, owned, confidence))
    return found


def _mark(tokens: Sequence[Token], phrase: NounPhrase) -> int | None:
    """The token that says who owns: the last *'s* before the head, else a possessive pronoun in front."""
    if phrase.possessor is not None:
        return next((place for place in range(phrase.head, phrase.first, -1) if tokens[place].tag == "POS"), None)
    return phrase.first if tokens[phrase.first].tag == "DPS" else None


def _part(text: str, tokens: Sequence[Token], first: int, last: int, head: int | None = None) -> NounPhrase:
    start, end = tokens[first].start, tokens[last - 1].end
    centre = last - 1 if head is None else head
    kind = "name" if tokens[centre].tag == "NP0" else "noun"
    return NounPhrase(start, end, text[start:end], first, last, centre, kind)


def _clause(
    text: str,
    kind: ClauseKind,
    verb: str,
    span: tuple[int, int],
    first: NounPhrase,
    second: NounPhrase,
    confidence: float,
) -> Clause:
    quote = text[span[0] : span[1]]
    return Clause(
        kind=kind,
        verb=verb,
        verb_quote=quote,
        verb_start=span[0],
        verb_end=span[1],
        predicate=verb,
        end=second.end,
        subjects=(first,),
        objects=(second,),
        confidence=confidence,
    )
