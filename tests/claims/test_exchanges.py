"""Two words of a claim in each other's places say something else, wherever in their phrases they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.claims import ClaimVerdict, check

NAMES = ("Ilm", "Orr", "Tarn", "Kiel")
BESIDE = ("in {}", "from {}", "of {}", "near {}", "at {}", "that {} built", "for {}", "with the flag of {}")
HEADS = ("plant", "bridge", "team", "road", "school")
SAYING = (
    "The {0} {1} is bigger than the {0} {2}.",
    "The {0} {1} is older than the one {2}.",
    "The {0} {1} was closed before the {0} {2}.",
    "The {0} {1} cost more than the {0} {2} did.",
    "The {0} {1} replaced the {0} {2}.",
    "The {0} {1} stood as long as the {0} {2} in 1931.",
)


@given(st.sampled_from(SAYING), st.sampled_from(HEADS), st.sampled_from(BESIDE), st.permutations(NAMES))
def test_what_is_beside_two_nouns_is_not_exchanged(saying: str, head: str, beside: str, names: list[str]) -> None:
    """The line supports itself, and nothing that has the one place or person for the other."""
    one, other = beside.format(names[0]), beside.format(names[1])
    line, claim = saying.format(head, one, other), saying.format(head, other, one)
    assert check(line, [line]).verdict is ClaimVerdict.SUPPORTED
    assert check(claim, [line]).verdict is not ClaimVerdict.SUPPORTED


OTHERWISE = (
    ("The {0} {1} is bigger than the {0} {2}.", "The {0} {1} is smaller than the {0} {2}."),
    ("The {0} {1} is older than the {0} {2}.", "The {0} {1} is younger than the {0} {2}."),
    ("The {0} {1} replaced the {0} {2}.", "The {0} {1} was replaced by the {0} {2}."),
    ("The {0} {1} bought the {0} {2}.", "The {0} {2} purchased the {0} {1}."),
)


@given(st.sampled_from(OTHERWISE), st.sampled_from(HEADS), st.sampled_from(BESIDE), st.permutations(NAMES))
def test_two_things_of_one_noun_are_not_exchanged_in_other_words(
    saying: tuple[str, str], head: str, beside: str, names: list[str]
) -> None:
    """The opposite, the passive and another word: each claim says of the one what the line says of the other."""
    one, other = beside.format(names[0]), beside.format(names[1])
    line, claim = (each.format(head, one, other) for each in saying)
    assert check(claim, [line]).verdict is not ClaimVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The clerk from Orr paid the guard from Ilm.", "The clerk from Ilm paid the guard from Orr."),
        ("The man with the hat followed the man with the dog.", "The man with the dog followed the man with the hat."),
        ("Prices in Ilm rose faster than in Orr.", "Prices in Orr rose much faster than in Ilm, the paper says."),
        ("The guard from Ilm was paid by the clerk from Orr.", "The clerk from Ilm paid the guard from Orr."),
        ("The bridge at Orr is shorter than the one at Ilm.", "The bridge at Orr is longer than the one at Ilm."),
        ("The house in Orr is younger than the house in Ilm.", "The house in Orr is older than the house in Ilm."),
        ("The team led by Ann was beaten by the team led by Bob.", "The team led by Ann beat the team led by Bob."),
        ("The man in the hat was hit by the man in the coat.", "The man in the hat hit the man in the coat."),
        (
            "The plant that Ann built is smaller than the plant that Bob built.",
            "The plant that Ann built is bigger than the plant that Bob built.",
        ),
        (
            "The clerk from Ilm sold the boat to the clerk from Orr.",
            "The clerk from Ilm bought the boat from the clerk from Orr.",
        ),
        ("Anna Berg's boat is longer than Carl Moss's.", "Carl Moss's boat is longer than Anna Berg's."),
    ],
)
def test_words_exchanged_anywhere_are_not_supported(claim: str, line: str) -> None:
    assert check(claim, [line]).verdict is not ClaimVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Ann married Bob in 1931.", "Bob married Ann in 1931."),
        ("Bob is married to Ann.", "Ann is married to Bob."),
        ("The mayor is Ann Roe.", "Ann Roe is the mayor."),
        ("Pears, apples and plums were sold.", "Plums, apples and pears were sold."),
        ("The guard from Orr was paid by the clerk from Ilm.", "The clerk from Ilm paid the guard from Orr."),
        ("Bob's boat is shorter than Ann's boat.", "Ann's boat is longer than Bob's boat."),
        ("The plant in Jena is smaller than the plant in Kiel.", "The plant in Kiel is bigger than the plant in Jena."),
        ("Ann and Bob bought the mill.", "Bob and Ann bought the mill."),
        ("On Monday Ann met Bob in Ilm.", "In Ilm Ann met Bob on Monday."),
        ("In 1931 Ann sold the mill in Ilm.", "Ann sold the mill in Ilm in 1931."),
        ("Yesterday Ann left.", "Ann left yesterday."),
        ("Ann has mended the stove.", "Ruth is warm now that the stove has been mended by Ann."),
    ],
)
def test_another_order_that_says_the_same_is_supported(claim: str, line: str) -> None:
    """Lists, both sides of *be*, verbs like *marry*, and what is moved to the front."""
    assert check(claim, [line]).verdict is ClaimVerdict.SUPPORTED
