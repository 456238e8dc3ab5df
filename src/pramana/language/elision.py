"""Clauses whose verb is left out: *Anna plays the piano and Ben the flute*, *X starred as Hamlet, Y as Ophelia*."""

from __future__ import annotations

from pramana.language import lexicon as lex
from pramana.language.chunks import Chunk
from pramana.language.drafts import ClauseDraft, Elided, is_time
from pramana.language.model import NounPhrase, Prepositional
from pramana.language.state import ClauseState

_ENDS = frozenset({"COMMA", "CONJ", "BREAK", ""})


def split_second_subject(state: ClauseState, group: list[NounPhrase], after: int) -> list[NounPhrase]:
    """Return the objects without a last one that is the subject of another object, which `state.current` then notes."""
    current, following = state.current, state.ahead.phrase(after)
    if current is None or following is None or len(group) < 2 or current.objects or current.group.passive:
        return group
    second, before = group[-1], state.chunks[after - 2]
    adjacent = state.chunks[after - 1].phrase is second and before.word == "and" and following.first == second.last
    alone = state.ahead.kind(after + 1) in _ENDS and not is_time(state.tokens, following)
    if not (adjacent and alone) or current.base in lex.DITRANSITIVE | lex.NAMING or not _is_subject(current, second):
        return group
    current.elided.append(Elided(subjects=[second], objects=[following]))
    return group[:-1]


def _is_subject(current: ClauseDraft, phrase: NounPhrase) -> bool:
    """Whether a phrase is like the subject, and unlike the objects: a name beside a name."""
    subject, kind = current.subjects[-1:], phrase.kind
    nominative = kind == "pronoun" and phrase.text.lower() in lex.NOMINATIVE
    return bool(subject) and (nominative or (kind == "name" and subject[0].kind in {"name", "pronoun"}))


def cut_before_pair(state: ClauseState, group: list[NounPhrase], after: int) -> tuple[list[NounPhrase], int]:
    """Return a preposition's phrases, and the chunk after them, without a last one that has the same preposition.

    *as Hamlet and Mary as Ophelia*: Mary is not what the first *as* governs. Only *as* is read so: of *in Swansea,
    Wales in May* and the like the second phrase belongs to the first more often than it is a subject.
    """
    preposition = state.preposition
    if (
        preposition is None
        or preposition.word != "as"
        or len(group) < 2
        or state.chunks[after - 1].phrase is not group[-1]
    ):
        return group, after
    if state.ahead.kind(after) != "PREP" or state.chunks[after].word != preposition.word:
        return group, after
    place = after - 1
    while state.ahead.kind(place - 1) in {"CONJ", "COMMA"}:
        place -= 1
    return group[:-1], place


def note_pair(state: ClauseState, preposition: Chunk, made: list[Prepositional], index: int) -> bool:
    """Note *Mary as Ophelia* behind *X starred as Hamlet*; False where the phrase before belongs to nothing like it."""
    current, phrase = state.current, state.ahead.phrase(index - 2)
    if preposition.word != "as" or current is None or phrase is None or state.pending:
        return False
    if state.ahead.kind(index - 3) not in {"COMMA", "CONJ"}:
        return False
    if all(part.preposition != preposition.word for part in current.prepositions):
        return False
    held = [*current.subjects, *current.objects, *current.indirect, *(part.phrase for part in current.prepositions)]
    if any(each is phrase for each in held) or is_time(state.tokens, phrase):
        return False
    subject, object_ = (group[0].kind if group else "" for group in (current.subjects, current.objects))
    if not object_ or (subject == phrase.kind != object_):
        current.elided.append(Elided(subjects=[phrase], prepositions=made))
    elif object_ == phrase.kind != subject:
        current.elided.append(Elided(objects=[phrase], prepositions=made))
    current.reach(made[-1].phrase.last)
    return True
