"""Relative clauses inside a question: *the man who received the bow*."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from pramana.language.analysis import analyse_cached
from pramana.language.model import NounPhrase, Sentence
from pramana.language.questions.inversion import AUXILIARIES
from pramana.language.questions.wording import is_people
from pramana.language.word_lists import word_set

_TELLERS = word_set("questions/tellers")
_VERB_TAGS = frozenset({"VVB", "VVI", "VVD", "VVN"})


@dataclass(frozen=True, slots=True)
class Relative:
    """A noun with its relative clause, text[start:end]. `body` is the clause without its pronoun, and without the
    preposition before that (*the shop in which …*), "" for none."""

    start: int
    end: int
    person: bool
    body: str
    preposition: str


def relative(text: str) -> Relative | None:
    """Return the first noun of a question that has a relative clause, None where none has."""
    sentence = analyse_cached(text)
    for index, token in enumerate(sentence.tokens):
        if index < 2 or token.text.lower() not in {"who", "whom", "that", "which"}:
            continue
        governed = sentence.tokens[index - 1].tag == "PRP" and token.text.lower() in {"whom", "which"}
        last = index - 1 if governed else index
        phrase = next((phrase for phrase in sentence.noun_phrases if phrase.last == last), None)
        if phrase is None or phrase.first == 0 or _is_content(sentence, phrase.first, index):
            continue
        end = _relative_end(sentence, phrase.first, index)
        body = text[token.end : end].strip()
        if not body:
            continue
        person = token.text.lower() in {"who", "whom"} or is_people(phrase.text)
        preposition = sentence.tokens[index - 1].text.lower() if governed else ""
        return Relative(_noun_start(phrase, token.text.lower()), end, person, body, preposition)
    return None


def _noun_start(phrase: NounPhrase, link: str) -> int:
    """Where the noun starts that the clause is about: of *the father of the boy who …* the last, if it can be."""
    outer, _, inner = phrase.text.rpartition(" of ")
    if not outer or (link in {"who", "whom"} and not is_people(inner) and is_people(outer)):
        return phrase.start
    return phrase.end - len(inner)


def _is_content(sentence: Sentence, first: int, index: int) -> bool:
    """*told Scrooge that Marley was dead*: no relative clause."""
    if sentence.tokens[index].text.lower() != "that" or index + 1 >= len(sentence.tokens):
        return False
    told = any(token.lemma.lower() in _TELLERS for token in sentence.tokens[max(0, first - 2) : first])
    return told and sentence.tokens[index + 1].tag[:1] != "V"


def _relative_end(sentence: Sentence, first: int, index: int) -> int:
    """Where the relative clause ends: before the main verb if that is still to come, else with the question."""
    text_end = len(sentence.text)
    before = [token.text.lower() for token in sentence.tokens[:first] if token.tag[:1] == "V"]
    if len(before) > 1 or any(word not in AUXILIARIES for word in before):
        return text_end
    groups = [group for group in sentence.verb_groups if group.first > index]
    for last, group in pairwise(groups):
        around = {token.text.lower() for token in sentence.tokens[group.first - 1 : group.first + 1]}
        between = {token.text.lower() for token in sentence.tokens[last.last : group.first]}
        if not around & {"to", "and", "or", "but", ","} and not between & {"who", "whom", "that", "which"}:
            return group.start
    if groups and before and before[0] not in {"is", "was", "are", "were", "has", "have", "had"}:
        return _bare_verb(sentence, groups[0].last) or text_end
    return text_end


def _bare_verb(sentence: Sentence, start: int) -> int | None:
    """*did the man who received the bow kill Ravana*: a bare verb that was tagged as a noun behind a noun."""
    for before, token in zip(sentence.tokens[start:], sentence.tokens[start + 1 :], strict=False):
        if before.tag in {"NN0", "NN1", "NN2", "NP0", "PNP"} and token.tag in {"NN0", "NN1", "AJ0"} | _VERB_TAGS:
            return token.start
    return None
