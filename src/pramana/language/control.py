"""Whose infinitive, whose participle: clauses without a subject of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft
from pramana.language.infinitives import is_had_done, is_unique, modal_of_had_done, qualify
from pramana.language.model import ClauseKind, Modal, NounPhrase, Token, VerbForm
from pramana.language.state import DOUBTFUL, PROBABLE, ClauseState
from pramana.language.word_lists import word_set

_FINDING = lex.PERCEPTION - {"watch", "feel"} | {"find"}
_UNWILLING = frozenset(("unwilling", "loath", "loth"))
"""*were unwilling to release*: they did not want to. *reluctant* leaves open what they did."""
_WAITING = frozenset("wait call long arrange pray hope ask push allow wish plan".split())
"""Verbs whose *for* names who does what the infinitive says: *waited for the train to leave*."""
_WANTING = frozenset("want wish intend plan mean care agree dare".split())
"""Verbs whose denial denies what they govern."""
_TRYING = frozenset("try attempt hope decide refuse promise threaten seek vow pledge".split())
"""More verbs whose *it* is somebody, and no *it* that an infinitive follows: *it takes time to leave*."""
_ACTS = frozenset("process act middle course habit proud guilty tired ashamed sick".split())
"""Words whose *of* names what somebody does or did: *in the process of reviewing it*, *proud of winning it*."""
_PERMITTING = frozenset("allow permit authorise authorize".split())
_FORBIDDING = frozenset("forbid ban bar prohibit disqualify exclude".split())
"""Verbs that say what somebody must not do: *was banned from acting as a director*."""
_PREVENTING = frozenset("prevent stop keep hinder deter save".split())
"""Verbs of what does not happen: *prevented the crew from leaving*."""
_TAKING = frozenset(("take", "cost", "require"))
_TROUBLE = frozenset("trouble difficulty problem fun time".split())
_SPENDING = frozenset(("spend", "waste", "pass"))
_PROVING = frozenset({"turn out", "prove"})
"""*turned out to be kind* says that she was; but *turned out to help* has a purpose."""
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
    if state.pending and (matrix is None or state.chunks[index - 1].phrase is state.pending[-1]):
        _of_subject(state, draft)
    elif matrix is None and group.text.split(" ")[0].lower() not in {"to", "not"}:
        draft.modal, draft.subject_from = Modal.ASKED, "none"  # *Be careful*
    elif matrix is None:
        state.unowned.append(draft)
        intend(draft)
    else:
        _control(state, draft, matrix, index)
    if index and state.chunks[index - 1].word.endswith("than") and state.tokens[group.first].tag != "TO0":
        draft.confidence = DOUBTFUL  # *do more than graze*
    state.add(draft)


def _of_subject(state: ClauseState, draft: ClauseDraft) -> None:
    """*The first man to walk there died*, *The decision to leave surprised her*: only the man is the one who does."""
    subject, bare = state.pending[-1], draft.group.text.split(" ")[0].lower() not in {"to", "not"}
    if bare:  # *if the truth be told*
        draft.subjects = list(state.pending)
        intend(draft)
    elif is_unique(state.tokens, subject):
        draft.subjects = list(state.pending)
    else:
        intend(draft)
        draft.subject_from = "none"
    state.suspend()


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
    if directly and merges(draft, matrix):
        merge(draft, matrix)
        return
    if not directly:
        draft.confidence = 0.72 if draft.subjects else 0.5
    if matrix.base == "be" and matrix.objects:
        draft.negated = draft.negated or matrix.negated
    if _is_unwilling(state, matrix):
        draft.negated = draft.negated == matrix.negated
    intend(draft, matrix)
    before = state.ahead.phrase(index - 1)
    adjacent = directly if matrix.group.passive else any(before is each for each in matrix.objects)
    if matrix.base in lex.IMPLICATIVE and adjacent and not matrix.negated and matrix.modal is not Modal.INTENDED:
        draft.modal = matrix.modal  # *forced him to leave*
    if matrix.base in _WANTING and matrix.negated:  # *did not want to leave*
        draft.negated = draft.unasserted = True
    if matrix.base in _PERMITTING and draft.modal is Modal.INTENDED:  # *were not allowed to leave*: they must not
        draft.modal = Modal.NECESSARY if matrix.negated else Modal.POSSIBLE
        draft.negated = draft.unasserted = matrix.negated != draft.negated
    elif matrix.base in _FORBIDDING and draft.modal is Modal.INTENDED and not matrix.negated:
        draft.modal, draft.negated, draft.unasserted = Modal.NECESSARY, not draft.negated, True
    qualify(state.tokens, draft, matrix, before)
    if before is not None:
        _find_subject(state, draft, matrix, index)


def _find_subject(state: ClauseState, draft: ClauseDraft, matrix: ClauseDraft, index: int) -> None:
    """*waited for her to leave*, *took two hours to open it*: the one who does it is not the matrix's."""
    phrase = state.ahead.phrase(index - 1)
    assert phrase is not None
    waits = phrase.kind == "pronoun" or matrix.complement is not None or matrix.base in _WAITING
    governed = matrix.prepositions[-1] if matrix.prepositions else None
    if waits and governed is not None and governed.preposition == "for" and governed.phrase is phrase:
        matrix.prepositions = matrix.prepositions[:-1]
        draft.subjects, draft.confidence = [phrase], 0.8
    elif is_unique(state.tokens, phrase) and matrix.base not in {"be", "become"}:
        draft.subjects = [phrase]
    elif matrix.base in _TAKING and draft.subjects == matrix.objects:
        draft.subjects = list(matrix.indirect)


def _is_unwilling(state: ClauseState, matrix: ClauseDraft) -> bool:
    complement = matrix.complement
    return complement is not None and state.tokens[complement[1] - 1].text.lower() in _UNWILLING


def merges(draft: ClauseDraft, matrix: ClauseDraft) -> bool:
    """*began to V*, *seemed to V*, *was said to V*: one clause with the infinitive right behind it."""
    reported = matrix.group.passive and matrix.base in lex.COMPLEMENT_TAKERS
    proves = matrix.verb in _PROVING and draft.base == "be"
    return (reported or proves or matrix.base in _MERGES) and matrix.complement is None and not matrix.objects


def controller(matrix: ClauseDraft) -> list[NounPhrase]:
    if matrix.objects and not matrix.group.passive and matrix.base in lex.OBJECT_CONTROL:
        return list(matrix.indirect or matrix.objects)
    if matrix.subjects and matrix.subjects[0].text.lower() == "it":
        if matrix.base in _WANTING | _TRYING and not matrix.group.passive:  # *said that it planned to close the mill*
            return list(matrix.subjects)
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


def was_to_be_found(tokens: Sequence[Token], draft: ClauseDraft) -> bool:
    """*Not a stone was to be seen*: whether it could be seen, not what was planned."""
    words = [token.text.lower() for token in tokens[draft.quote_first : draft.group.last]]
    return draft.group.passive and draft.base in _FINDING and words[:3] in (["was", "to", "be"], ["were", "to", "be"])


def intend(draft: ClauseDraft, matrix: ClauseDraft | None = None) -> None:
    draft.modal = Modal.INTENDED
    if matrix is None:
        return
    if matrix.base in {"seem", "appear"}:
        draft.modal = Modal.POSSIBLE
    if matrix.base in lex.FAILED:
        draft.negated = True
    bare = draft.group.text.split(" ")[0].lower() != "to"
    happens = matrix.base in lex.PERCEPTION | {"make", "have", "help"} or (matrix.base == "let" and matrix.subjects)
    if bare and happens:
        draft.modal = matrix.modal  # *saw him leave*, *made her laugh*
        if matrix.negated and matrix.base in lex.PERCEPTION:
            draft.modal, draft.unasserted = Modal.POSSIBLE, True
        elif matrix.negated:
            draft.negated = draft.unasserted = True
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
        _behind_phrase(state, draft, before.phrase)
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


def _quotes(state: ClauseState, draft: ClauseDraft) -> bool:
    """*released a statement saying, “…”*: a verb of saying before a quotation is the main subject's."""
    ing = draft.group.form is VerbForm.ING and draft.base in {"say", "add", "state", "claim", "write", "explain"}
    after = [token.text for token in state.tokens[draft.group.last : draft.group.last + 1]]
    return ing and after in ([","], [":"], ["“"], ["``"], ['"'])


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


def _behind_phrase(state: ClauseState, draft: ClauseDraft, phrase: NounPhrase) -> None:
    """Join a participle behind a noun phrase: *had the tree felled*, *spent a year building it*, or a relative."""
    matrix = state.current
    held = matrix is not None and any(phrase is each for each in matrix.objects)
    trouble = state.tokens[phrase.head].lemma in _TROUBLE and draft.group.form is VerbForm.ING
    if matrix is not None and is_had_done(matrix, draft, phrase):
        draft.subjects, draft.modal = [phrase], modal_of_had_done(matrix)
        draft.negated = draft.negated or matrix.negated
    elif matrix is not None and _quotes(state, draft):
        said = matrix.content_of if matrix.content_of is not None else matrix
        draft.subjects = list(said.subjects)
    elif matrix is not None and held and draft.group.form is VerbForm.ING and (matrix.base in _SPENDING or trouble):
        draft.subjects = list(matrix.subjects)
    else:
        _open_reduced_relative(state, draft, phrase)


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


def _name_activity(state: ClauseState, draft: ClauseDraft, index: int) -> None:
    """*capable of running it*, *the risk of losing it*: possible, by nobody that a noun names; *proud of it*."""
    if state.ahead.phrase(index + 1) is None or index < 2:
        return
    before = state.tokens[state.chunks[index - 2].last - 1].lemma.lower()
    if state.ahead.phrase(index - 2) is not None:
        draft.subjects, draft.subject_from = [], "none"
    draft.modal = Modal.ACTUAL if before in _ACTS else Modal.POSSIBLE
    draft.confidence = PROBABLE


def _doers(draft: ClauseDraft, matrix: ClauseDraft) -> list[NounPhrase]:
    """*saw him leaving*: what is seen does it; *found it while looking around*: who finds."""
    seen = matrix.base in lex.PERCEPTION and matrix.objects and not matrix.group.passive and draft.marker is None
    return list(matrix.objects if seen else matrix.subjects)


def _accompany(state: ClauseState, draft: ClauseDraft, matrix: ClauseDraft) -> None:
    """*will open a plant, creating 140 jobs*: what comes with an action is as sure as the action."""
    if state.preposition is not None or state.joint != "COMMA" or draft.group.form is not VerbForm.ING:
        return
    if draft.modal is Modal.ACTUAL and matrix.modal in {Modal.FUTURE, Modal.INTENDED, Modal.POSSIBLE, Modal.NECESSARY}:
        draft.modal = matrix.modal


def _keeps_from(draft: ClauseDraft, matrix: ClauseDraft) -> bool:
    """*was banned from acting as a director*: he must not; *prevented them from leaving*: they did not."""
    kept = matrix.subjects if matrix.group.passive else matrix.objects
    if matrix.base not in _FORBIDDING | _PREVENTING or not kept or matrix.modal is not Modal.ACTUAL:
        return False
    draft.subjects, draft.marker = list(kept), "from"
    if matrix.negated:
        draft.modal, draft.unasserted = Modal.POSSIBLE, True
        return True
    draft.modal = Modal.NECESSARY if matrix.base in _FORBIDDING else Modal.ACTUAL
    draft.negated = draft.unasserted = True
    return True


def _beside(state: ClauseState, draft: ClauseDraft, matrix: ClauseDraft, index: int) -> None:
    draft.subjects = _doers(draft, matrix)
    preposition = state.preposition.word if state.preposition else ""
    if preposition in {"of", "with", "for", "on", "over"} and _judges(state, draft, matrix, index):
        return
    if preposition == "from" and not state.joint and _keeps_from(draft, matrix):
        return
    _accompany(state, draft, matrix)
    if matrix.group.form is VerbForm.ING and state.joint and not preposition:
        draft.modal, draft.confidence = matrix.modal, min(draft.confidence, matrix.confidence)
    if draft.base in {"start", "begin"} and state.joint == "COMMA" and not preposition:
        draft.confidence = DOUBTFUL  # *is to hold a fair, starting on Monday*: the fair starts, not who holds it
    if preposition == "without":
        draft.negated = True
    elif preposition == "on" and matrix.base in {"insist", "plan", "decide", "count"}:
        draft.modal = Modal.INTENDED
    elif preposition in {"for", "of", "from", "against", "about"}:
        draft.modal, draft.confidence = Modal.INTENDED, 0.5
        _name_activity(state, draft, index)
    elif preposition:
        draft.confidence = 0.6
    if preposition:
        draft.marker = preposition
