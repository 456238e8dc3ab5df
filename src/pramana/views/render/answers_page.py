"""Answers as one HTML page that needs nothing else. It has no script, and its texts are escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pramana.events import ROLE_WORDS
from pramana.pages import mark_places, page_style, part, render
from pramana.version import __version__
from pramana.views.answers import STATUSES_IN_WORDS, AnswersPage
from pramana.wording import place, plural

_HERE = Path(__file__).parent / "assets" / "answers"
_ROLES = {str(role): word for role, word in ROLE_WORDS.items()}
_ROLE = re.compile(r"\b(?:" + "|".join(sorted(_ROLES, key=len, reverse=True)) + r")\b")


def roles_in_words(told: str) -> str:
    """Return a step of a trace with English words for the roles.

    >>> roles_in_words("Step 1: find the KARTA of 'vote'.")
    "Step 1: find the agent of 'vote'."
    """
    return _ROLE.sub(lambda match: _ROLES[match[0]], told)


def trace_in_words(trace: Sequence[str]) -> list[str]:
    """Return how an answer was found, in words: a plan is left out where its steps follow, each with its result.

    >>> trace_in_words(["Plan (checked): Step 1: find the KARTA.", "Step 1: find the KARTA: 2 events."])
    ['Step 1: find the agent: 2 events.']
    """
    told = list(map(roles_in_words, trace))
    steps = any(each.startswith("Step ") for each in told)
    return [each for each in told if not (steps and each.startswith("Plan ("))]


def answers_html(page: AnswersPage) -> str:
    """Return the page. The same replies give the same text."""
    return render(
        _HERE / "page.html",
        page=page,
        style=page_style() + part(_HERE, "page.css"),
        in_words=STATUSES_IN_WORDS,
        mark_places=mark_places,
        place=place,
        plural=plural,
        trace_in_words=trace_in_words,
        version=__version__,
    )
