"""Entity types, on small views."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Role
from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.model import EntityMention, Event, PassView
from pramana.karaka.passes.types import propose
from pramana.karaka.schema import ENTITY_TYPES

Said = tuple[str, str, Role]
"""Name, verb, role."""


def _view(*said: Said, before: str = "", pronoun: bool = False) -> PassView:
    lines, mentions, events = {}, [], []
    for number, (name, verb, role) in enumerate(said, 1):
        lines["d", number] = f"{before}{name} {verb}"
        start = len(before)
        evidence = Evidence("d", number, start, start + len(name), name, Grade.VERBATIM)
        mentions.append(EntityMention(name.casefold(), name, pronoun, f"k{number}", role, evidence))
        events.append(Event(f"k{number}", verb, evidence, "affirmative", "actual", ""))
    return PassView(lines, tuple(mentions), tuple(events))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Mr. Scrooge", "Person"),
        ("Dr Aris", "Person"),
        ("the old woman", "Person"),
        ("wife of the baker", "Person"),
        ("three children", "Person"),
        ("Camden Town", "Location"),
        ("River Thames", "Location"),
        ("Baker Street", "Location"),
        ("dark room", "Location"),
        ("Acme Inc.", "Organization"),
        ("University of Oxford", "Organization"),
        ("the government", "Organization"),
        ("March 2011", "Time"),
        ("last Thursday", "Time"),
        ("one night", "Time"),
        ("the earthquake", "Event"),
        ("golden bow", "Object"),
        ("knives", "Object"),
        ("watches", "Object"),
        ("Christmas dinner", "Event"),
        ("a large language model", "AI"),
        ("half an hour", "Time"),
        ("a spokesman for Fjord Logistics", "Person"),
        ("a lawyer at Baker Street", "Person"),
        ("Director of the Camden Town Society", "Person"),
    ],
)
def test_a_name_shows_its_type(name: str, kind: str) -> None:
    """Titles, nouns, endings, days and years decide by themselves."""
    (found,) = propose(_view((name, "be", Role.KARMA)))
    assert (found.type, found.evidence.quote) == (kind, name)
    assert 1 <= found.confidence <= 100
    assert found.reason


@pytest.mark.parametrize(
    "name",
    ["Zork", "it all", "x", "blue", "—", "", "griping cares", "Christmas tune", "£180,000 a year", "20 km per hour"],
)
def test_a_name_that_shows_nothing_has_no_type(name: str) -> None:
    """Too few votes, and nothing is proposed."""
    assert propose(_view((name, "be", Role.KARMA))) == []


def test_what_somebody_does_shows_a_person() -> None:
    """A capital name that says, thinks or laughs is a person's."""
    (found,) = propose(_view(("Topper", "say", Role.KARTA)))
    assert (found.type, found.reason) == ("Person", "does what persons do")


def test_where_things_happen_shows_a_location() -> None:
    """A capital name in or at which something happens is a location; a common noun needs more."""
    (found,) = propose(_view(("Zork", "live", Role.ADHIKARANA_SPATIAL), before="in "))
    assert found.type == "Location"
    assert propose(_view(("zork", "live", Role.ADHIKARANA_SPATIAL), before="in ")) == []


def _told(*said: tuple[str, str, str]) -> PassView:
    """A view of one document whose lines are *X VERB Y*."""
    lines, mentions, events = {}, [], []
    for number, (agent, verb, other) in enumerate(said, 1):
        line = f"Later {agent} {verb} {other}."
        lines["d", number] = line
        for name, role in ((agent, Role.KARTA), (other, Role.KARMA)):
            start = line.index(name)
            place = Evidence("d", number, start, start + len(name), name, Grade.VERBATIM)
            mentions.append(EntityMention(name, name, False, f"k{number}", role, place))
        events.append(Event(f"k{number}", verb, mentions[-1].evidence, "affirmative", "actual", ""))
    return PassView(lines, tuple(mentions), tuple(events))


@pytest.mark.parametrize(
    ("said", "types"),
    [
        ([("Zorka", "be", "small company"), ("Zorka", "grow", "tea")], {"Zorka": "Organization"}),
        ([("Zorka", "be", "clockmaker")], {"Zorka": "Person"}),
        ([("Zorka", "be", "old ferry")], {"Zorka": "Object"}),
        ([("Ondre Quist", "mend", "walls"), ("Quist", "mend", "gates")], {"Ondre Quist": "Person", "Quist": "Person"}),
        (
            [("Ondre Quist", "be", "physicist"), ("Ondre", "mend", "gates")],
            {"Ondre Quist": "Person", "Ondre": "Person"},
        ),
        ([("Veltra Construction", "mend", "walls"), ("Veltra", "mend", "gates")], {"Veltra": "Organization"}),
    ],
)
def test_a_name_has_the_type_of_all_that_is_said_of_it(said: list[tuple[str, str, str]], types: dict[str, str]) -> None:
    """Definitions, short forms and endings count for every name of one entity."""
    found = {each.entity: each.type for each in propose(_told(*said))}
    assert types.items() <= found.items()


def test_a_tie_abstains() -> None:
    """As many votes for a person as for an object: no type."""
    view = _view(("secretary desk", "be", Role.KARMA), ("secretary desk", "be", Role.KARMA))
    assert [found.type for found in propose(view)] == ["Object"]
    tied = _view(("Zork", "say", Role.KARTA), *[("Zork", "live", Role.ADHIKARANA_TEMPORAL)] * 2)
    assert [found.type for found in propose(tied)] == ["Time"]
    even = _view(*[("Zork", "say", Role.KARTA)] * 2, *[("Zork", "live", Role.ADHIKARANA_TEMPORAL)] * 3)
    assert propose(even) == []


def test_only_types_of_the_list_are_proposed() -> None:
    """A type that the user leaves out has no votes, and a type of another name is never proposed."""
    view = _view(("Mr. Scrooge", "say", Role.KARTA))
    assert propose(view, ("Location", "Time")) == []
    assert propose(view, ("Miser",)) == []


def test_a_pronoun_has_no_type_of_its_own() -> None:
    """What *he* is comes from whom it stands for."""
    assert propose(_view(("He", "say", Role.KARTA), pronoun=True)) == []


_SAID = st.lists(
    st.tuples(
        st.sampled_from(["Mr. Scrooge", "Zork", "dark room", "one night", "Acme Inc.", "bow", "ghost"]),
        st.sampled_from(["say", "live", "be", "kill"]),
        st.sampled_from(list(Role)),
    ),
    max_size=20,
)


@settings(max_examples=100)
@given(_SAID, st.randoms(use_true_random=False))
def test_the_order_of_mentions_decides_no_type(said: list[Said], chance: random.Random) -> None:
    """Types and confidences are a function of the set of mentions; each entity has one at most, in order."""
    view = _view(*said, before="in ")
    shuffled = list(view.mentions)
    chance.shuffle(shuffled)
    first = [(found.entity, found.type, found.confidence) for found in propose(view)]
    again = [
        (found.entity, found.type, found.confidence)
        for found in propose(PassView(view.lines, tuple(shuffled), view.events))
    ]
    assert first == again
    assert [entity for entity, *_ in first] == sorted({entity for entity, *_ in first})
    assert {kind for _, kind, _ in first} <= set(ENTITY_TYPES)
