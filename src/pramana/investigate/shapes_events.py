"""Questions about what happened, where the graph holds events with roles, or descriptions that tell it.

An event is a node whose type has a verb for an attribute, and whose relations name the roles of what takes part.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import Anchor, EventRoles, EventShape
from pramana.investigate.words import QuestionWord
from pramana.language import lemma_of, word_forms

_VERB_FIELDS = ("verb", "lemma", "predicate", "action")
_ROLES = {
    "subject": "karta agent subject actor arg0 doer".split(),
    "object": "karma patient object theme arg1".split(),
    "with": "karana instrument".split(),
    "to": "sampradana recipient beneficiary".split(),
    "from": "apadana source origin".split(),
    "in": "located location place spatial".split(),
    "when": "occurs time temporal".split(),
}
"""Words by which relations name the roles of what takes part in an event."""
ROLE_OF = {"to": "to", "for": "to", "with": "with", "from": "from", "in": "in", "at": "in", "on": "in"}
"""The role that a preposition leads in."""


@dataclass(frozen=True, slots=True)
class EventType:
    type: str
    field: str


def event_types(facts: GraphProfile) -> tuple[EventType, ...]:
    """Return the types whose nodes are events: they have a verb, and two roles or more."""
    found = []
    for kind in facts.types:
        names = [name for name in _VERB_FIELDS if kind.attribute(name) is not None]
        if names and len(roles_of(facts, kind.type)) > 1:
            found.append(EventType(kind.type, names[0]))
    return tuple(found)


def roles_of(facts: GraphProfile, type_: str) -> Mapping[str, str]:
    """Return the relations by which events of a type have what takes part in them, by role."""
    found: dict[str, str] = {}
    for each in facts.relations:
        if any(pair.source == type_ for pair in each.ends):
            words = re.findall(r"[a-z0-9]+", _ascii(each.relation).casefold())
            for role, names in _ROLES.items():
                if any(name in words for name in names):
                    found.setdefault(role, each.relation)
    return found


def _ascii(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class EventQuestion:
    """A question about one event: its verb, the roles that are given, and the one that is asked for."""

    verb: str
    tag: str
    given: tuple[tuple[str, QuestionWord], ...]
    asked: str


def read_event(items: Sequence[QuestionWord], events: Sequence[EventType], facts: GraphProfile) -> EventShape | None:
    """Return what a question asks of the graph's events, None where it asks nothing that their roles can say."""
    asked = asked_of(items)
    if asked is None or len(events) != 1:
        return None
    roles = roles_of(facts, events[0].type)
    if asked.asked not in roles or any(role not in roles for role, _ in asked.given):
        return None
    given = []
    for role, item in asked.given:
        exact = [each for each in item.mentions if each.match != "near"] or list(item.mentions)
        given.append((roles[role], Anchor(item.text, tuple(exact))))
    words = event_roles(events[0], facts)
    return EventShape(events[0].type, events[0].field, verbs_of(asked), tuple(given), roles[asked.asked], words)


def event_roles(event: EventType, facts: GraphProfile) -> EventRoles:
    """Return the relations to what takes part in events of a type, each with an English word for the role."""
    roles = roles_of(facts, event.type)
    return EventRoles(event.field, tuple((roles[role], word) for role, word in _ENGLISH.items() if role in roles))


_ENGLISH = {
    "subject": "agent",
    "object": "object",
    "with": "instrument",
    "to": "recipient",
    "from": "source",
    "in": "place",
    "when": "time",
}


def verbs_of(asked: EventQuestion) -> tuple[str, ...]:
    """Return the lemmas that the verb may have."""
    low = asked.verb.casefold()[:40]
    tags = [asked.tag] if asked.tag in ("VVD", "VVN", "VVZ") else ["VVI", "VVD", "VVN", "VVZ"]
    found = [lemma_of(low, tag).casefold() for tag in tags]
    regular = (
        sorted(word_forms(low, asked.tag)) if low.endswith(("ed", "s")) else [low] * (asked.tag not in ("VVD", "VVN"))
    )
    return tuple(dict.fromkeys([*found, *regular]))


def asked_of(items: Sequence[QuestionWord]) -> EventQuestion | None:
    """Return what a question about one event asks, None where it is another question."""
    row = "".join("v" if item.sign in "xPi" and item.text.isalpha() else item.sign for item in items)
    for pattern, read in _PATTERNS:
        if re.fullmatch(pattern, row):
            return read(items, row)
    return None


def _verb(items: Sequence[QuestionWord], row: str) -> QuestionWord:
    return items[row.index("v")]


def _after(items: Sequence[QuestionWord], row: str, start: int) -> list[tuple[str, QuestionWord]] | None:
    """Return the names after the verb with their roles: the object, then what prepositions lead in; None where one
    has no role."""
    found: list[tuple[str, QuestionWord]] = []
    place = start
    while place < len(row):
        if row[place] == "K" and not found:
            found.append(("object", items[place]))
            place += 1
        elif row[place : place + 2] in ("IK", "YK") and items[place].text in ROLE_OF:
            found.append((ROLE_OF[items[place].text], items[place + 1]))
            place += 2
        else:
            return None
    return found


def _who(items: Sequence[QuestionWord], row: str) -> EventQuestion | None:
    """*Who gave X to Y?*"""
    verb = row.index("v")
    given = _after(items, row, verb + 1)
    return None if not given else _make_question(items, row, given, "subject")


def _gave(items: Sequence[QuestionWord], row: str) -> EventQuestion | None:
    """*Who gave Y the X?*"""
    first, second = items[-2:]
    return _make_question(items, row, [("to", first), ("object", second)], "subject")


def _what(items: Sequence[QuestionWord], row: str) -> EventQuestion | None:
    """*What did X give to Y?*, *Where did X find Y?*, *To whom did X give Y?*, *What did X kill Y with?*"""
    verb = row.index("v")
    subject = items[row.index("K")]
    first, last = items[0], items[-1]
    end = len(row) - (row[-1] == "I")
    given = _after(items[:end], row[:end], verb + 1)
    if given is None:
        return None
    asked = "in" if row[0] == "H" else "when" if row[0] == "G" else ""
    for item in [first] * (row[0] == "I") + [last] * (row[-1] == "I"):
        if asked == "in" and item is last:
            asked = ROLE_OF.get(item.text, "") if item.text == "from" else asked
        else:
            asked = ROLE_OF.get(item.text, "")
        if not asked:
            return None
    if not asked:
        asked = "object"
        if any(role == "object" for role, _ in given):
            return None
    return _make_question(items, row, [("subject", subject), *given], asked)


def _passive(items: Sequence[QuestionWord], row: str) -> EventQuestion | None:
    """*Who was killed by X?*"""
    by = row.index("Y")
    return _make_question(items, row, [("subject", items[by + 1])], "object")


def _where_passive(items: Sequence[QuestionWord], row: str) -> EventQuestion | None:
    """*Where was X found by Y?*"""
    given = [("object", items[row.index("K")])]
    if "Y" in row:
        given.append(("subject", items[row.index("Y") + 1]))
    return _make_question(items, row, given, "in" if row[0] == "H" else "when")


def _by_whom(items: Sequence[QuestionWord], row: str) -> EventQuestion | None:
    """*By whom was X killed?*, *Who was X killed by?*"""
    return _make_question(items, row, [("object", items[row.index("K")])], "subject")


def _make_question(
    items: Sequence[QuestionWord], row: str, given: Sequence[tuple[str, QuestionWord]], asked: str
) -> EventQuestion | None:
    verb = _verb(items, row)
    roles = [role for role, _ in given]
    if len(set(roles)) < len(roles) or asked in roles:
        return None
    return EventQuestion(verb.text, verb.tag, tuple(given), asked)


_PATTERNS = (
    (r"WvKK", _gave),
    (r"WvK?(?:[IY]K)*", _who),
    (r"I?[WHG]XKvK?(?:IK)*I?", _what),
    (r"WBvYK", _passive),
    (r"[HG]BKv(?:YK)?", _where_passive),
    (r"YWBKv|WBKvY", _by_whom),
)
