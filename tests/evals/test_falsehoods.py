"""Planted falsehoods: each differs from its true twin in what its kind says, and in nothing else."""

from __future__ import annotations

import pytest

from pramana.evals import Falsehood, Kind, TruePair, falsehoods_of, true_pairs

STORY = (
    "Marsh stole the map in the night.",
    "Lily lied to the stranger twice.",
    "The storm drove the boat onto the rocks after midnight.",
    "Amos did not follow the thief.",
    "The council borrowed 30 million dollars on 14 March 2019.",
    "Ruth Adeyemi said that the pipes were rotten.",
    "Daniel Cho may sell the house.",
    "Old Amos kept the lighthouse at Cape Wren.",
)


def pair(line: str, *others: str) -> TruePair:
    return next(iter(true_pairs([line, *others], "story")))


def planted(kind: Kind, line: str) -> Falsehood | None:
    """Return what one line of the story gives of one kind."""
    pairs = list(true_pairs(STORY, "story")) + list(true_pairs([line], "other"))
    pairs += list(true_pairs(["Peter Quint met Anna Weiss in Zurich."], "third"))
    return next((one for one in falsehoods_of(pairs, [kind]) if one.twin.document == "other"), None)


@pytest.mark.parametrize(
    ("kind", "line", "was", "now"),
    [
        (Kind.SWAPPED, "Marsh stole the map.", "Marsh", "the map"),
        (Kind.NEGATION_DROPPED, "Amos did not follow the thief.", "not", ""),
        (Kind.NEGATION_DROPPED, "Marsh never stole the map.", "never", ""),
        (Kind.MARKER, "Weiss resigned after the accident.", "after", "before"),
        (Kind.MARKER, "They left the town without the children.", "without", "with"),
        (Kind.MODALITY, "Daniel Cho may sell the house.", "may sell", "did sell"),
    ],
)
def test_falsehood_changes_the_words_of_its_kind(kind: Kind, line: str, was: str, now: str) -> None:
    """What was and what is now are the words that the kind is about."""
    found = planted(kind, line)
    assert found is not None
    assert (found.was, found.now) == (was, now)
