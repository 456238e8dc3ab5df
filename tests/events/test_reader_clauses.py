"""What a line denies, doubts, alleges, wants or reports, as Kriyās of the embedded reader."""

from __future__ import annotations

import pytest
from readings import told


@pytest.mark.parametrize(
    ("text", "kriya"),
    [
        ("The firm denied that it had made a mistake.", "make: KARTA=it, KARMA=a mistake, not, says The firm"),
        ("He no longer works in Oslo.", "work: KARTA=He, ADHIKARANA_SPATIAL=Oslo, not"),
        ("He left without being seen.", "see: KARMA=He, not"),
        ("The ferry almost hit the pier.", "hit: KARTA=The ferry, KARMA=the pier, not"),
        ("He had nearly finished the book.", "finish: KARTA=He, KARMA=the book, not"),
        ("The clerk failed to return the key.", "return: KARTA=The clerk, KARMA=the key, not"),
        ("Never had he seen the sea.", "see: KARTA=he, KARMA=the sea, not"),
        ("Neither has been dismissed.", "dismiss: KARMA=Neither, not"),
        ("Officials have yet to confirm the report.", "confirm: KARTA=Officials, KARMA=the report, not"),
    ],
)
def test_what_a_line_denies_is_negative(text: str, kriya: str) -> None:
    """Denial by the verb, by an adverb, by who denies, and by a word that says that it hardly failed to happen."""
    assert kriya in told(text)


@pytest.mark.parametrize(
    ("text", "kriyas"),
    [
        (
            "She wrote to the owners, but not to the tenants.",
            ["write: KARTA=She, SAMPRADANA=the owners", "write: KARTA=She, SAMPRADANA=the tenants, not"],
        ),
        (
            "The hole was filled with sand and not with gravel.",
            ["fill: KARMA=The hole, KARANA=sand", "fill: KARMA=The hole, KARANA=gravel, not"],
        ),
        ("He bought bread, not wine.", ["buy: KARTA=He, KARMA=bread", "buy: KARTA=He, KARMA=wine, not"]),
        (
            "Marsh, not Lily, stole the map.",
            ["steal: KARTA=Marsh, KARMA=the map", "steal: KARTA=Lily, KARMA=the map, not"],
        ),
        (
            "The mould was caused by a leaking gutter and not by poor ventilation.",
            ["cause: KARMA=The mould, KARTA=a leaking gutter", "cause: KARMA=The mould, KARTA=poor ventilation, not"],
        ),
        (
            "The bridge was built by Ann Lee in 1901, not by Tom Ray.",
            [
                "build: KARMA=The bridge, KARTA=Ann Lee, ADHIKARANA_TEMPORAL=1901",
                "build: KARMA=The bridge, KARTA=Tom Ray, not",
            ],
        ),
        (
            "Not Ben but Anna signed the letter.",
            ["sign: KARTA=Anna, KARMA=the letter", "sign: KARTA=Ben, KARMA=the letter, not"],
        ),
        ("Not only Ben but Anna signed the letter.", ["sign: KARTA=Ben+Anna, KARMA=the letter"]),
        ("He did not come but the queen left.", ["come: KARTA=He, not", "leave: KARTA=the queen"]),
    ],
)
def test_an_excluded_participant_has_a_negative_kriya_of_its_own(text: str, kriyas: list[str]) -> None:
    """*not to the tenants* says of the tenants that it did not happen to them."""
    assert told(text) == kriyas


@pytest.mark.parametrize(
    ("text", "kriya"),
    [
        ("Weiss is accused of stealing the ring.", "steal: KARTA=Weiss, KARMA=the ring, alleged"),
        (
            "The mayor accused Weiss of stealing the ring.",
            "steal: KARTA=Weiss, KARMA=the ring, alleged, says The mayor",
        ),
        ("He was charged with two counts of “stealing a ring”.", "steal: KARTA=He, KARMA=a ring, alleged"),
        ("Weiss allegedly stole the ring.", "steal: KARTA=Weiss, KARMA=the ring, alleged"),
        ("Weiss is alleged to have stolen the ring.", "steal: KARTA=Weiss, KARMA=the ring, alleged"),
        ("Police suspect that Weiss stole the ring.", "steal: KARTA=Weiss, KARMA=the ring, alleged, says Police"),
        ("There were allegations that Weiss stole the ring.", "steal: KARTA=Weiss, KARMA=the ring, alleged"),
        ("Weiss was convicted of stealing the ring.", "steal: KARTA=Weiss, KARMA=the ring"),
        ("The council recommended that the hedge be cut.", "cut: KARMA=the hedge, necessary, says The council"),
        ("The council asked that he leave.", "leave: KARTA=he, necessary, says The council"),
        ("He sold it on condition that the valve never be opened.", "open: KARMA=the valve, not, necessary"),
        ("The mayor doubted that the bridge fell.", "fall: KARTA=the bridge, possible, says The mayor"),
        ("God save the king!", "save: KARTA=God, KARMA=the king, intended"),
        ("He was found not guilty.", "find: KARMA=He"),
        ("The train was about to leave the town.", "leave: KARTA=The train, KARMA=the town, intended"),
    ],
)
def test_what_a_line_does_not_assert_has_its_modality(text: str, kriya: str) -> None:
    """Charges are alleged, what is demanded is necessary, and the subject is the one of its own clause."""
    assert kriya in told(text)


@pytest.mark.parametrize(
    ("text", "kriya"),
    [
        ("According to Hansen, the ship sank.", "sink: KARTA=the ship, says Hansen"),
        ("The ship sank, according to the captain.", "sink: KARTA=The ship, says the captain"),
        ("Hansen said: The ship sank in May.", "sink: KARTA=The ship, ADHIKARANA_TEMPORAL=May, says Hansen"),
        (
            "Hansen said the ship hit a rock, which delayed the rescue.",
            "delay: KARMA=the rescue, says Hansen",
        ),
        ("Hansen bought a house, which burned down.", "burn down: KARTA=a house"),
        ("Inside lay a map.", "lie: KARTA=a map, ADHIKARANA_SPATIAL=Inside"),
        ("In the box was a letter.", "be: KARTA=a letter, ADHIKARANA_SPATIAL=the box"),
        ("There stood a castle on the hill.", "stand: KARTA=a castle, ADHIKARANA_SPATIAL=the hill"),
        ("The firm bought and sold houses.", "buy: KARTA=The firm, KARMA=houses"),
        ("He cut, dried and sold the wood.", "cut: KARTA=He, KARMA=the wood"),
        ("He came and took the ring.", "come: KARTA=He"),
        (
            "The court awarded Hansen Lines 40 million kroner.",
            "award: KARTA=The court, KARMA=40 million kroner, SAMPRADANA=Hansen Lines",
        ),
        (
            "He took command of the ship two weeks earlier.",
            "take: KARTA=He, KARMA=command of the ship, ADHIKARANA_TEMPORAL=two weeks earlier",
        ),
        ("In Zurich Marta worked.", "work: KARTA=Marta, ADHIKARANA_SPATIAL=Zurich"),
        ("A week later a man called Ned came.", "come: KARTA=a man, ADHIKARANA_TEMPORAL=A week later"),
        ("Paul, who stayed in Rome, wrote her letters.", "write: KARTA=Paul, KARMA=her letters"),
        ("He faxed me the letter.", "fax: KARTA=He, KARMA=the letter, SAMPRADANA=me"),
        ("She made him laugh.", "laugh: KARTA=him"),
        ("Five years later, the king died.", "die: KARTA=the king, ADHIKARANA_TEMPORAL=Five years later"),
        ("He bought wraps for my car that look new.", "look: KARTA=wraps, KARMA=new"),
        ("There is a man in the house who sells books.", "sell: KARTA=a man, KARMA=books"),
        ("He bought a hat, a coat and a belt and I left.", "leave: KARTA=I"),
        ("If you see a spot, that means decay.", "mean: KARTA=that, KARMA=decay, conditional"),
        ("The fire began at 5.30 pm.", "begin: KARTA=The fire, ADHIKARANA_TEMPORAL=5.30 pm"),
        (
            "The bridge, built in 1890 by Eiffel, fell.",
            "build: KARMA=The bridge, KARTA=Eiffel, ADHIKARANA_TEMPORAL=1890",
        ),
    ],
)
def test_participants_and_speakers_cross_clauses(text: str, kriya: str) -> None:
    """Reported speech, inversion, what joined verbs share, and a relative clause about all that was said."""
    assert kriya in told(text) or set(kriya.split(", ")) in [set(each.split(", ")) for each in told(text)]


def test_what_is_missing_may_be_compared() -> None:
    """*No deal is better than a bad deal* denies nothing, and says nothing of a deal."""
    assert told("No deal is better than a bad deal.") == []
