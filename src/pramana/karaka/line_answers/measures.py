"""How much, how long and how old something is: a question of *be*, whose verb a line need not have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pramana.karaka.line_answers.expressions import AGE, DURATION, MEASURE, PRICE, Span, matches_in
from pramana.karaka.line_answers.frames import ClauseFrame, frames_of, like_words
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.wording import content_tokens, forms_of, line_forms, missing_words, spans_forms
from pramana.language import AnswerKind, ClauseKind, EvidenceLine, ReadLine, Token, span_of, word_list, word_table

AMOUNTS: dict[AnswerKind, re.Pattern[str]] = {
    AnswerKind.PRICE: PRICE,
    AnswerKind.MEASURE: MEASURE,
    AnswerKind.AGE: AGE,
    AnswerKind.DURATION: DURATION,
}
"""Kinds that expressions of a form answer."""
_KIND_NOUNS = frozenset(word_table("questions/asked_nouns")) | frozenset(word_table("questions/measured"))
LEAST_WORDS = 2
"""Words of the question that the line must have: one alone is a topic."""
SURENESS = 0.5
"""How sure such an answer is, in 0–1."""


def measures(question: QuestionFrame, line: ReadLine) -> Iterator[tuple[ClauseFrame, Span]]:
    """Yield the only amount of the asked kind in a line that has every word of a question of *be*."""
    pattern = AMOUNTS.get(question.asked.kind)
    if pattern is None or question.verb != "be" or question.negated:
        return
    words = [word for each in question.constraints for word in each.mention.words] + list(question.others)
    found = _new_amounts(pattern, words, line)
    if not found and question.asked.kind is AnswerKind.DURATION:  # *how long is the ship* asks for no time
        found = _new_amounts(MEASURE, words, line)
    words = [word for word in words if word.lemma.casefold() not in _KIND_NOUNS]
    frames = [frame for frame in frames_of(line.sentence) if not frame.is_nominal]
    if len(words) >= LEAST_WORDS and len(found) == 1 and frames and all(_is_held(word, line) for word in words):
        held = [frame for frame in frames if frame.clause.verb_start <= found[0][0]]
        frame = (held or frames)[-1]
        if not frame.clause.negated and _is_of_it(question, line, frame):
            yield frame, found[0]


def _new_amounts(pattern: re.Pattern[str], words: Sequence[Token], line: ReadLine) -> list[Span]:
    """Return the amounts of a line that say more than the question does: not *a time* of *a time trial of 31 km*."""
    own = frozenset(form for word in words for form in forms_of(word.text, word.lemma))
    found = matches_in(pattern, line, 0, len(line.line.text))
    return [span for span in found if missing_words(content_tokens(line, *span), own)]


_COSTING = frozenset("be cost amount total measure weigh last take run stretch stand come".split())
"""Verbs whose amount is one of their subject."""


def _is_of_it(question: QuestionFrame, line: ReadLine, frame: ClauseFrame) -> bool:
    """Whether the clause of an amount has what was asked about: not *it owed £70 and then he raised the rent*.

    A clause that depends on another, or shares its subject, may have it there. A pronoun for it is enough with a verb
    of cost or size alone: *it was £70*, not *it owed £70*.
    """
    clause = frame.clause
    heads = [each.mention.head for each in question.constraints]
    if clause.kind is not ClauseKind.MAIN or clause.subject_from != "stated" or not heads:
        return True
    start, end = span_of(clause)
    plain = ReadLine(EvidenceLine(line.line.text))
    held = spans_forms(line if clause.verb in _COSTING else plain, start, end)
    return any(_is_held_in(head, held) for head in heads)


def _is_held(word: Token, line: ReadLine) -> bool:
    return _is_held_in(word, line_forms(line))


def _is_held_in(word: Token, held: frozenset[str]) -> bool:
    like = like_words(word_list("questions/like_nouns")).get(word.lemma.casefold(), frozenset())
    return bool(forms_of(word.text, word.lemma) & held) or bool(like & held)
