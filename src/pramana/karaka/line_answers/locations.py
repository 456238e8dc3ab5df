"""Where something is, by the phrase behind its name: *the warehouse at 12 Dock Street*, *its cold store in Leith*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pramana.karaka.line_answers.expressions import Span, is_time
from pramana.karaka.line_answers.frames import ClauseFrame, ClausePart, frames_of
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.wording import AskedPhrase, agreement
from pramana.language import AnswerKind, NounPhrase, ReadLine, word_set

SURENESS = 0.5
"""How sure such an answer is, in 0–1: *bought the store in Leith* may tell where it was bought."""
_AGREE = 0.8
"""The least agreement of the phrase with what the question names: *the store* is not *the cold store*."""
_BEING = frozenset({"be", "lie", "stand", "sit", "locate", "situate", "base"})
_BEHIND = re.compile(
    r",? (?:at|in|on|near|beside|behind|opposite|outside|inside|between|next to|in front of|close to|off) ",
    re.IGNORECASE,
)
_PLACES = word_set("types/places")


def locations(question: QuestionFrame, line: ReadLine) -> Iterator[tuple[ClauseFrame, Span]]:
    """Yield the place that a line names right behind what a question with *where is* asks for."""
    thing = _asked_thing(question)
    frames = [frame for frame in frames_of(line.sentence) if not frame.is_nominal]
    if thing is None or not frames:
        return
    for phrase in line.sentence.noun_phrases:
        span = _place_behind(line, phrase)
        if span is not None and agreement(thing, line, phrase.start, phrase.end) >= _AGREE:
            held = [frame for frame in frames if frame.clause.verb_start <= span[0]]
            yield (held or frames)[-1], span


def _asked_thing(question: QuestionFrame) -> AskedPhrase | None:
    """Return what a question asks the place of, None where it says or asks more."""
    plain = question.asked.kind is AnswerKind.PLACE and question.verb in _BEING and not question.negated
    only = [each for each in question.constraints if each.slot.part in {ClausePart.AGENT, ClausePart.PATIENT}]
    if not plain or question.others or len(question.constraints) != 1 or not only or only[0].mention.is_open:
        return None
    return only[0].mention


def _place_behind(line: ReadLine, phrase: NounPhrase) -> Span | None:
    opening = _BEHIND.match(line.line.text, phrase.end)
    if opening is None:
        return None
    for other in line.sentence.noun_phrases:
        if other.start == opening.end() and _is_place(line, other):
            return opening.start() + len(opening[0]) - len(opening[0].lstrip(", ")), other.end
    return None


def _is_place(line: ReadLine, phrase: NounPhrase) -> bool:
    """Whether a phrase is a name or has the noun of a place: *in a hurry* is nowhere."""
    head = line.sentence.tokens[phrase.head]
    named = head.text[:1].isupper() and phrase.kind != "pronoun"
    return not is_time(line, phrase) and (named or head.lemma.casefold() in _PLACES)
