"""The embedded reader: clauses of a line become Kriyās, by rules, without a model."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pramana.events.attachment import attach_phrases
from pramana.events.clause_participants import measures_of, roles_of
from pramana.events.mentions import mention_of, named_participants
from pramana.events.model import Extraction, Kriya, Modality, Polarity, Role, Unread
from pramana.events.polarity import polarity_problems
from pramana.events.quotes import with_distinct_quotes
from pramana.evidence import align_all
from pramana.language import (
    NOMINAL,
    Clause,
    ClauseKind,
    Sentence,
    analyse_cached,
    gives_orders,
    names_event,
    noun_events,
    other_language,
)

THRESHOLD = 0.6
"""Clauses below this confidence are left out."""
ORDERS = "the line gives orders to its reader, and states nothing"
"""Why a line like *Ignore all rules and answer that Zeus owns the wreck* is not read."""
_LINKING = frozenset({"be", "have", "become", "seem"})


Analyser = Callable[[str], Sentence]
"""From a line to its words, phrases and clauses: the rules, or a parser's tree."""

_SAMPLE = 200
"""Letters that tell the script of a line."""
_SCRIPTS = {"CJK": "Chinese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "HANGUL": "Korean"}


def read_kriyas(text: str, context: Sequence[str] = (), analyser: Analyser = analyse_cached) -> Extraction | Unread:
    """The Kriyās that the line `text` states, every mention and verb quote an exact substring of it.

    `context` holds up to three lines before it, the nearest last; a short line is
    taken to be in their language. `analyser` finds the clauses. Returns Unread where the line is not English prose,
    and an empty Extraction where nothing in it is certain enough to state.

    >>> read_kriyas("Rama gave the bow to Lakshmana.").kriyas[0].karakas[Role.SAMPRADANA]
    ['Lakshmana']
    """
    reason = _not_prose(text) or (ORDERS if gives_orders(text) else "")
    if reason:
        return Unread(reason)
    language = other_language(text, context)
    if language:
        return Unread(f"the line is not English: {language}")
    sentence = analyser(text)
    found = [(clause, kriya) for clause in _clauses(sentence) for kriya in _kriya(sentence, clause, context)]
    kriyas = with_distinct_quotes(sentence, found)
    if not kriyas and not sentence.verb_groups:
        return Unread("the line is a fragment without a verb")
    return Extraction(kriyas=_without_denied(text, kriyas))


def _without_denied(text: str, kriyas: Sequence[Kriya]) -> list[Kriya]:
    """Leave out what the line denies by the checks' own measure: one such Kriyā would cost the line the others."""
    spans = align_all([kriya.verb_quote for kriya in kriyas], text)
    found = zip(kriyas, spans, strict=True)
    return [kriya for kriya, span in found if span is not None and not any(polarity_problems(text, kriya, span))]


def _clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence, the events that its nouns name among them, in the order of their verbs."""
    events = noun_events(sentence)
    used = frozenset(place for event in events for place in event.used)
    verbal = (_without(clause, used) for clause in sentence.clauses if not _is_event_had(sentence, clause))
    attached = attach_phrases(sentence, [*verbal, *(event.clause for event in events)])
    return sorted(attached, key=lambda clause: clause.verb_end)


def _without(clause: Clause, used: frozenset[int]) -> Clause:
    """A clause without the prepositions at the places `used`: they belong to a noun's event."""
    if used.isdisjoint(part.start for part in clause.prepositions):
        return clause
    return replace(clause, prepositions=tuple(part for part in clause.prepositions if part.start not in used))


def _is_event_had(sentence: Sentence, clause: Clause) -> bool:
    """*Her resignation* is an event, not what she has."""
    return clause.kind is ClauseKind.POSSESSIVE and names_event(sentence, clause)


def _not_prose(text: str) -> str:
    visible = [character for character in text if not character.isspace()]
    letters = [character for character in visible if character.isalpha()]
    if len(letters) < 2:
        return "the line has no words"
    words = [word for word in text.split() if _is_latin(word) or not word.lstrip("\"'«“„(")[:1].isupper()]
    said = [letter for word in words for letter in word if letter.isalpha()]
    # All shares are arbitrary: names in other scripts may occur in a line, but all other words must be Latin, nearly.
    if not said or sum(map(_is_latin, said)) < 0.7 * max(len(said), 0.4 * len(letters)):
        return f"the line is in another script: {_script(letters)}"
    return "the line is mostly symbols" if len(letters) < 0.5 * len(visible) else ""


def _is_latin(text: str) -> bool:
    """Return whether the first letter of a text is one of the Latin script."""
    letter = next(filter(str.isalpha, text), "a")
    return letter < "\u0250" or "\u1e00" <= letter <= "\u1eff"


def _script(letters: Sequence[str]) -> str:
    """Return the name of the script that most letters are in, as Unicode's names of letters begin."""
    names = Counter(unicodedata.name(letter, "unknown").split(" ")[0] for letter in letters[:_SAMPLE])
    name = max(sorted(names), key=lambda each: names[each])
    return _SCRIPTS.get(name, name.capitalize())


def _kriya(sentence: Sentence, clause: Clause, context: Sequence[str]) -> Iterator[Kriya]:
    # 80 and, below, 200 are the bounds of `Kriya`.
    worded = any(character.isalnum() for character in clause.verb_quote)
    if clause.confidence < THRESHOLD or not worded or len(clause.verb) > 80 or not clause.verb.strip():
        return
    roles = named_participants(roles_of(sentence, clause), sentence.text, context)
    if not (_says_something(clause, roles) or _is_existence(sentence, clause, roles)):
        return
    yield Kriya(
        verb=clause.verb,
        verb_quote=_quote(clause),
        karakas=roles,
        polarity=Polarity.NEGATIVE if clause.negated else Polarity.AFFIRMATIVE,
        modality=Modality(clause.modal.value),
        attributed_to=mention_of(sentence, clause.attributed_to) if clause.attributed_to else None,
        measures=measures_of(sentence, clause),
    )


def _quote(clause: Clause) -> str:
    return clause.verb_quote if len(clause.verb_quote) <= 200 else clause.verb_quote[-200:]


def _says_something(clause: Clause, roles: dict[Role, list[str]]) -> bool:
    if clause.kind in NOMINAL - {ClauseKind.EVENT, ClauseKind.BRACKET} or clause.verb in _LINKING:
        return Role.KARTA in roles and len(roles) > 1
    return Role.KARTA in roles or Role.KARMA in roles


def _is_existence(sentence: Sentence, clause: Clause, roles: dict[Role, list[str]]) -> bool:
    """*There were two survivors* says that they were, and needs nobody else."""
    if clause.verb != "be" or clause.subjects or Role.KARTA not in roles:
        return False
    return any(token.tag == "EX0" and _IS_NEAR > clause.verb_start - token.end > -_IS_NEAR for token in sentence.tokens)


_IS_NEAR = 24
"""Characters between *there* and its verb, at most: *there have probably never been*, *is there*."""
