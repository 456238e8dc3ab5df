"""Words that change what a sentence claims."""

from __future__ import annotations

import pytest

from pramana.language.operators import negations, operator_words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Marsh stole the map.", 0),
        ("Marsh didn’t steal the map.", 1),
        ("He cannot swim, and nobody can.", 2),
        ("Nothing was found, nor was anyone seen.", 2),
        ("He left without a word; hardly any came.", 2),
        ("A note about knots.", 0),
    ],
)
def test_words_that_deny_are_counted(text: str, count: int) -> None:
    """Short forms deny like long ones; words that only look like a denial do not."""
    assert negations(text) == count


def test_short_forms_are_written_out() -> None:
    """*n't* and *cannot* are *not*, whatever the apostrophe."""
    assert operator_words("Won't he? Can’t he? He cannot.") == ("wo", "not", "he", "ca", "not", "he", "he", "not")
