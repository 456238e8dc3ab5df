"""Lines that say that what a question asks is not known: *Nobody knows where he is*, *The cause was never found*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.karaka.line_answers import PassageLine
from pramana.karaka.line_quotes import QuestionTerm, near_terms, question_terms
from pramana.language import gives_orders, tidy

_NOT_KNOWN = re.compile(
    r"\b(?:(?:nobody|no one|no-one) (?:\w+ )?(?:knows|knew)"
    r"|(?:it )?(?:is|was|remains|remained) (?:still )?"
    r"(?:not (?:yet )?(?:known|clear|certain)|unknown|unclear|uncertain)"
    r"|it (?:has )?never (?:became|become) (?:clear|known))(?: yet| today)? "
    r"(?P<wh>who|whom|what|which|where|when|why|how)\b(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
_NEVER_FOUND = re.compile(
    r"(?P<rest>.+?) (?:was|were|is|are|remains?|remained|(?:has|have) (?:never |not )?been)(?: still)? "
    r"(?:(?:never|not) (?:yet )?(?:found|known|identified|established|determined|explained|discovered|clear)"
    r"|(?<=never been )(?:found|known|identified|established|determined|explained|discovered)|unknown|unclear)\b",
    re.IGNORECASE,
)
_ASKS_IDENTITY = re.compile(r"(?:who|what|which) (?:is|was|are|were|caused)\b", re.IGNORECASE)
_ASKS_IF_KNOWN = re.compile(
    r"(?:is|was|are|were) (?:it (?:yet )?(?:known|clear|certain) (?P<clause>\w+ .+)"
    r"|(?P<noun>.+?) (?:known|clear|certain|found|identified|established))",
    re.IGNORECASE,
)
_WH = re.compile(r"(?:(?:in|at|on|to|by|with|from|for) )?(who|what|which|where|when|why|how)", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:he|she|it|they|him|her|his|its|their|them)\b", re.IGNORECASE)
_LEAST_NAMES = 0.5
"""The share of the names of a question that a line needs: *Seidel* for *Anna Seidel*."""


def line_without_knowledge(question: str, lines: Sequence[PassageLine]) -> tuple[str, PassageLine] | None:
    """Return a line that says that what a question asks is not known, behind how a reply begins; None for none."""
    plain = tidy(question)
    whether = _ASKS_IF_KNOWN.fullmatch(question.strip(" ?"))
    asked = (whether["clause"] or whether["noun"]) if whether else plain
    lead = "No" if whether else "The text says that this is not known"
    found = (place for place in lines if not gives_orders(place.line.text) and _is_unknown(asked, whether, place))
    place = next(found, None)
    return (lead, place) if place is not None else None


def _is_unknown(asked: str, whether: re.Match[str] | None, place: PassageLine) -> bool:
    text, terms = place.line.text, question_terms(asked)
    wh = _WH.match(asked)
    for match in _NOT_KNOWN.finditer(text):
        same = wh is not None and wh[1].lower() == match["wh"].lower().replace("whom", "who")
        if terms and same and _holds(terms, match["rest"], place):
            return True
    noun = whether is not None and whether["noun"] is not None
    lost = _NEVER_FOUND.match(text) if noun or _ASKS_IDENTITY.match(asked) else None
    if lost is None or _PRONOUN.fullmatch(lost["rest"]):  # *It is not known whether …* says nothing of a thing
        return False
    return bool(terms) and _holds(terms, lost["rest"], place)


def _holds(terms: tuple[QuestionTerm, ...], rest: str, place: PassageLine) -> bool:
    """Whether what is not known has each word of a question; a name also by what its pronoun means."""
    told = " ".join((rest, *(link.means for link in place.line.references)))
    told = f"{told} {place.before[-1]}" if place.before and _PRONOUN.search(rest) else told
    own, named = near_terms(terms, rest), near_terms(terms, told)
    names = [value for term, value in zip(terms, named, strict=True) if term.named]
    words = [value for term, value in zip(terms, own, strict=True) if not term.named]
    return all(words) and sum(map(bool, names)) >= _LEAST_NAMES * len(names)
