"""How results are shown where nobody asked for a form: in notebooks as HTML, in a terminal as text of one screen."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

MOST_SHOWN = 20
"""Items of a list, and lines of a text, that are shown."""


def shortened(text: str, most: int = 160) -> str:
    """Return the first line of a text, or as much of it as there is room for."""
    first = text.split("\n", 1)[0]
    return first if len(first) <= most else f"{first[:most]}…"


class InNotebook:
    """Base of what a notebook shows in its own way. The way stands in `reprs`; `str` is for terminals."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from pramana.app.reprs import html_of  # only in notebooks

        return html_of(self)

    def __repr__(self) -> str:
        lines = str(self).split("\n")
        left = len(lines) - MOST_SHOWN
        return "\n".join([*lines[:MOST_SHOWN], f"… {left:,} more lines"] if left > 0 else lines)


class Listed(list[T]):
    """A list that shows its first items, each as it shows itself, and says how many more there are."""

    def __init__(self, items: Iterable[T] = ()) -> None:
        super().__init__(items)

    def _repr_html_(self) -> str:
        from pramana.app.reprs import html_of  # only in notebooks

        return html_of(self)

    def __repr__(self) -> str:
        told = [f"  {shortened(str(item))}" for item in islice(self, MOST_SHOWN)]
        left = [f"  … {len(self) - MOST_SHOWN:,} more"] * (len(self) > MOST_SHOWN)
        return "\n".join([f"{len(self):,} {'item' if len(self) == 1 else 'items'}", *told, *left])
