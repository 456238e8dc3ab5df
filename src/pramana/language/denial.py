"""What a line reports without asserting it: *Marsh denied that …*, *no evidence that …*, *it is untrue that …*."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft
from pramana.language.model import ClauseKind, Modal, NounPhrase, Token, VerbForm
from pramana.language.negation import is_negative
from pramana.language.state import DOUBTFUL
from pramana.language.word_lists import word_set

_DOUBTING = frozenset("doubt pretend question".split())
_SUPPOSING = frozenset("suppose assume imagine pretend".split())
_NOTING = frozenset("note observe stress emphasise emphasize admit acknowledge".split())
"""Verbs of saying whose content holds, whoever is to say it: *Please note that the office is closed*."""
_WISHING = frozenset("hope wish fear dream fancy imagine dread".split())
_ALLEGING = frozenset("allege suspect accuse charge".split())
_FACTIVE = word_set("claims/factive")
_GERUND_DENIED = frozenset("deny dispute".split())
_GERUND_AVOIDED = frozenset("avoid resist escape forgo evade".split())
_GERUND_IMAGINED = word_set("claims/gerund_imagined")
_FACTS = word_set("claims/facts")
_FALSE = word_set("claims/false")
_UNSURE = word_set("claims/unsure")
_TRUE = frozenset("true right correct case".split())
_SURE = word_set("claims/sure")
_WITHOUT = (("without",), ("far", "from"), ("instead", "of"), ("rather", "than"), ("short", "of"), ("lieu", "of"))
_BACK = 8
"""Tokens between *that* and the subject or verb that it introduces, at most: *that in June 1990 she left*."""


def deny(tokens: Sequence[Token], drafts: Sequence[ClauseDraft]) -> None:
    """Take the assertion from the clauses that a line only reports: denied, doubted, or what nobody says.

    Outer clauses come first, as what they say of inner ones depends on their own negation.
    """
    ordered = sorted(drafts, key=lambda draft: draft.group.head)
    for draft in ordered:
        if draft.negated and (draft.quote_first != draft.group.first or _base(draft.parent) in lex.FAILED):
            draft.unasserted = True
        noun = governing_noun(tokens, draft)
        if noun >= 0:
            _under_noun(tokens, draft, noun, ordered)
        elif draft.content_of is not None:
            _under_verb(tokens, draft, draft.content_of)
        elif draft.group.form is VerbForm.ING and draft.kind is not ClauseKind.RELATIVE:
            _gerund(tokens, draft)
        elif draft.marker in {"that", "if", "whether"} and _base(draft.parent) == "be":
            _under_adjective(tokens, draft)
        elif draft.marker == "that" and _base(draft.parent) in lex.PERSUADING:
            _believe(draft)


def _base(draft: ClauseDraft | None) -> str:
    return draft.base if draft is not None else ""


def _denies(draft: ClauseDraft | None) -> bool:
    return draft is not None and (draft.base in lex.DENIALS or draft.verb == "rule out")


def _withdraw(draft: ClauseDraft) -> None:
    """Nobody asserts the clause: it is possible at best, and nobody's words."""
    draft.unasserted, draft.content_of = True, None
    if draft.modal in {Modal.ACTUAL, Modal.FUTURE, Modal.NECESSARY}:
        draft.modal = Modal.POSSIBLE


def _doubt(draft: ClauseDraft) -> None:
    """The clause is possible, and stays the words of whom it is attributed to."""
    draft.unasserted = True
    if draft.modal is Modal.ACTUAL:
        draft.modal = Modal.POSSIBLE


def _allege(draft: ClauseDraft) -> None:
    """The clause is what somebody is accused of."""
    draft.unasserted = True
    if draft.modal in {Modal.ACTUAL, Modal.POSSIBLE}:
        draft.modal = Modal.ALLEGED


def _reverse(draft: ClauseDraft, matrix: ClauseDraft | None = None) -> None:
    """The clause is denied, by the subject of `matrix` where that is given."""
    draft.negated = not draft.negated
    draft.unasserted = draft.negated
    draft.content_of = matrix


def _under_verb(tokens: Sequence[Token], draft: ClauseDraft, matrix: ClauseDraft) -> None:
    if _denies(matrix):
        if matrix.negated or matrix.modal is not Modal.ACTUAL or matrix.group.passive:
            _withdraw(draft)
        elif draft.parent is matrix or _that(tokens, draft) >= 0 or _follows_denied(draft, matrix):
            _reverse(draft, matrix)
        else:  # *denied that he stole the map and left*: left may be what happened
            draft.confidence = min(draft.confidence, DOUBTFUL)
    elif any(is_negative(tokens, phrase) for phrase in matrix.subjects):
        _under_nobody(draft, matrix)
    elif _is_ordered(matrix):
        _withdraw(draft)
    else:
        _under_claim(draft, matrix)


def _under_claim(draft: ClauseDraft, matrix: ClauseDraft) -> None:
    if matrix.base in _DOUBTING | _WISHING:
        _doubt(draft)
    elif matrix.base in _ALLEGING and not matrix.negated:
        _allege(draft)
    elif matrix.negated and matrix.base in _FACTIVE:
        draft.content_of = None
    elif matrix.negated and draft.marker in {None, "that"}:  # *did not say whether* reports a question
        if matrix.confidence > DOUBTFUL:
            _withdraw(draft)
        else:  # whose content it is may be misread
            _doubt(draft)


def _follows_denied(draft: ClauseDraft, matrix: ClauseDraft) -> bool:
    """*denied a rumour that it intended to sell the field*: what was not intended is denied, too."""
    above = draft.parent
    infinitive = draft.group.form is VerbForm.INFINITIVE and draft.modal is Modal.INTENDED and not draft.negated
    return infinitive and above is not None and above.negated and above.content_of is matrix


def _is_ordered(matrix: ClauseDraft) -> bool:
    """*Answer that Zeus owns the wreck*, *You must say that he left*: what somebody is to say is not stated."""
    said = matrix.base in lex.SPEECH | _SUPPOSING and matrix.base not in _NOTING
    return said and matrix.modal in {Modal.ASKED, Modal.NECESSARY}


def _believe(draft: ClauseDraft) -> None:
    """*convinced the board that the plan would work*: the board believes it, where the clause says that it happened."""
    matrix = draft.parent
    assert matrix is not None
    believers = matrix.subjects if matrix.group.passive else matrix.objects
    if matrix.negated or matrix.modal is not Modal.ACTUAL or not believers:
        _withdraw(draft)
    else:
        draft.speaker = believers[0]


def _under_nobody(draft: ClauseDraft, matrix: ClauseDraft) -> None:
    """*Nobody said that he left* leaves it open, *nobody doubts that he left* does not; neither has a speaker."""
    draft.content_of = None
    if draft.marker in {None, "that"} and matrix.base not in _FACTIVE and matrix.base not in _DOUBTING:
        _withdraw(draft)


def _under_noun(tokens: Sequence[Token], draft: ClauseDraft, noun: int, drafts: Sequence[ClauseDraft]) -> None:
    """*the claim that …*, by what its own sentence says of the claim."""
    lemma, (matrix, phrase) = tokens[noun].lemma, _governor(noun, drafts)
    none = (phrase is not None and is_negative(tokens, phrase)) or _word(tokens, noun - 1) in {"no", "any"}
    if lemma in lex.MANDATIVE and draft.modal is Modal.NECESSARY:
        return
    if lemma in {"doubt", "question"}:
        if not none:
            _doubt(draft)
    elif none or (matrix is not None and matrix.negated and not _denies(matrix)):
        _withdraw(draft)
    elif lemma in _FACTS:
        return
    elif matrix is not None and _denies(matrix) and not matrix.negated and matrix.modal is Modal.ACTUAL:
        _reject(draft, matrix)
    elif matrix is not None and matrix.base == "be" and not matrix.negated and _complement(tokens, matrix) in _FALSE:
        _reverse(draft)
    elif draft.content_of is None or _denies(matrix):
        _allege(draft) if lemma in lex.ACCUSATIONS - {"claim"} else _withdraw(draft)


def _reject(draft: ClauseDraft, matrix: ClauseDraft) -> None:
    """*rejected the claim that …*: the subject denies it; in *the claim was rejected by X* X does."""
    if not matrix.group.passive:
        _reverse(draft, matrix)
        return
    agent = next((part.phrase for part in matrix.prepositions if part.preposition == "by"), None)
    if agent is None:
        _withdraw(draft)
    else:
        _reverse(draft)
        draft.speaker = agent


def _gerund(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """*denied stealing*, *avoided paying*, *suggested leaving*, *instead of leaving*."""
    before = tuple(token.text.lower() for token in tokens[max(0, draft.group.first - 2) : draft.group.first])
    if any(before[-len(words) :] == words for words in _WITHOUT):
        draft.negated, draft.unasserted = True, True
        return
    matrix = draft.parent
    if draft.marker == "from" and draft.unasserted:
        return  # *was banned from acting*
    if matrix is None or draft.group.first - matrix.group.last > 1 or "," in before[-1:]:
        return
    sure = not matrix.negated and matrix.modal is Modal.ACTUAL
    if matrix.base in _GERUND_DENIED:
        _reverse(draft, matrix) if sure else _withdraw(draft)
    elif matrix.base in _GERUND_AVOIDED:
        _reverse(draft, matrix.content_of) if sure else _withdraw(draft)
    elif matrix.base in _GERUND_IMAGINED:
        draft.modal, draft.unasserted = Modal.INTENDED, True


def _under_adjective(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """*It is untrue that …*, *it is not clear whether …*."""
    matrix = draft.parent
    assert matrix is not None
    if not matrix.subjects or matrix.subjects[0].text.lower() not in {"it", "that"}:
        return
    word = _complement(tokens, matrix)
    if word in _FALSE | _TRUE:
        if matrix.negated == (word in _TRUE) and matrix.negated | (word in _FALSE):
            _reverse(draft)
        elif matrix.negated:
            _withdraw(draft)
    elif word in _UNSURE or (matrix.negated and word in _SURE):
        _withdraw(draft)


def _complement(tokens: Sequence[Token], matrix: ClauseDraft) -> str:
    """The last word of what *be* says of its subject, in lower case."""
    if matrix.complement is not None:
        return tokens[matrix.complement[1] - 1].text.lower()
    return tokens[matrix.objects[0].head].lemma.lower() if matrix.objects else ""


def governing_noun(tokens: Sequence[Token], draft: ClauseDraft) -> int:
    """Return the place of the noun whose content the clause is (*the claim that …*), -1 for none."""
    that = _that(tokens, draft)
    place = that - 2 if that > 1 and tokens[that - 1].text == "," else that - 1
    return place if place >= 0 and tokens[place].tag[:2] == "NN" and tokens[place].lemma in lex.CONTENT_NOUNS else -1


def _that(tokens: Sequence[Token], draft: ClauseDraft) -> int:
    """The place of the *that* which introduces a clause, -1 for none."""
    if draft.marker != "that" or draft.kind is ClauseKind.RELATIVE:
        return -1
    stated = [phrase.first for phrase in draft.subjects] if draft.subject_from == "stated" else []
    first = min([draft.group.first, *stated])
    for place in range(first - 1, max(-1, first - _BACK), -1):
        if tokens[place].text.lower() == "that":
            return place
        if tokens[place].tag[:1] == "V":
            break
    return -1


def _governor(noun: int, drafts: Sequence[ClauseDraft]) -> tuple[ClauseDraft | None, NounPhrase | None]:
    """The clause that the phrase with that noun takes part in, and the phrase."""
    for draft in drafts:
        parts = [*draft.objects, *draft.subjects, *draft.indirect, *(part.phrase for part in draft.prepositions)]
        for phrase in parts if draft.subject_from != "relative" else draft.objects:
            if phrase.first <= noun < phrase.last:
                return draft, phrase
    return None, None


def _word(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].text.lower() if place >= 0 else ""
