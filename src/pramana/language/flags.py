"""What a line claims for each clause: denied, possible, conditional, asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.control import was_to_be_found
from pramana.language.denial import deny, governing_noun
from pramana.language.drafts import ClauseDraft, Excluded
from pramana.language.model import ClauseKind, Modal, NounPhrase, Prepositional, Token, VerbForm
from pramana.language.negation import denied_before, is_negative
from pramana.language.reports import attribute, report_relatives
from pramana.language.state import DOUBTFUL
from pramana.language.tag_sets import HAVE_TAGS
from pramana.language.tagging import possible_tags
from pramana.language.word_lists import word_set

_ALLEGING = frozenset({"allegedly", "purportedly"})
_JUDGING = frozenset("find declare rule judge plead deem pronounce".split())
_DENYING = word_set("grammar/denying")
_DEGREES = frozenset(("no small part", "no small measure", "no particular order", "no uncertain terms"))
_CONDITIONAL_FRONT = frozenset(("had", "were", "should"))
_GUESSING = frozenset("estimate expect predict forecast think believe hope guess suppose indicate suggest".split())
"""Verbs of which *should* is a guess about the future, and no duty."""
_LATER = frozenset(("later", "eventually", "subsequently", "ultimately"))
"""Adverbs with which *would* tells what followed: *would later return*."""
_YEAR = re.compile(r"1\d{3}|20[01]\d")
"""*In 1990 he would found a school*: a year that is past."""
_CALLED = frozenset("god lord heaven heavens allah fate fortune devil".split())
"""Who is called on in a wish without an exclamation mark: *God have mercy on her*."""
_REACH = 24
"""Clauses looked at from one clause, at most: keeps the pass linear."""


def flag(tokens: Sequence[Token], drafts: Sequence[ClauseDraft]) -> None:
    """Set `negated` and `modal` on the drafts of one line, and the attribution of clauses in *…, he said*."""
    for draft in drafts:
        _negate(tokens, draft)
        _invert(tokens, draft)
        _mark(draft)
        _look_ahead(tokens, draft)
        _look_back(tokens, draft)
        draft.unasserted = draft.unasserted or draft.modal is Modal.ALLEGED
        _require(tokens, draft)
        _ask(tokens, draft)
    _condition(drafts)
    report_relatives(drafts)
    attribute(tokens, drafts)
    deny(tokens, drafts)


def _negate(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    if denied_before(tokens, draft.group.first) or _word_before(tokens, draft.group.first) in {"neither", "nor"}:
        draft.negated = True  # *neither knew nor cared*
    if draft.quote_first < draft.group.first and denied_before(tokens, draft.quote_first):
        draft.negated = not draft.negated  # *never failed to pay*
    if draft.complement and tokens[draft.complement[0]].text.lower() == "not":
        found = draft.base in _JUDGING and not draft.negated  # *was found not guilty*: it was found
        draft.negated, draft.complement = not found, (draft.complement[0] + 1, draft.complement[1])
        draft.complement = None if found else draft.complement
    if draft.complement and draft.complement[0] >= draft.complement[1]:
        draft.complement = None
    _exclude_denied(tokens, draft)
    if draft.subject_from == "relative" and any(is_negative(tokens, phrase) for phrase in draft.subjects):
        # *No man who saw her forgot her*: whether anybody saw her is not stated.
        draft.confidence = min(draft.confidence, DOUBTFUL)
    elif any(is_negative(tokens, phrase) for phrase in [*draft.subjects, *draft.objects, *draft.indirect]):
        draft.negated = True
        if draft.modal is Modal.FUTURE and was_to_be_found(tokens, draft):
            draft.modal, draft.unasserted = Modal.POSSIBLE, True
        if _compares_absence(tokens, draft):
            draft.confidence = min(draft.confidence, DOUBTFUL)
    if any(_denies(tokens, part) for part in draft.prepositions):
        draft.negated = True


def _word_before(tokens: Sequence[Token], place: int) -> str:
    return tokens[place - 1].text.lower() if place else ""


def _compares_absence(tokens: Sequence[Token], draft: ClauseDraft) -> bool:
    """*No deal is better than a bad deal*: what is missing is compared with what is there, and nothing is denied."""
    heads = {tokens[phrase.head].lemma for phrase in draft.subjects}
    return any(part.preposition == "than" and tokens[part.phrase.head].lemma in heads for part in draft.prepositions)


def _exclude_denied(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """*two bridges but no people*: the clause has the first alone, its opposite the second. Subjects likewise."""
    denied_subjects, stated_subjects = _split_contrast(tokens, draft.subjects)
    if denied_subjects:
        draft.excluded = draft.excluded or Excluded()
        draft.excluded.subjects += denied_subjects
    draft.subjects = _without_denied(tokens, stated_subjects)
    contrasted, stated = _split_contrast(tokens, draft.objects)
    kept = _without_denied(tokens, stated)
    denied = contrasted or [phrase for phrase in draft.objects if not any(phrase is each for each in kept)]
    if denied and not draft.negated:
        draft.excluded = draft.excluded or Excluded()
        draft.excluded.objects += denied
    draft.objects = kept


def _split_contrast(tokens: Sequence[Token], group: list[NounPhrase]) -> tuple[list[NounPhrase], list[NounPhrase]]:
    """*not Ben but Anna*: who takes no part, and who does. *Not only Ben but Anna* are both there."""
    first = group[0].first if group else 0
    if len(group) < 2 or tokens[first].text.lower() == "only" or not is_negative(tokens, group[0]):
        return [], group
    if "not" not in {tokens[place].text.lower() for place in (first, first - 1) if place >= 0}:
        return [], group
    for place, phrase in enumerate(group):
        if place and tokens[phrase.first - 1].text.lower() == "but":
            return group[:place], group[place:]
    return [], group


def _without_denied(tokens: Sequence[Token], group: list[NounPhrase]) -> list[NounPhrase]:
    """*bread and no wine*: the bread is there. *No bread or wine* denies both, and stays."""
    if not group or is_negative(tokens, group[0]):
        return group
    return [phrase for phrase in group if not is_negative(tokens, phrase)]


def _denies(tokens: Sequence[Token], part: Prepositional) -> bool:
    """*spoke to nobody*, *at no time*; but *left with no money*, *for no reason*, *in no time* happened."""
    if not is_negative(tokens, part.phrase):
        return False
    if part.phrase.kind == "pronoun":
        return part.phrase.text.lower() != "nothing" or part.preposition not in {"with", "for"}
    if (part.preposition, part.phrase.text.lower()) == ("in", "no time"):
        return False
    return part.preposition in _DENYING and part.phrase.text.lower() not in _DEGREES


def _mark(draft: ClauseDraft) -> None:
    claims = draft.marker in lex.CONDITIONAL and draft.kind is not ClauseKind.CONTENT
    if claims or draft.marker in {"as if", "only if", "even if"}:
        draft.modal = Modal.CONDITIONAL
    elif draft.marker in {"if", "whether"}:
        draft.modal = Modal.ASKED
    elif draft.marker in _ALLEGING and draft.modal is Modal.ACTUAL:
        draft.modal = Modal.ALLEGED
    elif (draft.marker in lex.HEDGES or _hearsay(draft)) and draft.modal is Modal.ACTUAL:
        draft.modal = Modal.POSSIBLE


def _invert(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """*Had he known the truth, he would have left*, *Should the pump fail, …*: a condition without *if*."""
    first = draft.subjects[0].first if draft.subjects and draft.subject_from == "stated" else 0
    if draft.marker is not None or not 0 < first < draft.group.first:
        return
    before = tokens[first - 1].text.lower()
    opens = first == 1 or tokens[first - 2].tag in {"PUN", "PUQ", "CJC"}
    if before in _CONDITIONAL_FRONT and opens and not _ends_with_question(tokens, draft):
        draft.marker = "if"
    elif before == "may" and opens and draft.modal is Modal.POSSIBLE and not _ends_with_question(tokens, draft):
        draft.modal, draft.unasserted = Modal.INTENDED, True  # *May he rest in peace*


def _look_ahead(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """*said that he would return*: the future, seen from the past; *estimates that it should be ready*: a guess."""
    matrix, group = draft.content_of, draft.group
    if matrix is None or draft.marker not in {None, "that"}:
        return
    first = tokens[group.first].text.lower()
    perfect = any(token.tag in HAVE_TAGS for token in tokens[group.first : group.head])
    past = tokens[matrix.group.first].tag in {"VVD", "VHD", "VBD"}
    if draft.modal is Modal.CONDITIONAL and past and not perfect and first in lex.MODAL_CONDITIONAL:
        draft.modal = Modal.FUTURE
    elif draft.modal is Modal.NECESSARY and first == "should" and matrix.base in _GUESSING:
        draft.modal = Modal.POSSIBLE


def _look_back(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """*He would later return*, *would go on to win*: told from a later time, it happened."""
    words = {token.text.lower() for token in tokens[max(0, draft.group.first - 1) : draft.group.head]}
    perfect = any(token.tag in HAVE_TAGS for token in tokens[draft.group.first : draft.group.head])
    plain = draft.modal is Modal.CONDITIONAL and draft.kind in {ClauseKind.MAIN, ClauseKind.RELATIVE} and not perfect
    start = tokens[draft.group.first].start
    dated = (part for part in draft.prepositions if part.end <= start and part.preposition in {"in", "by"})
    told = bool(words & _LATER) or any(_YEAR.fullmatch(part.phrase.text) for part in dated)
    if plain and draft.speaker is None and draft.marker is None and told and draft.content_of is None:
        draft.modal = Modal.ACTUAL


def _require(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """*recommended that the hedge be cut*, *on condition that he leave*: what shall be, and not what is."""
    if draft.marker != "that" or draft.kind is ClauseKind.RELATIVE or not draft.subjects:
        return
    if draft.group.form is VerbForm.INFINITIVE:
        if draft.subject_from == "stated" or draft.modal is Modal.ACTUAL:  # not the second of *will load or unload*
            draft.modal, draft.unasserted = Modal.NECESSARY, True
        return
    verb = tokens[draft.group.first]
    above = draft.content_of.base if draft.content_of is not None else ""
    noun = governing_noun(tokens, draft)
    if verb.tag not in {"VVB", "VVI"} or not {above, tokens[noun].lemma if noun >= 0 else ""} & lex.MANDATIVE:
        return
    subject = tokens[draft.subjects[0].head]
    single = subject.tag in {"NN1", "NP0"} or subject.text.lower() in {"he", "she", "it"}
    past = draft.content_of is not None and tokens[draft.content_of.group.first].tag == "VVD"
    if single or past or above not in {"suggest", "insist", "rule"}:
        draft.modal = Modal.NECESSARY


def _hearsay(draft: ClauseDraft) -> bool:
    """*It is said that …*: somebody says so, nobody is named."""
    return draft.content_of is not None and draft.content_of.group.passive


def _ask(tokens: Sequence[Token], draft: ClauseDraft) -> None:
    """A question by its mark; a command by a bare verb without a subject."""
    if draft.kind in {ClauseKind.MAIN, ClauseKind.CONTENT} and _ends_with_question(tokens, draft):
        draft.modal = Modal.ASKED
    if draft.kind is ClauseKind.MAIN and _wishes(tokens, draft):
        draft.modal, draft.unasserted = Modal.INTENDED, True
    if draft.group.first and tokens[draft.group.first - 1].text.lower() == "please" and draft.kind is ClauseKind.MAIN:
        draft.modal = Modal.ASKED
    alone = draft.group.first == draft.group.head or tokens[draft.group.first].tag[:2] == "VD"
    bare = alone and tokens[draft.group.head].tag in {"VVB", "VVI", "VBI", "VBB", "VDB", "VHB"}
    leans = draft.subject_from == "shared" and draft.group.form is VerbForm.INFINITIVE  # *open it and take the key*
    if leans and not draft.subjects and draft.kind is ClauseKind.MAIN and tokens[draft.group.first].tag != "TO0":
        draft.modal = Modal.ASKED
    if draft.subject_from == "none" and not draft.subjects and bare and draft.group.form is VerbForm.FINITE:
        draft.modal = Modal.ASKED


def _wishes(tokens: Sequence[Token], draft: ClauseDraft) -> bool:
    """*God save you!*: a bare form with one person, called out."""
    head = tokens[draft.group.head]
    if (
        head.tag not in {"VVB", "VHB", "VBB", "VBI"}
        or draft.group.first != draft.group.head
        or len(draft.subjects) != 1
    ):
        return False
    bare = head.text.lower() in {"have", "be"}
    if tokens[draft.subjects[0].head].text.lower() in _CALLED and (bare or head.tag == "VVB"):
        return True
    if head.tag != "VVB":
        return False
    single = tokens[draft.subjects[0].head].tag in {"NN1", "NP0"} and "VVD" not in possible_tags(head.text.lower())
    return single and any(token.text == "!" for token in tokens[draft.last : draft.last + _REACH])


def _ends_with_question(tokens: Sequence[Token], draft: ClauseDraft) -> bool:
    for position in range(draft.last, min(draft.last + 12, len(tokens))):
        if tokens[position].text in {".", "!", ";", '"', "”", "''"}:
            return False
        if tokens[position].text == "?":
            return True
    return False


def _condition(drafts: Sequence[ClauseDraft]) -> None:
    """A clause that governs an *if* clause claims nothing either."""
    places = sorted(drafts, key=lambda draft: draft.group.head)
    for index, draft in enumerate(places):
        if draft.marker not in lex.CONDITIONAL or draft.kind is ClauseKind.CONTENT:
            continue
        for other in places[index + 1 : index + 1 + _REACH] if draft.parent is None else ():
            if other.kind is ClauseKind.MAIN and other.speaker is draft.speaker:
                other.modal = Modal.CONDITIONAL
                break
        parent = draft.parent
        if parent is not None and parent.modal in {Modal.ACTUAL, Modal.FUTURE, Modal.POSSIBLE}:
            parent.modal = Modal.CONDITIONAL
