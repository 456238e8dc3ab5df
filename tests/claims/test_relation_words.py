"""Whether a text says a relation between two ends in words."""

from __future__ import annotations

import pytest

from pramana.claims import says_relation

SAID = [
    ("CALLS", "Ben called Anna.", "Ben", "Anna"),
    ("CALLED", "Ben calls Anna", "Ben", "Anna"),
    ("STEALS", "Marsh stole the map.", "Marsh", "map"),
    ("BOUGHT", "Contoso sold Fabrikam to Zed.", "Zed", "Fabrikam"),
    ("ACQUIRED", "the acquisition of Fabrikam by Contoso", "Contoso", "Fabrikam"),
    ("FOUNDED", "Ann, the founder of Contoso, left.", "Ann", "Contoso"),
    ("MAYOR_OF", "Ann is the mayor of Oslo.", "Ann", "Oslo"),
    ("MARRIED_TO", "Ann married Bo.", "Ann", "Bo"),
    ("PARENT_OF", "Ann is the mother of Bo.", "Ann", "Bo"),
    ("LOCATED_IN", "The tower is in Paris.", "tower", "Paris"),
    ("HAS", "Ben's car broke down.", "Ben", "car"),
    ("BUILDS", "Ben wrote it and Ben will build the page.", "Ben", "page"),
]
UNSAID = [
    ("CALLS", "Ben thanked Anna.", "Ben", "Anna"),
    ("CALLS", "Ben thanked Anna, who calls Carl.", "Ben", "Anna"),
    ("MAYOR_OF", "Ann left Oslo.", "Ann", "Oslo"),
    ("WORKS_FOR", "Ann sued Fabrikam.", "Ann", "Fabrikam"),
    ("CHARGED_BY", "Ben was thanked by the police.", "Ben", "police"),
    ("WROTE", "Emma by Jane Austen", "Jane Austen", "Emma"),
    ("LOCATED_IN", "The tower overlooks Paris.", "tower", "Paris"),
]


@pytest.mark.parametrize(("relation", "text", "source", "target"), SAID)
def test_words_of_a_relation_are_found(relation: str, text: str, source: str, target: str) -> None:
    """In any form, as nouns and verbs, by words that say the same."""
    assert says_relation(relation, text, [source], [target])


@pytest.mark.parametrize(("relation", "text", "source", "target"), UNSAID)
def test_another_verb_is_another_relation(relation: str, text: str, source: str, target: str) -> None:
    """Where a clause that names both ends has other words, the relation's own elsewhere do not count."""
    assert not says_relation(relation, text, [source], [target])


def test_declared_words_count() -> None:
    """Phrases in any form, marks as they are, and `*` for any words."""
    assert says_relation("CALLS", "Ben thanked Anna.", ["Ben"], ["Anna"], ["thanks"])
    assert says_relation("CALLS", "Ben -> Anna", ["Ben"], ["Anna"], ["->"])
    assert says_relation("CALLS", "Ben thanked Anna.", ["Ben"], ["Anna"], ["*"])
    assert not says_relation("CALLS", "Ben thanked Anna.", ["Ben"], ["Anna"], ["->", "phones"])
