"""Texts in cells that a spreadsheet would run as formulas, written so that it shows them."""

from __future__ import annotations

import re

_STARTS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
"""What begins a formula, also in the full width that spreadsheets take for it where Chinese or Japanese is set."""
_BLANK = "\t\r\n"
"""What spreadsheets drop before they look for a formula, or take for the end of a cell."""
_RUNS = re.compile(rf'(\A|[;|{_BLANK}][\s"]*)(?=\'*[{_STARTS}{_BLANK}])')
"""The place of a formula: at the start of a cell, or after what separates cells where commas do not: a program that is
set to semicolons or tabs ends a cell there, quoted or not. Apostrophes before it are counted in, so that no two texts
are written as one."""


def shown_in_cells(text: str) -> str:
    """Return a text with an apostrophe before each formula in it, by which a spreadsheet shows it as text.

    Different texts stay different.

    >>> shown_in_cells("=1+1"), shown_in_cells("Rama; =1+1"), shown_in_cells("1+1")
    ("'=1+1", "Rama; '=1+1", '1+1')
    """
    return _RUNS.sub(r"\1'", text)
