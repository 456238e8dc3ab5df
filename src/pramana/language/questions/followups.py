"""Questions that go on from the one before: *And when did she sell it?*, *Why?*, *What about Leo?*

>>> complete_question("Why did she sell it?", "What did Marta sell?", ["the patent"])
'Why did Marta sell the patent?'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.language.agreement import FEMALE, FEMALE_NAMES, MALE, MALE_NAMES
from pramana.language.analysis import analyse
from pramana.language.model import NounPhrase
from pramana.language.questions.asked import AnswerKind, read_asked
from pramana.language.questions.inversion import AUXILIARIES
from pramana.language.questions.wording import is_people

_PRONOUN = re.compile(r"\b(?P<word>he|him|his|she|her|hers|it|its|they|them|their|that|this|there)\b", re.IGNORECASE)
_PLACES_AND_THINGS = frozenset({"there", "it", "its", "that", "this"})
_POSSESSIVE = frozenset({"his", "its", "their", "hers"})
_ALONE = re.compile(r"(?:and |but )?(?P<wh>why|when|where|how|by whom|to whom|with what)\??", re.IGNORECASE)
_ABOUT = re.compile(r"(?:and |but )?(?:what|how) about (?P<whom>.+?)\??", re.IGNORECASE)
_FRONT = re.compile(r"(?:\w+ )?(?:who|whom|whose|what|which|where|when|why|how)\b", re.IGNORECASE)


def complete_question(question: str, before: str, answers: Sequence[str]) -> str:
    """Return a question with its pronouns replaced by what the question before it and its answers name.

    A pronoun takes the nearest name that agrees with it: of the answers, then of the question before. One that agrees
    with none stays.
    """
    text = re.sub(r"^(?:and|but|so),? ", "", question.strip(), flags=re.IGNORECASE)
    about, alone = _ABOUT.fullmatch(text), _ALONE.fullmatch(text)
    named = _phrases(before)
    if alone is not None:
        rest = _FRONT.sub("", before.strip(" ?"), count=1).strip()
        return f"{alone['wh'].capitalize()} {rest}?" if rest.split(" ")[0].lower() in AUXILIARIES else question
    if about is not None and named:
        return before.replace(named[0], about["whom"], 1)
    asked = read_asked(before)
    kind = asked.kind if asked is not None else AnswerKind.THING
    named_by_answer = list(answers) if kind in _NAMING else []
    places = list(answers) if kind is AnswerKind.PLACE else []
    taken: list[str] = []

    def replacement(match: re.Match[str]) -> str:
        there = match["word"].casefold() in {"there", "it"}
        return _meaning_of(match, text, [*(places if there else ()), *named_by_answer, *named], taken)

    return _PRONOUN.sub(replacement, text)


_NAMING = frozenset(
    (AnswerKind.PERSON, AnswerKind.THING, AnswerKind.IDENTITY, AnswerKind.NAME, AnswerKind.POSSESSOR, AnswerKind.CHOICE)
)
"""Kinds of questions whose answers a pronoun may mean: *in 1940* and *because it rained* are nobody."""


def _phrases(text: str) -> list[str]:
    """Return the noun phrases of a question, names first."""
    phrases = [each for each in analyse(text).noun_phrases if each.kind in {"name", "noun"} and not _asks(each)]
    ordered = sorted(phrases, key=lambda each: (each.kind != "name", each.start))
    return [_name_alone(each.text) if each.kind == "name" else each.text for each in ordered]


def _name_alone(text: str) -> str:
    """Return a name without a bare verb that was taken for its last word: *Marta Keller work*."""
    words = text.split(" ")
    while len(words) > 1 and words[-1].islower():
        words.pop()
    return " ".join(words)


def _asks(phrase: NounPhrase) -> bool:
    return _FRONT.match(phrase.text) is not None


def _meaning_of(match: re.Match[str], text: str, candidates: Sequence[str], taken: list[str]) -> str:
    """Return what a pronoun is replaced by; two participants of one question are not the same (`taken`)."""
    word = match["word"].casefold()
    if word in {"that", "this", "there"} and not re.fullmatch(r"[ ?]*", text[match.end() :]):
        return match[0]  # *that year*, *is there a ghost*: no pronoun
    owns = word in _POSSESSIVE or (word == "her" and _is_possessive(text, match))
    fitting = [each for each in candidates if _agrees(word, each) and (owns or each not in taken)]
    sure = [each for each in fitting if word not in _PLACES_AND_THINGS and _genders(each)]
    name = next(iter(sure or fitting), "")
    if not name:
        return match[0]
    if owns:
        return f"{name}'s"
    taken.append(name)
    return f"in {name}" if word == "there" else name


def _is_possessive(text: str, match: re.Match[str]) -> bool:
    tokens = analyse(text).tokens
    return any(token.start == match.start() and token.tag == "DPS" for token in tokens)


def _genders(name: str) -> set[str]:
    """Return the genders that the given names in a name have; none for most other names."""
    words = {word.casefold() for word in re.findall(r"\w+", name)}
    return {gender for gender, names in ((MALE, MALE_NAMES), (FEMALE, FEMALE_NAMES)) if words & names}


def _agrees(pronoun: str, name: str) -> bool:
    """Whether a pronoun may mean a name, by gender and kind; of an unknown gender any may."""
    genders = _genders(name)
    person = bool(genders) or is_people(name)
    if pronoun in {"he", "him", "his"}:
        return genders <= {MALE} and (person or name[:1].isupper())
    if pronoun in {"she", "her", "hers"}:
        return genders <= {FEMALE} and (person or name[:1].isupper())
    if pronoun in {"it", "its", "that", "this"}:
        return not person
    return pronoun != "there" or name[:1].isupper()
