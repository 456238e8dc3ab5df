"""Questions about expressions that rules leave open: what is shown of the text, and the names that they may mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.evidence import Evidence
from pramana.graph import fold_name
from pramana.karaka.passes.clusters import Clusters
from pramana.karaka.passes.expressions import WINDOW, Document, is_spoken
from pramana.karaka.passes.model import EntityMention, Link
from pramana.karaka.passes.window import NEIGHBOURS, like_lines
from pramana.karaka.ptools import Reference
from pramana.llm import Gateway
from pramana.trace import Trail

CONFIDENCE = 60
"""Of a link that models proposed and verified."""
_MARKS = ("⟦", "⟧")
_UNMARKED = str.maketrans("⟦⟧", "[]")
"""Marks in a document's own text mark nothing."""


@dataclass(frozen=True, slots=True)
class ReferenceQuestion:
    """An expression, the lines that are shown with it, and the mentions that it may mean, by name.

    `one` tells which entities are one by their names (*Bob*, *Bob Cratchit*).
    """

    mention: EntityMention
    lines: Mapping[int, str]
    names: Mapping[str, EntityMention]
    one: Clusters

    def prompt_fields(self) -> dict[str, Any]:
        """Return what everybody who is asked about it is shown."""
        here = self.mention.evidence
        return {
            "expression": here.quote,
            "line": here.line_number,
            "marked": marked_line(self.lines[here.line_number], [here]),
            "lines": [f"{number}: {text}" for number, text in self.lines.items()],
            "names": sorted(self.names),
        }

    def target(self, means: str | None) -> EntityMention | None:
        """Return the mention of the name that an answer gives; None where it is none of them."""
        if means is None or means in self.names:
            return None if means is None else self.names[means]
        alike = [mention for name, mention in self.names.items() if fold_name(name) == fold_name(means)]
        return alike[0] if len(alike) == 1 else None

    def identity(self, answer: Reference) -> str | None:
        """Return whom an answer means: names of one entity are one answer."""
        target = self.target(answer.means)
        return answer.means if target is None else self.one.representative(target.entity)


@dataclass(frozen=True, slots=True)
class MeantAnswer:
    """Whom an expression was found to mean. `failed`: no answer was received."""

    question: ReferenceQuestion
    failed: bool = False
    link: Link | None = None

    @property
    def meant_entity(self) -> str | None:
        return None if self.link is None else self.question.one.representative(self.link.target)


async def questions_of(
    gateway: Gateway, document: Document, one: Clusters, trail: Trail, *, pronouns: bool = True, near: int = NEIGHBOURS
) -> list[ReferenceQuestion]:
    """Return a question for each expression that anybody may be meant by.

    Up to 2 `near` lines that speak of like things are shown with a description, and where `pronouns`, with a pronoun:
    those like its line.
    """
    asked = [mention for mention in document.open if pronouns or not mention.pronoun]
    found = await like_lines(gateway, document.lines, [_query(document, mention) for mention in asked], trail, near)
    like = dict(zip(map(id, asked), found, strict=True))
    questions = [_question(document, mention, like.get(id(mention), ()), one) for mention in document.open]
    return [question for question in questions if question.names]


def _query(document: Document, mention: EntityMention) -> str:
    """Return what is looked for: a description's own words; a pronoun has none, so those of its line."""
    return document.lines[mention.evidence.line_number] if mention.pronoun else mention.name


def _question(document: Document, mention: EntityMention, found: Sequence[int], one: Clusters) -> ReferenceQuestion:
    here = mention.evidence
    before = [number for number in found if number < here.line_number or not mention.pronoun]
    last = here.line_number + is_spoken(mention)
    numbers = sorted({*before, *range(here.line_number - WINDOW, last + 1)} & document.lines.keys())
    lines = {number: document.lines[number] for number in numbers}
    return ReferenceQuestion(mention, lines, document.names(mention, before), one)


def marked_line(text: str, places: Sequence[Evidence], numbers: Sequence[int] = ()) -> str:
    """Return a line with marks around places of it, which may be one in another, and their numbers, if there are any.

    >>> here = Evidence("a.txt", 1, 0, 11, "his nephew", None), Evidence("a.txt", 1, 0, 3, "his", None)
    >>> marked_line("his nephews slept", here, (1, 2))
    '⟦1 ⟦2 his⟧ nephews⟧ slept'
    """
    told = numbers or [0] * len(places)
    opening = [
        (place.start, 1, -place.end, f"{_MARKS[0]}{n} " if n else _MARKS[0])
        for place, n in zip(places, told, strict=True)
    ]
    closing = [(place.end, 0, -place.start, _MARKS[1]) for place in places]
    pieces, last = [], 0
    for at, _, _, mark in sorted([*opening, *closing]):
        pieces += [text[last:at].translate(_UNMARKED), mark]
        last = at
    return "".join((*pieces, text[last:].translate(_UNMARKED)))
