"""Shows the progress of an IGG run on stderr: a live panel on a terminal, otherwise one line per iteration."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pramana.cli.output import console, note

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from pramana.app import GraphGenerationService
    from pramana.app import GrowthRecord as IterationRecord
    from pramana.app import GrowthTurn as Turned
    from pramana.views import Cell

LAST = 6
"""How many actions, and how many refusals, the panel shows."""
_LONGEST = 100
"""Characters of the reasoning that the panel shows: one line of a wide terminal."""
_WAITING = "Waiting for the first answer. Ctrl-C stops the run; run the same command again to resume it."


class View:
    """Shows the turns of one run as they are logged."""

    def __init__(self, *, quiet: bool = False) -> None:
        target = console(err=True)
        self._console = target
        self._live: Live | None = None
        self._on_terminal = target.is_terminal and not target.is_dumb_terminal and not quiet
        self._quiet = quiet
        self._taken: deque[tuple[Cell, ...]] = deque(maxlen=LAST)
        self._not_taken: deque[tuple[Cell, ...]] = deque(maxlen=LAST)
        self._refused = self._applied = 0

    def __enter__(self) -> View:
        from pramana.views import style_cells

        if self._on_terminal:
            from rich.live import Live

            self._live = Live(console=self._console, transient=True, auto_refresh=False)
            self._live.start()
            self._live.update(style_cells(_WAITING), refresh=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._live is not None:
            self._live.stop()

    def show_turn(self, turned: Turned, service: GraphGenerationService) -> None:
        """Show a turn."""
        from pramana.views import refused_rows, taken_rows

        record = turned.record
        self._applied += len(record.actions_taken)
        self._refused += len(record.refusals)
        self._taken.extend(taken_rows(record))
        self._not_taken.extend(refused_rows(record))
        if self._live is not None:
            self._live.update(self._panel(record, service), refresh=True)
        elif not self._quiet:
            note(*_line(record, service))

    def stopping(self) -> None:
        """Say that the run is being cancelled."""
        words = "Stopping. The log is complete; run the same command again to resume. Ctrl-C again ends at once."
        if self._live is not None:
            self._live.console.print(words)
        else:
            note(words)

    def _panel(self, record: IterationRecord, service: GraphGenerationService) -> Table:
        from rich.table import Table

        from pramana.views import style_cells

        nodes, edges = service.stepper.growth.graph.count()
        config = service.stepper.payload.config
        table = Table(box=None, show_header=False, padding=(0, 1))
        table.add_column(style="bold")
        table.add_column()
        limits = config.constraints
        rows: list[tuple[str, str]] = [
            ("iteration", f"{record.iteration} of {config.max_iterations}"),
            ("graph", f"{_of(nodes, limits.max_nodes)} nodes, {_of(edges, limits.max_edges)} edges"),
            ("actions", f"{self._applied:,} applied, {self._refused:,} refused"),
            ("budget", _spending_text(service)),
            ("reasoning", record.agent_reasoning[:_LONGEST]),
        ]
        for name, value in rows:
            table.add_row(name, style_cells(value))
        for name, last in (("last actions", self._taken), ("last refusals", self._not_taken)):
            for number, cells in enumerate(last):
                table.add_row("" if number else name, style_cells(*cells))
        return table


def _line(record: IterationRecord, service: GraphGenerationService) -> tuple[Cell, ...]:
    nodes, edges = service.stepper.growth.graph.count()
    codes = sorted({str(refusal["code"]) for refusal in record.refusals})
    refused = f", {len(record.refusals):,} refused ({', '.join(codes)})" if codes else ""
    return (f"{record.iteration}: {nodes:,} nodes, {edges:,} edges; {len(record.actions_taken):,} applied{refused}",)


def _of(count: int, most: int | None) -> str:
    return f"{count:,}" if most is None else f"{count:,} of {most:,}"


def _spending_text(service: GraphGenerationService) -> str:
    course = service.stepper.course
    left: dict[str, Any] = course.remaining_budget()
    parts = [
        f"{name} {_amount(name, course.spent.get(name, 0))}"
        + (f" ({_amount(name, left[name])} left)" if name in left else "")
        for name in ("calls", "tokens", "money")
        if name in left or course.spent.get(name)
    ]
    return ", ".join(parts) or "nothing spent"


def _amount(name: str, amount: float) -> str:
    return f"${amount:.4f}" if name == "money" else f"{int(amount):,}"
