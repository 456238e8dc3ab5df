"""Participants that a line names beside its subjects and objects, or that a statement may leave out."""

from __future__ import annotations

import pytest

from pramana.claims import unsupported_reasons
from pramana.language import EvidenceLine

SAID = [
    ("Jagan spoke.", "Jagan himself spoke."),
    ("Brown introduced the bill.", "Senator Brown, a Republican who was ill, introduced the bill."),
    ("The bill was introduced by Brown.", "Brown, a Republican, introduced the bill."),
    ("The shop sells maps.", "The shop sells books as well as maps."),
    ("The shop sells atlases.", "The shop sells books as well as maps, such as atlases."),
    ("The guards were dismissed.", "The guards and part of the crew were dismissed."),
    ("He drowned.", "The storm drove his boat onto the rocks, so he drowned."),
]
UNSAID = [
    ("Boston introduced the bill.", "In Boston, a Republican, tired of it, introduced the bill."),
    ("Brown introduced the bill.", "Brown wept, and a Republican introduced the bill."),
    ("The shop sells maps.", "The shop sells no books as well as maps."),
    ("The shop sells atlases.", "The shop sells no maps, such as atlases."),
    ("The crew were dismissed.", "The guards and part of the crew were dismissed."),
    ("Women left.", "Few men and women left."),
    ("He won.", "He ran so he could win."),
]


@pytest.mark.parametrize(("statement", "line"), SAID)
def test_a_line_says_so_of_all_that_it_names(statement: str, line: str) -> None:
    """Whom a subject describes, what *as well as* adds, and one of several joined subjects."""
    assert unsupported_reasons(statement, [EvidenceLine(line)]) == []


@pytest.mark.parametrize(("statement", "line"), UNSAID)
def test_a_line_says_so_of_nobody_else(statement: str, line: str) -> None:
    """Neither of a place in front, nor of what is denied, nor of the whole where a part is meant."""
    assert unsupported_reasons(statement, [EvidenceLine(line)])
