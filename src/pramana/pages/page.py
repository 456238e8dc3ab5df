"""Pages that need nothing else: written whole, framed for notebooks, and allowed no script or style but their own."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from pramana.store import replacing

_HEIGHT = 680
"""Pixels of a page's frame in a notebook: most of a laptop's screen, with the cell's code still visible."""
_HERE = Path(__file__).parent
_ASSETS = _HERE / "assets"


def page_style() -> str:
    """Return the style that pages have in common: colours in light and dark, marks, tables."""
    return part(_ASSETS, "base.css")


def page_script() -> str:
    """Return the functions that pages' scripts have in common: elements from texts, lines with marks."""
    return part(_ASSETS, "text.js")


def save_page(path: str | Path, html: str) -> Path:
    """Write a page, whole or not at all. Raises InputError where that cannot be."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target) as file:
        file.write(html)
    return target


def frame_page(html: str, title: str) -> str:
    """Return a page in a frame that can reach nothing of the notebook around it."""
    style = "border:1px solid #8886;box-sizing:border-box"
    frame = f'width="100%" height="{_HEIGHT}" style="{style}" title="{escape(title)}"'
    return f'<iframe sandbox="allow-scripts" {frame} srcdoc="{escape(html)}"></iframe>'


def render(template: Path, *, filters: Mapping[str, Callable[[Any], str]] | None = None, **values: Any) -> str:
    """Return a page: a template that extends `base.html`, filled in, every value escaped.

    `style` is the page's own style sheet, `script` its script, if any; the policy in the head allows nothing else. One
    that extends `served.html` names them by their addresses instead.
    `filters` are further filters of the template. What cannot be UTF-8 becomes a question mark.
    """
    page: str = _template(template, tuple((filters or {}).items())).render(**values)
    return page.encode("utf-8", "replace").decode("utf-8")


def content_hash(text: str) -> str:
    """Return the hash by which a policy allows a script or a style of the page itself."""
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode("ascii")


@cache
def part(folder: Path, name: str) -> str:
    """Return a file that pages are made of."""
    return (folder / name).read_text("utf-8")


@cache
def _template(template: Path, filters: tuple[tuple[str, Callable[[Any], str]], ...]) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader([template.parent, _HERE])
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(filters, content_hash=content_hash)
    return environment.get_template(template.name)
