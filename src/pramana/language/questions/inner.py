"""Questions within a question: *the company that hired Carla*, *Marta's father*.

>>> [inner.asked.text for inner in inner_questions("who bought the company that hired Carla")]
['the company that hired Carla']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pramana.language.analysis import analyse_cached
from pramana.language.questions.asked import AnswerKind, AskedQuestion
from pramana.language.questions.relatives import relative
from pramana.language.questions.statements import StandIns, gap


@dataclass(frozen=True, slots=True)
class InnerQuestion:
    """A question whose answer takes the place of text[start:end] of the question around it."""

    asked: AskedQuestion
    outer: str
    start: int
    end: int

    def outer_with(self, name: str) -> str:
        """Return the question around it with a name in its place."""
        return " ".join(f"{self.outer[: self.start]}{name} {self.outer[self.end :].lstrip()}".split())


def inner_questions(text: str) -> Iterator[InnerQuestion]:
    """Yield the questions within a question: of its relative clause, then of its possessives."""
    found = relative(text)
    if found is not None:
        reading = gap(found.body, found.person, StandIns(text), found.preposition)
        kind = AnswerKind.PERSON if found.person else AnswerKind.THING
        asked = AskedQuestion(text[found.start : found.end].strip(), kind, reading.statement, reading.asked or "")
        yield InnerQuestion(asked, text, found.start, found.end)
        return
    for phrase in analyse_cached(text).noun_phrases:
        owned = phrase.possessor is not None or " of " in phrase.text
        if owned and phrase.start and not text[phrase.end - 1].isupper():
            asked = AskedQuestion(phrase.text, AnswerKind.NAME, phrase.text, noun="name")
            yield InnerQuestion(asked, text, phrase.start, phrase.end)
