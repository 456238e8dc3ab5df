"""Words outside a clause of a line that reach over it: a hedge before it, an alternative, a quotation, somebody's view.

A clause is read with the words that belong to it; these are before it, around it or between it and another one, and
make it less than an assertion. Where it is not certain how far they reach, they reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pramana.claims.model import Aspect, Mismatch
from pramana.language import HEDGES, NOMINAL, SPEECH, Clause, ReadLine, Token, lemma_of, word_set

_VIEWS = word_set("claims/views")
_FICTIONS = word_set("claims/fictions")
_QUOTED = re.compile(r"[“\"][^“”\"]*[”\"]|(?<![\w’'])[‘'](?=[A-Z])[^‘’']*[’'](?!\w)")
_WHO = r"(?:he|she|they|it|[A-Z][\w.]*(?: [A-Z][\w.]*){0,3}|(?:the|a|an|his|her|their) [a-z]+(?: [a-z]+)?)"
_ASIDE = re.compile(
    rf",[”\"’']? ?(?:{_WHO} (?P<after>[a-z]+)|(?P<before>[a-z]+) {_WHO}|it (?:is|was|has been) (?P<passive>[a-z]+)"
    rf"|so {_WHO} (?P<so>[a-z]+))[,.]"
)
"""*Bo, said Ann Roe, owns the mill*; *Bo, it is said, owns it*."""
_SEPARATING = re.compile(r"[;:.!?]")
_PARTING = frozenset(";:.!?") | frozenset("but yet because although though while whereas".split())
"""What ends the reach of a hedge before it: a strong mark, *but*, a subordinator."""


def reach_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield what makes a clause of a line less than the assertion that a claim makes of it."""
    if _is_speech(line, stated) and not _is_speech(said, claimed):
        yield Mismatch(Aspect.SPEAKER)
    if (view := _view_of(line, stated)) and view != _view_of(said, claimed):
        yield Mismatch(Aspect.SPEAKER)
    if _is_alternative(line, stated) and not _is_alternative(said, claimed):
        yield Mismatch(Aspect.MODALITY, claimed.predicate, "or")
    hedge = hedge_before(line, stated)
    if hedge and hedge != hedge_before(said, claimed):
        yield Mismatch(Aspect.MODALITY, claimed.predicate, hedge)


def _is_speech(line: ReadLine, clause: Clause) -> bool:
    """Whether a clause is within quotation marks, or what somebody says of whom it is not attributed to."""
    if clause.attributed_to is not None:
        return False
    quoted = any(start < clause.verb_start < end for start, end in _quotations(line.sentence.text))
    return quoted or _is_said_aside(line, clause) or _follows_saying(line, clause)


@lru_cache(maxsize=4096)
def _quotations(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(each.span() for each in _QUOTED.finditer(text))


def _is_said_aside(line: ReadLine, clause: Clause) -> bool:
    """Whether somebody says a clause between commas that was read as nobody's words: *Bo, said Ann, owns the mill*."""
    text, verb = line.sentence.text, clause.verb_start
    asides = _asides(text)
    if any(start <= verb < end for start, end in asides):
        return False  # the saying itself
    return any(not _SEPARATING.search(text[min(verb, end) : max(verb, start)]) for start, end in asides)


@lru_cache(maxsize=4096)
def _asides(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(each.span() for each in _ASIDE.finditer(text) if is_saying(each[each.lastgroup or 0]))


@lru_cache(maxsize=4096)
def is_saying(word: str) -> bool:
    """Return whether a finite form is one of a verb of saying: *said*, *warns*."""
    return any(lemma_of(word, tag) in SPEECH for tag in ("VVD", "VVZ", "VVN"))


def _follows_saying(line: ReadLine, clause: Clause) -> bool:
    """*Mia, who Ivo said wept, left*: right behind a verb of saying another verb says what."""
    before = line.sentence.text[: clause.verb_start].rstrip()
    saying = (each for each in line.sentence.clauses if each.verb in SPEECH and each.verb_end == len(before))
    return any(each is not clause and not each.passive for each in saying)


def _view_of(line: ReadLine, clause: Clause) -> str:
    """Return the words of *In Ann's view, …*, *In the novel …*, *… in a dream* of a clause, "" for none."""
    for part in clause.prepositions:
        head = line.sentence.tokens[part.phrase.head].lemma.casefold()
        if part.preposition in {"in", "on"} and head in _FICTIONS:
            return line.sentence.text[part.start : part.end].casefold()
        before = part.preposition in {"in", "to"} and part.end <= clause.verb_start
        if before and line.sentence.tokens[part.phrase.head].lemma.casefold() in _VIEWS:
            return line.sentence.text[part.start : part.end].casefold()
    return ""


def _is_alternative(line: ReadLine, clause: Clause) -> bool:
    """Whether *or* joins a clause to another: *Ann left or Bo did*; *a map or a plan* joins no clauses."""
    places = [token.start for token in line.sentence.tokens if token.text.casefold() == "or"]
    if not places:
        return False
    phrases = [(each.start, each.end) for each in line.sentence.noun_phrases]
    verbs = sorted((each.verb_start, each.verb_end) for each in line.sentence.clauses if each.kind not in NOMINAL)
    for place in places:
        if any(start <= place < end for start, end in phrases):
            continue
        before = [start for start, end in verbs if end <= place]
        after = [start for start, _ in verbs if start > place]
        if not before or not after or clause.verb_start not in (before[-1], after[0]):
            continue
        if not _SEPARATING.search(line.sentence.text[before[-1] : after[0]]) and _leads(line, place, after[0]):
            return True
    return False


def _leads(line: ReadLine, place: int, verb: int) -> bool:
    """Whether a conjunction leads to a verb: only its subject and adverbs are between, no mark and no conjunction."""
    between = [token for token in line.sentence.tokens if place < token.start < verb]
    return not any(token.tag in ("PUN", "CJC", "CJS", "CJT") for token in between[1:])


def hedge_before(line: ReadLine, clause: Clause) -> str:
    """Return the hedge before the subject of a clause, or before one that *and* joins it to; "" for none.

    *Ann wept, and perhaps Bo left*; *Perhaps Ann wept, and Bo left*: what *perhaps* reaches over is not certain.
    """
    tokens = line.sentence.tokens
    for place, token in enumerate(tokens):
        if token.text.casefold() in HEDGES and _opens(tokens, place) and token.start < clause.verb_start:
            between = (each.text.casefold() for each in tokens[place + 1 :] if each.start < clause.verb_start)
            if _PARTING.isdisjoint(between):
                return token.text.casefold()
    return ""


def _opens(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a word is the first of a clause: behind a mark or a conjunction."""
    return place == 0 or tokens[place - 1].tag in ("PUN", "PUQ", "CJC", "CJS")
