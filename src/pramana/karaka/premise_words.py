"""Which parts of a question its lines do not hold, word by word.

It accounts for words alone, so it never proves that lines say something: it is used where roles were compared on the
graph, and the clause cannot be compared as a statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.language import (
    EvidenceLine,
    NounPhrase,
    Sentence,
    Token,
    analyse_cached,
    dates_of,
    number_values,
    numbers_of,
    operator_words,
    word_set,
)

_GLUE = word_set("answers/glue")
_CASTING = word_set("answers/casting")
_PLAIN = frozenset("by to for of about".split())
"""Prepositions that the roles of the graph account for."""
_STRICT = word_set("claims/strict")
"""Prepositions that no other word may replace."""


def missing_parts(
    text: str, lines: Sequence[EvidenceLine], *, without: str = "", free: frozenset[str] = frozenset()
) -> list[str]:
    """Return the phrases of a question, or of its statement, that are missing in lines, in order; [] if none is.

    `without` is the placeholder for what is asked; it is left out, with a preposition before it. `free` are verbs that
    the lines may express with other words.
    """
    sentence = analyse_cached(text)
    skipped = set(_stand_in(sentence, without))
    held = {form for line in lines for form in _line_words(line)}
    numbers = number_values(text) - {value for line in lines for value in _numbers(line)}
    found: list[str] = []
    for place, token in enumerate(sentence.tokens):
        if place in skipped or not _claims(token, free):
            continue
        strange = _number_at(text, token) in numbers if _number_at(text, token) else held.isdisjoint(_forms(token))
        if strange:
            found.append(_phrase_of(sentence, token))
    if not found:
        found += _detached_phrases(sentence, skipped, lines, free)
    if not found:
        there = [date for line in lines for date in dates_of(line.text)]
        found += [text[each.start : each.end] for each in dates_of(text) if not any(map(each.is_within, there))]
    return list(dict.fromkeys(found))


def _stand_in(sentence: Sentence, without: str) -> Iterator[int]:
    words = without.casefold().split()
    tokens = [token.text.casefold() for token in sentence.tokens]
    for place in range(len(tokens) - len(words) + 1 if words else 0):
        if tokens[place : place + len(words)] == words:
            yield from range(place, place + len(words))
            if place and sentence.tokens[place - 1].tag in {"PRP", "PRF", "TO0"}:
                yield place - 1


def _claims(token: Token, free: frozenset[str]) -> bool:
    word = token.text.casefold()
    if not any(map(str.isalnum, word)) or word in _GLUE or token.lemma.casefold() in free or word in free:
        return False
    return not (free and word in _CASTING)


def _forms(token: Token) -> set[str]:
    word = token.text.casefold()
    return {word, token.lemma.casefold(), *operator_words(token.text), *({"not"} if word in {"n't", "n’t"} else ())}


def _line_words(line: EvidenceLine) -> Iterator[str]:
    for text in (line.text, *(each.means for each in line.references)):
        yield from operator_words(text)
        for token in analyse_cached(text).tokens:
            yield from _forms(token)


def _numbers(line: EvidenceLine) -> Iterator[str]:
    for text in (line.text, *(each.means for each in line.references)):
        yield from number_values(text)


def _number_at(text: str, token: Token) -> str:
    """Return the value of the number that a token belongs to, "" where it is none."""
    here = (each for each in numbers_of(text) if each.start <= token.start and token.end <= each.end)
    return next((each.value for each in here if each.value != "1"), "")


def _phrase_of(sentence: Sentence, token: Token) -> str:
    """Return the phrase that a word belongs to, with its preposition; the word where it is in none."""
    for clause in sentence.clauses:
        for part in clause.prepositions:
            if part.start <= token.start and token.end <= part.end:
                return sentence.text[part.start : part.end]
    around = [each for each in sentence.noun_phrases if each.start <= token.start and token.end <= each.end]
    return min((each.text for each in around), key=len, default=token.text)


def _detached_phrases(
    sentence: Sentence, skipped: set[int], lines: Sequence[EvidenceLine], free: frozenset[str]
) -> Iterator[str]:
    """Yield the phrases after prepositions that no line has after the same one; with free verbs after a strict one."""
    there = [pair for line in lines for pair in _pairs(analyse_cached(line.text))]
    means = [form for line in lines for each in line.references for form in operator_words(each.means)]
    for clause in sentence.clauses:
        for part in clause.prepositions:
            head = _head(sentence, part.phrase)
            gap = part.phrase.head in skipped or part.preposition in _PLAIN or head in means
            gap = gap or (bool(free) and part.preposition not in _STRICT)
            if not gap and (part.preposition, head) not in there:
                yield sentence.text[part.start : part.end]


def _pairs(sentence: Sentence) -> Iterator[tuple[str, str]]:
    for clause in sentence.clauses:
        for part in clause.prepositions:
            yield part.preposition, _head(sentence, part.phrase)


def _head(sentence: Sentence, phrase: NounPhrase) -> str:
    return sentence.tokens[phrase.head].lemma.casefold()
