"""Mentions as professionals write them: amounts, hours, intervals, titles, names of institutions, notes without a subject."""

from __future__ import annotations

import pytest

from pramana.events import Extraction, Kriya, Role, read_kriyas
from pramana.language import analyse

AGENT, OBJECT, RECIPIENT = Role.KARTA, Role.KARMA, Role.SAMPRADANA
PLACE, TIME, RELATED = Role.ADHIKARANA_SPATIAL, Role.ADHIKARANA_TEMPORAL, Role.SAMBANDHA


def kriyas(text: str) -> list[Kriya]:
    """Return the events of a line."""
    answer = read_kriyas(text)
    assert isinstance(answer, Extraction), answer
    return answer.kriyas


@pytest.mark.parametrize(
    ("text", "verb", "role", "mentions"),
    [
        ("No fewer than 40 people were evacuated.", "evacuate", OBJECT, ["No fewer than 40 people"]),
        ("09:14 pump 2 tripped.", "trip", AGENT, ["pump 2"]),
        ("09:14 pump 2 tripped.", "trip", TIME, ["09:14"]),
        ("The brigade held the line between 22 and 27 May 1940.", "hold", TIME, ["22 and 27 May 1940"]),
        ("Sales doubled between 2018 and 2020.", "double", TIME, ["2018 and 2020"]),
        ("Revenue rose to EUR 3.4 billion.", "rise", RELATED, ["EUR 3.4 billion"]),
        ("She won the race in 3 hours 12 minutes.", "win", TIME, ["3 hours 12 minutes"]),
        ("The boiler was installed by the end of the month.", "install", TIME, ["the end of the month"]),
        ("The board approved the minutes of the meeting.", "approve", OBJECT, ["the minutes of the meeting"]),
        ("The heart rate was 88 beats per minute.", "be", OBJECT, ["88 beats per minute"]),
        ("The Department for Environment, Food and Rural Affairs published it.", "publish", AGENT,
         ["The Department for Environment, Food and Rural Affairs"]),
        ("Ward, Lock and Bowden published the novel.", "publish", AGENT, ["Ward", "Lock", "Bowden"]),
        ('The film "Eyes Wide Shut" was directed by Stanley Kubrick.', "direct", OBJECT, ['The film "Eyes Wide Shut"']),
        ("His precisionist still life paintings hang in Oslo.", "hang", AGENT,
         ["His precisionist still life paintings"]),
        ("The tenant must not sublet the premises.", "sublet", OBJECT, ["the premises"]),
        ("Microplastics were found in drinking water.", "find", PLACE, ["drinking water"]),
        ("James Woods stars as Panzram.", "star", RELATED, ["Panzram"]),
        ("The landlord shall return the deposit to the tenant.", "return", RECIPIENT, ["the tenant"]),
        ("Police arrested a man on suspicion of fraud.", "arrest", RELATED, ["suspicion of fraud"]),
        ("At half past ten the doorbell rang.", "ring", TIME, ["half past ten"]),
        ("The uncle came at a quarter past eleven.", "come", TIME, ["a quarter past eleven"]),
        ("The election of Keller as mayor was contested.", "contest", OBJECT, ["The election of Keller"]),
        ("She shared an office with the architect Winifred Bale.", "share", RELATED, ["Winifred Bale"]),
        ("During the First World War Tarrow inspected bridges.", "inspect", AGENT, ["Tarrow"]),
        ("A stranger named Marsh came.", "come", AGENT, ["A stranger"]),
        ("Both Ann and Bo signed the treaty.", "sign", AGENT, ["Ann", "Bo"]),
        ("Ann met both Bo and Carl.", "meet", OBJECT, ["Bo", "Carl"]),
        ("Both the king and the queen left.", "leave", AGENT, ["the king", "the queen"]),
        ("Both the men left and Bo stayed.", "leave", AGENT, ["Both the men"]),
        ("The contract costs £140 a month.", "cost", OBJECT, ["£140 a month"]),
        ("The temperature rose to minus 4.", "rise", RELATED, ["minus 4"]),
        ("A neighbour saw a van at about two in the morning.", "see", TIME, ["about two in the morning"]),
        ("About a third of them were destroyed.", "destroy", OBJECT, ["About a third of them"]),
        ("She was born in Whitehaven, the fourth of six children of a carpenter, Josiah, and his wife Ellen.", "bear",
         PLACE, ["Whitehaven"]),
        ("She worked in the office of Maddison and Pryce.", "work", PLACE, ["the office of Maddison and Pryce"]),
        ("The ferry, a ship with a span of 94 metres, followed.", "follow", AGENT, ["The ferry"]),
        ("A street was named after her.", "name", RELATED, ["her"]),
        ("Somebody looked after the raffle.", "look", OBJECT, ["the raffle"]),
        ("He studied painting with Danni Dawson.", "study", OBJECT, ["painting"]),
    ],
)  # fmt: skip
def test_participants_are_whole_and_have_their_role(text: str, verb: str, role: Role, mentions: list[str]) -> None:
    """Nothing is cut off, nothing is split, and nothing else is in the role."""
    (found,) = [kriya for kriya in kriyas(text) if kriya.verb == verb]
    assert found.karakas.get(role) == mentions


@pytest.mark.parametrize(
    ("text", "verb", "object_"),
    [
        ("Fixed a crash when the file is empty.", "fix", "a crash"),
        ("Added support for Python 3.12.", "add", "support for Python 3.12"),
        ("Restarted pump 2 at 09:31.", "restart", "pump 2"),
    ],
)
def test_notes_leave_out_who_did_it(text: str, verb: str, object_: str) -> None:
    """The action has its object and no agent."""
    (found,) = [kriya for kriya in kriyas(text) if kriya.verb == verb]
    assert (found.karakas[OBJECT], AGENT in found.karakas) == ([object_], False)


def test_amounts_of_a_clause_without_its_verb_are_left_out() -> None:
    """*the savings account at £6,500* is of another account."""
    (found,) = [
        kriya for kriya in kriyas("The account stood at £3,912 and the other at £6,500.") if kriya.verb == "stand"
    ]
    assert found.measures == ["£3,912"]


@pytest.mark.parametrize("text", ["Founded in 1890, the firm makes pumps.", "Fixed in place, the pump holds."])
def test_a_participle_in_front_is_no_note(text: str) -> None:
    """Its subject is that of the clause behind the comma."""
    assert kriyas(text)[0].karakas[OBJECT] in (["the firm"], ["the pump"])


@pytest.mark.parametrize(
    ("text", "who", "what"),
    [
        ("The maintenance company, Fjord Service, replaced the pump.", "The maintenance company", "Fjord Service"),
        ("The tall man, a clerk called Gorman, took it.", "a clerk", "Gorman"),
        ("A technician named Owen Pask signed it.", "A technician", "Owen Pask"),
        ("Kerry Junna, born Kerry Saxby, is a walker.", "Kerry Junna", "Kerry Saxby"),
    ],
)
def test_a_name_between_commas_is_another_name(text: str, who: str, what: str) -> None:
    """*be*, and the name takes no part in the clause around it."""
    assert {AGENT: [who], OBJECT: [what]} in [kriya.karakas for kriya in kriyas(text) if kriya.verb == "be"]


@pytest.mark.parametrize(
    "firm", ["Harbour Foods", "Delta Airlines", "Northern Rail", "Linden Homes", "General Motors", "First Bank"]
)
@pytest.mark.parametrize("described", ["a fish processor", "an operator in Leeds", "the largest carrier of the region"])
def test_a_name_made_of_common_nouns_is_described_and_acts(firm: str, described: str) -> None:
    """Its words have capitals at the start of a line, too, where the line has common nouns in small letters."""
    found = kriyas(f"{firm}, {described}, sold its store in March 2024.")
    assert {AGENT: [firm], OBJECT: [described.split(" in ")[0].split(" of ")[0]]} in [
        {role: [each.split(" in ")[0].split(" of ")[0] for each in mentions] for role, mentions in kriya.karakas.items()
         if role in {AGENT, OBJECT}}
        for kriya in found
        if kriya.verb == "be"
    ]  # fmt: skip
    (sold,) = [kriya for kriya in found if kriya.verb == "sell"]
    assert (sold.karakas[AGENT], sold.karakas[TIME]) == ([firm], ["March 2024"])


def test_capitals_of_a_heading_say_nothing() -> None:
    """Where every noun has a capital, the first phrase is not taken for a name."""
    assert [phrase.kind for phrase in analyse("Senior Editors Approve New Plan.").noun_phrases][:1] == ["noun"]


@pytest.mark.parametrize(
    "amount", ["£2.4 million", "€2 million", "$3m", "₹5,000", "¥300 billion", "£24", "US$1.2 billion"]
)
def test_what_is_paid_is_a_measure(amount: str) -> None:
    """Whatever the sign, and with a word for its size."""
    (bought,) = kriyas(f"Acme bought the mill for {amount}.")
    assert (bought.karakas[OBJECT], bought.measures) == (["the mill"], [amount])


@pytest.mark.parametrize("opening", ["In March", "By May", "Since June", "On Monday", "Last year"])
@pytest.mark.parametrize("firm", ["Harbour Foods", "Fabrikam"])
def test_a_month_in_front_is_no_part_of_a_name(opening: str, firm: str) -> None:
    """*In March Harbour Foods sold …*: the name after the month acts."""
    assert kriyas(f"{opening} {firm} sold the store.")[0].karakas[AGENT] == [firm]


@pytest.mark.parametrize("opening", ["In 1925", "By 2019", "In May 1990", "On 3 May 1925", "Since 2001"])
@pytest.mark.parametrize("name", ["Keller", "Omar Haddad", "Dr Ito", "Delta Airlines"])
def test_a_name_behind_a_year_acts(opening: str, name: str) -> None:
    """*In 1925 Keller bought …*: no comma is needed between the date and the name."""
    (bought,) = kriyas(f"{opening} {name} bought the old mill.")
    assert (bought.karakas[AGENT], bought.karakas[OBJECT]) == ([name], ["the old mill"])
    assert bought.karakas[TIME] == [opening.split(" ", 1)[1]]
