"""A run as one HTML page that needs nothing else: verdicts, distributions, what was left out, quotes by entity."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pramana.anot.seed import FormulaSeed
from pramana.anot.summary import Numbers, Summary, rounded
from pramana.store import replacing

MOST_ENTITIES = 200
_WIDTH, _HEIGHT, _ROOM = 700, 140, 430


def write_report(results: Iterable[Mapping[str, Any]], seed: FormulaSeed, summary: Summary, path: Path) -> Path:
    """Write the page, whole or not at all. Of many entities it shows those that rank highest by the last number."""
    score = next((name for name in reversed(seed.output_fields) if name in summary.numbers), None)
    ranked = heapq.nlargest(MOST_ENTITIES, _ranked(results, score), key=lambda each: each[:2])
    page = _template().render(
        seed=seed,
        summary=summary,
        texts=[(name, _rows(counts)) for name, counts in summary.texts.items()],
        numbers=[(name, each, bars(each)) for name, each in summary.numbers.items()],
        rows=[body for _, _, body in ranked],
        more=summary.statuses.total() > MOST_ENTITIES,
        sorted_by=score or "their order",
        rounded=rounded,
        shown=_shown,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(page)
    return path


def bars(numbers: Numbers) -> list[tuple[float, float, int, float, float, float]]:
    """Return a histogram as bars: from, to, count, x, width, height."""
    bins = numbers.histogram()
    most = max(count for _, _, count in bins)
    width = _WIDTH / len(bins)
    return [
        (start, end, count, round(index * width + 1, 2), round(width - 2, 2), round(_HEIGHT * count / most, 2))
        for index, (start, end, count) in enumerate(bins)
    ]


def _ranked(results: Iterable[Mapping[str, Any]], score: str | None) -> Iterable[tuple[float, int, Mapping[str, Any]]]:
    for position, body in enumerate(results):
        if "values" in body:
            value = body["values"].get(score)
            known = isinstance(value, int | float) and not isinstance(value, bool)
            yield (float(value) if known else float("-inf")), -position, body


def _rows(counts: Mapping[str, int]) -> list[tuple[str, int, float]]:
    most = max(counts.values())
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return [(value, count, round(_ROOM * count / most, 1)) for value, count in ordered]


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return rounded(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _template() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(Path(__file__).parent)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True).get_template(
        "report.html"
    )
