"""What a line says of one part of an enumeration, or of the past alone, is not said of the other part, or of today."""

from __future__ import annotations

from itertools import permutations

import pytest

from pramana.claims import ClaimVerdict, check

PAIRS = [
    (
        "The ferry Aurora carried {} passengers in {} and {} passengers in {}.",
        "The ferry Aurora carried {} passengers in {}.",
    ),
    ("The farm sold {} goats in {} and {} goats in {}.", "The farm sold {} goats in {}."),
]


@pytest.mark.parametrize(("line", "claim"), PAIRS)
@pytest.mark.parametrize(("one", "other"), list(permutations(["May", "June", "July"], 2)))
def test_a_number_goes_with_its_own_time(line: str, claim: str, one: str, other: str) -> None:
    said = line.format(120, one, 340, other)
    assert check(claim.format(120, one), [said]).verdict is ClaimVerdict.SUPPORTED
    for number, month in ((120, other), (340, one)):
        assert check(claim.format(number, month), [said]).verdict is not ClaimVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "past", "line"),
    [
        (
            "Carl Voss is captain of the Aurora.",
            "Carl Voss was captain of the Aurora.",
            "Carl Voss was captain of the Aurora until 2019.",
        ),
        ("Ann lives in Rome.", "Ann lived in Rome.", "Ann lived in Rome until 1999."),
        ("Ann is the director.", "Ann was the director.", "Ann was formerly the director."),
        ("The firm owns the mill.", "The firm owned the mill.", "The firm owned the mill until the fire."),
    ],
)
def test_what_has_ended_is_not_so_today(claim: str, past: str, line: str) -> None:
    assert check(claim, [line]).verdict is ClaimVerdict.UNSURE
    assert check(past, [line]).verdict is ClaimVerdict.SUPPORTED
