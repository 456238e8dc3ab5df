"""Quotes under a name, `Ann Ray: "She runs the mill."`: each is to be in a line of what has the name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PHRASE = 4
"""Words of a quote that is a part of its sentence: *demanded “powerful tanks”*. Longer ones are lines, and compared as
quotes."""
_MARKED = re.compile(
    r"(?P<name>[^\"“”«»:;.!?\n]{1,80}):\s*"
    r"(?:[\"“«](?P<quote>[^\"“”«»]{1,2000})[\"”»]|['‘](?P<single>[^\"“”«»\n]{1,2000}?)['’](?=[\s.,;]*(?:$|;\s)))"
)
"""A quote under a name. Single marks are those where the claim, or its part, ends behind them: else an apostrophe."""
_WHOLE = re.compile(r"(?P<name>[^\"“”«»:;.!?\n]{1,80}):\s+(?P<quote>[^\"“”«»:]{1,2000})")
"""The same without marks: the rest of the claim is then a whole line."""
_TYPE = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class QuotedItem:
    """A cited item: the case-folded words of its names and values, and its lines."""

    words: frozenset[str]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedQuotes:
    """A claim without its quotes under names, and what is wrong with one of them in a sentence, "" for nothing."""

    rest: str
    problem: str = ""


def named_quotes(claim: str, items: Sequence[QuotedItem]) -> NamedQuotes:
    """Read the quotes of a claim that are put under the name of a cited item.

    One that a line of that item has, or a line with the name, is left out of `rest`; a phrase of at most four words
    stays as words of its name, to be compared with the line: *Lily stole the cup* may be what somebody denied. One that
    only lines of other items have is wrong. All else stays as it is.
    """
    problems: list[str] = []
    rest = _MARKED.sub(lambda found: _rest_of(found, found["quote"] or found["single"], items, problems), claim)
    if rest == claim and (whole := _WHOLE.fullmatch(claim.strip())):
        owners = _owners(whole["name"], items)
        said = _fold(whole["quote"])
        rest = "" if any(_fold(line) == said for each in owners for line in each.lines) else claim
    return NamedQuotes(rest, problems[0] if problems else "")


def _rest_of(found: re.Match[str], quote: str, items: Sequence[QuotedItem], problems: list[str]) -> str:
    owners, said = _owners(found["name"], items), _fold(quote)
    if not owners or not said:
        return found[0]
    name, called = _name_words(found["name"]), found["name"].strip(" -*,")
    holding = [line for each in items for line in each.lines if said in _fold(line)]
    own = [line for line in holding if name <= frozenset(_words(line)) or any(line in each.lines for each in owners)]
    if not own:
        if holding:
            problems.append(f"No line of {called} that it cites has “{quote}”; a line of something else has.")
        return found[0]
    if len(quote.split()) > PHRASE or said in map(_fold, own):
        return " "
    return f"{called} {quote}"


def _owners(name: str, items: Iterable[QuotedItem]) -> list[QuotedItem]:
    """Return the items that have all words of a name; none for a name without words."""
    words = _name_words(name)
    return [each for each in items if words and words <= each.words]


def _name_words(name: str) -> frozenset[str]:
    """Return the words of a name without its type in brackets: *and Lily Stone (Person)*."""
    return frozenset(_words(_TYPE.sub(" ", name))) - {"and"}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _fold(text: str) -> str:
    """Return the words of a text, case-folded, between single spaces."""
    return f" {' '.join(_words(text))} " if _words(text) else ""
