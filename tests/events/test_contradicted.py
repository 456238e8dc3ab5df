"""What a Kriyā says otherwise than its line is refused, whoever proposed it."""

from __future__ import annotations

from typing import Any

import pytest

from pramana.events import Kriya, contradictions
from pramana.evidence import align


def problems(
    line: str, verb: str, quote: str, /, modality: str = "actual", said_by: str | None = None, **roles: Any
) -> str:
    """Return the contradictions of a Kriyā with its line, joined."""
    karakas = {role: [mention] for role, mention in roles.items()}
    told = {"verb": verb, "verb_quote": quote, "karakas": karakas, "modality": modality, "attributed_to": said_by}
    span = align(quote, line)
    assert span is not None
    return " ".join(contradictions(line, Kriya.model_validate(told), span))


@pytest.mark.parametrize(
    ("line", "agent", "patient", "reversed_"),
    [
        ("Marsh stole the map.", "Marsh", "the map", False),
        ("Marsh stole the map.", "the map", "Marsh", True),
        ("The map was stolen by Marsh.", "Marsh", "The map", False),
        ("The map was stolen by Marsh.", "The map", "Marsh", True),
        ("They ask how often Marsh stole the map.", "the map", "Marsh", True),
        ("The map that Marsh stole is lost.", "Marsh", "The map", False),
    ],
)
def test_reversed_roles_are_refused(line: str, agent: str, patient: str, reversed_: bool) -> None:
    """Who does it and to whom it is done may not change places, in either voice."""
    quote = "was stolen" if "was stolen" in line else "stole"
    assert ("each other's roles" in problems(line, "steal", quote, KARTA=agent, KARMA=patient)) is reversed_


@pytest.mark.parametrize(
    ("line", "modality", "refused"),
    [
        ("Marsh stole the map.", "possible", True),
        ("Marsh stole the map, but he could not sell it.", "possible", True),
        ("Marsh may have stolen the map.", "possible", False),
        ("Marsh planned to steal the map.", "intended", False),
        ("If Marsh stole the map, he hid it.", "conditional", False),
        ("Who stole the map?", "asked", False),
        ("Marsh stole the map.", "actual", False),
    ],
)
def test_a_mood_that_the_line_does_not_have_is_refused(line: str, modality: str, refused: bool) -> None:
    """Only a line that may put the action as less than a fact can be read so; another clause's mood does not count."""
    quote = next(each for each in ("may have stolen", "to steal", "stole") if each in line)
    assert (
        "modality" in problems(line, "steal", quote, modality, KARTA="Who" if "Who" in line else "Marsh")
    ) is refused


@pytest.mark.parametrize(
    ("line", "quote", "refused"),
    [
        ("I help to support the houses.", "support", False),
        ("Some people laughed to see the change in him.", "see", False),
        ("He was wise enough to know the way.", "know", False),
        ("Tom tried to sink the boat.", "sink", True),
        ("They planned to sell the mill.", "sell", True),
    ],
)
def test_an_aim_is_no_fact_where_the_verb_above_says_so(line: str, quote: str, refused: bool) -> None:
    """*Helped to support*, *laughed to see* tell of what was done; *tried to sink* does not."""
    assert ("make it intended" in problems(line, quote, quote)) is refused


def test_another_speaker_is_refused() -> None:
    """Who says it is the subject of the verb of speech, and whom what is said is attributed to."""
    line = "The ports of Bergen said that Marsh stole the map."
    assert "not 'Marsh'" in problems(line, "say", "said", KARTA="Marsh")
    assert problems(line, "say", "said", KARTA="The ports of Bergen") == ""
    assert "not 'Marsh'" in problems(line, "steal", "stole", said_by="Marsh", KARMA="the map")
    assert problems(line, "steal", "stole", said_by="The ports of Bergen", KARTA="Marsh", KARMA="the map") == ""


BERMAN = "Berman and Company is a firm founded by lawyer and former lobbyist Rick Berman."
CLARK = 'On Friday, Clark posted to explain his decision saying, "I usually don\'t post political items."'
WHNS = "CNN affiliate WHNS quoted Clark as saying that the flag is low."
CHARGED = "He was arrested in January and charged with aggravated assault."


@pytest.mark.parametrize(
    ("line", "verb", "quote", "modality", "said_by", "roles"),
    [
        (BERMAN, "found", "founded", "actual", None, {"KARTA": "lawyer and former lobbyist Rick Berman", "KARMA": "a firm"}),
        (CLARK, "say", "saying", "actual", None, {"KARTA": "Clark"}),
        (CLARK, "post", "don't post", "actual", "Clark", {"KARTA": "I"}),
        (WHNS, "say", "saying", "actual", None, {"KARTA": "Clark"}),
        (CHARGED, "assault", "assault", "possible", None, {"KARTA": "He"}),
    ],
)  # fmt: skip
def test_what_the_rules_can_only_guess_is_no_contradiction(
    line: str, verb: str, quote: str, modality: str, said_by: str | None, roles: dict[str, str]
) -> None:
    """*by* names the agent, whoever else is near; the subject of *saying* is a guess; a charge is no fact."""
    assert problems(line, verb, quote, modality, said_by, **roles) == ""
