"""What a line denies is not asserted: by the embedded reader, by a model's reading, or by an answer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import pramana
from pramana.events import Extraction, Kriya, Polarity, Role, Unread, canonical_name, read_kriyas
from pramana.karaka.writer import LineItem, violations

DENIED = [
    ("Police found no evidence.", "find", "no evidence", "evidence"),
    ("Police found no new evidence of fraud.", "find", "no new evidence of fraud", "evidence"),
    ("Nobody saw the thief.", "see", "Nobody", "Nobody"),
    ("No one opened the door.", "open", "No one", "No one"),
    ("Nothing was stolen.", "steal", "Nothing", "Nothing"),
    ("None of the guards saw the thief.", "see", "None of the guards", "guards"),
    ("Neither guard saw the thief.", "see", "Neither guard", "guard"),
    ("Neither Marsh nor Lily stole the map.", "steal", "Marsh", "Lily"),
    ("Marsh stole neither the map nor the ring.", "steal", "the map", "the ring"),
    ("Hardly any of the water reached the village.", "reach", "Hardly any of the water", "water"),
    ("Scarcely any water reached the village.", "reach", "any water", "water"),
    ("Barely any rain fell in May.", "fall", "any rain", "rain"),
    ("Almost nobody voted for the bill.", "vote", "nobody", "Almost nobody"),
    ("Not a single ship reached the port.", "reach", "a single ship", "ship"),
    ("He met not a soul in the forest.", "meet", "a soul", "soul"),
    ("Never a word was said by the king.", "say", "a word", "word"),
    ("Marsh gave the map to no one.", "give", "no one", "no one"),
    ("Marsh spoke to nobody.", "speak", "nobody", "nobody"),
    ("Rama gave Sita no bow.", "give", "no bow", "bow"),
]
"""Lines, their verb, and two ways in which a model may quote what they deny."""


def kriyas(text: str) -> dict[str, Kriya]:
    found = read_kriyas(text)
    assert not isinstance(found, Unread)
    return {kriya.verb: kriya for kriya in found.kriyas}


@pytest.mark.parametrize(("line", "verb", "whole", "part"), DENIED)
def test_a_denied_mention_makes_the_embedded_reading_negative(line: str, verb: str, whole: str, part: str) -> None:
    """What does the denying need not be the verb: a participant is enough."""
    assert kriyas(line)[verb].polarity is Polarity.NEGATIVE


@pytest.mark.parametrize(("line", "verb", "whole", "part"), DENIED)
def test_an_affirmative_reading_of_a_denied_mention_is_refused(line: str, verb: str, whole: str, part: str) -> None:
    """Whoever proposed it, and whether the denying word was copied with the mention or left out."""
    quote = kriyas(line)[verb].verb_quote
    for mention in (whole, part):
        roles = {Role.KARMA: [mention]}
        asserted, denied = (
            violations(
                LineItem("a", 1, line),
                Extraction(kriyas=[Kriya(verb=verb, verb_quote=quote, karakas=roles, polarity=polarity)]),
            )
            for polarity in (Polarity.AFFIRMATIVE, Polarity.NEGATIVE)
        )
        assert asserted == (
            f"Kriyā {verb!r}: {mention!r} is denied in the line; make the polarity negative, or leave it out.",
        )
        assert denied == ()


@pytest.mark.parametrize(
    ("line", "verb", "roles"),
    [
        ("No fewer than 20 people died in the fire.", "die", {"KARTA": ["No fewer than 20 people"]}),
        ("Not only Marsh stole the map.", "steal", {"KARTA": ["Marsh"]}),
        ("Marsh not only stole the map but sold the ring.", "steal", {"KARTA": ["Marsh"], "KARMA": ["the map"]}),
        ("No doubt Marsh stole the map.", "steal", {"KARTA": ["Marsh"], "KARMA": ["the map"]}),
        ("Marsh, not Lily, stole the map.", "steal", {"KARTA": ["Marsh"], "KARMA": ["the map"]}),
        ("The king, but not the queen, left London.", "leave", {"KARTA": ["The king"], "KARMA": ["London"]}),
        ("Marsh stole the map, not the ring.", "steal", {"KARTA": ["Marsh"], "KARMA": ["the map"]}),
        ("Not until 1990 did Marsh return to London.", "return", {"KARTA": ["Marsh"]}),
        ("He had bread and no wine.", "have", {"KARTA": ["He"], "KARMA": ["bread"]}),
        ("He left with no money.", "leave", {"KARTA": ["He"]}),
        ("A few soldiers survived the battle.", "survive", {"KARTA": ["A few soldiers"], "KARMA": ["the battle"]}),
    ],
)
def test_what_only_looks_denied_is_affirmative(line: str, verb: str, roles: dict[str, list[str]]) -> None:
    """Idioms, contrasts, titles and what happened without something deny nothing of the action."""
    answer = read_kriyas(line)
    assert isinstance(answer, Extraction)
    kriya = next(each for each in answer.kriyas if each.verb == verb)
    assert kriya.polarity is Polarity.AFFIRMATIVE
    assert {role.value: mentions for role, mentions in kriya.karakas.items()}.items() >= roles.items()
    assert violations(LineItem("a", 1, line), Extraction(kriyas=[kriya])) == ()


@pytest.mark.parametrize(
    ("line", "quote", "polarity", "problem"),
    [
        ("Marsh did not steal the map.", "steal", "affirmative", "denies it ('did not steal')"),
        ("Marsh never stole the map.", "stole", "affirmative", "denies it ('stole')"),
        ("Marsh no longer stole.", "stole", "affirmative", "denies it ('stole')"),
        ("Marsh stole the map.", "stole", "negative", "nothing in the line denies it"),
    ],
)
def test_the_polarity_of_the_verb_is_checked(line: str, quote: str, polarity: str, problem: str) -> None:
    """A negation that was dropped, and one that was added, are refused."""
    kriya = Kriya(verb="steal", verb_quote=quote, karakas={"KARTA": ["Marsh"]}, polarity=polarity)
    [found] = violations(LineItem("a", 1, line), Extraction(kriyas=[kriya]))
    assert problem in found


@pytest.mark.parametrize(
    ("mention", "name"),
    [
        ("no evidence", "evidence"),
        ("None of the guards", "guards"),
        ("not a single ship", "single ship"),
        ("hardly any water", "water"),
        ("Nobody", "Nobody"),
        ("No. 10", "No. 10"),
        ("No Country for Old Men", "No Country for Old Men"),
    ],
)
def test_a_denied_mention_is_named_by_what_it_denies(mention: str, name: str) -> None:
    """In a negative Kriyā *no evidence* is the evidence that there was not; a title keeps its words."""
    assert canonical_name(mention) == name


def test_questions_are_not_answered_with_what_a_line_denies(tmp_path: Path) -> None:
    """The line is quoted as a denial, after what other lines assert; nothing that it denies is named as the answer."""
    (tmp_path / "a.txt").write_text(os.linesep.join(line for line, *_ in DENIED), "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        for question in (
            "What did the police find?",
            "Who saw the thief?",
            "Who stole the map?",
            "What reached the port?",
        ):
            answer = ws.ask(question).answer
            assert answer.startswith("Denied: “"), (question, answer)
