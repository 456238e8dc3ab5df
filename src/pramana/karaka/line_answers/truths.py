"""Yes or no: whether lines say what a question asks about, deny it, or have it only as somebody's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pramana.karaka.line_answers.frames import ClausePart, ClauseSlot
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.unify import Unified, unifications
from pramana.karaka.line_answers.wording import (
    PRONOUN_TRAITS,
    content_tokens,
    forms_of,
    genders_of,
    line_forms,
    missing_words,
)
from pramana.language import MALE, THING, AskedQuestion, EvidenceLine, ReadLine, Token, is_people, word_set

YES, NO = "Yes", "No"


def truths(question: QuestionFrame, line: ReadLine) -> Iterator[tuple[Unified, str]]:
    """Yield the clauses of a line that decide a question of yes or no, with the answer.

    Every word of the question must be in the clause: what a line says of something else decides nothing.
    """
    for found in unifications(question, line):
        if found.sureness < _SURE or any("elsewhere" in told for told in found.relaxed):
            continue
        if _has_person(question, found) and _has_adjectives(question, found):
            yield found, NO if found.denied != question.negated else YES


def _has_adjectives(question: QuestionFrame, found: Unified) -> bool:
    """Whether the clause itself has each adjective of the question: *it was cheaper, but it was not better* has two."""
    line, adjectives = found.line, [word for word in question.others if word.tag.startswith("AJ")]
    held = {form for each in line.sentence.tokens if line.owner(each) == found.frame.index for form in _forms(each)}
    return not missing_words(adjectives, frozenset(held))


def _forms(token: Token) -> frozenset[str]:
    return forms_of(token.text, token.lemma)


def _has_person(question: QuestionFrame, found: Unified) -> bool:
    """Whether somebody takes the part of *anyone*: that flies die does not say that anyone did."""
    for each in question.constraints:
        if each.mention.text.casefold() in _ANYONE and each.slot.part is ClausePart.AGENT and not question.negated:
            slots = found.frame.of(ClausePart.AGENT) or found.frame.of(ClausePart.PATIENT)
            return any(_is_person(found, slot) for slot in slots)
    return True


_ANYONE = frozenset({"anyone", "anybody", "someone", "somebody"})
_PEOPLE = word_set("types/people")


def _is_person(found: Unified, slot: ClauseSlot) -> bool:
    text = found.line.line.text[slot.start : slot.end]
    if slot.phrase is None or slot.phrase.kind == "pronoun":
        return PRONOUN_TRAITS.get(text.casefold(), MALE) != THING
    head = found.line.sentence.tokens[slot.phrase.head]
    return slot.phrase.kind == "name" or is_people(text) or bool(genders_of(text)) or head.lemma.casefold() in _PEOPLE


_SURE = 0.55
"""The least sureness, 0–1: a kindred verb with all participants, or the same verb with a part of a name."""


def choices(asked: AskedQuestion, question: QuestionFrame, line: ReadLine) -> Iterator[tuple[Unified, str]]:
    """Yield the clauses of a line that decide between the options of a question, with the one that holds."""
    held = line_forms(line)
    words = {
        option: content_tokens(ReadLine(EvidenceLine(option))) or list(ReadLine(EvidenceLine(option)).sentence.tokens)
        for option in asked.options
    }
    fitting = [option for option in asked.options if not missing_words(words[option], held)]
    if len(fitting) != 1:
        return
    own = [word.text for listed in words.values() for word in listed]
    rest = replace(
        question,
        constraints=tuple(
            each for each in question.constraints if not any(word.text in own for word in each.mention.words)
        ),
        others=tuple(each for each in question.others if each.text not in own),
    )
    for found in unifications(rest, line):
        if found.denied == question.negated:
            yield found, fitting[0]
