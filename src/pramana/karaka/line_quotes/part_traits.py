"""What the part of a line has of a question that holds an expression of the asked kind.

*The mill, which closed in 1931, was built by Ann*: of *When was the mill built?* the part with the year says only that
it closed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pramana.karaka.line_quotes.kinds import SURE_KIND, kind_share
from pramana.karaka.line_quotes.terms import QuestionTerm, near_terms
from pramana.language import AskedQuestion

_BREAKS = re.compile(
    r"[,;:()–—]| (?=(?:which|who|whom|but|while|whereas|because|since|although|though|when|where|after|before|until|and"
    r"|so)\b)",
    re.IGNORECASE,
)
"""Where a part of a line ends: mostly a clause or a phrase of its own."""


@dataclass(frozen=True, slots=True)
class PartTraits:
    """What the best part with an expression of the asked kind has, 0–1, 0 where no part has one.

    `words`: the share of the question's words; `verb`: how near its nearest verb is, 0.5 where the question has none;
    `names`: the share of the question's names and numbers, 1 where it has none; `alone`: 1 divided by the number of
    parts with such an expression: less in a line full of years. `before`: the share of the words in the part before
    it, of which a reason is given.
    """

    words: float = 0.0
    verb: float = 0.0
    names: float = 0.0
    alone: float = 0.0
    before: float = 0.0


@lru_cache(maxsize=4_096)
def line_parts(text: str) -> tuple[str, ...]:
    """Return a line cut at commas, brackets and words that begin a clause, without empty parts."""
    return tuple(part for part in (each.strip() for each in _BREAKS.split(text)) if part)


def part_traits(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> PartTraits:
    """Return what the best part of a line has of a question, among those with an expression of the asked kind."""
    parts = line_parts(text)
    having = [at for at, part in enumerate(parts) if kind_share(asked, terms, part) >= SURE_KIND]
    found = [_traits_of(terms, parts[at], parts[at - 1] if at else "", len(having)) for at in having]
    return max(found, key=lambda each: (each.words + each.verb, each.names), default=PartTraits())


def _traits_of(terms: tuple[QuestionTerm, ...], part: str, before: str, having: int) -> PartTraits:
    near = near_terms(terms, part)
    verbs = [value for term, value in zip(terms, near, strict=True) if term.verb]
    names = [value for term, value in zip(terms, near, strict=True) if term.named]
    count = max(1, len(near))
    return PartTraits(
        words=sum(near) / count,
        verb=max(verbs, default=0.5),
        names=sum(names) / len(names) if names else 1.0,
        alone=1 / having,
        before=sum(near_terms(terms, before)) / count,
    )
