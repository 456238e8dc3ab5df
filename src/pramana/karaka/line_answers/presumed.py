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
    genders_of_noun,
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
        free = _pronouns_for(constraint.mention, pronouns, line, held, earlier, before)
        if free:
            yield _with_meaning(line, free, _with_settings(question, constraint, held, earlier[-1]), constraint.mention)
        owner = _owner_in(constraint.mention)
        if owner is not None and forms_of(constraint.mention.head.text, constraint.mention.head.lemma) & held:
            yield from owned_lines(owner, line, before)  # *her husband* for *Ann's husband*


def _owner_in(phrase: AskedPhrase) -> AskedPhrase | None:
    """Return whose something is in a question, *Ann* of *Ann's husband*; None where it says of nobody."""
    owner = re.match(r"(?P<owner>.+?)(?:['’]s|(?<=s)['’]) ", phrase.text)
    words = tuple(word for word in phrase.words if owner is not None and word.text in owner["owner"].split())
    return AskedPhrase(owner["owner"], words[-1], words, words[-1].text[:1].isupper()) if owner and words else None


def owned_lines(owner: AskedPhrase, line: EvidenceLine, before: Sequence[str]) -> Iterator[tuple[EvidenceLine, str]]:
    """Yield a line with its free pronouns taken for whose something is, and a note of it: *her father* for *Ann's*."""
    pronouns = _free_pronouns(line)
    earlier = [line_forms(read_line(EvidenceLine(text))) for text in before] if pronouns else []
    free = _pronouns_for(owner, pronouns, line, line_forms(read_line(line)), earlier, before)
    if free and _is_last_actor(owner, before):
        yield _with_meaning(line, free, owner.text, owner)
        return
    own = [token for token in pronouns if token.tag == "DPS" and _agrees(token.text.casefold(), owner)]
    meant = [token for token in own if owner.name and _is_meant(owner, token, line, before)]
    if meant:  # *Ann lives with her sister Zita*
        yield _with_meaning(line, meant, owner.text, owner)


def _pronouns_for(
    phrase: AskedPhrase,
    pronouns: Sequence[Token],
    line: EvidenceLine,
    held: frozenset[str],
    earlier: Sequence[frozenset[str]],
    before: Sequence[str],
) -> list[Token]:
    """Return the pronouns of a line that may mean a phrase which the lines before have, and the line itself has not."""
    head = forms_of(phrase.head.text, phrase.head.lemma)
    own = frozenset() if _is_namesake(phrase, line.text) else head & held
    if phrase.is_open or own or not any(_has(phrase, forms) for forms in earlier):
        return []
    free = [token for token in pronouns if _agrees(token.text.casefold(), phrase)]
    if phrase.name and not _acts(phrase, before):
        return [token for token in free if _is_meant(phrase, token, line, before)]
    return free


def _is_namesake(phrase: AskedPhrase, text: str) -> bool:
    """Whether a text has only another bearer of a full name's last word: *Otto Brandt* for *Marta Brandt*."""
    words = [word.text for word in phrase.words if not is_title(word)]
    if not phrase.name or len(words) == 1 or not words:
        return False
    first, last = words[0], words[-1]
    before = re.findall(rf"(?:\b([A-Z][\w'’-]+) )?\b{re.escape(last)}\b", text)
    return bool(before) and all(each and each != first for each in before)


def _with_meaning(
    line: EvidenceLine, free: Sequence[Token], meant: str, phrase: AskedPhrase
) -> tuple[EvidenceLine, str]:
    links = tuple(LinkedExpression(token.start, token.end, meant) for token in free)
    return replace(line, references=(*line.references, *links)), f"“{free[0].text}” for “{phrase.text}”"


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


def _is_last_actor(phrase: AskedPhrase, before: Sequence[str]) -> bool:
    """Whether nobody else with a name acts in the lines between a phrase and the line behind them."""
    for text in reversed(before):
        line = read_line(EvidenceLine(text))
        subjects = [each for clause in line.sentence.clauses for each in clause.subjects]
        named = [each for each in subjects if each.kind == "name"] if phrase.name else subjects
        if named:
            return any(agreement(phrase, line, each.start, each.end) for each in named)
    return False


def _is_meant(phrase: AskedPhrase, pronoun: Token, line: EvidenceLine, before: Sequence[str]) -> bool:
    """Whether the likeliest meaning of a pronoun is a name of the question, be it by less than a link asks for.

    A name behind *to* or *in* may be a place.
    """
    lines = [*before[1:], line.text]
    found = ReadPassage(lines).resolve(MentionPlace(len(lines) - 1, pronoun.start, pronoun.end))
    if found is None or _LOCATING.search(lines[found.antecedent.line][: found.antecedent.start]):
        return False
    place = found.antecedent
    meant = lines[place.line][place.start : place.end]
    return _has(phrase, line_forms(read_line(EvidenceLine(meant)))) and not _is_namesake(phrase, meant)


_LOCATING = re.compile(
    r"\b(?:to|in|at|from|near|of|off|on|through|towards?|into|around|outside|inside) $", re.IGNORECASE
)
_OWNED = re.compile(r"\w(?:['’]s|s['’]) ")


def _has(phrase: AskedPhrase, forms: frozenset[str]) -> bool:
    """Whether a line has a phrase of a question: a word of a name; of a description each adjective, as *it* behind *a
    spare certificate* is not *the old certificate*."""
    words = [word for word in phrase.words if not is_title(word)]
    if any(word.tag.startswith("AJ") for word in missing_words(words, forms)):
        return False
    named = [word for word in words if word.text[:1].isupper()]
    if not named or _OWNED.search(phrase.text):  # *he* behind a line about Keller is not Keller's wife
        named = [phrase.head]
    return any(forms_of(word.text, word.lemma) & forms for word in named)


def _free_pronouns(line: EvidenceLine) -> list[Token]:
    linked = {(link.start, link.end) for link in line.references}
    tokens = read_line(line).sentence.tokens
    return [
        token
        for token in tokens
        if token.text.casefold() in PRONOUN_TRAITS
        and (token.start, token.end) not in linked
        and not _EXPLETIVE.match(line.text, token.start)
    ]


_EXPLETIVE = re.compile(
    r"it (?:is|was|remains|remained|seems|seemed|has been) (?:(?:\w+ ){1,3}(?:that|whether)\b"
    r"|(?:not |still |yet )*(?:known|unknown|clear|unclear|certain|uncertain) "
    r"(?:who|whom|what|which|where|when|why|how)\b)",
    re.IGNORECASE,
)
"""*It is not known whether …*: the pronoun means nothing that is named."""


def _agrees(pronoun: str, phrase: AskedPhrase) -> bool:
    """Whether a pronoun may mean a phrase of a question, by number and gender; of an unknown gender any may."""
    sort = PRONOUN_TRAITS[pronoun]
    if phrase.head.tag == "NN2" or " and " in phrase.text:
        return sort == _SEVERAL
    head = phrase.head.text.casefold()
    genders = genders_of(phrase.text) or genders_of_noun(head)
    if phrase.name:
        return sort == THING and not genders if sort in {THING, _SEVERAL} else genders <= {sort}
    people = is_people(phrase.text)
    if sort in {MALE, FEMALE}:
        return people and genders <= {sort}
    return sort == THING and not people
