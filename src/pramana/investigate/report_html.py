"""The report of an investigation as one HTML page that needs nothing else: no script, nothing from outside.

Names, texts and values are hostile: Jinja2 escapes them all, and what nobody would see is written out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pramana.investigate.outcome import InvestigationRecord
from pramana.investigate.record_text import record_text
from pramana.investigate.references import shown_state
from pramana.investigate.report import (
    cost_line,
    merge_places,
    missing_text,
    place_text,
    problem_text,
    signals_text,
    step_result,
    text_of,
    turn_end,
)
from pramana.pages import part, render

_HERE = Path(__file__).parent
_TEMPLATE, _STYLE = "report.html", "report.css"


def html(found: InvestigationRecord) -> str:
    """Return the page."""
    return render(
        _HERE / _TEMPLATE,
        filters={"seen": visible_text, "value": _value},
        found=found,
        state=shown_state(found.snapshot.state),
        cost=cost_line(found),
        missing=missing_text(found),
        place=place_text,
        text_of=text_of,
        gathered=merge_places,
        problem=problem_text,
        signals=signals_text,
        turn_end=turn_end,
        step_result=step_result,
        style=part(_HERE, _STYLE),
    )


def visible_text(text: Any) -> str:
    r"""Return a text with the characters that nobody would see, or that turn the text around them, written out.

    >>> visible_text("a\u202eb")
    'a\\u202eb'
    """
    return "".join(sign if sign.isprintable() or sign in "\n\t" else _escape(sign) for sign in str(text))


def _escape(sign: str) -> str:
    return sign.encode("unicode_escape", "replace").decode("ascii")


def _value(value: Any) -> str:
    text = record_text(value)
    return visible_text(text if len(text) <= 600 else f"{text[:600]}…")
