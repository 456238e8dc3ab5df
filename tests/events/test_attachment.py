"""Whose a prepositional phrase is: it stays in the mention of its noun, or is a participant of the event."""

from __future__ import annotations

import pytest

from pramana.events import Extraction, Kriya, Role, read_kriyas

AGENT, OBJECT, RECIPIENT = Role.KARTA, Role.KARMA, Role.SAMPRADANA
PLACE, TIME, RELATED, SOURCE = Role.ADHIKARANA_SPATIAL, Role.ADHIKARANA_TEMPORAL, Role.SAMBANDHA, Role.APADANA


def kriya_of(text: str, verb: str) -> Kriya:
    """Return the one event of a verb."""
    answer = read_kriyas(text)
    assert isinstance(answer, Extraction)
    (found,) = (kriya for kriya in answer.kriyas if kriya.verb == verb)
    return found


@pytest.mark.parametrize(
    ("text", "verb", "role", "mention"),
    [
        ("Keller opened a school for girls in Basel.", "open", OBJECT, "a school for girls"),
        ("She wrote letters about the strike to her sister.", "write", OBJECT, "letters about the strike"),
        ("The minister rejected a request for more time.", "reject", OBJECT, "a request for more time"),
        ("The council approved the budget for 2024.", "approve", OBJECT, "the budget for 2024"),
        ("The novel by Anna Weiss won a prize.", "win", AGENT, "The novel by Anna Weiss"),
        ("The report on water quality by the agency was published.", "publish", OBJECT,
         "The report on water quality by the agency"),
        ("The contract between the city and Delta expired.", "expire", AGENT, "The contract between the city and Delta"),
        ("Marsh bought a house with three bedrooms.", "buy", OBJECT, "a house with three bedrooms"),
        ("Weiss is a professor of law at the university.", "be", OBJECT, "a professor of law at the university"),
        ("They resigned in protest at the decision.", "resign", RELATED, "protest at the decision"),
        ("The council read a report by Weiss.", "read", OBJECT, "a report by Weiss"),
    ],
)  # fmt: skip
def test_what_belongs_to_a_noun_stays_in_its_mention(text: str, verb: str, role: Role, mention: str) -> None:
    """The noun takes the preposition, or it is before the verb or behind *be*; nothing of it is a participant."""
    karakas = kriya_of(text, verb).karakas
    assert mention in karakas[role]
    assert not any(each != mention and each in mention for listed in karakas.values() for each in listed)


@pytest.mark.parametrize(
    ("text", "verb", "role", "mention"),
    [
        ("Keller opened a school in Basel.", "open", PLACE, "Basel"),
        ("Keller sold the report on water to Weiss.", "sell", RECIPIENT, "Weiss"),
        ("Weiss wrote a letter to Keller.", "write", RECIPIENT, "Keller"),
        ("The court ordered Weiss to pay €1.2m in damages to the family.", "pay", RECIPIENT, "the family"),
        ("The report was written by Weiss.", "write", AGENT, "Weiss"),
        ("The council imposed a tax on fuel.", "impose", OBJECT, "a tax"),
        ("Weiss on Tuesday nominated two judges.", "nominate", TIME, "Tuesday"),
        ("Keller opened the school in 1921.", "open", TIME, "1921"),
        ("Marsh bought the house from Keller.", "buy", SOURCE, "Keller"),
        ("The council approved the plan by a vote.", "approve", OBJECT, "the plan"),
    ],
)
def test_what_belongs_to_the_event_is_a_participant(text: str, verb: str, role: Role, mention: str) -> None:
    """Times, places, what the verb connects, and the agent of a passive."""
    assert mention in kriya_of(text, verb).karakas[role]


def test_a_longer_mention_is_the_same_in_every_clause() -> None:
    """A subject that two verbs share has one mention."""
    answer = read_kriyas("The report on water was published and criticised.")
    assert isinstance(answer, Extraction)
    assert [kriya.karakas[OBJECT] for kriya in answer.kriyas] == [["The report on water"]] * 2
