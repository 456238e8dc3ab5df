"""What GASL brought, as HTML for notebooks: bounded tables, every text escaped and kept to its own direction."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pramana.gasl import ExecutionResult
from pramana.pages import badge, code_html, details_block, escape_text, fragment, join_line, table
from pramana.views.gasl_rows import ShownRows, remarks

MOST_STEPS = 50
"""How many steps of a cell are shown: the last ones."""
_FAILED = "#d0453a"


def cell_html(steps: Sequence[tuple[ExecutionResult, ShownRows]], problem: str = "") -> str:
    """Return the steps of a cell, each a line that opens on its rows; the last one is open. `problem` ends the cell."""
    left = len(steps) - MOST_STEPS
    kept = steps[-MOST_STEPS:]
    told = [join_line(escape_text(f"… {left:,} steps before these"))] * (left > 0)
    told += [_step(result, rows, last=number == len(kept)) for number, (result, rows) in enumerate(kept, 1)]
    told += [_pre(problem)] * bool(problem)
    return fragment(*told)


def _step(result: ExecutionResult, rows: ShownRows, *, last: bool) -> Markup:
    count = "" if result.count is None else f"{result.count:,} {'item' if result.count == 1 else 'items'}"
    head = Markup(" ").join([badge(str(result.status)), escape_text(count), code_html(_shorten(result.record.command))])
    told = [_pre(str(result.error["message"]))] if result.failed and result.error else []
    told += [_table(rows)] * bool(rows.cells)
    told += [join_line(escape_text(f"hint: {remark}")) for remark in remarks(result)]
    return details_block(head, *told, unfolded=last or result.failed)


def table_html(rows: ShownRows) -> str:
    """Return rows as a table, and how many are left out."""
    return fragment(_table(rows))


def _table(rows: ShownRows) -> Markup:
    left = [f"{rows.left:,} more rows"] * bool(rows.left) + [f"{rows.hidden:,} more columns"] * bool(rows.hidden)
    return table(rows.names, rows.cells, " and ".join(left))


def _pre(text: str) -> Markup:
    return Markup('<pre style="color:{}">{}</pre>').format(_FAILED, escape_text(text))


def _shorten(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
