"""What a line tells as past is not told as present."""

from __future__ import annotations

from itertools import product

import pytest

from pramana.claims import ClaimVerdict, check

PAST = [
    "{N} was {S}.", "{N} used to be {S}.", "Until 1990 {N} was {S}.", "{N} was {S} until 1990.", "{N} had been {S}.",
    "{N} was formerly {S}.", "{N} was once {S}.", "{N} became {S}.", "{N}, who was {S}, left.", "{N} was {S} in 1990.",
    "{N} has been {S}.", "{N} was no longer {S}.", "{N} was, in those days, {S}.",
]  # fmt: skip
"""Lines that tell a state (S) of somebody (N) as past."""
COMING = [
    "{N} will be {S}.", "{N} would be {S}.", "{N} is to be {S}.", "{N} is to become {S}.", "{N} wants to be {S}.",
    "{N} may be {S}.", "{N} hopes to be {S}.", "{N} was to be {S}.", "{N} would have been {S}.", "{N} could be {S}.",
    "{N} was about to become {S}.", "{N} is going to be {S}.", "{N} should be {S}.", "{N} is said to be {S}.",
]  # fmt: skip
"""Lines that tell a state as coming, wished for or possible."""
PRESENT = ["{N} is {S}.", "{N} is {S}, and Bo left.", "Today {N} is {S}.", "{N}, who is {S}, left.", "{N} is now {S}."]
NAMES = ["Krug", "Ann Roe", "The museum", "Fjord Logistics"]
STATES = ["a member", "rich", "the owner of the mill", "in Hull", "closed", "younger than Ann"]
DEEDS = [
    ("owned", "owns"),
    ("ran", "runs"),
    ("held", "holds"),
    ("guarded", "guards"),
    ("cut", "cuts"),
    ("led", "leads"),
]


@pytest.mark.parametrize("line", [*PAST, *COMING])
def test_a_state_of_another_time_is_not_told_as_present(line: str) -> None:
    """*was a cook*, *used to be*, *would be*, *is to become* do not say *is a cook*, nor that it is none."""
    for name, state in product(NAMES, STATES):
        text = line.format(N=name, S=state)
        found = check(f"{name} is {state}.", [text])
        assert found.verdict is ClaimVerdict.UNSURE or "no longer" in line, text


@pytest.mark.parametrize("line", PRESENT)
def test_a_present_state_is_supported_by_a_present_line(line: str) -> None:
    supported = [
        check(f"{name} is {state}.", [line.format(N=name, S=state)]).is_supported
        for name, state in product(NAMES, STATES)
    ]
    assert sum(supported) >= 0.8 * len(supported)


@pytest.mark.parametrize(("past", "present"), DEEDS)
def test_a_deed_of_the_past_is_not_told_as_present(past: str, present: str) -> None:
    """*owned the mill* does not say *owns the mill*; it says itself, in the passive too."""
    for name in ("Krug", "Ann Roe", "Nord Systems"):
        line = f"{name} {past} the mill."
        assert check(line, [line]).is_supported
        assert not check(f"{name} {present} the mill.", [line]).is_supported
        assert check(f"{name} {present} the mill.", [f"{name} {present} the mill, and Bo left."]).is_supported


def test_the_reason_says_that_the_line_tells_it_as_past() -> None:
    (reason,) = check("Krug is a cook.", ["Krug was a cook."]).reasons
    assert reason == (
        "No line says so; the nearest differs in time: the claim has “is”, and the line tells it as past: “was”."
    )


def test_another_figure_at_another_time_is_no_contradiction() -> None:
    """A town that had 3,000 inhabitants may have 4,000."""
    assert check("Hull has 4,000 docks.", ["Hull had 3,000 docks."]).verdict is ClaimVerdict.UNSURE
    assert check("Hull had 4,000 docks.", ["Hull has 3,000 docks."]).verdict is ClaimVerdict.UNSURE
    assert check("Hull has 4,000 docks.", ["Hull has 3,000 docks."]).verdict is ClaimVerdict.CONTRADICTED


@pytest.mark.parametrize("since", ["since 2001", "since May 2001", "since the war"])
def test_what_has_lasted_since_then_lasts(since: str) -> None:
    """*has worked there since 2001* says *works there since 2001*; not *works there*, which *has left since* shows."""
    line = f"Ann Roe has worked for Orbit {since}."
    assert check(f"Ann Roe works for Orbit {since}.", [line]).is_supported
    assert not check("Ann Roe works for Orbit.", [line]).is_supported
    assert not check(f"Ann Roe works for Orbit {since}.", [f"Ann Roe worked for Orbit {since}."]).is_supported
