"""Lines that were not read are grouped by cause, in plain words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import pramana
from pramana.views import render_as
from pramana.views.abstentions import lines_in_words, merge_causes

TEXT = """\
Los niños juegan en el parque.

Die Kinder spielen im Garten.

El barco salió de Bergen por la mañana.

राम ने लक्ष्मण को धनुष दिया।

A golden deer.

The red door of the old house.

Rama gave the bow to Lakshmana.
"""


def test_causes_are_grouped_with_what_differs(tmp_path: Path) -> None:
    """*2 lines are not English: Spanish 2*, not a row a letter; in ingest, status and report."""
    path = tmp_path / "a.txt"
    path.write_text(TEXT, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.ingest(path)
        expected = [
            "3 lines are not English: Spanish 2, German 1",
            "2 lines are fragments without a verb",
            "1 line is in another script: Devanagari 1",
        ]
        for shown in (render_as(report, "text"), render_as(ws.status(), "text")):
            assert all(each in shown for each in expected), shown
        assert "the line is not English: Spanish 2, German 1" in render_as(ws.report(), "text")


@given(
    st.dictionaries(
        st.sampled_from(["the line is not English: German", "the line has no words", "x: y", "z"])
        | st.text(max_size=20),
        st.integers(1, 9),
    )
)
def test_no_line_is_lost_in_grouping(reasons: dict[str, int]) -> None:
    """The counts add up, and each group is a sentence."""
    merged = merge_causes(Counter(reasons))
    assert sum(merged.values()) == sum(reasons.values())
    assert all(lines_in_words(count, reason).startswith(f"{count:,} line") for reason, count in merged.items())
