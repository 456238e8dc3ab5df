"""Of many true statements the falsehoods of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from pramana.canonical import digest
from pramana.evals.falsehoods.model import Falsehood, FalsehoodKind, TruePair
from pramana.evals.falsehoods.places import joinable, strangers, wrong_line
from pramana.evals.falsehoods.predicates import (
    modality,
    names_in,
    negation_added,
    negation_dropped,
    speaker,
    swap_ends,
)
from pramana.evals.falsehoods.words import date, detail, marker, name, number

Maker = Callable[[TruePair, Random], Iterator[Falsehood]]


def falsehoods_of(
    pairs: Sequence[TruePair], kinds: Sequence[FalsehoodKind] = tuple(FalsehoodKind), seed: int = 0
) -> Iterator[Falsehood]:
    """Yield of each pair at most one falsehood of each kind, in the order of pairs and kinds.

    A kind for which a pair gives no statement that is surely false or unstated is passed over. Names and second
    statements are taken from the other pairs. What a pair gives depends on its own words, on the seed and on the names
    of the others, never on its place among them.
    """
    names = sorted({one for text in dict.fromkeys(pair.lines for pair in pairs) for one in names_in(text)})
    makers = _makers(names, pairs)
    for pair in pairs:
        for kind in kinds:
            random = Random(digest([seed, kind.value, pair.document, pair.statement]))
            found = [made for made in makers[kind](pair, random) if _differs(made)]
            if found:
                yield random.choice(found)


def _makers(names: Sequence[str], pairs: Sequence[TruePair]) -> dict[FalsehoodKind, Maker]:
    return {
        FalsehoodKind.SWAPPED: swap_ends,
        FalsehoodKind.NEGATION_ADDED: negation_added,
        FalsehoodKind.NEGATION_DROPPED: negation_dropped,
        FalsehoodKind.NUMBER: number,
        FalsehoodKind.DATE: date,
        FalsehoodKind.NAME: partial(name, names=names),
        FalsehoodKind.MARKER: marker,
        FalsehoodKind.MODALITY: modality,
        FalsehoodKind.SPEAKER: partial(speaker, names=names),
        FalsehoodKind.DETAIL: detail,
        FalsehoodKind.WRONG_LINE: wrong_line,
        FalsehoodKind.STRANGERS: partial(strangers, others=joinable(pairs)),
    }


def _differs(made: Falsehood) -> bool:
    """Whether a falsehood says something else than its twin, or cites something else."""
    return made.statement.casefold() != made.twin.statement.casefold() or made.cites != made.twin.number
