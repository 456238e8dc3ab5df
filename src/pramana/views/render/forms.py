"""One way to show any result: as text for a terminal, as HTML for a notebook or a page, as JSON."""

from __future__ import annotations

from typing import Any, Literal

from pramana.canonical import canonical
from pramana.serialization import json_value
from pramana.views.render.dispatch import parts_of
from pramana.views.render.terminal import plain_text
from pramana.views.showing import HtmlPage

Form = Literal["text", "html", "json"]


def render_as(result: Any, form: Form = "text", **options: Any) -> str:
    """Return any result as text (what a command prints of it, without colours), HTML or canonical JSON.

    A result without parts gives `str` as text. Raises CanonicalError for what JSON cannot hold.
    """
    if form == "json":
        return canonical(result.to_dict() if hasattr(result, "to_dict") else json_value(result))
    if form == "html":
        return result.html() if isinstance(result, HtmlPage) else _fragment(result)
    parts = parts_of(result, **options)
    return str(result) if parts is None else plain_text(parts)


def _fragment(result: Any) -> str:
    from pramana.views.render.notebook import html_of  # HTML only where HTML is wanted

    return html_of(result)
