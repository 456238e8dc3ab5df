"""What a claim may not leave out of a line, since without it the claim is about more, or about another thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.claims import check

FILLINGS = [
    {
        "A": "Krug",
        "B": "Rosa Kern",
        "n": "pilot",
        "adj": "Danish",
        "thing": "map",
        "P": "Hull",
        "one": "three",
        "N": "140",
    },
    {
        "A": "Ines Pardo",
        "B": "Marsh",
        "n": "clerk",
        "adj": "married",
        "thing": "lamp",
        "P": "Oslo",
        "one": "nine",
        "N": "30",
    },
    {
        "A": "Vera",
        "B": "Ole Berg",
        "n": "miner",
        "adj": "young",
        "thing": "desk",
        "P": "Bergen",
        "one": "two",
        "N": "60",
    },
]
"""Names, nouns, adjectives and numbers; rules were written while looking at lines with other ones."""

WIDER = [
    # one of a number of a kind that the line counts otherwise
    ("{A} was one of {one} {n}s among {N} guests.", "{A} was one of {N} {n}s."),
    ("{A} met one of the {one} {n}s in a town of {N} houses.", "{A} met one of the {N} {n}s."),
    # a place of what the claim leaves out
    ("{A} bought a {thing} from a shop in {P}.", "{A} bought a {thing} in {P}."),
    ("{A} found a {thing} under a bench in {P}.", "{A} found a {thing} in {P}."),
    ("{A} met a {n} from the bank in {P}.", "{A} met a {n} in {P}."),
    # a measure of how two things differ
    ("The {thing} will be {N} pounds less than {A} had feared.", "The {thing} will be {N} pounds."),
    ("{A} paid {N} pounds more than {B} did.", "{A} paid {N} pounds."),
    ("The {thing} is {N} metres longer than the old one.", "The {thing} is {N} metres."),
    ("The rent rose by {N} per cent more than wages.", "The rent rose by {N} per cent."),
    # what narrows the kind that a word picks from
    ("{A}, the only {adj} {n}, left.", "{A} is the only {n}."),
    ("{A} was the first {adj} {n}.", "{A} was the first {n}."),
    ("{A}, the oldest {adj} {n}, left.", "{A} is the oldest {n}."),
    ("{A} met all {adj} {n}s.", "{A} met all {n}s."),
    ("Only {adj} {n}s left in May.", "Only {n}s left in May."),
    # a kind of which the line names a part
    ("Sales of {adj} {thing}s fell in June.", "Sales of {thing}s fell in June."),
    ("The number of {adj} {n}s fell in June.", "The number of {n}s fell in June."),
    # one time, or one of several, that a comma sets apart
    ("{A} sailed to {P} twice, the second time with {B}.", "{A} sailed to {P} twice with {B}."),
    ("{A} painted the gates, one with a brush.", "{A} painted the gates with a brush."),
    ("The boats returned, some of them without sails.", "The boats returned without sails."),
    # behind the comma that ends a relative clause
    ("{A} returned the {thing}, which {B} had found in 1897, to {P} last month.", "{B} found the {thing} last month."),
    ("The {thing}, which {B} had found in 1897, was sold in May.", "{B} had found the {thing} in May."),
    # behind *and* and a comma
    ("{A} sold the {thing} to Omar and, for {N} pounds, the desk to Lena.", "{A} sold the {thing} for {N} pounds."),
    ("{A} went to {P} and, with less joy, to Rome.", "{A} went to {P} with less joy."),
    # what somebody is no longer
    ("{A}, a retired {n}, left.", "{A} is a {n}."),
    # what somebody did not say, or may have said
    ("{A} never said that {B} left.", "According to {A}, {B} left."),
    ("{A} may have said that {B} left.", "According to {A}, {B} left."),
    ("{A} supposedly said that {B} left.", "According to {A}, {B} left."),
    ("{A} supposedly said that {B} left.", "{A} said that {B} left."),
]
SAID = [
    ("{A} was one of {one} {n}s among {N} guests.", "{A} was one of {one} {n}s."),
    ("{A} bought a {thing} from a shop in {P}.", "{A} bought a {thing} from a shop."),
    ("{A} sold the {thing} to {B} in {P}.", "{A} sold the {thing} in {P}."),
    ("{A} sold the {thing} at the station in May.", "{A} sold the {thing} in May."),
    ("{A} paid {N} pounds for the {thing}.", "{A} paid {N} pounds."),
    ("{A}, the only {adj} {n}, left.", "{A} is the only {adj} {n}."),
    ("{A}, a {adj} {n}, left.", "{A} is a {n}."),
    ("{A} met a group of {adj} {n}s.", "{A} met a group of {n}s."),
    ("{A} said that {B} left.", "According to {A}, {B} left."),
    ("The {thing}, which {B} had found in 1897, was sold in May.", "{B} had found the {thing} in 1897."),
]


@pytest.mark.parametrize("words", FILLINGS, ids=lambda words: words["A"])
@pytest.mark.parametrize(("line", "claim"), WIDER)
def test_a_claim_about_more_than_its_line_says_is_not_supported(line: str, claim: str, words: dict[str, str]) -> None:
    """Each is false of some case that the line describes, though all of its words are in the line."""
    assert not check(claim.format(**words), [line.format(**words)]).is_supported


@pytest.mark.parametrize("words", FILLINGS, ids=lambda words: words["A"])
@pytest.mark.parametrize(("line", "claim"), SAID)
def test_what_may_be_left_out_takes_nothing_from_a_claim(line: str, claim: str, words: dict[str, str]) -> None:
    """The other half: the same lines, and claims that follow from them."""
    assert check(claim.format(**words), [line.format(**words)]).is_supported


def false_claims() -> list[tuple[str, str]]:
    """Return lines with claims that they do not say (`false_claims.txt`)."""
    found, line = list[tuple[str, str]](), ""
    for row in Path(__file__).with_name("false_claims.txt").read_text("utf-8").splitlines():
        if row.startswith("= "):
            line = row[2:]
        elif not row.startswith("#"):
            found.append((line, row))
    return found


def test_no_claim_is_supported_that_somebody_wrote_to_be_taken_for_true() -> None:
    """Some 330 false claims over 77 lines of letters, tales, reports, news and contracts: words of the line, joined
    otherwise."""
    assert not [claim for line, claim in false_claims() if check(claim, [line]).is_supported]
