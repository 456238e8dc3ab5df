"""Signs, currencies, units and symbols beside numbers and words: without them, or with others, a claim is another."""

from __future__ import annotations

from itertools import permutations

import pytest

from pramana.claims import ClaimVerdict, check

WRITINGS = ("5", "-5", "£5", "$5", "€5", "£5m", "£5bn", "$5m", "5%", "5kg", "5g", "<5", ">5", "≥5", "5°", "5/6", "5pm")
FRAMES = ("It came to {}.", "The bill of Zed came to {} in Hull.", "Zed gave {} to Ann.")


@pytest.mark.parametrize(("claim", "line"), [*permutations(WRITINGS, 2)])
def test_no_figure_is_said_by_another_writing_of_its_digits(claim: str, line: str) -> None:
    """Whether the line has the same words or more of them, in every pair of signs, currencies, scales and units."""
    for frame in FRAMES:
        for more in ("", " It rained."):
            verdict = check(frame.format(claim), [frame.format(line) + more]).verdict
            assert verdict is not ClaimVerdict.SUPPORTED, (frame, more)


@pytest.mark.parametrize("figure", WRITINGS)
@pytest.mark.parametrize("frame", FRAMES)
def test_a_figure_is_said_by_its_own_writing(figure: str, frame: str) -> None:
    assert check(frame.format(figure), [frame.format(figure)]).is_supported


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It cost GBP 3m.", "It cost £3 million."),
        ("It cost £12.4 million.", "It cost GBP 12.4m."),
        ("Rent rose by 5 percent.", "Rent rose by 5% in May."),
        ("It left on 3 March 2015.", "It left on 3rd March 2015."),
        ("Ann sold three maps.", "Ann sold 3 maps in May."),
        ("AT&T bought Zed.", "AT&T bought Zed in May."),
        ("AT&T's chair left.", "The chair of AT&T left."),
    ],
)
def test_another_writing_of_the_same_amount_says_it(claim: str, line: str) -> None:
    assert check(claim, [line]).is_supported


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It is C++.", "It is C."),
        ("It is C.", "It is C++."),
        ("It is C#.", "It is C."),
        ("A + B is C.", "A - B is C."),
        ("The pH is < 5.", "The pH is > 5."),
        ("Ann @ Zed left.", "Ann & Zed left."),
        ("A > B holds.", "A < B holds."),
    ],
)
def test_symbols_are_part_of_a_claim(claim: str, line: str) -> None:
    assert not check(claim, [line]).is_supported
    assert check(claim, [claim]).is_supported
