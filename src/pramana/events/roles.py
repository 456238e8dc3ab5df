"""Which role a preposition gives to what it governs. Verbs, prepositions and nouns are English, in lower case.

A participant that fits none of the seven kārakas is related (SAMBANDHA): its preposition says how.
"""

from __future__ import annotations

from collections.abc import Sequence

from pramana.events.model import Role
from pramana.events.nouns import (
    is_abstract,
    is_amount,
    is_clock,
    is_event,
    is_group,
    is_manner,
    is_means,
    is_occasion,
    is_person,
    is_place,
    is_surely_person,
    is_time,
)
from pramana.language import Clause, NounPhrase, Prepositional, Token, word_set, word_table

_TRANSFER = word_set("roles/transfer")
_MOTION = word_set("roles/motion")
_GOVERNED = word_table("roles/governed")
_SOURCES = word_set("roles/sources")
_PLACES = word_set("roles/places")
_GOALS = word_set("roles/goals")
_DURING = word_set("roles/during")
_FURNISHING = word_set("roles/furnishing")
_NO_INSTRUMENT = word_set("roles/no_instrument")
_SUFFERING = word_set("roles/suffering")
_TOUCHING = word_set("roles/touching")
_SPEAKING_OF = word_set("roles/speaking_of")
_ADDRESSING = word_set("roles/addressing")
_EXTENDING = word_set("roles/extending")
_NO_TIME = frozenset(
    ("of", "as", "like", "than", "with", "about", "because of", "due to", "despite", "according to", "per")
)
_PERIODS = frozenset("war reign childhood youth".split())
"""*went to war* is not a time, *to 1995* is."""
_INSTRUMENTS = frozenset({"with", "by means of", "with the help of", "by", "via", "using"})
_FOR_GOAL = frozenset("leave head depart sail set make".split())


def role_of(tokens: Sequence[Token], clause: Clause, part: Prepositional) -> Role:
    """Return the role of *preposition phrase* in its clause. The agent of a passive is for the caller to see."""
    preposition, phrase, base = part.preposition, part.phrase, base_of(clause)
    dated = is_time(tokens, phrase) and not (preposition == "to" and tokens[phrase.head].lemma in _PERIODS)
    if dated or (preposition in {"at", "by", "until", "till"} and is_clock(tokens, phrase)):
        return Role.SAMBANDHA if preposition in _NO_TIME else Role.ADHIKARANA_TEMPORAL
    if preposition in _GOVERNED.get(base, "").split():
        return Role.KARMA
    if preposition in {"to", "unto"}:
        return _to(tokens, clause, phrase)
    if preposition == "for":
        return _for(tokens, clause, phrase)
    if preposition in _SOURCES:
        manner = base in _SUFFERING or is_manner(tokens, phrase) or phrase.kind == "number"
        return Role.SAMBANDHA if manner else Role.APADANA
    if preposition in _INSTRUMENTS:
        return _instrument(tokens, clause, preposition, phrase)
    return _place(tokens, clause, preposition, phrase)


def base_of(clause: Clause) -> str:
    """Return the verb of a clause without its particle."""
    return clause.verb.split(" ")[0]


def is_measure(tokens: Sequence[Token], clause: Clause, preposition: str, phrase: NounPhrase) -> bool:
    """Return whether a phrase says how much, how far or how long: *by 12 %*, *for three hours*, *rose 12 %*.

    `preposition` is "" for an object.
    """
    if not is_amount(tokens, phrase):
        return False
    if preposition:
        return preposition in {"by", "for", "over", "at"} and not (preposition == "at" and is_time(tokens, phrase))
    return base_of(clause) in _EXTENDING or is_occasion(tokens, phrase)


def _is_acted(clause: Clause) -> bool:
    return clause.passive or bool(clause.objects)


def _to(tokens: Sequence[Token], clause: Clause, phrase: NounPhrase) -> Role:
    base, acted, person = base_of(clause), _is_acted(clause), is_surely_person(tokens, phrase)
    if is_manner(tokens, phrase) or phrase.kind == "number" or is_amount(tokens, phrase):
        return Role.SAMBANDHA
    moves = base in _MOTION
    if base in _TRANSFER and (not moves or (acted and is_person(tokens, phrase))):
        return Role.SAMBANDHA if is_abstract(tokens, phrase) else Role.SAMPRADANA
    if person:
        return Role.SAMPRADANA
    if is_abstract(tokens, phrase) and not (moves and is_event(tokens, phrase) and phrase.last - phrase.first > 1):
        return Role.SAMBANDHA
    from_to = any(part.preposition == "from" and not is_time(tokens, part.phrase) for part in clause.prepositions)
    return Role.ADHIKARANA_SPATIAL if moves or from_to or _reaches(tokens, clause, phrase) else Role.SAMBANDHA


def _reaches(tokens: Sequence[Token], clause: Clause, phrase: NounPhrase) -> bool:
    """*The water spread to the car deck*, *The line will extend to Fairview*: nobody acts on anything, and a place."""
    moving = base_of(clause) not in _ADDRESSING | {"be"}
    return moving and not _is_acted(clause) and is_place(tokens, phrase)


def _for(tokens: Sequence[Token], clause: Clause, phrase: NounPhrase) -> Role:
    if base_of(clause) in _FOR_GOAL and phrase.kind == "name":
        return Role.ADHIKARANA_SPATIAL
    return Role.SAMPRADANA if is_person(tokens, phrase) else Role.SAMBANDHA


def _instrument(tokens: Sequence[Token], clause: Clause, preposition: str, phrase: NounPhrase) -> Role:
    base = base_of(clause)
    if preposition == "by" and is_means(tokens, phrase):
        return Role.KARANA
    if preposition == "by":
        beside = not _is_acted(clause) and is_place(tokens, phrase) and phrase.kind != "name"
        return Role.ADHIKARANA_SPATIAL if beside else Role.SAMBANDHA
    if preposition == "with" and base in _FURNISHING and _is_acted(clause):
        return Role.KARMA
    animate = is_person(tokens, phrase) or is_group(tokens, phrase)
    animate = animate or (phrase.kind == "pronoun" and tokens[phrase.head].text.lower() != "it")
    unlikely = preposition == "with" and base in _NO_INSTRUMENT | _MOTION
    if animate or unlikely or is_abstract(tokens, phrase):
        return Role.SAMBANDHA
    return Role.KARANA if _is_acted(clause) or preposition != "with" else Role.SAMBANDHA


def _place(tokens: Sequence[Token], clause: Clause, preposition: str, phrase: NounPhrase) -> Role:
    if base_of(clause) == "name" and preposition in {"after", "for"}:  # *was named after her*
        return Role.SAMBANDHA
    if preposition in _DURING:
        if not is_person(tokens, phrase) and phrase.kind != "pronoun":
            return Role.ADHIKARANA_TEMPORAL
        return Role.ADHIKARANA_SPATIAL if preposition in {"before", "after"} else Role.SAMBANDHA
    if tokens[phrase.head].text.lower() in {"that", "this", "what", "which"} or phrase.kind == "number":
        return Role.SAMBANDHA
    if preposition not in _PLACES | _GOALS or is_manner(tokens, phrase):
        return Role.SAMBANDHA
    base = base_of(clause)
    held = is_event(tokens, phrase) and preposition == "at"  # *met at the wedding*
    if is_abstract(tokens, phrase) and not held:
        return Role.SAMBANDHA
    if preposition in {"on", "over", "upon"} and base in _SPEAKING_OF and not is_place(tokens, phrase):
        return Role.SAMBANDHA
    if preposition == "against" and base not in _TOUCHING:
        return Role.SAMBANDHA
    inside = preposition in {"in", "on", "at", "into", "over", "under"}
    return Role.SAMBANDHA if inside and is_surely_person(tokens, phrase) else Role.ADHIKARANA_SPATIAL
