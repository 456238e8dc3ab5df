"""A seed, what is wrong with it, and what differs between two."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from pramana.anot import Finding, FormulaSeed, to_tree
from pramana.anot import SeedDifference as Difference
from pramana.views.render.parts import Cell, Part, columns, heading, line

SEVERITIES = {"error": "bold red", "warning": "yellow", "note": "dim"}


_LONGEST = 160
"""Characters of a formula in a listing: two lines of a terminal."""


def findings_parts(found: Sequence[Finding]) -> Iterator[Part]:
    rows: list[Sequence[Cell]] = []
    for finding in found:
        severity = str(finding.severity)
        mend = f". {finding.mend[:1].upper()}{finding.mend[1:]}" if finding.mend else ""
        rows.append(((severity, SEVERITIES[severity]), finding.place, f"{finding.problem}{mend}"))
    yield columns(rows, indent=0)


def seed_parts(seed: FormulaSeed) -> Iterator[Part]:
    yield line((seed.task_name, "bold"), f", version {seed.version}, {seed.hash}")
    how = "word beginnings" if seed.filter.match == "word_start" else "parts of the text"
    yield line(f"Looks for {how}: {', '.join(seed.filter_keywords)}")
    yield heading("Extracted from each item")
    yield columns([(each.name, each.type, ", ".join(each.values) or each.description) for each in seed.fields])
    yield heading("Computed")
    rows: list[Sequence[Cell]] = []
    for name, formula in to_tree(seed):
        bare = name.lstrip("├└│─ ")
        shown = formula if len(formula) <= _LONGEST else f"{formula[: _LONGEST - 1]}…"
        rows.append(((name, "bold" if bare in seed.output_fields else ""), (shown, "dim")))
    yield columns(rows)


def difference_parts(difference: Difference) -> Iterator[Part]:
    old, new = (json.dumps(value, ensure_ascii=False) for value in (difference.old, difference.new))
    if difference.old is None:
        yield line(("+ ", "green"), f"{difference.place}: {new}")
    elif difference.new is None:
        yield line(("- ", "red"), f"{difference.place}: {old}")
    else:
        yield line(("~ ", "yellow"), f"{difference.place}: {old} -> {new}")


def templates_parts(templates: Iterable[tuple[str, str]]) -> Iterator[Part]:
    """Yield the names of templates, each with the first line of its formula."""
    yield columns(list(templates), indent=0)
