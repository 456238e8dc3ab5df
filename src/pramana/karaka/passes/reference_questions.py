"""Questions about open expressions: what is shown of the text, and what they may mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pramana.evidence import Evidence
from pramana.graph import fold_name
from pramana.karaka.passes.expressions import Document, ReferenceCandidate, is_spoken
from pramana.karaka.passes.model import EntityMention
from pramana.karaka.passes.window import like_lines
from pramana.llm import Gateway
from pramana.trace import Trail

SHOWN = 2
"""How many lines before an expression are shown at least."""
REACHED = 3
"""How many of the nearest candidates the lines that are shown reach."""
FARTHEST = 12
"""How many lines before an expression are shown at most."""
LIKE_LINES = 2
"""With a description up to twice so many lines are shown that speak of like things; with a pronoun none: its own line
says nothing of whom it means."""
_MARKS = ("⟦", "⟧")
_UNMARKED = str.maketrans("⟦⟧", "[]")
"""Marks in a document's own text mark nothing."""
_KIND = re.compile(r" \[[^\[\]]*\]$")


@dataclass(frozen=True, slots=True)
class ReferenceQuestion:
    """An expression, the lines that are shown with it by number, and what it may mean, the most salient first."""

    mention: EntityMention
    lines: Mapping[int, str]
    candidates: Sequence[ReferenceCandidate]

    def target(self, means: str | None) -> EntityMention | None:
        """Return the mention of the name that an answer gives; None where it is none of the candidates."""
        if means is None:
            return None
        wanted = fold_name(_KIND.sub("", means.strip()))
        exact = [each.mention for each in self.candidates if each.name == means or each.label == means]
        found = exact or [each.mention for each in self.candidates if fold_name(each.name) == wanted]
        return found[0] if len(found) == 1 else None

    def without(self, entities: Collection[str]) -> ReferenceQuestion:
        """Return the question without some of its candidates."""
        return replace(self, candidates=[each for each in self.candidates if each.mention.entity not in entities])


async def questions_of(
    gateway: Gateway, document: Document, mentions: Sequence[EntityMention], trail: Trail
) -> list[ReferenceQuestion]:
    """Return a question for each of some expressions of a document that anything may be meant by."""
    described = [mention for mention in mentions if not mention.pronoun]
    names = [mention.name for mention in described]
    found = await like_lines(gateway, document.lines, names, trail, LIKE_LINES)
    like = dict(zip(map(id, described), found, strict=True))
    questions = [_question(document, mention, like.get(id(mention), ())) for mention in mentions]
    return [question for question in questions if question.candidates]


def _question(document: Document, mention: EntityMention, like: Sequence[int]) -> ReferenceQuestion:
    here = mention.evidence.line_number
    candidates = document.candidates(mention, like)
    near = sorted((each.mention.evidence.line_number for each in candidates), reverse=True)
    reached = [number for number in near if here - FARTHEST <= number <= here][:REACHED]
    first = min([here - SHOWN, *reached])
    numbers = sorted({*like, *range(first, here + is_spoken(mention) + 1)} & document.lines.keys())
    return ReferenceQuestion(mention, {number: document.lines[number] for number in numbers}, candidates)


def marked_line(text: str, places: Sequence[Evidence], numbers: Sequence[int]) -> str:
    """Return a line with marks around places of it, which may be one in another, and their numbers.

    >>> here = Evidence("a.txt", 1, 0, 11, "his nephew", None), Evidence("a.txt", 1, 0, 3, "his", None)
    >>> marked_line("his nephews slept", here, (1, 2))
    '⟦1 ⟦2 his⟧ nephews⟧ slept'
    """
    opening = [
        (place.start, 1, -place.end, f"{_MARKS[0]}{number} ") for place, number in zip(places, numbers, strict=True)
    ]
    closing = [(place.end, 0, -place.start, _MARKS[1]) for place in places]
    pieces, last = [], 0
    for at, _, _, mark in sorted([*opening, *closing]):
        pieces += [text[last:at].translate(_UNMARKED), mark]
        last = at
    return "".join((*pieces, text[last:].translate(_UNMARKED)))
