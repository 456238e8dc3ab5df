"""Verb groups become clauses: whose subject, what kind, hanging on which other clause."""

from __future__ import annotations

from dataclasses import replace

from pramana.language import lexicon as lex
from pramana.language.control import join_infinitive, join_participle
from pramana.language.drafts import ClauseDraft, is_time
from pramana.language.model import ClauseKind, Prepositional, VerbForm
from pramana.language.nominals import Nominal
from pramana.language.participants import locate
from pramana.language.state import COMMAND, DOUBTFUL, LIKELY, PROBABLE, SURE, ClauseState

_IN_FRONT = lex.LOCATING | frozenset("among amid between from over around along beneath beyond through next".split())
"""Prepositions of a place in front of an inverted clause: *Among them was a doctor*, *From the AP comes this story*."""


_DANGLING = frozenset("consider assume grant provide suppose give".split())
_CAUSING = frozenset("make let have help bid".split())
_BEFORE_COMMANDS = frozenset("please just always then also simply kindly do".split())
"""*Please give it to her.*"""


def take_verb(state: ClauseState, index: int) -> None:
    """Make a clause of the verb group at chunk `index`."""
    group = state.chunks[index].verb
    assert group is not None
    if state.tokens[group.head].tag == "TO0" or _dangles(state, index):  # *where the money went to*
        return
    if _is_caused(state, index):
        join_infinitive(state, index)
    elif group.form is VerbForm.FINITE or (group.form is VerbForm.INFINITIVE and _is_bare_form(state, index)):
        _finite(state, index)
    elif group.form is VerbForm.INFINITIVE:
        join_infinitive(state, index)
    else:
        join_participle(state, index)


def _dangles(state: ClauseState, index: int) -> bool:
    """*Considering that it rained, the men were quick*: nobody considers it."""
    group = state.chunks[index].verb
    opens = state.current is None and not state.pending and state.ahead.kind(index + 1) == "THAT"
    return opens and group is not None and group.form is not VerbForm.FINITE and group.lemma in _DANGLING


def _is_caused(state: ClauseState, index: int) -> bool:
    """*made the boys clean the room*: a bare form behind the object of *make*, *let*, *have*, *help*."""
    matrix, before = state.current, state.ahead.phrase(index - 1)
    group = state.chunks[index].verb
    if matrix is None or before is None or group is None or state.pending or state.joint:
        return False
    bare = group.first == group.head and state.tokens[group.head].tag in {"VVB", "VVI"}
    active = matrix.base in _CAUSING and not matrix.group.passive
    return bare and active and any(before is each for each in matrix.objects)


def _finite(state: ClauseState, index: int) -> None:
    group = state.chunks[index].verb
    assert group is not None
    draft = ClauseDraft(ClauseKind.MAIN, group, marker=state.marker)
    lone_modal = state.tokens[group.head].tag == "VM0"
    _kind(state, draft)
    _subject(state, draft, index)
    if lone_modal:
        draft.confidence = DOUBTFUL
    state.add(draft)


def _is_bare_form(state: ClauseState, index: int) -> bool:
    """*recommended that the hedge be cut*; *The Cowboys compete in the league*, whose present the tagger misread."""
    return _is_subjunctive(state, index) or _is_plural_present(state, index)


def _is_plural_present(state: ClauseState, index: int) -> bool:
    group = state.chunks[index].verb
    if group is None or not state.pending or group.first != group.head or _has_to(state, index):
        return False
    head = state.tokens[state.pending[0].head]
    several = len(state.pending) > 1 or head.tag == "NN2" or head.text.lower() in {"i", "you", "we", "they"}
    first = state.chunks[index - 1].phrase is state.pending[-1]
    return several and first and state.tokens[group.head].tag == "VVI"


def _is_subjunctive(state: ClauseState, index: int) -> bool:
    """*recommended that the hedge be cut*: a bare form behind *that* and its subject."""
    return bool(state.pending) and state.marker in {"that", "lest"} and not _has_to(state, index)


def _has_to(state: ClauseState, index: int) -> bool:
    chunk = state.chunks[index]
    return any(state.tokens[place].tag == "TO0" for place in range(max(0, chunk.first - 1), chunk.last))


def _kind(state: ClauseState, draft: ClauseDraft) -> None:
    draft.parent = state.current
    if state.relative or state.about_clause:
        draft.kind = ClauseKind.RELATIVE
        draft.content_of = state.current.content_of if state.about_clause and state.current else None
    elif state.again is not None:
        draft.kind, draft.content_of = ClauseKind.CONTENT, state.again
    elif state.content:
        draft.kind, draft.content_of = ClauseKind.CONTENT, state.current
    elif state.joint == "SUB" or state.marker in lex.SUBORDINATORS:
        draft.kind = ClauseKind.SUBORDINATE
    elif state.current is not None and state.joint == "CONJ":
        draft.content_of = state.current.content_of
    _report(state, draft)


def _report(state: ClauseState, draft: ClauseDraft) -> None:
    """*said that although it rained, he came*: the clause with *although*, and the one behind it."""
    said = state.reported
    if said is None or draft.content_of is not None:
        return
    if draft.kind is ClauseKind.SUBORDINATE and state.current is said:
        draft.content_of = said
    elif draft.kind is ClauseKind.MAIN and state.pending and state.current and state.current.content_of is said:
        draft.kind, draft.content_of, draft.parent = ClauseKind.CONTENT, said, said
        state.reported = None


def _subject(state: ClauseState, draft: ClauseDraft, index: int) -> None:
    if state.pending:
        locate(state, draft)
        draft.subjects = state.pending
        _fill_gap(state, draft)
    elif state.about_clause:
        draft.subject_from, draft.confidence = "relative", LIKELY
    elif state.relative:
        draft.subjects, draft.subject_from = state.relative, "relative"
        draft.confidence = LIKELY if state.relative_preposition else SURE
    elif _speaks(state, draft, index) or _is_inverted(state, draft, index):
        state.inverted = True
    elif state.there:
        draft.subject_from = "none"
    elif state.waiting and state.joint != "CONJ":
        _resume(state, draft)
    else:
        _share(state, draft, index)


def _resume(state: ClauseState, draft: ClauseDraft) -> None:
    waited = state.waiting.pop()
    draft.subjects, draft.marker = waited.subjects, waited.marker
    draft.prepositions += waited.early
    draft.adverbials += waited.adverbials
    draft.parent, draft.content_of, draft.subject_from = waited.parent, waited.content_of, waited.subject_from
    if waited.subject_from == "relative":
        draft.kind = ClauseKind.RELATIVE
        return
    if waited.content_of is not None:
        draft.kind = ClauseKind.CONTENT
    else:
        draft.kind = ClauseKind.SUBORDINATE if waited.marker in lex.SUBORDINATORS else ClauseKind.MAIN


def _fill_gap(state: ClauseState, draft: ClauseDraft) -> None:
    """In *the bow (that) Rama gave*, *the house where he lived* the head has a place in the relative clause."""
    if not state.relative:
        return
    word, preposition = state.relative_word, state.relative_preposition
    if preposition or word in {"where", "when"}:
        draft.prepositions += [
            Prepositional(preposition or word, phrase, phrase.start, phrase.end) for phrase in state.relative
        ]
    elif word == "whose":
        _own(state, draft)
    elif not _is_adverbial_head(state, draft, word):
        draft.gap = state.relative
    draft.confidence = LIKELY


def _is_adverbial_head(state: ClauseState, draft: ClauseDraft, word: str) -> bool:
    """*the way she sang*, *the day he left*: how, why or when, and no object."""
    head = state.tokens[state.relative[0].head].lemma.lower()
    timed = head in lex.TIME_NOUNS | {"moment", "time"} and draft.base not in _ON_TIMES
    return word in {"zero", "that"} and (head in {"way", "reason", "manner"} or timed)


_ON_TIMES = frozenset("spend waste remember forget choose lose need give take have call know".split())
"""Verbs whose object may be a time: *the years he spent there*."""


def _own(state: ClauseState, draft: ClauseDraft) -> None:
    """*a man whose face was pale*: the man has the face, and the subject is *whose face*."""
    one, owned = state.relative[0], draft.subjects[0]
    mark = owned.first - 1
    if mark < 0 or state.tokens[mark].text.lower() != "whose":
        return
    state.nominals.append(Nominal(ClauseKind.POSSESSIVE, one, owned, mark, owned.first))
    start = state.tokens[mark].start
    draft.subjects[0] = replace(owned, first=mark, start=start, text=state.text[start : owned.end])


def _speaks(state: ClauseState, draft: ClauseDraft, index: int) -> bool:
    """*… , said Scrooge*: the subject follows."""
    tag = state.tokens[draft.group.head].tag
    if (
        tag not in {"VVD", "VVZ"}
        or draft.base not in lex.DIRECT_SPEECH
        or not state.joint
        or state.joint in {"CONJ", "SUB"}
        or state.waiting
    ):
        return False
    following = state.chunks[index + 1] if index + 1 < len(state.chunks) else None
    return following is not None and following.phrase is not None and not state.ahead.verb_after(index + 2)


def _is_inverted(state: ClauseState, draft: ClauseDraft, index: int) -> bool:
    """*Inside lay a map*, *In the box was a letter*, *There stood a castle*: a place in front, the subject behind."""
    if state.joint not in {"", "BREAK", "SPEECH"} or state.waiting:
        return False
    tag = state.tokens[draft.group.head].tag
    if tag not in {"VVD", "VVZ", "VBD", "VBZ", "VBB"} and not draft.group.passive:
        return False
    if state.ahead.phrase(index + 1) is None or state.ahead.verb_after(index + 2):
        return False
    if state.there:
        return draft.base != "be"
    placed = any(part.preposition in _IN_FRONT and not is_time(state.tokens, part.phrase) for part in state.early)
    return state.current is None and (placed or any(each.kind == "place" for each in state.early_adverbials))


def _share(state: ClauseState, draft: ClauseDraft, index: int) -> None:
    source = _source(state, index)
    if source is None or not source.subjects or _follows_condition(state, draft, source):
        draft.subject_from = "none"
        noted = draft.group.first == 0 and state.tokens[draft.group.head].tag == "VVD"  # *Fixed a crash*
        draft.confidence = COMMAND if noted or _commands(state, draft) else DOUBTFUL
        return
    draft.subjects, draft.subject_from = list(source.subjects), "shared"
    draft.confidence = {"CONJ": LIKELY, "COMMA": PROBABLE}.get(state.joint, DOUBTFUL)
    draft.kind = source.kind if source.kind is not ClauseKind.INFINITIVE else ClauseKind.MAIN
    draft.content_of, draft.marker = source.content_of, draft.marker or source.marker


def _follows_condition(state: ClauseState, draft: ClauseDraft, source: ClauseDraft) -> bool:
    """*If you can make it, please come*: a command behind a clause that is subordinate shares nobody's subject."""
    opens = source.kind is ClauseKind.SUBORDINATE and source.parent is None and state.joint == "COMMA"
    return opens and _commands(state, draft)


def _commands(state: ClauseState, draft: ClauseDraft) -> bool:
    """A bare verb at the start of a line, a quotation or after a mark: *Give the bow to Sita!*"""
    first = draft.group.first
    while first > 0 and state.tokens[first - 1].text.lower() in _BEFORE_COMMANDS:
        first -= 1
    fenced = first == 0 or state.tokens[first - 1].tag in {"PUN", "PUQ"}
    return fenced and state.tokens[draft.group.head].tag in {"VVB", "VVI", "VBB", "VDB", "VHB"}


def _source(state: ClauseState, index: int) -> ClauseDraft | None:
    """The clause whose subject a verb without one shares; past an object relative, the clause that governs it."""
    source = state.current or (state.drafts[-1] if state.drafts and state.joint == "CONJ" else None)
    if source is not None and _parenthetical(state, source):
        source = source.parent
    if source is not None and state.ahead.kind(index - 2) == "COMMA" and _is_fenced(state, source):
        source = source.parent or source  # *He saw the bridge, which was old, and left*
    for _ in range(3):
        if source is None or source.kind is not ClauseKind.RELATIVE:
            break
        reduced = source.group.form is not VerbForm.FINITE  # *answers all questions asked and provides help*
        if source.subject_from != "stated" and not (reduced and state.joint == "CONJ"):
            break
        source = source.parent or source
    return source


def _is_fenced(state: ClauseState, source: ClauseDraft) -> bool:
    """Whether a comma opens a relative clause that has its pronoun: *the bridge, which was old*."""
    relative = source.kind is ClauseKind.RELATIVE and source.group.form is VerbForm.FINITE and source.parent is not None
    back = source.group.first - 1
    while back > 0 and state.tokens[back].tag in {"AV0", "XX0"}:
        back -= 1
    return relative and back > 0 and state.tokens[back].tag in {"PNQ", "DTQ"} and state.tokens[back - 1].text == ","


def _parenthetical(state: ClauseState, draft: ClauseDraft) -> bool:
    """*…, he thought, and …*"""
    first = draft.subjects[0].first if draft.subjects else 0
    after = state.tokens[draft.last].text if draft.last < len(state.tokens) else ""
    fenced = first > 0 and state.tokens[first - 1].text == "," == after
    return fenced and draft.bare and draft.base in lex.COMPLEMENT_TAKERS and draft.parent is not None
