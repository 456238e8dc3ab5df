"""Names as written, and dates in any order."""

from __future__ import annotations

import pytest

from pramana.claims import has_word, names_of
from pramana.language.dates import dates_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann met Bob Orr in York.", ("Ann", "Bob", "Orr", "York")),
        ("The clerk left.", ()),
        ("When he left, Ann stayed.", ("Ann",)),
    ],
)
def test_names_are_the_words_written_so(text: str, names: tuple[str, ...]) -> None:
    """The first word is one of them where it is a name, and not where it only begins the sentence."""
    assert names_of(text) == names


@pytest.mark.parametrize(
    ("word", "line", "there"),
    [
        ("SO", "so they left", False),
        ("SO", "So they left.", False),
        ("SO", "SO left.", True),
        ("Ray", "ANN RAY LEAVES", True),
        ("SCROOGE", "Scrooge left.", True),
        ("Apple", "an apple", False),
    ],
)
def test_words_are_compared_as_written(word: str, line: str, there: bool) -> None:
    """Case counts, but for lines in capitals, and for long names in capitals."""
    assert has_word(word, line) is there


def test_dates_are_read_in_any_order() -> None:
    """Day, month and year are found in the usual orders; a part that is not stated is None."""
    text = "4 March 1912; March 4, 1912; 4th of March; the twenty-first of May 1839; June 1940; 2020-01-31; he may 3"
    found = [(date.year, date.month, date.day) for date in dates_of(text)]
    assert found == [
        (1912, 3, 4),
        (1912, 3, 4),
        (None, 3, 4),
        (1839, 5, 21),
        (1940, 6, None),
        (2020, 1, 31),
    ]
