"""Verb quotes that are found at their own place in the line, where the same words occur in it more than once."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.events.model import Kriya
from pramana.evidence import align_all
from pramana.language import NOMINAL, Clause, Sentence

_LONGEST = 200
"""Characters in a verb quote, at most, as in `Kriya`."""
_MOST_WORDS = 8
"""Words that a quote is widened by, at most."""


def with_distinct_quotes(sentence: Sentence, found: Sequence[tuple[Clause, Kriya]]) -> list[Kriya]:
    """Return the Kriyās of clauses, each with a verb quote that the aligner finds where the clause has its verb.

    Equal quotes get successive places, so that a clause that is left out would shift the next ones: the second *her*
    of a line would be found at the first. Such a quote takes in its neighbours, until it occurs once.
    """
    spans = align_all([kriya.verb_quote for _, kriya in found], sentence.text)
    kriyas = []
    for (clause, kriya), span in zip(found, spans, strict=True):
        start = clause.verb_end - len(kriya.verb_quote)
        misplaced = span is None or span.start != start
        kriyas.append(kriya.model_copy(update={"verb_quote": _wider(sentence, clause, kriya)}) if misplaced else kriya)
    return kriyas


def _wider(sentence: Sentence, clause: Clause, kriya: Kriya) -> str:
    """The quote with words before it; of a relation between nouns with those behind it: *her attorney*."""
    tokens, text = sentence.tokens, sentence.text
    first = next(place for place, token in enumerate(tokens) if token.end > clause.verb_start)
    last = next(place for place in range(first, len(tokens)) if tokens[place].end >= clause.verb_end)
    for _ in range(_MOST_WORDS):
        nominal = clause.kind in NOMINAL
        first, last = (first, min(last + 1, len(tokens) - 1)) if nominal else (max(first - 1, 0), last)
        quote = text[tokens[first].start : tokens[last].end]
        if len(quote) > _LONGEST:
            break
        if text.count(quote) == 1:
            return quote
    return kriya.verb_quote
