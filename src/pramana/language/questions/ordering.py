"""Which of two events is the earlier one: *What was sold first, the mill or the boat?*, *Did A happen before B?*

>>> read_two_times("What was sold first, the mill or the boat?").plain
('When was the mill sold', 'When was the boat sold')
>>> read_two_times("Did Keller buy the bakery before she sold the mill?").plain
('When did Keller buy the bakery', 'When did she sell the mill')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pramana.language.analysis import analyse_cached
from pramana.language.dates import dates_of
from pramana.language.questions.wording import plain_question, tidy

_FIRST_OF_TWO = re.compile(
    r"(?:which|what|who)(?: of the two)?(?P<rest> .+?) (?P<pick>first|earlier|last|later)[,:]? "
    r"(?P<one>.+?),? or (?P<other>.+)",
    re.IGNORECASE,
)
_BESIDE_EVENT = re.compile(
    r"(?P<aux>did|was|were|is|are) (?P<one>.+?) (?P<marker>before|after) (?P<other>.+)", re.IGNORECASE
)
_HAPPENING = frozenset({"came", "come", "happened", "happen", "was", "were", "is", "took place"})
_YEAR = re.compile(r"(?:the year )?[12]\d{3}s?")
_THEY = "they "


@dataclass(frozen=True, slots=True)
class TwoTimesQuestion:
    """A question which of two events is the earlier one.

    `plain` asks when each was. `truth`: yes where the first is before or after the second, as `marker` says.
    """

    names: tuple[str, str]
    plain: tuple[str, str]
    marker: str
    truth: bool


def read_two_times(question: str) -> TwoTimesQuestion | None:
    """Return a question for the order of two events that it names, None for any other question."""
    text = plain_question(tidy(question))
    match = _FIRST_OF_TWO.fullmatch(text)
    if match is not None:
        names = match["one"], match["other"]
        one, other = (_when(match["rest"].strip(), name) for name in names)
        marker = "before" if match["pick"].lower() in {"first", "earlier"} else "after"
        return TwoTimesQuestion(names, (one, other), marker, truth=False) if one and other else None
    match = _BESIDE_EVENT.fullmatch(text)
    if match is None or not analyse_cached(f"{_THEY}{match['aux']} {match['one']}").verb_groups:
        return None
    other = when_question(match["other"])
    first = f"When {match['aux'].lower()} {match['one']}"
    names = match["one"], match["other"]
    return TwoTimesQuestion(names, (first, other), match["marker"].lower(), truth=True) if other else None


def _when(rest: str, name: str) -> str:
    """Return when something was, from the words between *which* and *first*: *was sold*, *left*, *came*."""
    words = rest.split(" ")
    if rest.lower() in _HAPPENING:
        return f"When was {name}"
    if words[0].lower() in {"was", "were", "is", "are"}:
        return f"When {words[0].lower()} {name} {' '.join(words[1:])}"
    group = next(iter(analyse_cached(f"{_THEY}{rest}").verb_groups), None)
    if group is None or group.start != len(_THEY):
        return ""
    return f"When did {name} {group.lemma}{rest[group.end - len(_THEY) :]}"


def when_question(text: str) -> str:
    """Return the question when a clause or a noun's event was, "" where the text is a date itself.

    >>> when_question("she sold the mill"), when_question("the sale"), when_question("1930")
    ('When did she sell the mill', 'When was the sale', '')
    """
    if dates_of(text) or _YEAR.fullmatch(text):
        return ""
    group = next(iter(analyse_cached(text).verb_groups), None)
    subject = text[: group.start].strip() if group is not None else ""
    if group is None or not subject:
        return f"When was {text}" if group is None else ""
    if group.text.split(" ")[0].lower() in {"was", "were"}:
        first, _, rest = text[group.start :].partition(" ")
        return f"When {first} {subject} {rest}"
    return f"When did {subject} {group.lemma}{text[group.end :]}"
