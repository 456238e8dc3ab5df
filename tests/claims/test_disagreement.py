"""Lines of which one says a claim and another says otherwise."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimVerdict, check, check_all, is_open

DISAGREEING = [
    ("The map was stolen.", "The map was not stolen."),
    ("The repair cost £14.2 million.", "The repair cost £12.4 million."),
    ("The lease ends on 4 March 2023.", "The lease ends on 14 March 2023."),
    ("Sales rose in May.", "Sales fell in May."),
    ("Marsh robbed Lily.", "Lily robbed Marsh."),
    ("Ann left before the trial.", "Ann left after the trial."),
]
BOTH_TRUE = [
    ("Marsh stole the map.", "Lily stole the map.", "Marsh stole the map."),
    ("Ann sold three maps.", "Ann sold four maps in May.", "Ann sold three maps."),
    ("Ann left on 3 May 2020.", "Ann did not leave on 4 May 2020.", "Ann left."),
    ("Ann left.", "Ned said that Ann did not leave.", "Ann left."),
]


@pytest.mark.parametrize(("one", "other"), DISAGREEING)
def test_two_lines_that_exclude_each_other_leave_both_unsure(one: str, other: str) -> None:
    """Whichever of the two is claimed, and in whichever order they are; a model is not asked which is right."""
    for claim, denial in ((one, other), (other, one)):
        for lines in ([one, other], [other, one]):
            found = check(claim, lines)
            assert (found.verdict, found.lines) == (ClaimVerdict.UNSURE, (0, 1))
            assert found.opposing == (lines.index(denial),)
            assert found.reasons == (f"The lines disagree: “{claim}” says so, “{denial}” says otherwise.",)
            assert not is_open(found)


@pytest.mark.parametrize(("one", "other", "claim"), BOTH_TRUE)
def test_what_may_both_hold_is_no_disagreement(one: str, other: str, claim: str) -> None:
    """Another participant, another case, another day, somebody's words."""
    found = check(claim, [one, other])
    assert (found.verdict, found.opposing) == (ClaimVerdict.SUPPORTED, ())


def test_a_denial_for_one_day_speaks_against_what_has_no_date() -> None:
    """Of a purchase that is approved in one text, and was not approved on 12 March in another."""
    lines = [
        "The Board approved the purchase of the tug Ardent subject to a satisfactory survey.",
        "The Board did not approve the purchase of the tug Ardent on 12 March.",
    ]
    claims = [
        "The Board approved the purchase of the tug Ardent.",
        "The Board did not approve the purchase of the tug Ardent.",
    ]
    assert [(each.verdict.value, each.opposing) for each in check_all(claims, lines)] == [
        ("unsure", (1,)),
        ("unsure", (0,)),
    ]
