"""Pronouns and short descriptions of a line that no link resolves, taken for what the lines before them name.

*She* is taken for a name of the question, *the store* for *its cold store in Leith* of the line before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.karaka.line_answers.frames import frames_of, read_line
from pramana.karaka.line_answers.question import Constraint, QuestionFrame
from pramana.karaka.line_answers.wording import (
    PRONOUN_TRAITS,
    AskedPhrase,
    agreement,
    forms_of,
    genders_of,
    is_title,
    line_forms,
    missing_words,
)
from pramana.language import (
    FEMALE,
    MALE,
    THING,
    EvidenceLine,
    LinkedExpression,
    MentionPlace,
    ReadPassage,
    Token,
    heading_words,
    is_people,
    word_set,
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
        free = [token for token in pronouns if _agrees(token.text.casefold(), phrase)]
        if phrase.name and not _acts(phrase, before):
            free = [token for token in free if _is_meant(phrase, token, line, before)]
        if free:
            meant = _with_settings(question, constraint, held, earlier[-1])
            links = tuple(LinkedExpression(token.start, token.end, meant) for token in free)
            told = dict.fromkeys(f"“{token.text}” for “{phrase.text}”" for token in free[:1])
            yield replace(line, references=(*line.references, *links)), "; ".join(told)


def _with_settings(
    question: QuestionFrame, constraint: Constraint, held: frozenset[str], before: frozenset[str]
) -> str:
    """Return a phrase of a question with what is behind it there, where the line before has both.

    *When was the lighthouse at Cape Dorrin built?* of *It was built in 1874*, behind *the lighthouse at Cape Dorrin*.
    """
    mention = constraint.mention
    texts = [mention.text]
    for other in question.constraints:
        words = (*mention.words, *other.mention.words)
        apart = other is not constraint and other.slot.preposition and missing_words(other.mention.words, held)
        if apart and not missing_words(words, before):
            texts.append(f"{other.slot.preposition} {other.mention.text}")
    return " ".join(texts)


def described_lines(
    question: QuestionFrame, line: EvidenceLine, before: Sequence[str]
) -> Iterator[tuple[EvidenceLine, str]]:
    """Yield a line with one short description, *the store*, taken for the fuller phrase that names it before.

    Only the nearest phrase before with the same noun counts, and only where it has a word of the question that the line
    lacks: *Who bought the cold store in Leith?*
    """
    read = read_line(line)
    held = line_forms(read)
    asked = [word for each in question.constraints for word in each.mention.words] + list(question.others)
    lacking = [word for word in asked if not forms_of(word.text, word.lemma) & held]
    linked = {(link.start, link.end) for link in line.references}
    for phrase in read.sentence.noun_phrases if lacking else ():
        words = read.sentence.tokens[phrase.first : phrase.last]
        short = (
            len(words) == _SHORT and words[0].text.casefold() in _DEFINITE and (phrase.start, phrase.end) not in linked
        )
        fuller = _fuller_phrase(words[-1], before) if short else ""
        forms = {form for word in fuller.split() for form in forms_of(word, word)}
        if any(forms_of(word.text, word.lemma) & forms for word in lacking) and not _is_another(
            question, held | forms, fuller
        ):
            link = LinkedExpression(phrase.start, phrase.end, fuller)
            yield replace(line, references=(*line.references, link)), f"“{phrase.text}” for “{fuller}”"


def _is_another(question: QuestionFrame, held: frozenset[str], fuller: str) -> bool:
    """Whether a phrase has the question's noun and lacks its other words: *its cold store* is not *the grain store*."""
    nouns = frozenset(form for word in fuller.split() for form in forms_of(word, word))
    return any(
        forms_of(each.mention.head.text, each.mention.head.lemma) & nouns and missing_words(each.mention.words, held)
        for each in question.constraints
    )


_SHORT = 2
"""Words of a short description: its article and its noun."""
_DEFINITE = frozenset({"the", "this", "that", "these", "those", "its", "their"})


def _fuller_phrase(noun: Token, before: Sequence[str]) -> str:
    """Return the nearest phrase of the lines before that has a noun, with the place behind it; "" for none, and where
    the nearest says no more than the noun."""
    own = forms_of(noun.text, noun.lemma)
    for text in reversed(before[1:]):
        sentence = read_line(EvidenceLine(text)).sentence
        for phrase in reversed(sentence.noun_phrases):
            head = sentence.tokens[phrase.head]
            if head.tag.startswith("NN") and own & forms_of(head.text, head.lemma):
                place = _PLACE.match(text, phrase.end)
                return f"{phrase.text}{place[0] if place else ''}"
    return ""


_PLACE = re.compile(r" (?:in|at|of|on|near) (?:the )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*")


def _acts(phrase: AskedPhrase, before: Sequence[str]) -> bool:
    """Whether a name is who does something in a line, or whose something is: *in Graz* does not make it a person."""
    for text in before:
        line = read_line(EvidenceLine(text))
        subjects = [subject for frame in frames_of(line.sentence) for subject in frame.clause.subjects]
        if any(agreement(phrase, line, subject.start, subject.end) for subject in subjects):
            return True
    return bool(before) and bool(heading_words(before[0])) and phrase.head.text.casefold() in heading_words(before[0])


def _is_meant(phrase: AskedPhrase, pronoun: Token, line: EvidenceLine, before: Sequence[str]) -> bool:
    """Whether the likeliest meaning of a pronoun is a name of the question, be it by less than a link asks for.

    A name behind *to* or *in* may be a place.
    """
    lines = [*before[1:], line.text]
    found = ReadPassage(lines).resolve(MentionPlace(len(lines) - 1, pronoun.start, pronoun.end))
    if found is None or _LOCATING.search(lines[found.antecedent.line][: found.antecedent.start]):
        return False
    place = found.antecedent
    meant = read_line(EvidenceLine(lines[place.line][place.start : place.end]))
    return _has(phrase, line_forms(meant))


_LOCATING = re.compile(
    r"\b(?:to|in|at|from|near|of|off|on|through|towards?|into|around|outside|inside) $", re.IGNORECASE
)
_OWNED = re.compile(r"\w(?:['’]s|s['’]) ")


def _has(phrase: AskedPhrase, forms: frozenset[str]) -> bool:
    words = [word for word in phrase.words if not is_title(word)]
    named = [word for word in words if word.text[:1].isupper()]
    if not named or _OWNED.search(phrase.text):  # *he* behind a line about Keller is not Keller's wife
        named = [phrase.head]
    return any(forms_of(word.text, word.lemma) & forms for word in named)


def _free_pronouns(line: EvidenceLine) -> list[Token]:
    linked = {(link.start, link.end) for link in line.references}
    tokens = read_line(line).sentence.tokens
    return [
        token for token in tokens if token.text.casefold() in PRONOUN_TRAITS and (token.start, token.end) not in linked
    ]


_GENDERED = ((MALE, word_set("people/men")), (FEMALE, word_set("people/women")))


def _agrees(pronoun: str, phrase: AskedPhrase) -> bool:
    """Whether a pronoun may mean a phrase of a question, by number and gender; of an unknown gender any may."""
    sort = PRONOUN_TRAITS[pronoun]
    if phrase.head.tag == "NN2" or " and " in phrase.text:
        return sort == _SEVERAL
    head = phrase.head.text.casefold()
    genders = genders_of(phrase.text) or {gender for gender, nouns in _GENDERED if head in nouns}
    if phrase.name:
        return sort == THING and not genders if sort in {THING, _SEVERAL} else genders <= {sort}
    people = is_people(phrase.text)
    if sort in {MALE, FEMALE}:
        return people and genders <= {sort}
    return sort == THING and not people
