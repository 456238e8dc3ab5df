"""What a line says of an infinitive by the words before it: *unable to attend*, *the first woman to fly*."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft
from pramana.language.model import Modal, NounPhrase, Token, VerbForm
from pramana.language.word_lists import word_table

_ADJECTIVES = word_table("grammar/adjective_moods")
_NOUNS = word_table("grammar/noun_moods")
_MOODS = {"possible": Modal.POSSIBLE, "unlikely": Modal.POSSIBLE, "necessary": Modal.NECESSARY}
_NO_AGENTS = frozenset("thing way place step option choice one hope".split())
_UNABLE = frozenset(("unable", "powerless"))
_UNIQUE = frozenset("first last only".split())
"""Words of a phrase whose infinitive happened: *the only man to survive*. *The next to leave* is to come."""


def qualify(tokens: Sequence[Token], draft: ClauseDraft, matrix: ClauseDraft, before: NounPhrase | None) -> None:
    """Set the modality and polarity of an infinitive that an adjective or a noun governs. `before` is that noun."""
    if before is not None:
        if is_unique(tokens, before):
            draft.modal = draft.modal if matrix.modal is Modal.INTENDED else matrix.modal
        else:
            _apply(draft, matrix, _NOUNS.get(tokens[before.head].lemma.lower(), ""))
    elif tokens[draft.group.first - 1].text.lower() in _UNABLE and matrix.complement is None:
        draft.negated = draft.unasserted = True  # *withdrew, unable to take the blow*
    elif matrix.complement is not None:
        first, last = matrix.complement
        mood = _ADJECTIVES.get(tokens[last - 1].text.lower(), "")
        too = tokens[first].text.lower() == "too" and last - first > 1  # *was too tired to go*
        _apply(draft, matrix, "denied" if too else mood)


def _apply(draft: ClauseDraft, matrix: ClauseDraft, mood: str) -> None:
    if mood == "fact":  # *was not surprised to find it* found it, too
        draft.modal, draft.negated = matrix.modal, False
    elif mood == "denied":
        draft.modal, draft.negated = matrix.modal, draft.negated == matrix.negated
        draft.unasserted = draft.negated
    elif mood in _MOODS and matrix.modal is Modal.ACTUAL:
        draft.modal = _MOODS[mood]
        draft.negated = draft.negated != ((mood == "unlikely") != matrix.negated)


def is_unique(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase names the one who did something: *the first woman*."""
    inside = tokens[phrase.first : phrase.head + 1]
    timed = tokens[phrase.head].lemma.lower() in lex.TIME_NOUNS  # *signed it last week to save money*
    head = tokens[phrase.head].lemma.lower()
    timed = timed or head in _NOUNS or head in _NO_AGENTS  # *the first thing to do*
    return not timed and any(token.text.lower() in _UNIQUE for token in inside)


def is_had_done(matrix: ClauseDraft | None, draft: ClauseDraft, phrase: NounPhrase) -> bool:
    """*had the tree felled*, *wanted the house sold*: what somebody has done to an object."""
    if matrix is None or draft.group.form is not VerbForm.PARTICIPLE or matrix.group.passive:
        return False
    return matrix.base in _HAVING | _WANTING and any(phrase is each for each in matrix.objects)


def modal_of_had_done(matrix: ClauseDraft) -> Modal:
    """Return the modality of what somebody has done: that of *have*; of *want*, only intended."""
    return matrix.modal if matrix.base in _HAVING or matrix.modal is not Modal.ACTUAL else Modal.INTENDED


_HAVING = frozenset("have get".split())
_WANTING = frozenset("want need order require".split())
