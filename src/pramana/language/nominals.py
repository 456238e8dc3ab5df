"""Relations without a verb: *X, the capital of Y* and *Y's X*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pramana.language.model import Clause, ClauseKind, NounPhrase, Token

_APPOSITION, _POSSESSION, _BY_PRONOUN = 0.75, 0.7, 0.55


def appositions(text: str, tokens: Sequence[Token], pairs: Iterable[tuple[NounPhrase, NounPhrase]]) -> list[Clause]:
    """*be* clauses. The quote runs from the mark that joins the two to the head of the second: *, the capital*."""
    found = []
    for first, second in pairs:
        start, end = tokens[first.last].start, tokens[second.head].end
        found.append(_clause(text, ClauseKind.APPOSITION, "be", (start, end), first, second, _APPOSITION))
    return found


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
