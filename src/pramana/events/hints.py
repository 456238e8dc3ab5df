"""A hint at the antecedent of a pronoun, from its line and the lines before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.language import NounPhrase, Sentence, analyse_cached, word_set

_HE = frozenset("he him his himself".split())
_SHE = frozenset("she her herself".split())
_IT = frozenset("it its itself".split())
_THEY = frozenset("they them their themselves".split())
_MALE = word_set("hints/male")
_FEMALE = word_set("hints/female")
LINES = 3
"""Lines before that are looked at, at most."""


def hint_for(
    sentence: Sentence, pronoun: NounPhrase, context: Sequence[str], others: Sequence[NounPhrase] = ()
) -> str | None:
    """The mention that `pronoun` may refer to, in the words of its line; None where nothing agrees.

    `others` take part in the same clause, so only a reflexive pronoun can refer to one of them.
    """
    word = pronoun.text.lower()
    if word not in _HE | _SHE | _IT | _THEY:
        return None
    for phrase, owner in _candidates(sentence, pronoun, context):
        if _agrees(owner, phrase, word) and (word.endswith(("self", "selves")) or phrase not in others):
            return phrase.text
    return None


def _candidates(
    sentence: Sentence, pronoun: NounPhrase, context: Sequence[str]
) -> Iterator[tuple[NounPhrase, Sentence]]:
    """Subjects first, then the other phrases; the nearest line first."""
    before = [phrase for phrase in sentence.noun_phrases if phrase.end <= pronoun.start]
    yield from ((phrase, sentence) for phrase in _sort_subjects_first(sentence, before))
    for line in list(context)[-LINES:][::-1]:
        earlier = analyse_cached(line)
        yield from ((phrase, earlier) for phrase in _sort_subjects_first(earlier, earlier.noun_phrases))


def _sort_subjects_first(sentence: Sentence, phrases: Sequence[NounPhrase]) -> list[NounPhrase]:
    subjects = {phrase.start for clause in sentence.clauses for phrase in clause.subjects}
    return sorted(phrases, key=lambda phrase: (phrase.start not in subjects, -phrase.start))


def _agrees(sentence: Sentence, phrase: NounPhrase, word: str) -> bool:
    if phrase.kind in {"pronoun", "number"}:
        return False
    words = {token.text.lower() for token in sentence.tokens[phrase.first : phrase.head + 1]}
    head = sentence.tokens[phrase.head]
    plural = head.tag == "NN2"
    if word in _THEY:
        return plural
    if plural:
        return False
    if word in _IT:
        return phrase.kind == "noun" and not words & (_MALE | _FEMALE)
    own, other = (_MALE, _FEMALE) if word in _HE else (_FEMALE, _MALE)
    head_words = {head.lemma.lower(), sentence.tokens[phrase.first].text.lower()}
    return bool(head_words & own) or (phrase.kind == "name" and not head_words & other)
