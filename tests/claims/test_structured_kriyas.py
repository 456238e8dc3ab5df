"""Kriyās that a model proposes of a line: what the line has in other roles, or says of nobody, is never accepted."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimVerdict, check_kriya
from pramana.events import Kriya, Role
from pramana.evidence import align

K, OB, TO, FROM = Role.KARTA, Role.KARMA, Role.SAMPRADANA, Role.APADANA


def verdict(line: str, quote: str, verb: str, karakas: dict[Role, list[str]]) -> ClaimVerdict:
    span = align(quote, line)
    assert span is not None
    return check_kriya(Kriya(verb=verb, verb_quote=quote, karakas=karakas), line, span).verdict


@pytest.mark.parametrize(
    ("line", "quote", "verb", "karakas"),
    [
        ("Marsh stole the map.", "stole", "steal", {K: ["the map"], OB: ["Marsh"]}),
        ("The map was stolen by Marsh.", "was stolen", "steal", {K: ["The map"], OB: ["Marsh"]}),
        ("Ann gave Bo the map.", "gave", "give", {K: ["Bo"], OB: ["the map"], TO: ["Ann"]}),
        ("Ann gave the map to Bo.", "gave", "give", {K: ["Ann"], OB: ["Bo"], TO: ["the map"]}),
        ("Ann bought the map from Bo.", "bought", "buy", {K: ["Bo"], OB: ["the map"], FROM: ["Ann"]}),
        ("Nobody stole the map.", "stole", "steal", {OB: ["the map"]}),
        ("No sailor stole the map.", "stole", "steal", {OB: ["the map"]}),
        ("Ann stole nothing.", "stole", "steal", {K: ["Ann"]}),
        ("Ann stole no map.", "stole", "steal", {K: ["Ann"], OB: ["map"]}),
        ("Neither Ann nor Bo stole the map.", "stole", "steal", {K: ["Ann", "Bo"], OB: ["the map"]}),
        ("It was Ann, not Bo, who stole the map.", "stole", "steal", {K: ["Bo"], OB: ["the map"]}),
    ],
)
def test_what_a_line_has_in_other_roles_or_of_nobody_is_contradicted(
    line: str, quote: str, verb: str, karakas: dict[Role, list[str]]
) -> None:
    assert verdict(line, quote, verb, karakas) is ClaimVerdict.CONTRADICTED


@pytest.mark.parametrize(
    ("line", "quote", "verb", "karakas"),
    [
        ("Marsh stole the map.", "stole", "steal", {K: ["Marsh"], OB: ["the map"]}),
        ("Ann gave the map to Bo.", "gave", "give", {K: ["Ann"], OB: ["the map"], TO: ["Bo"]}),
        ("Ann gave Bo the map.", "gave", "give", {K: ["Ann"], OB: ["the map"], TO: ["Bo"]}),
        ("Nobody but Ann stole the map.", "stole", "steal", {K: ["Ann"], OB: ["the map"]}),
    ],
)
def test_what_a_line_says_is_left_to_the_judges(
    line: str, quote: str, verb: str, karakas: dict[Role, list[str]]
) -> None:
    """Never supported: the rules' own reading is no evidence for itself."""
    assert verdict(line, quote, verb, karakas) is ClaimVerdict.UNSURE
