"""A run as one HTML page that needs nothing else: verdicts, distributions, what was left out, quotes by entity."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pramana.anot.deciding import UNDECIDED
from pramana.anot.rendering import number_text, range_text
from pramana.anot.seed import FormulaSeed
from pramana.anot.summary import NumberSums, ResultSummary
from pramana.pages import bars, columns, part, render, save_page

MOST_ENTITIES = 200
"""Entities listed on the page, those with the highest score. A page is for reading; the output file has them all."""
_HERE = Path(__file__).parent


def write_report(results: Iterable[Mapping[str, Any]], seed: FormulaSeed, summary: ResultSummary, path: Path) -> Path:
    """Write the page, whole or not at all. Of many entities it shows those that rank highest by the last number."""
    score = next((name for name in reversed(seed.output_fields) if name in summary.numbers), None)
    ranked = heapq.nlargest(MOST_ENTITIES, _ranked_results(results, score), key=lambda each: each[:2])
    page = render(
        _HERE / "report.html",
        style=part(_HERE, "report.css"),
        seed=seed,
        summary=summary,
        texts=[(name, _counts(name, counts)) for name, counts in summary.verdicts.items()],
        numbers=[(name, each, _histogram(name, each)) for name, each in summary.numbers.items()],
        rows=[body for _, _, body in ranked],
        more=summary.statuses.total() > MOST_ENTITIES,
        sorted_by=score or "their order",
        rounded=number_text,
        shown=_cell_text,
        undecided_text=_undecided_text,
        span_text=lambda span: range_text(dict(zip(("low", "high"), span, strict=True))),
    )
    return save_page(path, page)


def _histogram(name: str, numbers: NumberSums) -> Markup:
    bins = [
        (f"{number_text(start)} – {number_text(end)}", {"entities": count}) for start, end, count in numbers.histogram()
    ]
    return columns(bins, f"Distribution of {name}")


def _counts(name: str, counts: Mapping[str, int]) -> Markup:
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    rows = [(value, count, f"{count:,}") for value, count in ordered]
    return bars(rows, f"How many entities have each {name}")


def _ranked_results(
    results: Iterable[Mapping[str, Any]], score: str | None
) -> Iterable[tuple[float, int, Mapping[str, Any]]]:
    for position, body in enumerate(results):
        if "values" in body:
            value = body["values"].get(score)
            known = isinstance(value, int | float) and not isinstance(value, bool)
            yield (float(value) if known else float("-inf")), -position, body


def _undecided_text(body: Mapping[str, Any], name: str) -> str:
    """Return what an output of an undecided entity can be, "" where it has a value or its formula has none."""
    if body["status"] != UNDECIDED or body["values"][name] is not None:
        return ""
    possible = body[UNDECIDED].get("ranges", {}).get(name)
    return UNDECIDED if possible is None else f"{UNDECIDED}: {range_text(possible)}"


def _cell_text(value: Any) -> str:
    if isinstance(value, float):
        return number_text(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
