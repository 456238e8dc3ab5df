"""Times of answers are told in words, never in EDTF."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.karaka.times_in_words import BY_DOCUMENT, time_in_words


@pytest.mark.parametrize(
    ("edtf", "written", "words"),
    [
        ("2024-04-05", "", "5 April 2024"),
        ("1912-03", "", "March 1912"),
        ("0484", "", "484"),
        ("1930", "", "1930"),
        ("193X~", "", "about the 1930s"),
        ("2016/2018", "", "2016 to 2018"),
        ("../1930", "", "up to 1930"),
        ("1930-05-01/..", "", "from 1 May 1930"),
        ("XXXX-04-05", "", ""),
        ("XXXX-04-05", "2024-03-12", f"5 April 2024{BY_DOCUMENT}"),
        ("XXXX-01-05", "2024-12-12", f"5 January 2025{BY_DOCUMENT}"),
        ("XXXX-12-30", "2024-01-02", f"30 December 2023{BY_DOCUMENT}"),
        ("XXXX-04-05", "2024", f"5 April 2024{BY_DOCUMENT}"),
        ("XXXX-02-16/XXXX-02-17", "2024-03", f"16 February 2024 to 17 February 2024{BY_DOCUMENT}"),
        ("T06:40", "", ""),
        ("2024-21", "", ""),
    ],
)
def test_a_time_in_words(edtf: str, written: str, words: str) -> None:
    """A year that is not given is the nearest to the document's date; what has no words is not told."""
    assert time_in_words(edtf, written) == words


DIGITS = r"([0-9]{4}|[0-9]{3}X|XXXX)(-[0-9][0-9]){0,2}[~?%]?(/([0-9]{4}|XXXX)(-[0-9][0-9]){0,2})?"


@given(st.from_regex(DIGITS, fullmatch=True), st.sampled_from(["", "2024-03-12", "2024-13-45", "2024-21", "0001-01"]))
def test_no_words_have_signs_of_edtf(edtf: str, written: str) -> None:
    """Whatever the time, and the document's date: no X for an unknown digit, no slash, no mark."""
    assert not set("X/~%") & set(time_in_words(edtf, written))
