"""Whose a prepositional phrase is: *opened a school | for girls* or *opened a school | in Basel*.

What belongs to a noun stays in its mention, what belongs to the event is a participant. Lists say which prepositions a
noun takes (*request for*) and which connect a participant of a verb (*sold … to*). Where both are silent the place of
the noun decides: what follows is the noun's before the verb and behind *be*, and the event's behind other verbs.
The lists were written without any treebank, the defaults chosen on the first half of that of `bench/attachment.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby

from pramana.events.mentions import MAX_MENTION
from pramana.events.nouns import is_amount, is_group, is_means, is_person, is_surely_person, is_time
from pramana.events.roles import base_of
from pramana.language import (
    NOMINAL,
    Clause,
    ClauseKind,
    NounPhrase,
    Prepositional,
    Sentence,
    is_negative,
    takes_preposition,
    word_set,
    word_table,
)

_FURNISHED = word_set("roles/no_instrument")
_TOPICS = frozenset("about regarding concerning like unlike per".split())
"""Prepositions that hardly ever connect anything with a verb behind its object."""
_PLACES = frozenset("in at on near".split())
_SPANNING = frozenset("before after since until between from".split())
"""Prepositions of a time that a noun takes before its verb: *The talks since Monday have failed*."""
_CONNECTING = frozenset("by to from with".split())
"""Prepositions of participants that are named without their place: *was towed by two tugs | in the harbour*."""
_DETERMINING = frozenset({"AT0", "DPS", "DT0", "CRD"})
_LINKING = frozenset("be become remain".split())
_BEHIND = "behind"
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Holder:
    """A phrase that the next preposition may belong to, what was found to be its own, and the preposition before it.

    `place` is `subject`, `complement` (of *be*), `object` or `behind` (a preposition).
    """

    phrase: NounPhrase
    place: str
    governor: str = ""
    own: tuple[NounPhrase, ...] = ()

    @property
    def heads(self) -> tuple[NounPhrase, ...]:
        return (*self.own[::-1], self.phrase)

    @property
    def end(self) -> int:
        return (self.own or (self.phrase,))[-1].end


@dataclass(slots=True)
class _Attachments:
    """Where each longer phrase ends by the place of the phrase, and the places of the prepositions in them."""

    ends: dict[Place, int] = field(default_factory=dict)
    prepositions: set[int] = field(default_factory=set)


@cache
def _verbs() -> dict[str, frozenset[str]]:
    table = {verb: frozenset(entry.split()) for verb, entry in word_table("attachment/verbs").items()}
    for verb, entry in word_table("roles/governed").items():
        table[verb] = table.get(verb, frozenset()) | frozenset(entry.split())
    return table


def attach_phrases(sentence: Sentence, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a line with each noun's own prepositional phrases in its mentions, and nowhere else."""
    if sentence.attached:
        return list(clauses)
    clauses = [clause for clause in clauses if not _is_topic(sentence, clause)]
    found = _Attachments()
    for clause in clauses:
        if clause.kind not in NOMINAL or clause.kind is ClauseKind.APPOSITION:
            _attach(sentence, clauses, clause, found)
    return [_rewrite(sentence, clause, found) for clause in clauses] if found.ends else list(clauses)


def _is_topic(sentence: Sentence, clause: Clause) -> bool:
    """*The report on water was published*: a noun that takes its preposition is not placed by it."""
    if clause.kind is not ClauseKind.LOCATION:
        return False
    head = sentence.tokens[clause.subjects[0].head]
    # An event's noun may have taken the preposition: *The attack on the mill by the troops failed*.
    return not clause.prepositions or takes_preposition(head.lemma.lower(), clause.prepositions[0].preposition)


def _attach(sentence: Sentence, clauses: Sequence[Clause], clause: Clause, found: _Attachments) -> None:
    holders = {holder.end: holder for holder in _holders(clauses, clause)}
    parts = sorted(clause.prepositions, key=lambda part: (part.start, part.phrase.start))
    for start, group in groupby(parts, key=lambda part: part.start):
        own = list(group)
        before = holders.pop(_end_before(sentence, start), None)
        place = (before.phrase.start, before.phrase.end) if before is not None else (-1, -1)
        if before is not None and _belongs(sentence, clause, before, own) and _fits(before, own):
            held = replace(before, own=(*before.own, own[-1].phrase))
            holders[held.end] = held
            found.ends[place] = max(held.end, found.ends.get(place, 0))
            found.prepositions.add(start)
        else:
            holders[own[-1].phrase.end] = _Holder(own[-1].phrase, _BEHIND, own[0].preposition)


def _holders(clauses: Sequence[Clause], clause: Clause) -> Iterator[_Holder]:
    located = {other.subjects[0].end for other in clauses if other.kind is ClauseKind.LOCATION}
    for phrase in clause.subjects[-1:]:
        if clause.subject_from == "stated" and phrase.end not in located and phrase.end <= clause.verb_start:
            yield _Holder(phrase, "subject")
    for phrase in clause.objects[-1:]:
        yield _Holder(phrase, "complement" if base_of(clause) in _LINKING else "object")


def _end_before(sentence: Sentence, start: int) -> int:
    """Where the word right before a place ends."""
    return len(sentence.text[:start].rstrip())


def _fits(holder: _Holder, own: Sequence[Prepositional]) -> bool:
    return own[-1].phrase.last - holder.phrase.first <= MAX_MENTION


def _belongs(sentence: Sentence, clause: Clause, holder: _Holder, own: Sequence[Prepositional]) -> bool:
    """Whether phrases behind one preposition belong to the noun before it."""
    tokens, phrase, preposition = sentence.tokens, own[0].phrase, own[0].preposition
    if holder.phrase.kind in {"pronoun", "number"} or any(is_negative(tokens, part.phrase) for part in own):
        return False
    if any(part.phrase.kind == "pronoun" for part in own):
        return False  # *letters about him*: whom a pronoun means is found for participants alone
    if preposition == "per":
        return holder.place != "subject"
    takes = any(takes_preposition(tokens[each.head].lemma.lower(), preposition) for each in holder.heads)
    if not takes and any(is_time(tokens, each) or is_amount(tokens, each) for each in holder.heads):
        return False
    if any(is_time(tokens, part.phrase) for part in own):
        spans = holder.place == "subject" and preposition in _SPANNING and holder.phrase.kind == "noun"
        return (spans or (takes and preposition == "for")) and not is_amount(tokens, phrase)
    if is_amount(tokens, phrase):
        return False
    if preposition == "by":
        agent = clause.passive and holder.place != "subject"
        return not agent and not is_means(tokens, phrase) and _may_act(sentence, phrase)
    if holder.place == "subject":
        return True
    if holder.place == "complement":
        return takes or preposition not in _PLACES
    return _is_nouns(sentence, clause, holder, own[0], takes)


def _may_act(sentence: Sentence, phrase: NounPhrase) -> bool:
    return is_person(sentence.tokens, phrase) or is_group(sentence.tokens, phrase)


def _is_nouns(sentence: Sentence, clause: Clause, holder: _Holder, part: Prepositional, takes: bool) -> bool:
    """Whether a phrase behind an object, or behind another preposition's phrase, belongs to that noun."""
    tokens, preposition = sentence.tokens, part.preposition
    verbs = preposition in _verbs().get(base_of(clause), frozenset())
    if holder.place == _BEHIND and preposition == "from" and is_surely_person(tokens, holder.phrase):
        return part.phrase.kind == "name" and holder.phrase.kind == "noun"  # *sold it to a collector from Bath*
    named = holder.phrase.kind == "name"
    capital = tokens[part.phrase.head].text[:1].isupper()
    if holder.place == _BEHIND:
        if takes and holder.governor not in {"from", "between"}:
            return not (verbs and preposition == "to")  # *paid €1m in damages to the family*
        if preposition in _TOPICS:
            return not named and not is_surely_person(tokens, holder.phrase)
        if sentence.tokens[holder.phrase.first].tag not in _DETERMINING:
            return False  # *died of pneumonia at a nursing home*
        near = preposition in _PLACES | {"with", "as"} and not capital and holder.governor not in _CONNECTING
        return near and not (verbs or named or is_surely_person(tokens, part.phrase))
    if verbs or named:
        return False
    if takes or preposition in _TOPICS:
        return True
    things = not is_surely_person(tokens, part.phrase) and not is_surely_person(tokens, holder.phrase)
    return preposition == "with" and things and base_of(clause) in _FURNISHED


def _rewrite(sentence: Sentence, clause: Clause, found: _Attachments) -> Clause:
    kept = tuple(
        replace(part, phrase=_longer(sentence, part.phrase, found), end=found.ends.get(_place(part.phrase), part.end))
        for part in clause.prepositions
        if part.start not in found.prepositions
    )
    speaker = clause.attributed_to
    return replace(
        clause,
        subjects=tuple(_longer(sentence, each, found) for each in clause.subjects),
        objects=tuple(_longer(sentence, each, found) for each in clause.objects),
        indirect=tuple(_longer(sentence, each, found) for each in clause.indirect),
        prepositions=kept,
        attributed_to=None if speaker is None else _longer(sentence, speaker, found),
    )


def _place(phrase: NounPhrase) -> Place:
    return phrase.start, phrase.end


def _longer(sentence: Sentence, phrase: NounPhrase, found: _Attachments) -> NounPhrase:
    end = found.ends.get(_place(phrase))
    if end is None:
        return phrase
    last = next(
        place for place in range(phrase.last, len(sentence.tokens) + 1) if sentence.tokens[place - 1].end == end
    )
    return replace(phrase, end=end, text=sentence.text[phrase.start : end], last=last)
