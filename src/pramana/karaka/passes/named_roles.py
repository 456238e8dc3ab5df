"""What lines say that a named one is: *Captain Ingrid Solheim*, *Colora, a small company*, *a stranger named Marsh*.

Later lines take that up: *the captain*, *the company*, *the stranger*.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pramana.language import (
    Clause,
    ClauseKind,
    Description,
    Modal,
    NounPhrase,
    Sentence,
    is_lasting,
    parse_description,
    word_set,
)

_DESCRIBING = frozenset({ClauseKind.APPOSITION, ClauseKind.TITLE, ClauseKind.BRACKET})
_CALLING = frozenset({"name", "call"})
_SPELLED_OUT = {"dr": "doctor", "prof": "professor", "capt": "captain", "sgt": "sergeant", "lt": "lieutenant"}
_NO_ROLES = frozenset({"mr", "mrs", "ms", "miss", "sir", "lady", "lord", "saint", "st", "madame", "monsieur"})
"""Titles that are no noun of what somebody is: nobody is *the miss* later on."""
_ROLE_TITLES = word_set("types/titles") - _NO_ROLES


def described_names(sentence: Sentence) -> Iterator[tuple[tuple[int, int], Description]]:
    """Yield the places of the names that a line describes, as (start, end), each with what it says that they are."""
    for clause in sentence.clauses:
        if len(clause.subjects) == len(clause.objects) == 1 and _describes(clause):
            yield from _descriptions(sentence, clause.subjects[0], clause.objects[0])
            yield from _descriptions(sentence, clause.objects[0], clause.subjects[0])
    for name, noun in pairwise(sentence.noun_phrases):
        if _is_fenced(sentence, name, noun):
            yield from _descriptions(sentence, name, noun)
            yield from _descriptions(sentence, noun, name)
    for phrase in sentence.noun_phrases:
        told = title_of(sentence.text[phrase.start : _head_end(sentence, phrase)])
        if told is not None:
            yield (phrase.start, _head_end(sentence, phrase)), told


def title_of(name: str) -> Description | None:
    """Return the title of a name as a description: *captain* of *Captain Ingrid Solheim*, None where it has none."""
    words = name.split()
    title = words[0].casefold().rstrip(".") if len(words) > 1 and words[0][:1].isupper() else ""
    title = _SPELLED_OUT.get(title, title)
    known = title in _ROLE_TITLES and words[1][:1].isupper()
    return Description("", frozenset(), title, True) if known else None


def _describes(clause: Clause) -> bool:
    said = clause.verb == "be" and not clause.negated and not clause.unasserted and clause.modal is Modal.ACTUAL
    return clause.kind in _DESCRIBING or clause.verb in _CALLING or said


def _is_fenced(sentence: Sentence, one: NounPhrase, other: NounPhrase) -> bool:
    """Return whether two phrases are side by side between commas: *Rafael Munro, the night supervisor, slept*.

    The noun has an article, so that a list (*Tom, managers, clerks*) is none; the second phrase ends at a comma.
    """
    noun = one if other.kind == "name" else other
    articled = sentence.tokens[noun.first].text.lower() in {"the", "a", "an"}
    between, after = sentence.text[one.end : other.start].strip(), sentence.text[other.end :].lstrip()[:1]
    return articled and between == "," and after == "," and {one.kind, other.kind} == {"name", "noun"}


def _descriptions(
    sentence: Sentence, name: NounPhrase, noun: NounPhrase
) -> Iterator[tuple[tuple[int, int], Description]]:
    end = _head_end(sentence, noun)
    told = parse_description(sentence.text[noun.start : end])
    kin = told is not None and told.owned and is_lasting(told.head)
    if name.kind == "name" and noun.kind == "noun" and told is not None and not kin:
        yield (name.start, _head_end(sentence, name)), told


def _head_end(sentence: Sentence, phrase: NounPhrase) -> int:
    return sentence.tokens[phrase.head].end
