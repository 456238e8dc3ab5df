"""What GASL brought, as HTML for notebooks: bounded tables, every text escaped and kept to its own direction."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pramana.app.gasl_view import Shown, remarks
from pramana.gasl import ExecutionResult

MOST_STEPS = 50
"""How many steps of a cell are shown: the last ones."""
_COLOURS = {"success": "#2a8a3e", "empty": "#b58900", "partial": "#b58900"}
_FAILED = "#c0392b"
_CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere"


def cell_html(steps: Sequence[tuple[ExecutionResult, Shown]], problem: str = "") -> str:
    """Return the steps of a cell, each a line that opens on its rows; the last one is open. `problem` ends the cell."""
    left = len(steps) - MOST_STEPS
    kept = steps[-MOST_STEPS:]
    told = [f"<div>… {left:,} steps before these</div>"] * (left > 0)
    told += [_step(result, rows, last=number == len(kept)) for number, (result, rows) in enumerate(kept, 1)]
    told += [_pre(problem)] * bool(problem)
    return f'<div class="pramana-gasl">{"".join(told)}</div>'


def _step(result: ExecutionResult, rows: Shown, *, last: bool) -> str:
    status = str(result.status)
    count = "" if result.count is None else f", {result.count:,} {'item' if result.count == 1 else 'items'}"
    colour = _COLOURS.get(status, _FAILED)
    head = f'<b style="color:{colour}">{escape(status)}</b>{count} <code>{_own(_cut(result.record.command))}</code>'
    told = [_pre(str(result.error["message"]))] if result.failed and result.error else []
    told += [table_html(rows)] * bool(rows.cells)
    told += [f"<div>hint: {_own(remark)}</div>" for remark in remarks(result)]
    return f"<details{' open' * (last or result.failed)}><summary>{head}</summary>{''.join(told)}</details>"


def table_html(rows: Shown) -> str:
    """Return rows as a table, and how many are left out."""
    head = _row(rows.names, "th")
    body = "".join(_row(row, "td") for row in rows.cells)
    left = [f"{rows.left:,} more rows"] * bool(rows.left) + [f"{rows.hidden:,} more columns"] * bool(rows.hidden)
    more = f"<div>… {' and '.join(left)}</div>" if left else ""
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{more}"


def _row(texts: Sequence[str], tag: str) -> str:
    cells = "".join(f'<{tag} style="{_CELL}">{_own(text)}</{tag}>' for text in texts)
    return f"<tr>{cells}</tr>"


def _own(text: str) -> str:
    """Return a text escaped, and in a direction of its own: it turns nothing that stands beside it."""
    return f"<bdi>{escape(text)}</bdi>"


def _pre(text: str) -> str:
    return f'<pre style="color:{_FAILED}">{escape(text)}</pre>'


def _cut(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
