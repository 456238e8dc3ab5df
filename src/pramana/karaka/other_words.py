"""Answers to questions that are asked again in other words; to *which trustee …* by who did it, as an assumption."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from pramana.karaka.line_answers import genders_of
from pramana.karaka.result import QueryResult
from pramana.karaka.rules import answers as rules
from pramana.language import Paraphrase, genders_of_noun, is_person_noun, paraphrases
from pramana.trace import Trail
from pramana.wording import with_article

UNSURE = frozenset({"NO_MATCH", "QUOTED"})
"""Statuses of replies that found no clause with the question's structure: the question is asked in other words."""


async def answer_in_other_words(
    question: str,
    spoken: str,
    ask: Callable[[str, Trail], Awaitable[QueryResult]],
    unknown: Callable[[str], Sequence[str]],
    trail: Trail,
) -> QueryResult | None:
    """Return the answer to another question that asks the same, None where none has one that is shown.

    `spoken` is the question as the documents would put it; `unknown` returns the words of a text that occur in no line.
    That who did it is a trustee is assumed only of documents that speak of trustees.
    """
    for number, other in enumerate(paraphrases(spoken), 1):
        if other.noun and unknown(other.noun):
            continue
        told = await ask(other.text, trail.at("paraphrase", number))
        if not told.is_answered or told.status in UNSURE:
            continue
        if other.kin and (_is_undone(told) or not may_be_kin(told.names, other)):
            continue
        if other.of_whom:
            told = _without_other(told)
        trace = [f"Asked in other words: {other.text}?", *told.reasoning_trace]
        told = told.model_copy(update={"question": question, "reasoning_trace": trace})
        if not other.noun:
            return told
        if len(told.names) == 1 and may_be_one(told.names[0], other.noun):
            return taken_as(told, other.noun)
    return None


def _is_undone(told: QueryResult) -> bool:
    """Whether an answer quotes what was wanted or is planned: whoever wants to marry Ann is not her husband."""
    return any(lead in told.answer.casefold() for lead in rules.UNDONE)


def may_be_kin(names: Sequence[str], other: Paraphrase) -> bool:
    """Return whether names may be of whom the noun of a question names: one of its gender, where it has one.

    A name that tells no gender may be the mother's where the father is asked for; of spouses one is enough.
    """
    genders = genders_of_noun(other.kin)
    if not genders:
        return True
    known = genders_of(" ".join(names))
    alike = known == genders if other.asks_for_gender else not known or bool(known & genders)
    return len(names) == 1 and alike


def _without_other(told: QueryResult) -> QueryResult:
    """Return an answer without what it calls the person of the question: *Tom Lee* for *the son of Tom Lee*."""
    names = [_CALLED.sub("", name) for name in told.names]
    return told.model_copy(update={"answer": _CALLED.sub("", told.answer)}).with_names(names)


_CALLED = re.compile(r"^(?:the |an? )?[a-z]+ of (?=[A-Z])")


def may_be_one(name: str, noun: str) -> bool:
    """Return whether a name may be of somebody or something that a noun names: of a person for one for people.

    >>> may_be_one("Tom Berg", "trustee"), may_be_one("Tom Berg", "company"), may_be_one("Tom Berg", "sister")
    (True, False, False)
    """
    words = name.removeprefix("the ").removeprefix("The ").split()
    if not words or not all(word[:1].isupper() for word in words if word not in {"of", "and"}):
        return False
    known = genders_of(name)
    if not is_person_noun(noun):
        return not known
    genders = genders_of_noun(noun)
    return bool(known) and (not genders or known == genders)


def taken_as(told: QueryResult, noun: str) -> QueryResult:
    """Return an answer that names somebody with the assumption that this is what a noun says."""
    label = f"assuming that {told.names[0]} is {with_article(noun)}"
    answer = f"{label[:1].upper()}{label[1:]} — {told.answer}"
    changed = {"answer": answer, "assumptions": [*told.assumptions, label], "status": "ASSUMED"}
    return told.model_copy(update=changed)
