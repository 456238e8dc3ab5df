"""From drafts of clauses to the clauses of a line, whoever drafted them: rules or the tree of a parser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pramana.language.appositions import title_relations
from pramana.language.bracket_relations import bracket_relations
from pramana.language.chunks import Chunk
from pramana.language.drafts import ClauseDraft, freeze, opposites, repetitions
from pramana.language.flags import flag
from pramana.language.model import Clause, ClauseKind, NounPhrase, Token
from pramana.language.nominals import Nominal, relations
from pramana.language.possessions import possessions


def assemble(
    text: str,
    tokens: Sequence[Token],
    chunks: Sequence[Chunk],
    drafts: Sequence[ClauseDraft],
    pairs: Sequence[Nominal],
    phrases: Sequence[NounPhrase] | None = None,
) -> tuple[Clause, ...]:
    """Return the clauses of a line with what the line claims for each, and the relations between its noun phrases.

    `phrases` are the noun phrases, None for those of the chunks.
    """
    if phrases is None:
        phrases = [chunk.phrase for chunk in chunks if chunk.phrase is not None]
    flag(tokens, drafts)
    verbal = freeze(text, tokens, [*drafts, *opposites(drafts), *repetitions(drafts)])
    pairs = [*pairs, *title_relations(text, tokens, phrases)]
    nominal = [_with_speaker(clause, verbal) for clause in relations(text, tokens, pairs)]
    nominal += [*possessions(text, tokens, phrases)]
    nominal += bracket_relations(text, tokens, chunks, [*verbal, *nominal])
    return _order_clauses(verbal, nominal)


def _with_speaker(nominal: Clause, verbal: Sequence[Clause]) -> Clause:
    """*said that the clock, an old one, was stolen*: whoever says the clause says the apposition in it."""
    if nominal.kind is not ClauseKind.APPOSITION:
        return nominal
    one = nominal.subjects[0]
    for clause in verbal:
        if clause.kind is ClauseKind.CONTENT and clause.attributed_to is not None:
            parts = (*clause.subjects, *clause.objects, *(part.phrase for part in clause.prepositions))
            if any(part.start <= one.start and one.end <= part.end for part in parts):
                return replace(nominal, attributed_to=clause.attributed_to)
    return nominal


def _order_clauses(verbal: tuple[Clause, ...], nominal: Sequence[Clause]) -> tuple[Clause, ...]:
    """Verbal and nominal clauses by place; parents keep pointing at the same clause."""
    marked = [(clause.verb_end, 0, index, clause) for index, clause in enumerate(verbal)]
    marked += [(clause.verb_end, 1, index, clause) for index, clause in enumerate(nominal)]
    marked.sort(key=lambda entry: entry[:3])
    moved = {index: place for place, (_, nominal_, index, _) in enumerate(marked) if not nominal_}
    return tuple(
        clause if clause.parent is None else replace(clause, parent=moved.get(clause.parent)) for *_, clause in marked
    )
