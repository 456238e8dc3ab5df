"""Steps in short, for the history: how much came of what, and the first of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pramana.gasl.binding import Scope, item_rows, provenance_of, without_provenance
from pramana.gasl.records import Outcome
from pramana.gasl.serialization import summary_value
from pramana.gasl.tree import GASLNode
from pramana.graph import PathSelection, Selection

FIRST = 1
"""Items that a record shows of a result: the first one shows its form, and the state has them all."""
SHOWN = 400
"""Characters of JSON that it shows of each."""
SOURCES_READ = 2_000
"""Items of a selection that are read to count their sources: it takes about 3 µs an item, and searches are lazy."""
_NAMED_BY = ("doc_id", "source_id", "file_path", "id")


def summary_of(node: GASLNode | None, outcome: Outcome, scope: Scope) -> dict[str, Any]:
    """Return how many items a step made of how many, and the first of them, cut and without their provenance."""
    found: dict[str, Any] = {} if outcome.count is None else {"count": outcome.count}
    value = outcome.value
    if isinstance(value, Selection | PathSelection | list):
        found["first"] = [
            summary_value(without_provenance(value[index]), SHOWN) for index in range(min(FIRST, len(value)))
        ]
    elif value is not None:
        found["value"] = summary_value(without_provenance(value), SHOWN)
    source = getattr(node, "source", None)
    if source is not None and scope.context.exists(source):
        held = scope.context.get(source)
        if isinstance(held, Sequence | Mapping) and not isinstance(held, str):
            found["inputs"] = {source: len(held)}
    return found


def provenance_summary(value: Any) -> dict[str, int]:
    """Return how many items say where they come from, and how many sources that are.

    Of a selection each item comes from the graph; of a long one none is read, and how many sources is left open.
    """
    if isinstance(value, Selection | PathSelection):
        if len(value) > SOURCES_READ:
            return {"items": len(value)}
        value = item_rows(value)
    items = value if isinstance(value, list) else [value]
    sources: set[str] = set()
    traced = 0
    for item in items:
        records = provenance_of(item)
        traced += bool(records)
        sources.update(_source(record) for record in records if record["source"] == "graph")
    return {"items": traced, "sources": len(sources)} if traced else {}


def responses_of(value: Any) -> list[str]:
    """Return the stored responses that items were made of, each once: the request's hash and the revision."""
    items = value if isinstance(value, list) else [value]
    records = (record for item in items for record in provenance_of(item))
    noted = (
        record["extraction"].get("response") for record in records if isinstance(record.get("extraction"), Mapping)
    )
    return list(dict.fromkeys(key for key in noted if isinstance(key, str) and key))


def _source(record: Mapping[str, Any]) -> str:
    return next((f"{name}:{record[name]}" for name in _NAMED_BY if name in record), "")
