"""Comparisons that a line may state itself: *Is the Aurora longer than the Meridian?*, without an amount of either.

>>> asked = read_stated_comparison("Which bridge is longer, the Swan or the Elm?")
>>> [(claim.text, claim.winner) for claim in asked.claims[:2]]
[('is the Swan longer than the Elm', 0), ('is the Elm shorter than the Swan', 0)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from pramana.language.analysis import analyse_cached
from pramana.language.questions.wording import plain_question, tidy
from pramana.language.word_lists import word_list

_DEGREE = r"(?P<degree>\w+er|better|worse)"
_BE = r"(?P<verb>is|was|are|were)"
_WHETHER = (
    re.compile(rf"{_BE} (?P<one>.+?) {_DEGREE} than (?P<other>.+)", re.IGNORECASE),
    re.compile(
        rf"(?P<aux>did|does|do) (?P<one>.+?) (?P<verb>\w+) (?P<article>an?|the) {_DEGREE} (?P<noun>[\w ]+?) "
        r"than (?P<other>.+)",
        re.IGNORECASE,
    ),
)
_WHICH = (
    re.compile(
        rf"(?:which|what|who)(?: of the two)?(?: (?P<kind>\w+))? (?P<be>is|was|are|were) (?:the )?{_DEGREE}[,:]? "
        r"(?P<one>.+?),? or (?P<other>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:which|what|who)(?: of the two)?(?: (?P<kind>\w+))? (?P<verb>\w+) (?P<article>an?|the) {_DEGREE} "
        r"(?P<noun>[\w ]+?)[,:] (?P<one>.+?),? or (?P<other>.+)",
        re.IGNORECASE,
    ),
)


@dataclass(frozen=True, slots=True)
class ComparativeClaim:
    """A question of yes or no, with its comparative and what it compares. `winner` is the place, 0 or 1, of the name
    that the whole question asks for where a line affirms this one."""

    text: str
    winner: int
    degree: str
    sides: tuple[str, str]

    def keeps_sides(self, line: str) -> bool:
        """Return whether a line has what is compared on the same sides: before its comparative, and behind *than*.

        *The plant in Jena is bigger than the plant in Kiel* has the words of the opposite.
        """
        parts = re.fullmatch(rf"(.*)\b{self.degree}\b(.*?)\bthan\b(.*)", line, re.IGNORECASE | re.DOTALL)
        if parts is None:
            return False
        one, other = ({word.casefold() for word in _WORD.findall(side)} for side in self.sides)
        left, right = ({word.casefold() for word in _WORD.findall(side)} for side in (parts[1], parts[3]))
        return not (one - other) & right - left and not (other - one) & left - right


_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class StatedComparison:
    """A comparison that a line may state. `claims` are what it may say. `truth`: the question is one of yes or no,
    which the first name's winning affirms."""

    names: tuple[str, str]
    claims: tuple[ComparativeClaim, ...]
    truth: bool


def read_stated_comparison(question: str) -> StatedComparison | None:
    """Return a comparison by a comparative, None for any other question."""
    text = plain_question(tidy(question))
    for patterns, truth in ((_WHETHER, True), (_WHICH, False)):
        match = next((found for each in patterns if (found := each.fullmatch(text)) is not None), None)
        if match is not None:
            names = (match["one"], match["other"])
            return StatedComparison(names, tuple(_claims(match.groupdict(), names)), truth)
    return None


def _claims(held: dict[str, str | None], names: tuple[str, str]) -> Iterator[ComparativeClaim]:
    degree = str(held["degree"]).lower()
    for one, other in _as_named(names, held.get("kind") or ""):
        for first, second, winner in ((one, other, 0), (other, one, 1)):
            yield ComparativeClaim(_claim(held, first, degree, second), winner, degree, (first, second))
            for word in opposite_comparatives(degree):
                yield ComparativeClaim(_claim(held, second, word, first), winner, word, (second, first))


def _claim(held: dict[str, str | None], one: str, degree: str, other: str) -> str:
    if held.get("be") or not held.get("noun"):
        return f"{held.get('be') or held['verb']} {one} {degree} than {other}"
    group = analyse_cached(f"they {held['verb']}").verb_groups
    verb = group[0].lemma if group else held["verb"]
    return f"did {one} {verb} a {degree} {held['noun']} than {other}"


def _as_named(names: tuple[str, str], kind: str) -> Iterator[tuple[str, str]]:
    """Yield the two sides as given, then with the noun of both: *Ulm* as *the plant in Ulm*, *the one at Calder* as
    *the bridge at Calder*."""
    noun = kind or next((match[1] for name in names if (match := _NOUN.match(name)) and match[1] != "one"), "")
    forms = [[name, *(_with_noun(name, noun) if noun else ())] for name in names]
    yield from product(*forms)


_NOUN = re.compile(r"(?:the|this|that) (\w+)")


def _with_noun(name: str, noun: str) -> list[str]:
    if re.match(r"the one\b", name):
        return [re.sub(r"^the one\b", f"the {noun}", name)]
    if name[:1].isupper():
        return [f"the {noun} {place} {name}" for place in ("in", "at", "of")]
    return [f"{name} {noun}"] if re.fullmatch(r"the \w+", name) and name != f"the {noun}" else []


def opposite_comparatives(degree: str) -> list[str]:
    """Return the comparatives that say the same with both sides exchanged.

    >>> opposite_comparatives("shorter")
    ['longer', 'taller']
    """
    pairs = [entry.split() for entry in word_list("questions/opposite_comparatives")]
    return sorted({other for one, two in pairs for this, other in ((one, two), (two, one)) if this == degree})
