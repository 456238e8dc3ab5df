"""Whose infinitive, whose participle: clauses without a subject of their own."""

from __future__ import annotations

from dataclasses import replace

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft
from pramana.language.model import ClauseKind, Modal, NounPhrase, VerbForm
from pramana.language.state import DOUBTFUL, ClauseState
from pramana.language.word_lists import word_set

_FINDING = lex.PERCEPTION - {"watch", "feel"} | {"find"}
_UNWILLING = frozenset(("unwilling", "loath", "loth"))
"""*were unwilling to release*: they did not want to. *reluctant* leaves open what they did."""
_MERGES = lex.ASPECT | word_set("grammar/merges")


def join_infinitive(state: ClauseState, index: int) -> None:
    """Add the infinitive at chunk `index`; *began to V*, *seemed to V* become one clause with it."""
    group = state.chunks[index].verb
    assert group is not None
    matrix = state.current
    if matrix is not None and not _has_marker(state, index):
        _coordinate(state, ClauseDraft(matrix.kind, group), matrix)
        return
    draft = ClauseDraft(ClauseKind.INFINITIVE, group, confidence=0.9)
    draft.parent = matrix
    draft.subject_from = "shared"
    if matrix is None:
        draft.subjects = list(state.pending)
        if state.pending:
            state.suspend()
        else:
            state.unowned.append(draft)
        intend(draft)
    else:
        _control(state, draft, matrix, index)
    state.add(draft)


def _has_marker(state: ClauseState, index: int) -> bool:
    """Does the infinitive have its *to*, or a verb that takes it bare (*let him go*)?"""
    first = state.chunks[index].first
    return state.tokens[first].tag in {"TO0", "XX0"} or not state.joint


def _coordinate(state: ClauseState, draft: ClauseDraft, matrix: ClauseDraft) -> None:
    """*will eat and drink*, *was seen and heard*: the second verb leans on all that the first one has."""
    draft.subjects, draft.subject_from = list(matrix.subjects), "shared"
    draft.parent, draft.content_of, draft.marker = matrix.parent, matrix.content_of, matrix.marker
    draft.modal, draft.negated = matrix.modal, matrix.negated or draft.negated
    draft.confidence = 0.8 if state.joint == "CONJ" else DOUBTFUL if matrix.negated else 0.75
    state.add(draft)


def _control(state: ClauseState, draft: ClauseDraft, matrix: ClauseDraft, index: int) -> None:
    directly = state.chunks[index - 1].verb is matrix.group or state.chunks[index - 1].kind in {"ADV", "ADJ"}
    draft.content_of = matrix.content_of
    had = matrix.base == "have" and matrix.objects and draft.group.text.split(" ")[0].lower() != "to"
    draft.subjects = list(matrix.objects) if had else controller(matrix)
    if directly and merges(matrix):
        merge(draft, matrix)
        return
    if not directly:
        draft.confidence = 0.72 if draft.subjects else 0.5
    if matrix.base == "be" and matrix.objects:
        draft.negated = draft.negated or matrix.negated
    if _is_unwilling(state, matrix):
        draft.negated = draft.negated == matrix.negated
    intend(draft, matrix)


def _is_unwilling(state: ClauseState, matrix: ClauseDraft) -> bool:
    complement = matrix.complement
    return complement is not None and state.tokens[complement[1] - 1].text.lower() in _UNWILLING


def merges(matrix: ClauseDraft) -> bool:
    """*began to V*, *seemed to V*, *was said to V*: one clause with the infinitive right behind it."""
    reported = matrix.group.passive and matrix.base in lex.COMPLEMENT_TAKERS
    return (reported or matrix.base in _MERGES) and matrix.complement is None and not matrix.objects


def controller(matrix: ClauseDraft) -> list[NounPhrase]:
    if matrix.objects and not matrix.group.passive and matrix.base in lex.OBJECT_CONTROL:
        return list(matrix.indirect or matrix.objects)
    if matrix.subjects and matrix.subjects[0].text.lower() == "it":
        return [] if matrix.base == "be" else list(matrix.objects)
    return list(matrix.subjects)


def merge(draft: ClauseDraft, matrix: ClauseDraft) -> None:
    """*began to laugh* is one clause: the verb is *laugh*, its quote the whole."""
    draft.kind, draft.subject_from = matrix.kind, matrix.subject_from
    draft.quote_first = matrix.quote_first
    draft.marker, draft.confidence = matrix.marker, matrix.confidence
    draft.parent, draft.content_of = matrix.parent, matrix.content_of
    draft.prepositions = [*matrix.prepositions, *draft.prepositions]
    draft.adverbials = [*matrix.adverbials, *draft.adverbials]
    draft.negated = matrix.negated != (matrix.base in lex.FAILED) or draft.negated
    draft.modal = matrix.modal
    if (matrix.base in {"seem", "appear", "tend"} or matrix.group.passive) and draft.modal is Modal.ACTUAL:
        draft.modal = Modal.ALLEGED if matrix.base in lex.ACCUSING else Modal.POSSIBLE
    if matrix.base == "be":
        draft.modal = _modal_of_be(draft, matrix)
        draft.unasserted = draft.modal is Modal.INTENDED
    matrix.dropped = True


def _modal_of_be(draft: ClauseDraft, matrix: ClauseDraft) -> Modal:
    """*is to leave* says what will be, *was about to leave* only intended, *was not to be seen* possible."""
    if (matrix.negated or draft.negated) and draft.group.passive and draft.base in _FINDING:
        return Modal.POSSIBLE
    about = " about " in f" {matrix.group.text} " or draft.group.first - matrix.group.last > 0
    return Modal.INTENDED if about and matrix.group.text.split()[0].lower() in {"was", "were"} else Modal.FUTURE


def intend(draft: ClauseDraft, matrix: ClauseDraft | None = None) -> None:
    draft.modal = Modal.INTENDED
    if matrix is None:
        return
    if matrix.base in {"seem", "appear"}:
        draft.modal = Modal.POSSIBLE
    if matrix.base in lex.FAILED:
        draft.negated = True
    if matrix.base in lex.PERCEPTION | {"make", "have"} and draft.group.text.split(" ")[0].lower() != "to":
        draft.modal = matrix.modal  # *saw him leave*, *made her laugh*
    if matrix.modal in {Modal.CONDITIONAL, Modal.ASKED}:
        draft.modal = matrix.modal


def join_participle(state: ClauseState, index: int) -> None:
    """Add the participle at chunk `index`: a reduced relative, or an action beside the main clause's."""
    group = state.chunks[index].verb
    assert group is not None
    matrix = state.current
    draft = ClauseDraft(ClauseKind.PARTICIPIAL, group, confidence=0.8, marker=state.marker)
    draft.parent = matrix
    draft.subject_from = "shared"
    before = state.chunks[index - 1] if index else None
    while before is not None and before.kind == "ADV" and before.first > 0 and index > 1:
        index -= 1
        before = state.chunks[index - 1]
    if matrix is not None:
        draft.content_of = matrix.content_of
        draft.modal = matrix.modal if matrix.modal in {Modal.CONDITIONAL, Modal.ASKED} else draft.modal
    if state.tokens[group.first - 1].tag == "DPS":
        draft.confidence = 0.5
    if before is not None and before.phrase is not None:
        _open_reduced_relative(state, draft, before.phrase)
    elif before is not None and matrix is not None and before.verb is matrix.group and matrix.base in lex.ASPECT:
        draft.subjects = list(matrix.subjects)
        merge(draft, matrix)
    elif state.pending and state.preposition is not None:  # *The charge of stealing it was dropped*: nobody is named
        draft.confidence, draft.subject_from = DOUBTFUL, "none"
        state.suspend()
    elif state.pending:
        draft.subjects = list(state.pending)
        state.suspend()
    elif matrix is not None and state.joint == "CONJ" and (_alike(matrix, draft) or _perfect(state, matrix, draft)):
        draft.kind = matrix.kind
        draft.group = replace(group, passive=matrix.group.passive)
        _coordinate(state, draft, matrix)
        return
    elif matrix is not None:
        _beside(state, draft, matrix, index)
    else:
        state.unowned.append(draft)
        draft.subject_from = "none"
    state.add(draft)


def _alike(matrix: ClauseDraft, draft: ClauseDraft) -> bool:
    """Is the participle a second passive (*was seen and heard*) or a second *-ing* (*is eating and drinking*)?"""
    ing = draft.group.form is VerbForm.ING
    return draft.group.passive == matrix.group.passive and (
        not ing or matrix.group.form is VerbForm.ING or matrix.progressive
    )


def _perfect(state: ClauseState, matrix: ClauseDraft, draft: ClauseDraft) -> bool:
    """*had come and gone*."""
    if draft.group.form is not VerbForm.PARTICIPLE or matrix.group.passive:
        return False
    return any(state.tokens[place].lemma == "have" for place in range(matrix.group.first, matrix.group.head))


def _open_reduced_relative(state: ClauseState, draft: ClauseDraft, phrase: NounPhrase) -> None:
    draft.kind, draft.subject_from = ClauseKind.RELATIVE, "relative"
    draft.subjects = list(state.pending) or [phrase]
    state.suspend()


def _judges(state: ClauseState, draft: ClauseDraft, matrix: ClauseDraft, index: int) -> bool:
    """*accused of stealing*, *charged with two counts of stealing*, *convicted of stealing*: who is judged does it."""
    noun = state.ahead.phrase(index - 2)
    counted = noun is not None and state.tokens[noun.head].lemma in lex.ACCUSATIONS
    accused = counted or matrix.base in lex.ACCUSING
    if not accused and matrix.base not in lex.JUDGING:
        return False
    judging = matrix.base in lex.ACCUSING | lex.JUDGING
    held = [phrase for phrase in matrix.objects if not (counted and phrase is noun)]
    draft.subjects = list(held if judging and not matrix.group.passive else matrix.subjects)
    draft.confidence = 0.8 if draft.subjects else DOUBTFUL
    draft.marker = "of"
    if accused:
        draft.modal, draft.unasserted = Modal.ALLEGED, True
        draft.content_of = matrix if judging and not matrix.group.passive else None
    return True


def _beside(state: ClauseState, draft: ClauseDraft, matrix: ClauseDraft, index: int) -> None:
    seen = matrix.base in lex.PERCEPTION and matrix.objects and not matrix.group.passive
    draft.subjects = list(matrix.objects if seen else matrix.subjects)
    preposition = state.preposition.word if state.preposition else ""
    if preposition in {"of", "with", "for", "on", "over"} and _judges(state, draft, matrix, index):
        return
    if matrix.group.form is VerbForm.ING and state.joint and not preposition:
        draft.modal, draft.confidence = matrix.modal, min(draft.confidence, matrix.confidence)
    if preposition == "without":
        draft.negated = True
    elif preposition in {"for", "of", "from", "against", "about"}:
        draft.modal, draft.confidence = Modal.INTENDED, 0.5
    elif preposition:
        draft.confidence = 0.6
    if preposition:
        draft.marker = preposition
