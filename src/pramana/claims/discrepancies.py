"""Differences between a statement and a line: names, numbers, dates, negation, modality, markers and roles.

A difference is certain enough to refuse a statement. Without a difference the line may still not say the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pramana.claims.marker_changes import markers_changed
from pramana.claims.model import Aspect
from pramana.claims.qualifications import Qualification, qualifications_changed
from pramana.claims.speaker_changes import dropped_speaker, other_speaker
from pramana.language import (
    PRONOUNS,
    SUBORDINATORS,
    CalendarDate,
    Number,
    RoleAgreement,
    Sentence,
    Token,
    analyse_cached,
    compare_roles,
    dates_of,
    numbers_of,
    turned_verb,
    word_set,
)

_ACRONYM = 4
"""A word in capitals of up to so many letters is an acronym: *SO* is neither *so* nor *So*."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One difference: its aspect, in a phrase what the statement says otherwise, and the words that it is about."""

    aspect: Aspect
    reason: str
    said: str = ""


def discrepancies(
    statement: str, lines: str | Sequence[str], aspects: Iterable[Aspect] = tuple(Aspect)
) -> tuple[Discrepancy, ...]:
    """Return what a statement says otherwise than a line, or several, in the order of `Aspect`; those aspects alone.

    A discrepancy with several lines is one with all of them.

    >>> [each.reason for each in discrepancies("Ann sold four maps.", "Ann sold three maps.")]
    ['the number four']
    >>> [each.aspect.value for each in discrepancies("The map stole Marsh.", "Marsh stole the map.")]
    ['roles']
    """
    wanted = frozenset(aspects)
    given = (lines,) if isinstance(lines, str) else tuple(lines)
    if statement in given:  # words that are no sentence may be read in two ways
        return ()
    found = (each for aspect in Aspect if aspect in wanted for each in _COMPARE.get(aspect, _nothing)(statement, given))
    return tuple(dict.fromkeys(found))


def names_of(text: str) -> tuple[str, ...]:
    """Return the words of a text that are written as names, in order, the first word included where it is one."""
    return tuple(dict.fromkeys(token.text for token in _names(analyse_cached(text))))


def _names(sentence: Sentence) -> Iterator[Token]:
    shouted = sentence.text.isupper()
    for place, token in enumerate(sentence.tokens):
        acronym = len(token.text) > 1 and token.text.isupper() and not shouted  # SO, US: names, whatever the word
        if not token.text[:1].isupper() or (token.text.casefold() in _NO_NAMES and not acronym):
            continue
        begins = place == 0 or sentence.tokens[place - 1].text in _OPENING
        if token.tag == "NP0" or acronym or not begins:
            yield token


_NO_NAMES = PRONOUNS | SUBORDINATORS | frozenset(("the", "a", "an", "no", "i"))
_OPENING = frozenset(('"', "“", "'", "‘", ".", "!", "?", ":", "(", "``"))


def has_word(word: str, line: str) -> bool:
    """Return whether a line has a word as a name is written: in the same case, or in capitals where all the line is.

    >>> has_word("SO", "So they left."), has_word("SO", "SO left."), has_word("Ray", "ANN RAY LEAVES")
    (False, True, True)
    """
    return any(_is_written(word, token.text, shouted=line.isupper()) for token in analyse_cached(line).tokens)


def _is_written(word: str, there: str, *, shouted: bool) -> bool:
    if word == there:
        return True
    if word.casefold() != there.casefold() or there.islower():
        return False
    return shouted or not (word.isupper() and 1 < len(word) <= _ACRONYM)


def _name_discrepancies(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    for name in names_of(statement):
        if not any(has_word(name, line) for line in lines):
            yield Discrepancy(Aspect.NAME, f"the name {name}", name)


def _number_discrepancies(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    dates, there = dates_of(statement), [(number, _unit(number, line)) for line in lines for number in numbers_of(line)]
    for number in numbers_of(statement):
        dated = any(date.start <= number.start < date.end for date in dates)
        if not dated and not _has_number(number, _unit(number, statement), there):
            said = statement[number.start : number.end]
            yield Discrepancy(Aspect.NUMBER, f"the number {said}", said)


def _has_number(number: Number, unit: str, there: Sequence[tuple[Number, str]]) -> bool:
    """Whether a number is among others; of those that count the same thing one must be equal.

    *One* may be a pronoun, which counts nothing.
    """
    counted = [other for other, its in there if unit and unit == its]
    if number.value == "1" and not counted:
        return True
    return any(other.value == number.value for other in counted or (other for other, _ in there))


def _unit(number: Number, text: str) -> str:
    """Return the word after a number, which says what it counts, without the mark of the plural; "" for none."""
    after = _UNIT.match(text, number.end)
    word = after[1].casefold() if after else ""
    return "" if word in _NO_UNITS else word.removesuffix("s")


_UNIT = re.compile(r"(?:\s?%|st|nd|rd|th)?[\s-]([^\W\d_]+)")
_NO_UNITS = word_set("claims/no_units")


def _date_discrepancies(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    there = [date for line in lines for date in dates_of(line)]
    for date in dates_of(statement):
        if not any(date.is_within(other) for other in there):
            yield Discrepancy(Aspect.DATE, f"the date {_date_text(date, statement)}")


def _date_text(date: CalendarDate, text: str) -> str:
    return " ".join(text[date.start : date.end].split())


def _negations(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    added, dropped = qualifications_changed(analyse_cached(statement), [analyse_cached(line) for line in lines])
    if Qualification.NEGATION in added:
        yield Discrepancy(Aspect.NEGATION, "a negation that the line does not have")
    if Qualification.NEGATION in dropped:
        yield Discrepancy(Aspect.NEGATION, "no negation, where the line has one")


def _modalities(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    added, dropped = qualifications_changed(analyse_cached(statement), [analyse_cached(line) for line in lines])
    for each in sorted(added - {Qualification.NEGATION}):
        yield Discrepancy(Aspect.MODALITY, f"{_ARTICLE[each[0]]} {each} that the line does not state")
    for each in sorted(dropped - {Qualification.NEGATION}):
        yield Discrepancy(Aspect.MODALITY, f"as a fact what the line states as {_ARTICLE[each[0]]} {each}")


_ARTICLE = {letter: "an" if letter in "aeiou" else "a" for letter in "abcdefghijklmnopqrstuvwxyz"}


_JOINING = word_set("claims/joining")


def _joints(text: str) -> frozenset[str]:
    return frozenset(token.text.casefold() for token in analyse_cached(text).tokens) & _JOINING


def _marker_discrepancies(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    for noun, mine, theirs in markers_changed(analyse_cached(statement), [analyse_cached(line) for line in lines]):
        yield Discrepancy(Aspect.MARKER, f"“{f'{mine} {noun}'.strip()}” for “{f'{theirs} {noun}'.strip()}”")
    for joint in sorted(_joints(statement) - frozenset().union(*map(_joints, lines))):
        yield Discrepancy(Aspect.MARKER, f"“{joint}”, which the line does not", joint)


def _role_discrepancies(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    roles, verb = compare_roles(analyse_cached(statement), [analyse_cached(line) for line in lines])
    if roles is RoleAgreement.REVERSED:
        yield Discrepancy(Aspect.ROLES, f"the participants of “{verb}” in reversed roles")
    elif roles is RoleAgreement.OTHER:
        yield Discrepancy(Aspect.ROLES, f"another participant of “{verb}”")
    elif verb := turned_verb(analyse_cached(statement), [analyse_cached(line) for line in lines]):
        yield Discrepancy(Aspect.ROLES, f"the participants of “{verb}” in the other order")


def _speaker_discrepancies(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    if verb := other_speaker(analyse_cached(statement), [analyse_cached(line) for line in lines]):
        yield Discrepancy(Aspect.SPEAKER, f"another speaker of “{verb}”", verb)
    if speaker := dropped_speaker(analyse_cached(statement), [analyse_cached(line) for line in lines]):
        yield Discrepancy(Aspect.SPEAKER, f"as a fact what the line reports as the words of {speaker}", speaker)


def _detail_discrepancies(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    """Yield the phrases after prepositions that share no word with the lines, where most of the rest is in them.

    A statement that mostly uses other words than its lines is not compared: *in a gesture of kindness* is a describer's
    comment, not a detail of a line.
    """
    if share_in(statement, lines) < RESTATED:
        return
    there = _all_content(lines)
    for tokens in _led_phrases(analyse_cached(statement)):
        if _is_strange(_content_of(tokens), there):
            phrase = statement[tokens[0].start : tokens[-1].end]
            yield Discrepancy(Aspect.DETAIL, f"“{phrase}”, which the line does not", phrase)


def _led_phrases(sentence: Sentence) -> Iterator[tuple[Token, ...]]:
    """Yield the prepositions of a sentence, each with what follows up to the next one, a verb or a mark."""
    phrase: list[Token] = []
    for token in sentence.tokens:
        leads = token.tag in ("PRP", "PRF")
        if leads or token.tag.startswith(("V", "PUN", "PUQ", "CJ")):
            if len(phrase) > 1:
                yield tuple(phrase)
            phrase = [token] if leads else []
        elif phrase:
            phrase.append(token)
    if len(phrase) > 1:
        yield tuple(phrase)


RESTATED = 0.5
"""From what share of its words in a line on a statement restates it: *Marsh stole the map with a borrowed hammer* has
0.6 of *Marsh stole the map*; nine in ten descriptions that a model gave of A Christmas Carol have less."""


def share_in(statement: str, lines: Sequence[str]) -> float:
    """Return what share of the nouns, names, verbs and numbers of a statement some lines have, 0 to 1; 0 for none.

    >>> share_in("Marsh stole the map at night.", ["Marsh stole the map."])
    0.75
    """
    said = _content_of(analyse_cached(statement).tokens)
    return len(said & _all_content(lines)) / len(said) if said else 0.0


def nearest_lines(statement: str, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the one line that a statement restates, the first of the closest; all of them where it restates none."""
    best = max(lines, key=lambda line: share_in(statement, (line,)), default="")
    return (best,) if best and share_in(statement, (best,)) >= RESTATED else tuple(lines)


def _all_content(lines: Sequence[str]) -> frozenset[str]:
    return frozenset(word for line in lines for word in _content_of(analyse_cached(line).tokens))


def _is_strange(words: frozenset[str], there: frozenset[str]) -> bool:
    return bool(words) and words.isdisjoint(there)


def _content_of(tokens: Iterable[Token]) -> frozenset[str]:
    """Return the lemmas of the nouns, names, verbs and numbers among some tokens."""
    kinds = ("NN", "NP", "VV", "CRD", "ORD")
    return frozenset(token.lemma.casefold() for token in tokens if token.tag.startswith(kinds))


_COMPARE = {
    Aspect.NAME: _name_discrepancies,
    Aspect.NUMBER: _number_discrepancies,
    Aspect.DATE: _date_discrepancies,
    Aspect.NEGATION: _negations,
    Aspect.MODALITY: _modalities,
    Aspect.MARKER: _marker_discrepancies,
    Aspect.ROLES: _role_discrepancies,
    Aspect.SPEAKER: _speaker_discrepancies,
    Aspect.DETAIL: _detail_discrepancies,
}


def _nothing(statement: str, lines: Sequence[str]) -> Iterator[Discrepancy]:
    """Yield nothing: other verbs may say the same."""
    yield from ()
