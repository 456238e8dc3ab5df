"""How results are shown where nobody asked for a form: in notebooks as HTML, in a terminal as text of one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

MOST_SHOWN = 20
"""Items of a list, and lines of a text, that are shown."""


def first_line(text: str, most: int = 160) -> str:
    """Return the first line of a text, cut to `most` characters."""
    first = text.split("\n", 1)[0]
    return first if len(first) <= most else f"{first[:most]}…"


Render = Callable[[Any], str]
_FRAGMENT: list[Render] = []
_PAGES: dict[str, Render] = {}
"""Renderers import what they render, so they are plugged in from above, by the `__init__` of a package."""


def fragments_by(render: Render) -> None:
    """Plug in what renders any result as the HTML that a notebook shows."""
    _FRAGMENT[:] = [render]


def page_by(kind: str, render: Render) -> None:
    """Plug in what renders results of the class of that name as a whole HTML page."""
    _PAGES[kind] = render


class InNotebook:
    """Base of what a notebook shows in its own way (`render.notebook`); `str` is for terminals."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _FRAGMENT[0](self)

    def __repr__(self) -> str:
        lines = str(self).split("\n")
        left = len(lines) - MOST_SHOWN
        return "\n".join([*lines[:MOST_SHOWN], f"… {left:,} more lines"] if left > 0 else lines)


class ShownList(list[T]):
    """A list whose repr shows the first items and the number of the others."""

    def __init__(self, items: Iterable[T] = ()) -> None:
        super().__init__(items)

    def _repr_html_(self) -> str:
        return _FRAGMENT[0](self)

    def __repr__(self) -> str:
        told = [f"  {first_line(str(item))}" for item in islice(self, MOST_SHOWN)]
        left = [f"  … {len(self) - MOST_SHOWN:,} more"] * (len(self) > MOST_SHOWN)
        return "\n".join([f"{len(self):,} {'item' if len(self) == 1 else 'items'}", *told, *left])


class HtmlPage:
    """Base of a result that is a complete page: `html()` is the page, `save` writes it; a notebook frames it."""

    __slots__ = ()

    @property
    def page_title(self) -> str:
        """The name of the frame in which a notebook shows the page."""
        raise NotImplementedError

    def html(self) -> str:
        """Return it as a page that needs nothing else. The same result gives the same text."""
        return _PAGES[type(self).__name__](self)

    def save(self, path: str | Path) -> Path:
        """Write the page, whole or not at all. Raises InputError where that cannot be."""
        from pramana.pages import save_page  # with the store: only where a page is written

        return save_page(path, self.html())

    def _repr_html_(self) -> str:
        """Return the page in a frame that can reach nothing of the notebook."""
        from pramana.pages import frame_page

        return frame_page(self.html(), self.page_title)
