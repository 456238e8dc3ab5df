"""A comparison of prompts as one HTML page that needs nothing else. It has no script; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from pramana.evals.prompts.facts import in_words
from pramana.evals.prompts.result import PromptComparison
from pramana.evals.prompts.sums import Measure
from pramana.evals.prompts.words import amount_text, change_interval_text, change_text, interval_text
from pramana.pages import legend, part, render, stacked_bars, visible_text
from pramana.views import report_style

MOST_LINES = 1000
"""Lines in which the versions differ that the page shows: bounds its size. The JSON result has all."""
_PAGE = Path(__file__).parent / "assets"


def comparison_page(found: PromptComparison) -> str:
    """Return the page. The same comparison gives the same text."""
    style = report_style() + part(_PAGE, "page.css")
    each = found.sums.agreement
    facts = {"both": each.both, "only A": each.only_a, "only B": each.only_b}
    return render(
        _PAGE / "page.html",
        found=found,
        style=style,
        measures=[_row(measure) for measure in found.sums.measures],
        facts=stacked_bars([("facts", facts, f"{sum(facts.values()):,} in all")], "Facts in both, and in one alone"),
        keys=legend(facts),
        lines=found.differences[:MOST_LINES],
        left=max(len(found.differences) - MOST_LINES, 0),
        prompts=[(key, list(_diff(*texts))) for key, texts in found.texts.items()],
        seen=visible_text,
        in_words=in_words,
    )


def _row(each: Measure) -> dict[str, str | bool]:
    return {
        "name": each.name,
        "a": amount_text(each, each.a),
        "a_95": interval_text(each, each.a_95),
        "b": amount_text(each, each.b),
        "b_95": interval_text(each, each.b_95),
        "less": change_text(each, each.difference),
        "less_95": change_interval_text(each),
        "shown": each.shown,
    }


def _diff(a: str, b: str) -> Iterator[tuple[str, str]]:
    """Yield the lines in which two prompts differ, with a little around them, each with its kind."""
    kinds = {"-": "gone", "+": "come", "@": "soft"}
    for line in list(unified_diff(a.splitlines(), b.splitlines(), lineterm="", n=2))[2:]:
        yield kinds.get(line[:1], ""), visible_text(line)
