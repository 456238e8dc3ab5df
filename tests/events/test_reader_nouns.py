"""What the embedded reader takes from noun phrases: possession, apposition, brackets."""

from __future__ import annotations

import pytest

from pramana.events import Extraction, Kriya, Role, read_kriyas
from pramana.evidence import align_all
from pramana.language import analyse

S, O, WHEN = Role.KARTA, Role.KARMA, Role.ADHIKARANA_TEMPORAL  # noqa: E741


def kriyas(text: str) -> tuple[Kriya, ...]:
    answer = read_kriyas(text)
    assert isinstance(answer, Extraction), answer
    return tuple(answer.kriyas)


def pairs(text: str, verb: str) -> list[tuple[str, str]]:
    """Subject and object of each Kriyā of a verb."""
    found = (kriya.karakas for kriya in kriyas(text) if kriya.verb == verb)
    return [(roles[S][0], roles[O][0]) for roles in found if S in roles and O in roles]


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("Her eighth husband left.", [("Her", "Her eighth husband")]),
        ("Marta's brother left.", [("Marta", "Marta's brother")]),
        ("Marta's brother's wife left.", [("Marta", "Marta's brother"), ("Marta's brother", "Marta's brother's wife")]),
        ("My brother's wife left.", [("My", "My brother"), ("My brother", "My brother's wife")]),
        ("The brother of Marta left.", [("Marta", "The brother of Marta")]),
        ("She met a member of his staff.", [("his staff", "a member of his staff"), ("his", "his staff")]),
        ("His wife Jan left.", [("His", "His wife")]),
        ("He drank a cup of tea.", []),
        ("She read yesterday's news and last week's news.", []),
        ("They fought for women's rights.", []),
        ("He shook his head.", []),
        ("They praised his treatment of the sick and his handling of it.", []),
        ("She bought his painting.", [("his", "his painting")]),
        ("She did it for her sake on her own.", []),
        ("Its illegal to sell it.", []),
        ("You lost your ticket.", []),
        ("She lives in King's College.", []),
    ],
)
def test_owners_have_what_they_own(text: str, had: list[tuple[str, str]]) -> None:
    """Possessors, pronouns too, have what their phrase names; times, kinds, idioms and names own nothing."""
    assert pairs(text, "have") == had


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Keller, the mayor of Fairview, left.", [("Keller", "the mayor of Fairview")]),
        ("The mayor, Anna Keller, left.", [("The mayor", "Anna Keller")]),
        ("They met Keller, a lawyer.", [("Keller", "a lawyer")]),
        ("Keller, president of Fabrikam, left.", [("Keller", "president of Fabrikam")]),
        ("Keller, 42, a teacher, left.", [("Keller", "a teacher")]),
        ("Harry Price, MD, a professor, left.", [("Harry Price", "a professor")]),
        ("Keller, a doctor who lives in Rome, left.", [("Keller", "a doctor")]),
        ("He wrote of the death of her son, Boris.", [("her son", "Boris")]),
        ("Danish linguist Otto Jespersen left.", [("Otto Jespersen", "Danish linguist")]),
        ("They sold the company Keyhole.", [("Keyhole", "the company")]),
        ("Eric Blair, also known as George Orwell, left.", [("Eric Blair", "George Orwell")]),
        ("The World Health Organization (WHO) left.", [("The World Health Organization", "WHO")]),
        ("They play in the final of the National Football League (NFL).", [("the National Football League", "NFL")]),
        ("Anna Keller (mayor of Fairview) left.", [("Anna Keller", "mayor of Fairview")]),
        ("They charged their uncle, a retired locksmith.", [("their uncle", "a retired locksmith")]),
        ("Shipowner Lars Holm's widow left.", []),
        ("The shipowner Lars Holm's widow left.", [("Lars Holm", "The shipowner")]),
        (
            "Their son, Peter, and Keller's daughter, Eva, left.",
            [("Their son", "Peter"), ("Keller's daughter", "Eva")],
        ),
        ("Keller, the mayor, and Boris left.", []),
        ("In this movie Google sold it.", []),
        ("They bought Urchin, Zipdash, Picasa and Keyhole.", []),
        ("In Paris, the mayor, Keller, left.", [("the mayor", "Keller")]),
        ("The king, the queen, the knave left.", []),
        ("The alleged killer John Marsh left.", []),
        ("Keller, last Monday, left.", []),
        ("Anna Keller (SPD) left.", []),
        ("They met in Chicago, Illinois.", []),
    ],
)
def test_appositions_say_who_somebody_is(text: str, same: list[tuple[str, str]]) -> None:
    """Beside a phrase, before a name or in brackets; lists, places, times and doubted descriptions are none."""
    assert pairs(text, "be") == same


@pytest.mark.parametrize(
    "text",
    [
        "Keller, the mayor of Fairview, opened the bridge.",
        "The mayor, Anna Keller, opened the bridge.",
        "Otto Jespersen (16 July 1860 – 30 April 1943) opened the bridge.",
        "The National Trust (NT) opened the bridge.",
        "Eric Blair, also known as George Orwell, opened the bridge.",
        "Her husband, a singer, opened the bridge.",
    ],
)
def test_what_describes_a_subject_is_no_subject(text: str) -> None:
    """Neither an apposition nor a bracket takes part in the clause around it."""
    (opened,) = [kriya for kriya in kriyas(text) if kriya.verb == "open"]
    assert opened.karakas == {S: [text.split(" (")[0].split(",")[0]], O: ["the bridge"]}


def test_a_described_name_takes_part_as_the_name() -> None:
    """*Danish linguist Otto Jespersen* and *Otto Jespersen* are one participant."""
    (proposed,) = [each for each in kriyas("Danish linguist Otto Jespersen proposed it.") if each.verb == "propose"]
    assert proposed.karakas[S] == ["Otto Jespersen"]


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("Otto Jespersen (16 July 1860 – 30 April 1943) was a linguist.", ["16 July 1860", "30 April 1943"]),
        ("Otto Jespersen (1860–1943) was a linguist.", ["1860", "1943"]),
        ("Anna Weber (July 16, 1860 - April 30, 1943) was a linguist.", ["July 16, 1860", "April 30, 1943"]),
        ("Anna Weber (c. 1860 – 1943) was a linguist.", ["c. 1860", "1943"]),
        ("Anna Weber (born 1960) is a linguist.", ["1960"]),
        ("Anna Weber (b. 1960) is a linguist.", ["1960"]),
        ("Anna Weber (d. 1960) was a linguist.", ["1960"]),
        ("World War II (1939–1945) was a war.", []),
        ("Operation Sunrise (22 June 1941 – 5 December 1965) was a plan.", []),
        ("King George (1760–1764) was a king.", []),
    ],
)
def test_dates_in_brackets_are_births_and_deaths(text: str, events: list[str]) -> None:
    """Only of persons, and only where the years can be a life."""
    dated = [kriya for kriya in kriyas(text) if kriya.verb in {"bear", "die"}]
    assert [kriya.karakas[WHEN][0] for kriya in dated] == events
    assert all(len(kriya.karakas[O if kriya.verb == "bear" else S]) == 1 for kriya in dated)


@pytest.mark.parametrize(
    "text",
    [
        "Her head ached when her brother met her attorney, and her cat left her.",
        "Last week's news said that Marta's brother met Boris's wife.",
        "In the name of the king, the brother of Marta left the house of the leader of the guild.",
    ],
)
def test_each_verb_quote_is_found_at_its_own_place(text: str) -> None:
    """A quote that occurs several times takes in words beside it."""
    places = {(clause.verb_start, clause.verb_end) for clause in analyse(text).clauses if clause.confidence > 0.6}
    spans = align_all([kriya.verb_quote for kriya in kriyas(text)], text)
    assert all(any(span.start <= start and end <= span.end for start, end in places) for span in spans if span)
    assert None not in spans


TO, FROM, AT = Role.SAMPRADANA, Role.APADANA, Role.ADHIKARANA_SPATIAL


@pytest.mark.parametrize(
    ("text", "verb", "karakas"),
    [
        ("An investigation by the Task Force found no fraud.", "investigate", {S: ["the Task Force"]}),
        ("Police began an investigation into the fire.", "investigate", {O: ["the fire"]}),
        ("Her resignation surprised the council.", "resign", {S: ["Her"]}),
        (
            "The sale of the mill to Boris in May surprised them.",
            "sell",
            {O: ["the mill"], TO: ["Boris"], WHEN: ["May"]},
        ),
        (
            "Fabrikam's acquisition of Contoso was completed in 2019.",
            "acquire",
            {S: ["Fabrikam"], O: ["Contoso"]},
        ),
        ("The arrest of two men followed.", "arrest", {O: ["two men"]}),
        ("After her arrest by the police in May, she left.", "arrest", {S: ["the police"], O: ["her"], WHEN: ["May"]}),
        ("The attack on the village by rebels killed them.", "attack", {S: ["rebels"], O: ["the village"]}),
        ("He announced his resignation from the council.", "resign", {S: ["his"], FROM: ["the council"]}),
        ("On the day of her arrival in Oslo it rained.", "arrive", {S: ["her"], AT: ["Oslo"]}),
        ("Last year's sale of the mill surprised Boris.", "sell", {O: ["the mill"], WHEN: ["Last year"]}),
        (
            "After the arrest of two men by police in Leeds, Boris left.",
            "arrest",
            {S: ["police"], O: ["two men"], AT: ["Leeds"]},
        ),
        ("The 1903 death of her son followed.", "die", {S: ["her son"], WHEN: ["1903"]}),
        ("Boris left after his marriage to Anna.", "marry", {S: ["his"], O: ["Anna"]}),
    ],
)
def test_nouns_name_events_with_their_participants(text: str, verb: str, karakas: dict[Role, list[str]]) -> None:
    """*By*, *of*, the possessor and the noun's own prepositions say who takes part, and they connect nothing else."""
    (event,) = [kriya for kriya in kriyas(text) if kriya.verb == verb]
    assert event.karakas == karakas
    others = [kriya.karakas.get(WHEN, []) for kriya in kriyas(text) if kriya.verb != verb]
    assert ["May"] not in others


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The council demanded her resignation.", "resign"),
        ("The planned sale of the mill angered Boris.", "sell"),
        ("He was charged with the murder of the king.", "murder"),
        ("She denied the theft of the map.", "steal"),
        ("If the sale of the mill failed, they left.", "sell"),
        ("The sale of the mill will surprise them.", "sell"),
        ("The sale of the mill was not announced.", "sell"),
        ("No investigation by the council followed.", "investigate"),
        ("The use of force is banned.", "use"),
        ("The investigation found fraud.", "investigate"),
        ("The election of 1964 was the last.", "elect"),
        ("She saw The Rise of Arturo Ui.", "rise"),
        ("They feared an attack on the village.", "attack"),
    ],
)
def test_events_that_nobody_states_are_not_read(text: str, verb: str) -> None:
    """Demanded, planned, denied, future or general events are no facts; nor is a noun without participants one."""
    assert verb not in {kriya.verb for kriya in kriyas(text)}


def test_a_reported_noun_event_is_attributed() -> None:
    """What a speaker takes for granted is the speaker's."""
    (event,) = [each for each in kriyas("Keller said the murder of the king was a crime.") if each.verb == "murder"]
    assert event.attributed_to == "Keller"


def test_events_are_not_had() -> None:
    """*Her resignation* is an event, not what she has."""
    assert pairs("Her resignation surprised them.", "have") == []
    assert pairs("The council demanded her resignation.", "have") == []


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Then Keller left the house.", "Then"),
        ("She lives there now with Boris.", "there"),
        ("You met Keller in Oslo.", "You"),
        ("The duty is described in 8.3.2 by Keller.", "8.3.2"),
        ("The plan is 1) to leave the house, 2) Keller sold it.", "2"),
    ],
)
def test_words_that_name_nothing_take_no_part(text: str, gone: str) -> None:
    """Bare adverbs, the *you* of nobody in particular, section numbers and list marks."""
    mentions = [mention for kriya in kriyas(text) for listed in kriya.karakas.values() for mention in listed]
    assert gone not in mentions


def test_you_in_speech_is_somebody() -> None:
    """Whoever is spoken to may be found."""
    (left,) = [kriya for kriya in kriyas("“You left the house,” said Keller.") if kriya.verb == "leave"]
    assert left.karakas[S] == ["You"]


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("He left Oslo two years ago.", "two years ago"),
        ("Three days later the king returned.", "Three days later"),
        ("It is a 2015 American drama film.", "a 2015 American drama film"),
        ("He saw the “Eyes Wide Shut” on Monday.", "the “Eyes Wide Shut”"),
        ("The court cited Rule 12(b) of the act.", "Rule 12(b)"),
        ("The court cited section 8.3.2 of the act.", "section 8.3.2 of the act"),
        ("They sold 12 % of 300 shares.", "12 % of 300 shares"),
        ("He met two of the men.", "two of the men"),
    ],
)
def test_mentions_keep_their_numbers_dates_and_references(text: str, mention: str) -> None:
    """Nothing that belongs to a phrase is cut off."""
    mentions = [each for kriya in kriyas(text) for listed in kriya.karakas.values() for each in listed]
    assert mention in mentions


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("The acquisition of Contoso by Fabrikam will be completed in June.", "future"),
        ("The acquisition of Contoso by Fabrikam was completed in June.", "actual"),
    ],
)
def test_an_event_that_takes_place_has_the_modality_of_its_clause(text: str, modality: str) -> None:
    """What will be completed is not a fact yet."""
    answer = read_kriyas(text)
    assert isinstance(answer, Extraction)
    (found,) = (kriya for kriya in answer.kriyas if kriya.verb == "acquire")
    assert (found.modality.value, found.karakas[Role.KARTA]) == (modality, ["Fabrikam"])


@pytest.mark.parametrize(
    "text", ["The council will discuss the sale of the mill.", "The sale of the mill needs approval."]
)
def test_an_event_that_is_only_spoken_of_is_none(text: str) -> None:
    """A clause in the present or the future says of few events that they take place."""
    answer = read_kriyas(text)
    assert not isinstance(answer, Extraction) or all(kriya.verb != "sell" for kriya in answer.kriyas)
