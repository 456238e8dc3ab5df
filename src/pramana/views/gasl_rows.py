"""What GASL brought, cut down to what fits before somebody's eyes: the same rows in a terminal and in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.gasl import ExecutionResult, excerpt, hint_text, provenance_of, without_provenance

ROWS_SHOWN = 20
"""The default number of rows."""
MOST_COLUMNS = 8
"""Columns of a table: more do not fit a screen."""
MOST_CHARS = 80
"""Characters of a cell."""
FROM = "from"
"""The column that says where a row comes from."""


@dataclass(frozen=True, slots=True)
class ShownRows:
    """Rows to look at. `cells` has a text for each of `names` in each row; `left` rows and `hidden` columns are not
    shown."""

    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    left: int = 0
    hidden: int = 0


def shown_rows(items: Sequence[Any], total: int) -> ShownRows:
    """Return items as rows: of objects their first fields and where they come from, of anything else its JSON."""
    left = max(total - len(items), 0)
    if not items or not all(isinstance(item, Mapping) for item in items):
        return ShownRows(("value",), tuple((cell(item),) for item in items), left)
    plain = [without_provenance(item) for item in items]
    names = list(dict.fromkeys(str(name) for item in plain for name in item))
    kept = names[:MOST_COLUMNS]
    places = [_places(item) for item in items]
    rows = [[cell(item.get(name)) for name in kept] for item in plain]
    if any(places):
        kept.append(FROM)
        rows = [[*row, place] for row, place in zip(rows, places, strict=True)]
    return ShownRows(tuple(kept), tuple(map(tuple, rows)), left, max(len(names) - MOST_COLUMNS, 0))


def cell(value: Any) -> str:
    """Return a value as a short text: texts as they are, null as nothing, all else as JSON."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else excerpt(value, max_chars=4 * MOST_CHARS)
    return text if len(text) <= MOST_CHARS else f"{text[:MOST_CHARS]}…"


def _places(item: Any) -> str:
    """Return where an item comes from: lines, else source ids; the first two, and how many more there are."""
    found = dict.fromkeys(filter(None, map(_place, provenance_of(item))))
    more = f" +{len(found) - 2}" if len(found) > 2 else ""
    return cell(", ".join(list(found)[:2]) + more)


def _place(record: Mapping[str, Any]) -> str:
    if "doc_id" in record:
        line = record.get("line_number")
        return f"{record['doc_id']}" if line is None else f"{record['doc_id']}:{line}"
    return str(record.get("source_id", ""))


def remarks(result: ExecutionResult) -> list[str]:
    """Return what is to be known of a step besides its rows: caps that cut it, unlike types, refusals, hints."""
    found = []
    metrics = result.metrics
    if metrics.get("cap_hit"):
        found.append(f"cut by {', '.join(map(str, metrics['cap_hit']))}; SET adapter.caps.… changes it")
    if metrics.get("mismatches"):
        found.append(f"{metrics['mismatches']:,} comparisons met unlike types, and are not true")
    if metrics.get("refused"):
        found.append(f"{metrics['refused']:,} items of the model's answers were refused")
    if result.error and not result.failed:
        found.append(str(result.error["message"]))
    return found + [hint_text(hint) for hint in metrics.get("hints", ())]


def row_count(result: ExecutionResult) -> int:
    """Return how many rows a step's value has."""
    if result.count is not None:
        return result.count
    return 0 if result.value is None else 1
