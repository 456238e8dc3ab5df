"""*It was Marsh who stole the ring* says that Marsh stole it; the *it* of *it is said that …* is nobody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft, Excluded
from pramana.language.model import ClauseKind, Modal, Token

_REPLACING = frozenset({"rather than", "instead of"})
_EMPTY = frozenset("seem appear turn happen transpire follow".split())
"""Verbs that *it* opens for a clause with *that*: *it turned out that …*."""


def resolve_clefts(tokens: Sequence[Token], drafts: Sequence[ClauseDraft]) -> None:
    """Drop the *it was* of clefts, and the *it* that only represents a clause."""
    for one, other in pairwise(drafts):
        if not one.subjects or one.subjects[0].text.lower() != "it" or len(one.subjects) > 1:
            continue
        if one.base == "be" and other.kind is ClauseKind.RELATIVE:
            _take_stated(one, other)
            if _is_focus(tokens, one, other):
                _drop(one, other)
        elif other.marker == "that" and other.parent is one and _is_empty(one):
            one.subject_from = "empty"


def _take_stated(one: ClauseDraft, other: ClauseDraft) -> None:
    """*It was Ann, not Bo, who left*: Ann left, though Bo is next to *who*; Bo is excluded."""
    head, parts = other.gap or other.subjects, [part for part in one.prepositions if part.preposition in _REPLACING]
    denied = one.excluded.objects if one.excluded is not None else [part.phrase for part in parts]
    if not one.objects or head != denied[-1:] or not denied or {phrase.kind for phrase in one.objects} != {"name"}:
        return
    if other.gap:
        other.gap = list(one.objects)
    else:
        other.subjects = list(one.objects)
    if one.excluded is not None:
        other.excluded = Excluded(objects=denied) if other.gap else Excluded(subjects=denied)
        one.excluded = None
    other.prepositions = [*parts, *other.prepositions]
    one.prepositions = [part for part in one.prepositions if part not in parts]


def _is_focus(tokens: Sequence[Token], one: ClauseDraft, other: ClauseDraft) -> bool:
    """Whether what *it was* names is a name, a pronoun, or a phrase with a preposition: *it was in Paris that …*.

    *It is a company that …* describes something known, and *it* refers to that.
    """
    if one.complement is not None or one.group.form.value != "finite":
        return False
    if one.objects:
        head = other.gap or other.subjects
        kinds = {phrase.kind for phrase in one.objects}
        return head == one.objects[-1:] == one.objects and kinds <= {"name", "pronoun"} and not one.prepositions
    if len(one.prepositions) != 1 or other.gap != [one.prepositions[0].phrase]:
        return False
    after = one.prepositions[0].phrase.last  # *it was below the hopes which he had* describes the hopes
    return after < len(tokens) and tokens[after].text.lower() == "that"


def _drop(one: ClauseDraft, other: ClauseDraft) -> None:
    if one.prepositions:
        other.prepositions, other.gap = [*one.prepositions, *other.prepositions], []
    if other.modal is Modal.ACTUAL:
        other.modal = one.modal
    other.negated = other.negated != one.negated
    other.subject_from = "stated" if other.subject_from == "relative" else other.subject_from
    other.kind, other.content_of, other.parent = ClauseKind.MAIN, one.content_of, one.parent
    one.dropped = True


def _is_empty(one: ClauseDraft) -> bool:
    said = one.group.passive and one.base in lex.COMPLEMENT_TAKERS
    return not one.objects and one.complement is None and (said or one.base in _EMPTY)
