"""Who does what to whom in two sentences: whether a line puts the participants of a statement in other roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pramana.language import lexicon as lex
from pramana.language.analysis import tag_tokens
from pramana.language.model import NOMINAL, Clause, ClauseKind, NounPhrase, Sentence
from pramana.language.word_lists import word_set

Key = frozenset[str]
"""What a phrase is recognised by: the lemma of its noun, the words of a name. Phrases that share one are the same."""
KeyOf = Callable[[Sentence, NounPhrase], Key]

SYMMETRIC = word_set("claims/symmetric")
_TITLES = word_set("claims/titles")


class RoleAgreement(StrEnum):
    """How the participants of a statement and those of a line agree."""

    SAME = "same"
    """A clause of the line has them in the same roles."""
    REVERSED = "reversed"
    """The line has them in each other's roles."""
    OTHER = "other"
    """The line has somebody else in the role, and speaks of the statement's participant elsewhere."""
    UNREAD = "unread"
    """The line has no clause that could be compared."""


@dataclass(frozen=True, slots=True)
class Predication:
    """A verb with those who do it and those whom it concerns, whatever its voice; each by its key."""

    verb: str
    agents: tuple[Key, ...]
    patients: tuple[Key, ...]
    others: tuple[Key, ...]
    named: tuple[bool, bool] = (False, False)
    """Whether all agents, and all patients, are names."""

    @property
    def non_agents(self) -> tuple[Key, ...]:
        return (*self.patients, *self.others)


def key_of(sentence: Sentence, phrase: NounPhrase) -> Key:
    """Return the lemma of a phrase's noun; of a name all its words but titles."""
    tokens = sentence.tokens[phrase.first : phrase.head + 1]
    first, last = phrase.possessor or (0, 0)
    own = [token for token in tokens if not first <= token.start < last]
    names = {token.text.casefold() for token in own if token.tag == "NP0"} - _TITLES
    head = sentence.tokens[phrase.head]
    if head.tag == "NP0":
        return frozenset(names or {head.text.casefold()})
    return frozenset() if phrase.kind == "pronoun" else frozenset((head.lemma.casefold(),))


def predications_of(sentence: Sentence, key: KeyOf = key_of) -> tuple[Predication, ...]:
    """Return the predications of a sentence, one for each clause with a verb."""
    return tuple(_predication(sentence, clause, key) for clause in sentence.clauses if clause.kind not in NOMINAL)


def _predication(sentence: Sentence, clause: Clause, key: KeyOf) -> Predication:
    def keys(phrases: Iterable[NounPhrase]) -> tuple[Key, ...]:
        return tuple(found for phrase in phrases if (found := key(sentence, phrase)))

    by = [each.phrase for each in clause.prepositions if clause.passive and each.preposition == "by"]
    led = [each.phrase for each in clause.prepositions if each.phrase not in by]
    subjects, objects = list(clause.subjects), [*clause.objects, *clause.indirect]
    agents, patients = (by, [*subjects, *objects]) if clause.passive else (subjects, objects)
    named = _all_names(agents), _all_names(patients)
    verb = clause.verb.partition(" ")[0]
    return Predication(verb, keys(agents), keys(patients), keys(led), named)


def _all_names(phrases: Iterable[NounPhrase]) -> bool:
    kinds = [phrase.kind for phrase in phrases]
    return bool(kinds) and all(kind == "name" for kind in kinds)


def compare_roles(
    statement: Sentence | Sequence[Predication],
    lines: Sequence[Sentence],
    key: KeyOf = key_of,
    line_key: KeyOf | None = None,
) -> tuple[RoleAgreement, str]:
    """Return how the roles in a statement agree with those in some lines, and the verb that decides it ("" for none).

    `line_key` recognises the participants of the lines, `key` those of the statement; keys that share a word are one
    participant. The worst result of the statement's predications: REVERSED, OTHER, UNREAD, SAME.
    """
    own = predications_of(statement, key) if isinstance(statement, Sentence) else statement
    stated = [_Stated.of(line, line_key or key) for line in lines]
    found = [(_best(each, stated), each.verb) for each in own if each.agents]
    return min(found, key=lambda each: _WORST.index(each[0]), default=(RoleAgreement.UNREAD, ""))


@dataclass(frozen=True, slots=True)
class _Stated:
    """A line's predications, the words by which its participants are recognised, and what it says to be one."""

    predications: tuple[Predication, ...]
    words: Key
    same: tuple[Key, ...]

    @classmethod
    def of(cls, line: Sentence, key: KeyOf) -> _Stated:
        words = frozenset(word for phrase in line.noun_phrases for word in key(line, phrase))
        return cls(predications_of(line, key), words, _identities(line, key))


def _best(statement: Predication, stated: Sequence[_Stated]) -> RoleAgreement:
    """Return how a predication agrees with the line that agrees with it best; a contradiction counts over silence."""
    found = {_against(statement, each.predications, each.words, each.same) for each in stated}
    order = (RoleAgreement.SAME, RoleAgreement.REVERSED, RoleAgreement.OTHER)
    return next((each for each in order if each in found), RoleAgreement.UNREAD)


_WORST = (RoleAgreement.REVERSED, RoleAgreement.OTHER, RoleAgreement.UNREAD, RoleAgreement.SAME)


def _identities(sentence: Sentence, key: KeyOf) -> tuple[Key, ...]:
    """Return what a sentence says to be one: *Marsh, the clerk*; *Marsh was the clerk*."""
    return tuple(_joined_key(sentence, clause, key) for clause in sentence.clauses if _identifies(clause))


def _identifies(clause: Clause) -> bool:
    return clause.kind is ClauseKind.APPOSITION or (clause.verb == "be" and not clause.passive and not clause.negated)


def _joined_key(sentence: Sentence, clause: Clause, key: KeyOf) -> Key:
    return frozenset(word for phrase in (*clause.subjects, *clause.objects) for word in key(sentence, phrase))


def _against(statement: Predication, there: Iterable[Predication], words: Key, same: tuple[Key, ...]) -> RoleAgreement:
    others = [_widen_keys(other, same) for other in there if other.verb == statement.verb]
    found = [_compare_roles(statement, other, words) for other in others]
    for result in (RoleAgreement.SAME, RoleAgreement.REVERSED, RoleAgreement.OTHER):
        if result in found:
            return result
    return RoleAgreement.UNREAD


def _widen_keys(statement: Predication, same: tuple[Key, ...]) -> Predication:
    """Return a predication whose participants are also known by what the line says that they are."""

    def wide(keys: tuple[Key, ...]) -> tuple[Key, ...]:
        return tuple(frozenset().union(key, *(other for other in same if not key.isdisjoint(other))) for key in keys)

    return Predication(
        statement.verb, wide(statement.agents), wide(statement.patients), wide(statement.others), statement.named
    )


def _compare_roles(statement: Predication, other: Predication, words: Key) -> RoleAgreement:
    done, undergone = _shared_keys(statement.agents, other.agents), _shared_keys(statement.non_agents, other.non_agents)
    turned = [key for key in _shared_keys(statement.agents, other.non_agents) if key not in done]
    returned = [key for key in _shared_keys(statement.non_agents, other.agents) if key not in undergone]
    if statement.verb in SYMMETRIC:
        mine = (*statement.agents, *statement.non_agents)
        all_there = len(_shared_keys(mine, (*other.agents, *other.non_agents))) == len(mine)
        return RoleAgreement.SAME if all_there else RoleAgreement.UNREAD
    if _is_reversed(statement, other, bool(turned), bool(returned)):
        return RoleAgreement.REVERSED
    if any(_is_replaced(statement, other, role, words) for role in (0, 1)):
        return RoleAgreement.OTHER
    return RoleAgreement.SAME if done and (undergone or not statement.non_agents) else RoleAgreement.UNREAD


def _is_reversed(statement: Predication, other: Predication, turned: bool, returned: bool) -> bool:
    """Whether participants have changed roles; *the door opened* beside *he opened the door* is not a change."""
    if turned and returned:
        return True
    return (turned and bool(statement.patients and other.agents)) or (returned and bool(other.patients))


def _is_replaced(statement: Predication, other: Predication, role: int, words: Key) -> bool:
    """Whether both name who has a role, not the same, and the line names the statement's one elsewhere."""
    mine, theirs = ((statement.agents, other.agents), (statement.patients, other.patients))[role]
    named = statement.named[role] and other.named[role]
    elsewhere = any(not key.isdisjoint(words) for key in mine)
    return named and elsewhere and bool(mine and theirs) and not list(_shared_keys(mine, theirs))


def _shared_keys(ones: Iterable[Key], others: Iterable[Key]) -> list[Key]:
    there: list[Key] = list(others)
    return list(_in_both(ones, there))


def _in_both(ones: Iterable[Key], others: list[Key]) -> Iterator[Key]:
    yield from (one for one in ones if any(not one.isdisjoint(other) for other in others))


def turned_verb(statement: Sentence, lines: Sequence[Sentence]) -> str:
    """Return the verb around which a statement and every line name the same two in the other order, "" for none.

    A swap looks like this where the roles of the line could not be read: *how much Mr. Hunt would owe the government*.
    The verb is between the two and active, in the statement and in the line.
    """
    for clause in statement.clauses:
        if clause.passive or clause.verb in SYMMETRIC or not clause.subjects or not clause.objects:
            continue
        pair = [_words_of(statement, phrase) for phrase in (clause.subjects[0], clause.objects[0])]
        orders = {_order(line, clause.verb, pair[0], pair[1]) for line in lines if all(pair) and pair[0] != pair[1]}
        if orders == {False}:
            return clause.verb
    return ""


def is_turned(line: Sentence, verb: str, agent: str, patient: str) -> bool:
    """Return whether a line has the patient before an active verb and the agent behind it, each of them once.

    Not so with verbs of speech (*“The map,” said Marsh*) and those whose participants may change places.
    """
    if verb in SYMMETRIC or verb in lex.DIRECT_SPEECH:
        return False
    one, other = (
        _without_article(tuple(token.text.casefold() for token in tag_tokens(each))) for each in (agent, patient)
    )
    return bool(one and other and one != other) and _order(line, verb, one, other) is False


def _without_article(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if words[:1] in (("a",), ("an",), ("the",)) else words


def _words_of(sentence: Sentence, phrase: NounPhrase) -> tuple[str, ...]:
    tokens = sentence.tokens[phrase.first : phrase.head + 1]
    return _without_article(tuple(token.text.casefold() for token in tokens))


def _order(line: Sentence, verb: str, one: tuple[str, ...], other: tuple[str, ...]) -> bool | None:
    """Whether a line has `one`, the verb and `other` in this order; None where it does not have each of them once."""
    texts = [token.text.casefold() for token in line.tokens]
    places = [[at for at in range(len(texts)) if tuple(texts[at : at + len(each)]) == each] for each in (one, other)]
    if any(len(each) != 1 for each in places):
        return None
    first, last = sorted((places[0][0], places[1][0]))
    between = [place for place in range(first, last) if line.tokens[place].lemma.casefold() == verb]
    if not between or texts[last - 1] == "by" or "by" in texts[between[-1] : last]:
        return None
    return places[0][0] < places[1][0]
