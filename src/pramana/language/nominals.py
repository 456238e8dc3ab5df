"""Relations without a verb: *X, the capital of Y*, *whose X*, *X such as Y*, *the X on the Y*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.language.model import Clause, ClauseKind, NounPhrase, Prepositional, Token

_SURE = {
    ClauseKind.APPOSITION: 0.75,
    ClauseKind.POSSESSIVE: 0.7,
    ClauseKind.TITLE: 0.75,
    ClauseKind.EXAMPLE: 0.78,
    ClauseKind.LOCATION: 0.76,
}
_LEMMAS = {
    ClauseKind.APPOSITION: "be",
    ClauseKind.POSSESSIVE: "have",
    ClauseKind.TITLE: "be",
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
    prepositions: tuple[Prepositional, ...] = ()
    """What depends on the second phrase: *since 1990* in *, the mayor since 1990,*."""


def part_of_phrase(text: str, tokens: Sequence[Token], first: int, last: int, head: int | None = None) -> NounPhrase:
    """Return tokens `first` to `last` (exclusive) as a phrase of their own."""
    start, end = tokens[first].start, tokens[last - 1].end
    centre = last - 1 if head is None else head
    own = last - first == 1 and tokens[first].tag == "DPS"  # *her*
    kind = "pronoun" if own else "name" if tokens[centre].tag == "NP0" else "noun"
    return NounPhrase(start, end, text[start:end], first, last, centre, kind)


def relations(text: str, tokens: Sequence[Token], found: Iterable[Nominal]) -> list[Clause]:
    """The clauses of appositions, examples and locations."""
    return [_relation(text, tokens, nominal) for nominal in found]


def _relation(text: str, tokens: Sequence[Token], nominal: Nominal) -> Clause:
    start, end = tokens[nominal.first].start, tokens[nominal.last - 1].end
    kind, other = nominal.kind, nominal.other
    clause = _clause(text, kind, _LEMMAS[kind], (start, end), nominal.one, other, _SURE[kind])
    if kind is not ClauseKind.LOCATION:
        return replace(clause, prepositions=nominal.prepositions)
    words = text[start:end].lower()
    place = Prepositional(words if words[:1].isalpha() else "in", other, start, other.end)
    return replace(clause, objects=(), prepositions=(place,))


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
