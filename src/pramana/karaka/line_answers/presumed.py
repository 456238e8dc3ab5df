"""Pronouns of a line that no link resolves, taken for a phrase of the question that the lines before them have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.karaka.line_answers.frames import frames_of, read_line
from pramana.karaka.line_answers.question import QuestionFrame
from pramana.karaka.line_answers.wording import (
    PRONOUN_TRAITS,
    AskedPhrase,
    agreement,
    forms_of,
    genders_of,
    is_title,
    line_forms,
)
from pramana.language import (
    FEMALE,
    MALE,
    THING,
    EvidenceLine,
    LinkedExpression,
    Token,
    heading_words,
    is_people,
)

SURENESS = 0.8
"""How much a presumed meaning counts against one by a link, 0–1."""
_SEVERAL = "several"


def presumed_lines(
    question: QuestionFrame, line: EvidenceLine, before: Sequence[str]
) -> Iterator[tuple[EvidenceLine, str]]:
    """Yield a line with its free pronouns taken for one phrase of the question, and a note of it.

    Only for a phrase that the line itself does not have and the lines before do, and for pronouns that agree with it.
    """
    held = line_forms(read_line(line))
    pronouns = _free_pronouns(line)
    earlier = [line_forms(read_line(EvidenceLine(text))) for text in before] if pronouns else []
    for constraint in question.constraints:
        phrase = constraint.mention
        head = forms_of(phrase.head.text, phrase.head.lemma)
        if phrase.is_open or head & held or not any(_has(phrase, forms) for forms in earlier):
            continue
        if phrase.name and not _acts(phrase, before):
            continue
        free = [token for token in pronouns if _agrees(token.text.casefold(), phrase)]
        if free:
            links = tuple(LinkedExpression(token.start, token.end, phrase.text) for token in free)
            told = dict.fromkeys(f"“{token.text}” for “{phrase.text}”" for token in free[:1])
            yield replace(line, references=(*line.references, *links)), "; ".join(told)


def _acts(phrase: AskedPhrase, before: Sequence[str]) -> bool:
    """Whether a name is who does something in a line, or whose something is: *in Graz* does not make it a person."""
    for text in before:
        line = read_line(EvidenceLine(text))
        subjects = [subject for frame in frames_of(line.sentence) for subject in frame.clause.subjects]
        if any(agreement(phrase, line, subject.start, subject.end) for subject in subjects):
            return True
    return bool(before) and bool(heading_words(before[0])) and phrase.head.text.casefold() in heading_words(before[0])


def _has(phrase: AskedPhrase, forms: frozenset[str]) -> bool:
    words = [word for word in phrase.words if not is_title(word)]
    named = [word for word in words if word.text[:1].isupper()] or [phrase.head]
    return any(forms_of(word.text, word.lemma) & forms for word in named)


def _free_pronouns(line: EvidenceLine) -> list[Token]:
    linked = {(link.start, link.end) for link in line.references}
    tokens = read_line(line).sentence.tokens
    return [
        token for token in tokens if token.text.casefold() in PRONOUN_TRAITS and (token.start, token.end) not in linked
    ]


def _agrees(pronoun: str, phrase: AskedPhrase) -> bool:
    """Whether a pronoun may mean a phrase of a question, by number and gender; of an unknown gender any may."""
    sort = PRONOUN_TRAITS[pronoun]
    if phrase.head.tag == "NN2" or " and " in phrase.text:
        return sort == _SEVERAL
    genders = genders_of(phrase.text)
    if phrase.name:
        return sort == THING and not genders if sort in {THING, _SEVERAL} else genders <= {sort}
    people = is_people(phrase.text)
    if sort in {MALE, FEMALE}:
        return people and genders <= {sort}
    return sort == THING and not people
