"""Questions of order and of comparison: the plain question behind them, and what its answers are compared by.

>>> read_order("What did Keller buy first?")
OrderQuestion(plain='What did Keller buy', pick='first', bound='', marker='')
>>> read_order("What did Keller do before 1930?").bound
'1930'
>>> read_comparison("Is the Aurora longer than the Meridian?").plain
('How long is the Aurora', 'How long is the Meridian')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pramana.language.analysis import analyse_cached
from pramana.language.dates import dates_of
from pramana.language.questions.ordering import when_question
from pramana.language.questions.wording import plain_question, tidy
from pramana.language.word_lists import word_table

_DEGREES = word_table("questions/comparatives")
"""Comparatives with the adjective that *how* asks by: *longer* by *how long*."""
_ENDS = re.compile(r"(?P<plain>.+?) (?P<pick>first|last)(?: of all)?", re.IGNORECASE)
_THING = re.compile(
    r"(?P<wh>what|who) (?:was|were|is) the (?P<pick>first|last) (?:thing|things|person|man|woman|one) "
    r"(?:that |which |who |whom )?(?P<rest>.+)",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"(?P<before>(?:what|who|whom|when|where|which)\b.*?) (?P<pick>first|last) (?P<verb>\w+)(?P<rest>.*)", re.I
)
_BOUND = re.compile(
    r"(?P<plain>what (?:did|happened).*?) (?P<marker>before|after|since|until) (?P<bound>.+)", re.IGNORECASE
)
_YEAR = re.compile(r"(?:the year )?[12]\d{3}s?")
_BE = r"(?P<be>is|was|are|were)"
_THAN = re.compile(rf"{_BE} (?P<one>.+?) (?P<degree>[\w-]+) than (?P<other>.+)", re.IGNORECASE)
_WHICH = re.compile(
    rf"(?:which|what|who)(?: of the two)?(?: \w+)? {_BE} (?:the )?"
    r"(?P<degree>[\w-]+)[,:]? (?P<one>.+?),? or (?P<other>.+)",
    re.IGNORECASE,
)
_MORE_THAN = re.compile(
    r"(?:did|does|do|has|have|had) (?P<one>.+?) (?P<verb>\w+) "
    r"(?P<degree>more|fewer) (?P<noun>.+?) than (?P<other>.+)",
    re.IGNORECASE,
)
_WHICH_MORE = re.compile(
    r"(?:which|what|who)(?: of the two)?(?: \w+)? (?P<verb>\w+) (?P<degree>more|fewer) (?P<noun>[^,]+?)[,:] "
    r"(?P<one>.+?),? or (?P<other>.+)",
    re.IGNORECASE,
)
_LESS = frozenset({"fewer", "shorter", "smaller", "younger", "lighter", "slower", "cheaper", "lower", "narrower"})


_ADJECTIVE = r"(?:more (?P<long>expensive|costly)|(?P<degree>[\w-]+er))"
_HOW_MUCH = (
    re.compile(rf"(?:how much|by how much) {_ADJECTIVE} {_BE} (?P<one>.+?) than (?P<other>.+)", re.IGNORECASE),
    re.compile(
        r"how (?P<many>much|many) (?P<degree>more|fewer|less)(?: (?P<noun>(?!did|does|do|was|is)[\w-]+))? "
        r"(?:did|does|do|has|had) (?P<one>.+?) (?P<verb>\w+) than (?:(?:did|does|do) )?(?P<other>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"what (?:is|was) the difference (?:in (?P<noun>[\w-]+) )?between (?P<one>.+?) and (?P<other>.+)", re.IGNORECASE
    ),
)
"""Questions for a difference: by an adjective, by a verb, by a noun."""


@dataclass(frozen=True, slots=True)
class OrderQuestion:
    """A question for the first or the last of several events, or for those on one side of a date.

    `plain` is the question for all of them. `pick` is `first`, `last` or "", `bound` a date or "", with its `marker`.
    `event` asks when the event was that is named instead of a date, "" for none.
    """

    plain: str
    pick: str = ""
    bound: str = ""
    marker: str = ""
    event: str = ""


@dataclass(frozen=True, slots=True)
class ComparisonQuestion:
    """A question that compares two amounts. `plain` asks for each; `least`: the smaller one is asked for. `truth`: it
    is a question of yes or no, which the first being greater (or smaller) affirms. `difference`: how much is asked."""

    names: tuple[str, str]
    plain: tuple[str, str]
    least: bool
    truth: bool
    difference: bool = False


def read_order(question: str) -> OrderQuestion | None:
    """Return a question of order, None where it asks for no order of events by their dates."""
    text = plain_question(tidy(question))
    bound = _BOUND.fullmatch(text)
    if bound and (dates_of(bound["bound"]) or _YEAR.fullmatch(bound["bound"])) and len(bound["bound"].split()) <= 4:
        return OrderQuestion(bound["plain"], bound=bound["bound"], marker=bound["marker"].lower())
    if bound and (event := when_question(bound["bound"])):
        return OrderQuestion(bound["plain"], marker=bound["marker"].lower(), event=event)
    thing = _THING.fullmatch(text)
    if thing is not None:
        return _order_of_thing(thing)
    ends = _ENDS.fullmatch(text)
    if ends is not None and re.match(r"(?:what|who|whom|when|where|which)\b", text, re.IGNORECASE):
        return OrderQuestion(ends["plain"], ends["pick"].lower())
    inside = _INSIDE.fullmatch(text)
    if inside is not None and _is_verb(f"they {inside['verb']}{inside['rest']}"):
        return OrderQuestion(f"{inside['before']} {inside['verb']}{inside['rest']}", inside["pick"].lower())
    return None


def _order_of_thing(match: re.Match[str]) -> OrderQuestion | None:
    """*What was the first thing that Keller founded?* asks what she founded."""
    rest, wh = match["rest"], match["wh"].lower()
    sentence = analyse_cached(rest)
    group = next(iter(sentence.verb_groups), None)
    if group is None:
        return None
    if group.start == 0:
        return OrderQuestion(f"{wh} {rest}", match["pick"].lower())
    return OrderQuestion(
        f"{wh} did {rest[: group.start].strip()} {group.lemma}{rest[group.end :]}", match["pick"].lower()
    )


def _is_verb(text: str) -> bool:
    groups = analyse_cached(text).verb_groups
    return bool(groups) and groups[0].start <= len("they ")


def _read_difference(text: str) -> ComparisonQuestion | None:
    """Read *How much longer is the Aurora than the Meridian?* and the like."""
    found = next((match for pattern in _HOW_MUCH if (match := pattern.fullmatch(text)) is not None), None)
    if found is None:
        return None
    held = found.groupdict()
    names, degree = (found["one"], found["other"]), str(held.get("degree") or "").lower()
    one, other = (_amount_question(held, degree, name) for name in names)
    least = degree in _LESS | {"less"}
    return ComparisonQuestion(names, (one, other), least, truth=False, difference=True) if one and other else None


def _amount_question(held: dict[str, str | None], degree: str, name: str) -> str:
    verb, noun = held.get("verb"), held.get("noun")
    if verb:
        what = f"many {noun}" if held["many"] == "many" and noun else f"much {noun}" if noun else "much"
        return f"How {what} did {name} {verb}"
    if held.get("long") or degree in {"cheaper", "dearer"}:
        return f"How much did {name} cost"
    if "be" in held:
        return f"How {_DEGREES[degree]} {str(held['be']).lower()} {name}" if degree in _DEGREES else ""
    return f"What was the {noun} of {name}" if noun else f"How much was {name}"


def read_comparison(question: str) -> ComparisonQuestion | None:
    """Return a comparison of two amounts that are asked for by *how*, None for any other question."""
    text = plain_question(tidy(question))
    difference = _read_difference(text)
    if difference is not None:
        return difference
    for pattern, truth in ((_THAN, True), (_WHICH, False)):
        match = pattern.fullmatch(text)
        adjective = _DEGREES.get(match["degree"].lower()) if match else None
        if match is not None and adjective:
            names = (match["one"], match["other"])
            one, other = (f"How {adjective} {match['be'].lower()} {name}" for name in names)
            return ComparisonQuestion(names, (one, other), match["degree"].lower() in _LESS, truth)
    for pattern, truth in ((_MORE_THAN, True), (_WHICH_MORE, False)):
        match = pattern.fullmatch(text)
        if match is not None:
            names = (match["one"], match["other"])
            verb = analyse_cached(f"they {match['verb']}").verb_groups
            lemma = verb[0].lemma if verb else match["verb"]
            one, other = (f"How many {match['noun']} did {name} {lemma}" for name in names)
            return ComparisonQuestion(names, (one, other), match["degree"].lower() in _LESS, truth)
    return None
