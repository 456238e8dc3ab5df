"""Readings of lines that only look as if they denied, doubted or attributed: right ones pass, wrong ones are refused."""

from __future__ import annotations

import pytest

from pramana.events import Kriya, contradictions, polarity_problems
from pramana.evidence import align

NESTED = "Hansen said that Weiss claimed that the ship sank."
RIGHT = [
    ("No eye at all is better than an evil eye!", "be", "is", "actual", None, False, {"KARTA": "No eye at all"}),
    ("No deal is better than a bad deal.", "be", "is", "actual", None, False, {"KARTA": "No deal"}),
    ("I told him to go help his fellow deputy.", "help", "go help", "intended", None, False, {"KARTA": "him"}),
    ("Deputies go help their fellow deputy.", "help", "go help", "actual", None, False, {"KARTA": "Deputies"}),
    ("Mind!", "mind", "Mind", "asked", None, False, {}),
    ("God save you!", "save", "save", "asked", None, False, {"KARTA": "God", "KARMA": "you"}),
    ("Heaven help us all!", "help", "help", "intended", None, False, {"KARTA": "Heaven"}),
    ("The clerk failed to return the key.", "fail", "failed", "actual", None, False, {"KARTA": "The clerk"}),
    ("The clerk failed to return the key.", "return", "return", "actual", None, True, {"KARTA": "The clerk"}),
    ("He refused to sign it.", "refuse", "refused", "actual", None, False, {"KARTA": "He"}),
    ("He never failed to pay.", "pay", "pay", "actual", None, False, {"KARTA": "He"}),
    ("He was found not guilty.", "find", "was found", "actual", None, False, {"KARMA": "He"}),
    ("The jury found Weiss not guilty.", "find", "found", "actual", None, False, {"KARMA": "Weiss"}),
    (NESTED, "sink", "sank", "actual", "Weiss", False, {"KARTA": "the ship"}),
    (NESTED, "sink", "sank", "actual", "Hansen", False, {"KARTA": "the ship"}),
    ("The ferry almost hit it.", "hit", "hit", "actual", None, True, {"KARTA": "The ferry"}),
    ("The ferry almost hit it.", "hit", "hit", "conditional", None, False, {"KARTA": "The ferry"}),
    ("Weiss allegedly stole it.", "steal", "stole", "alleged", None, False, {"KARTA": "Weiss"}),
]
WRONG = [
    ("Police found no evidence.", "find", "found", "actual", None, False, {"KARMA": "evidence"}),
    ("No man is taller than his tree.", "be", "is", "actual", None, False, {"KARTA": "No man"}),
    ("The clerk failed to return the key.", "return", "return", "actual", None, False, {"KARTA": "The clerk"}),
    ("Officials have yet to confirm it.", "confirm", "confirm", "actual", None, False, {"KARTA": "Officials"}),
    ("The ferry almost hit it.", "hit", "hit", "actual", None, False, {"KARTA": "The ferry"}),
    ("Weiss allegedly stole it.", "steal", "stole", "actual", None, False, {"KARTA": "Weiss"}),
    ("Weiss is accused of stealing it.", "steal", "stealing", "actual", None, False, {"KARTA": "Weiss"}),
    ("They asked that the hedge be cut.", "cut", "be cut", "actual", None, False, {"KARMA": "the hedge"}),
    ("The train was about to leave.", "leave", "leave", "actual", None, False, {"KARTA": "The train"}),
    ("Marsh stole the map.", "steal", "stole", "alleged", None, False, {"KARTA": "Marsh"}),
    ("Hansen said that Weiss left.", "leave", "left", "actual", "Weiss", False, {"KARTA": "Weiss"}),
]


def problems(
    line: str, verb: str, quote: str, modality: str, said_by: str | None, negative: bool, roles: dict[str, str]
) -> list[str]:
    told = {"verb": verb, "quote": quote, "modality": modality, "said_by": said_by, "negative": negative, **roles}
    kriya, span = Kriya.model_validate(told), align(quote, line)
    assert span is not None
    return [*polarity_problems(line, kriya, span), *contradictions(line, kriya, span)]


@pytest.mark.parametrize("reading", RIGHT, ids=lambda reading: f"{reading[0]} {reading[2]} {reading[3]}")
def test_a_right_reading_passes(reading: tuple[str, str, str, str, str | None, bool, dict[str, str]]) -> None:
    """Comparisons, wishes, commands, what failed and what is said of what is said deny and attribute nothing wrongly."""
    assert problems(*reading) == []


@pytest.mark.parametrize("reading", WRONG, ids=lambda reading: f"{reading[0]} {reading[2]} {reading[3]}")
def test_a_wrong_reading_is_refused(reading: tuple[str, str, str, str, str | None, bool, dict[str, str]]) -> None:
    """What a line denies, only alleges or demands is no fact, and a fact is not alleged."""
    assert problems(*reading) != []
