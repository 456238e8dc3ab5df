"""Who says what a line reports, where the verb of saying follows or is subordinate: *…, he said*, *As he said, …*."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft, is_time
from pramana.language.model import ClauseKind, Modal, Token, VerbForm

_REACH = 24
"""Clauses looked at from one clause, at most: keeps the pass linear."""
_SETTINGS = frozenset("in at on during to from after before via by through".split())
"""Prepositions of when, where and to whom something is said: *the mayor said in a statement on Monday*."""
_CORE = frozenset("say tell add announce explain claim warn note confirm argue".split())
"""Verbs that report what is before them though a place or time follows; others then rather tell what happened next."""


def attribute(tokens: Sequence[Token], drafts: Sequence[ClauseDraft]) -> None:
    """Attribute the clauses in *…, the police said* and *As the police said, …* to their speaker."""
    ordered = sorted(drafts, key=lambda draft: draft.group.head)
    saying = {id(draft.content_of) for draft in drafts}
    for index, draft in enumerate(ordered):
        says = draft.base in lex.SPEECH and draft.group.form is VerbForm.FINITE and draft.subject_from == "stated"
        if not says or not draft.subjects or draft.speaker or id(draft) in saying:
            continue
        if draft.marker == "as" and draft.kind is ClauseKind.SUBORDINATE and _is_bare_report(tokens, draft):
            _attribute_main(draft, ordered, index)
        elif _is_bare_report(tokens, draft) and _closes(tokens, draft):
            for earlier in ordered[max(0, index - _REACH) : index]:
                if earlier.content_of is None and earlier.speaker is None:
                    earlier.content_of = draft
            for later in ordered[index + 1 : index + 2]:  # *None, it said, were convicted*
                resumed = later.subjects and later.subjects[0].last < draft.subjects[0].first
                if resumed and later.subject_from == "stated" and later.content_of is None and later.speaker is None:
                    later.content_of = draft


def report_relatives(drafts: Sequence[ClauseDraft]) -> None:
    """*said that the clock, which was made in 1690, was worth a lot*: the relative clause is reported, too."""
    reported = [draft for draft in drafts if draft.content_of is not None and _reports(draft.content_of)]
    for draft in drafts:
        if draft.kind is not ClauseKind.RELATIVE or draft.content_of is not None or draft.speaker is not None:
            continue
        for content in reported[-_REACH:] if len(reported) > _REACH else reported:
            said = content.content_of
            assert said is not None
            inside = bool(draft.subjects) and said.group.last <= min(draft.subjects[0].first, draft.group.first)
            if inside and (draft.parent is content or draft.group.head < content.group.head):
                draft.content_of = said
                break


def _reports(said: ClauseDraft) -> bool:
    return said.base in lex.SPEECH - lex.DENIALS and not said.negated and said.modal is Modal.ACTUAL


def _attribute_main(draft: ClauseDraft, ordered: Sequence[ClauseDraft], index: int) -> None:
    """*As the mayor said, the school will close*: the main clause after it, else the one that it follows."""
    after = next((each for each in ordered[index + 1 : index + _REACH] if each.kind is ClauseKind.MAIN), None)
    main = draft.parent if draft.parent is not None else after
    if main is not None and main.content_of is None and main.speaker is None:
        main.content_of = draft


def _is_bare_report(tokens: Sequence[Token], draft: ClauseDraft) -> bool:
    """Whether only a hearer, a time or a place follows the verb of saying."""
    if draft.bare:
        return True
    heard = not draft.objects or draft.base == "tell"
    settings = all(part.preposition in _SETTINGS or is_time(tokens, part.phrase) for part in draft.prepositions)
    return draft.base in _CORE and heard and settings and draft.complement is None and not draft.group.passive


def _closes(tokens: Sequence[Token], draft: ClauseDraft) -> bool:
    first = min(draft.group.first, *(phrase.first for phrase in draft.subjects))
    fenced = first > 0 and tokens[first - 1].text in {",", '"', "''", "”"}
    following = tokens[draft.last].text if draft.last < len(tokens) else "."
    return fenced and following in {".", ",", ";", "!", "?"} and not draft.dropped
