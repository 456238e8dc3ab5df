"""What GASL brought, on a terminal: tables by Rich, with nothing in them that a terminal would act on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pramana.cli.gasl_run import STATUS_STYLES
from pramana.cli.output import Cell, complain, console, note, say, style_cells

if TYPE_CHECKING:
    from pramana.app import ExecutionResult
    from pramana.views import ShownRows


def show_result(result: ExecutionResult, found: Sequence[Any]) -> None:
    """Print a step: its rows, how it ended, and what else is to be known of it; errors on standard error."""
    from pramana.views import remarks, row_count, shown_rows

    if result.failed:
        complain(_message(result))
    elif found:
        print_rows(shown_rows(found, row_count(result)))
    say((str(result.status), STATUS_STYLES[str(result.status)]), *_count_cells(result))
    for remark in remarks(result):
        note(("hint: ", "yellow"), remark)


def _message(result: ExecutionResult) -> str:
    """Return what is wrong, with an example where the message has none."""
    error = dict(result.error or {})
    message, example = str(error.get("message", result.status)), str(error.get("example", ""))
    return message if not example or example in message else f"{message}\nExample: {example}"


def _count_cells(result: ExecutionResult) -> tuple[Cell, ...]:
    if result.count is None:
        return ()
    return (f", {result.count:,} {'item' if result.count == 1 else 'items'}",)


def print_rows(rows: ShownRows) -> None:
    """Print rows as a table, and the number of rows left out."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    target = console()
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in rows.names:
        table.add_column(style_cells((name, "bold")), overflow="fold")
    for row in rows.cells:
        table.add_row(*(style_cells(cell) for cell in row))
    target.print(table)
    left = [f"{rows.left:,} more rows"] * bool(rows.left) + [f"{rows.hidden:,} more columns"] * bool(rows.hidden)
    if left:
        say((f"… {' and '.join(left)}", "dim"))
