"""Participants that a line connects with another verb than the one of the Kriyā that names them.

*Scrooge bent, and cast his eyes upon the ground* does not say that he bent the ground. Phrases that may as well belong
to the verb before (*put the book he bought in the bag*, *wants to work in Bergen*) are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from pramana.events.model import Kriya, Role
from pramana.evidence import Grade, Span, align
from pramana.language import NOMINAL, Clause, ClauseKind, Sentence

_PLAIN = (Role.KARTA, Role.KARMA)
_BOUND = (Role.SAMPRADANA, Role.APADANA, Role.ADHIKARANA_SPATIAL)
"""Roles of phrases with prepositions, without instruments and times: which verb those belong to is the least sure."""
_NON_FINITE = (ClauseKind.INFINITIVE, ClauseKind.PARTICIPIAL)
_EXCLUDING = frozenset({"without", "rather than", "instead of", "except", "except for", "unlike", "despite"})
"""Prepositions whose noun neither does it nor has it done to it."""
_SURE = 0.7
"""The least confidence of a clause that may take a participant from another."""


def stranger_problems(sentence: Sentence, kriya: Kriya, verb: Span) -> Iterator[str]:
    """Yield the participants of a Kriyā that its line connects with a later verb, as messages for a model.

    `verb` is its verb's place.
    """
    own = [each for each in _verbal(sentence) if each.verb_start < verb.end and verb.start < each.verb_end]
    if not own or any(each.verb == kriya.verb for each in _verbal(sentence) if each not in own):
        return
    for role, mention in ((role, mention) for role, held in kriya.karakas.items() for mention in held):
        span = align(mention, sentence.text, near=verb.start)
        if span is None or span.grade is Grade.PARTIAL or align(mention, sentence.text, occurrence=1) is not None:
            continue
        if any(_holds(each, span) for each in own):
            if problem := _within_problem(sentence, own[-1], role, span):
                yield f"the line has {mention!r} {problem}."
            continue
        owner = _owner(sentence, own[-1], role, span)
        if owner is not None:
            yield f"the line connects {mention!r} with {owner.verb_quote!r}, not with {kriya.verb_quote!r}."


def _verbal(sentence: Sentence) -> list[Clause]:
    return [each for each in sentence.clauses if each.kind not in NOMINAL]


def _holds(clause: Clause, span: Span) -> bool:
    """Return whether a mention overlaps anything that a clause says."""
    held = [(each.start, each.end) for each in (*clause.subjects, *clause.objects, *clause.indirect)]
    held += [(part.start, part.end) for part in clause.prepositions]
    held += [(part.start, part.end) for part in clause.adverbials]
    return any(start < span.end and span.start < end for start, end in held)


def _within_problem(sentence: Sentence, own: Clause, role: Role, span: Span) -> str:
    """Return why a phrase of a verb's own clause is not its participant, "" where it may be.

    *Involved in the organization of the strike* does not say where in the strike; *survived without a problem* does
    not say what was survived.
    """
    if role in (Role.ADHIKARANA_SPATIAL, Role.KARMA) and _is_nested(sentence, own, span):
        return "only as part of a longer phrase"
    parts = [part for part in own.prepositions if part.start < span.start and span.end <= part.end]
    if role in _PLAIN and any(part.preposition in _EXCLUDING for part in parts):
        return f"behind {parts[0].preposition!r}"
    return ""


def _owner(sentence: Sentence, own: Clause, role: Role, span: Span) -> Clause | None:
    """Return the later clause that alone has a mention, None where it may as well be the own clause's."""
    held = [each for each in _verbal(sentence) if _holds(each, span)]
    if len(held) != 1:
        return None
    owner = held[0]
    if _is_agent_of(owner, span):
        return owner
    if role not in (*_PLAIN, *_BOUND) and not (role is Role.KARANA and _has_own_subject(own, owner)):
        return None
    between = own.verb_end <= owner.verb_start < owner.verb_end <= span.start
    if owner.confidence < _SURE or not between:
        return None
    if _is_shared(sentence, own, owner):
        return owner if _is_nested(sentence, owner, span) else None
    apart = _is_plain_stranger(own, owner, span) if role in _PLAIN else _is_closed(sentence, own, owner, span)
    return owner if apart or _is_nested(sentence, owner, span) else None


def _is_agent_of(owner: Clause, span: Span) -> bool:
    """Return whether a mention follows the *by* of a passive: *recommendations made by the investigators*."""
    by = (part.phrase for part in owner.prepositions if part.preposition == "by")
    return owner.passive and owner.confidence >= _SURE and any(each.start <= span.start < each.end for each in by)


def _is_shared(sentence: Sentence, own: Clause, owner: Clause) -> bool:
    """Return whether nothing but verbs is between two verbs: *washed, dried and looked at the cups*."""
    return not any(own.verb_end <= each.start and each.end <= owner.verb_start for each in sentence.noun_phrases)


def _is_nested(sentence: Sentence, owner: Clause, span: Span) -> bool:
    """Return whether *of* connects a common noun with another noun of a clause: *debris of the flight*."""
    phrases = (*owner.objects, *(part.phrase for part in owner.prepositions))
    for phrase in phrases:
        head = sentence.tokens[phrase.head]
        inside = [each for each in sentence.tokens if phrase.start <= each.start < span.start]
        words = [each for each in sentence.tokens if span.start <= each.start < span.end]
        if head.end <= span.start and span.end <= phrase.end and inside and inside[-1].tag == "PRF":
            return not any(each.tag == "NP0" for each in words)
    return False


def _is_plain_stranger(own: Clause, owner: Clause, span: Span) -> bool:
    """Return whether a bare participant follows another verb's preposition, or is another verb's object."""
    if any(part.start < span.start and span.start < part.end for part in owner.prepositions):
        return True
    if any(each.start <= span.start and span.end <= each.end for each in owner.objects):
        return _has_own_subject(own, owner) or (bool(own.objects) and owner.kind is ClauseKind.RELATIVE)
    return bool(own.objects) and owner.kind is ClauseKind.RELATIVE


def _has_own_subject(own: Clause, owner: Clause) -> bool:
    """Return whether a clause begins anew behind a verb: *I took it here, and I am glad of the results*."""
    stated = owner.subject_from == "stated" and owner.kind in (ClauseKind.MAIN, ClauseKind.CONTENT)
    return stated and any(own.verb_end <= each.start for each in owner.subjects)


def _is_closed(sentence: Sentence, own: Clause, owner: Clause, span: Span) -> bool:
    """Return whether a phrase cannot belong to the verb before the clause that it is in."""
    part = next((each for each in owner.prepositions if each.start < span.start < each.end), None)
    if part is None or owner.kind in (*_NON_FINITE, ClauseKind.CONTENT) or owner.marker == "that":
        return False
    if "," in sentence.text[owner.verb_end : part.start]:
        return False
    if owner.kind is ClauseKind.RELATIVE:
        outer = None if owner.parent is None else sentence.clauses[owner.parent]
        return (outer is not None and outer is not own) or "," in sentence.text[own.verb_end : owner.verb_start]
    return owner.subject_from == "stated" and bool(owner.subjects)
