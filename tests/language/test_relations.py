"""What a sentence makes of a relation between two ends."""

from __future__ import annotations

import pytest

from pramana.language import stated_relation


@pytest.mark.parametrize(
    ("relation", "sentence", "source", "target", "found"),
    [
        ("LAID_DOWN", "Marsh laid down his pen.", "Marsh", "pen", "same"),
        ("LAID_DOWN", "Marsh laid down his pen.", "pen", "Marsh", "reversed"),
        ("OWES", "They asked how much Marsh owes the state.", "the state", "Marsh", "reversed"),
        ("STOLE", "Marsh failed to steal the map.", "Marsh", "map", "denied"),
        ("STOLE", "Marsh never stole the book, but Marsh stole the map.", "Marsh", "map", "same"),
        ("MET", "Bob met Ann.", "Ann", "Bob", "same"),
        ("MAYOR_OF", "Ann, who never left, is the mayor of Oslo.", "Ann", "Oslo", "same"),
        ("", "Ann left.", "Ann", "Bob", "same"),
    ],
)
def test_direction_and_denial_are_read(relation: str, sentence: str, source: str, target: str, found: str) -> None:
    """A relation that is a verb has a direction; a denial counts where every clause of the relation has it."""
    assert stated_relation(relation, sentence, [source], [target]).value == found
