"""Numbers of a text as values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.language.numbers import number_values, numbers_of

NUMBERS = [
    ("Forty-two men paid 4,200 kroner at 6:40.", ["42", "4200", "6:40"]),
    ("two hundred and five", ["205"]),
    ("three thousand two hundred", ["3200"]),
    ("the twenty-first of May 1839", ["21", "1839"]),
    ("two dozen eggs, a dozen more", ["24", "12"]),
    ("40 million kroner, 1.5 million dollars", ["40000000", "1500000"]),
    ("in 1939 1945", ["1939", "1945"]),
    ("two, three and four", ["2", "3", "4"]),
    ("No one saw the one who left one key.", ["1"]),
    ("the 2nd of 12,345.50", ["2", "12345.5"]),
    ("1.2.3 and 1,5", ["1.2.3", "1,5"]),
    ("wait a second", []),
]


@pytest.mark.parametrize(("text", "values"), NUMBERS)
def test_numbers_are_read_as_values(text: str, values: list[str]) -> None:
    """Digits, words and scales give the same value for the same count."""
    assert [number.value for number in numbers_of(text)] == values


@settings(max_examples=100)
@given(st.integers(0, 10**12))
def test_commas_between_thousands_do_not_change_a_number(value: int) -> None:
    """A number with and without commas has one value."""
    assert number_values(f"{value:,}") == number_values(str(value)) == {str(value)}


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_any_text_has_numbers_in_order(text: str) -> None:
    """No text raises; numbers come in order and do not overlap."""
    ends = [place for number in numbers_of(text) for place in (number.start, number.end)]
    assert ends == sorted(ends)
