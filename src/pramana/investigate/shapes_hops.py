"""One hop of a question: which relation a word means between what it is asked of and what is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import Hop
from pramana.investigate.terms import Term, agrees, term_of
from pramana.investigate.words import LITERAL, QuestionWord
from pramana.language import word_set

_SYMMETRIC = word_set("investigation/symmetric")


class ShapeError(Exception):
    """The question cannot be read so. Its text says why."""


@dataclass(frozen=True, slots=True)
class HopPiece:
    """An item, or what was folded into one: a name with the hops that lead on from it."""

    item: QuestionWord
    hops: tuple[Hop, ...] = ()
    types: frozenset[str] = frozenset()

    @property
    def sign(self) -> str:
        return self.item.sign


class Hops:
    """The hops that a graph's relations allow."""

    def __init__(self, facts: GraphProfile) -> None:
        self._facts = facts

    def hop(
        self, known: HopPiece, predicate: HopPiece, side: str, preposition: str, wanted: Sequence[str]
    ) -> tuple[Hop, frozenset[str]]:
        """Return the one hop that a predicate can mean here, and the types that it leads to. Raises Unfit.

        `side` says what the known thing is to the predicate: subject, object, of (its noun), turned (the other way).
        """
        fits: dict[tuple[str, bool | None], frozenset[str]] = {}
        for term in predicate.item.terms:
            fitting = predicate.item.tag == LITERAL or term.preposition == "by"
            if not fitting and not agrees(preposition, term.preposition):
                continue
            for along in self._ways(term, predicate, side):
                reached = self.leads(known.types, term.name, along)
                reached = reached & frozenset(wanted) if wanted else reached
                if reached:
                    fits[term.name, along] = reached
        word = f"{predicate.item.text} {preposition}".strip()
        if not fits:
            raise ShapeError(
                f"{word!r} fits no relation of the graph between what it is asked of and what is asked for."
            )
        turned = [name for name, along in fits if term_of(name).preposition == "by" and (name, not along) not in fits]
        plain = [(name, along) for name, along in fits if name not in turned]
        if len(plain) == len(turned) == 1 and plain[0][1] is not None:
            types = frozenset[str]().union(*fits.values())
            return Hop((plain[0][0],), plain[0][1], tuple(sorted(wanted)), tuple(turned)), types
        if len(fits) > 1:
            told = ", ".join(sorted({name for name, _ in fits}))
            raise ShapeError(f"{word!r} can be read in more than one way ({told}).")
        ((name, along), types), *_ = fits.items()
        return Hop((name,), along, tuple(sorted(wanted))), types

    def _ways(self, term: Term, predicate: HopPiece, side: str) -> tuple[bool | None, ...]:
        """Return the directions in which a relation may run from the known thing."""
        ends = self._facts.relation(term.name)
        alike = ends is not None and any(pair.source == pair.target for pair in ends.ends)
        if not self._facts.directed or (alike and _is_symmetric(term)):
            return (None,)
        inverse = term.preposition == "by"
        if side == "subject":
            return (not inverse,)
        if side == "object":
            return (inverse,)
        if term.has or inverse:
            found: tuple[bool, ...] = (True,)
        elif term.preposition == "of" or _is_agent(predicate.item.text, term):
            found = (False,)
        else:
            found = (True, False)
        return tuple(not each for each in found) if side == "turned" else found

    def leads(self, types: frozenset[str], relation: str, along: bool | None) -> frozenset[str]:
        """Return the types that edges lead to from nodes of `types`, by what was seen of the relation."""
        profile = self._facts.relation(relation)
        pairs = () if profile is None else profile.ends
        found: set[str] = set()
        for pair in pairs:
            if along is not False and pair.source in types:
                found.add(pair.target)
            if along is not True and pair.target in types:
                found.add(pair.source)
        return frozenset(found)


def _is_symmetric(term: Term) -> bool:
    return any(word.startswith(stem) for word in term.words for stem in _SYMMETRIC)


def _is_agent(noun: str, term: Term) -> bool:
    """Whether a noun names the one who does what a relation's verb says: *founder* of *founded*, *mentor* of
    *mentored*."""
    verbal = term.words[0].endswith(("ed", "es", "s")) and term.words[0] != noun
    return verbal and (noun.endswith(("er", "or", "ers", "ors")) or not noun.endswith("s"))
