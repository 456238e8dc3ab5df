"""Identity of two expressions as a claim: what lines say against it."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimText, ClaimVerdict, check_identity
from pramana.language import EvidenceLine, MentionPlace

DENIED = [
    ("The captain met Marsh.", "captain", "Marsh"),
    ("The captain gave Marsh the key.", "captain", "Marsh"),
    ("The captain spoke to Marsh.", "captain", "Marsh"),
    ("The captain and Marsh left.", "captain", "Marsh"),
    ("Marsh was seen by the captain.", "Marsh", "captain"),
    ("He blamed Marsh.", "He", "Marsh"),
    ("Marsh came in.|The captain sat.|Marsh was never the captain.", "captain", "Marsh"),
    ("Marsh came in.|The captain sat.|The captain is not Marsh.", "captain", "Marsh"),
    ("Marsh never sold the map.|The captain sold the map.", "captain", "Marsh"),
    ("Marsh was born in 1790.|He was born in 1802.", "He", "Marsh"),
]
"""Lines, parted by |, and the first expressions in them that they say are two."""
OPEN = [
    ("The captain hurt himself.", "captain", "himself"),
    ("They called Marsh the captain.", "Marsh", "captain"),
    ("Marsh became the captain.", "Marsh", "captain"),
    ("Marsh served as the captain.", "Marsh", "captain"),
    ("Marsh took it with him.", "Marsh", "him"),
    ("Marsh closed the door behind him.", "Marsh", "him"),
    ("Marsh came in.|The captain sat.", "captain", "Marsh"),
    ("Marsh did not sit.|The captain left.", "captain", "Marsh"),
    ("Marsh sold his boat.", "Marsh", "his"),
    ("Marsh thought that he knew her.", "Marsh", "he"),
]
"""The same where they may be one."""


def verdict(text: str, one: str, other: str) -> ClaimVerdict:
    lines = text.split("|")
    places = []
    for words in (one, other):
        index, line = next((index, line) for index, line in enumerate(lines) if words in line)
        article = f"the {words}" if f"the {words}" in line else f"The {words}" if f"The {words}" in line else words
        start = line.index(article)
        places.append(MentionPlace(index, start, start + len(article)))
    return check_identity(ClaimText([EvidenceLine(line) for line in lines]), *places).verdict


@pytest.mark.parametrize(("text", "one", "other"), DENIED)
def test_lines_contradict_that_two_are_one(text: str, one: str, other: str) -> None:
    """Two participants of one clause, a denied identity, and what is denied of one and said of the other."""
    assert verdict(text, one, other) is ClaimVerdict.CONTRADICTED
    assert verdict(text, other, one) is ClaimVerdict.CONTRADICTED


@pytest.mark.parametrize(("text", "one", "other"), OPEN)
def test_what_may_be_one_is_not_contradicted(text: str, one: str, other: str) -> None:
    """Reflexives, what somebody is called or becomes, phrases of place, other clauses, and other actions."""
    assert verdict(text, one, other) is not ClaimVerdict.CONTRADICTED
