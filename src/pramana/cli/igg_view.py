"""Shows the progress of an IGG run on stderr: a live panel on a terminal, otherwise one line per iteration."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pramana.cli.output import Cell, console, note, style_cells

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from pramana.app import GraphGenerationService
    from pramana.app import GrowthRecord as IterationRecord
    from pramana.app import GrowthTurn as Turned

LAST = 6
"""How many actions, and how many refusals, the panel shows."""
_WAITING = "Waiting for the first answer. Ctrl-C stops the run; run the same command again to resume it."
_LONGEST = 100
"""Characters of an action or of reasoning in the panel: one line of a wide terminal."""


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
        record = turned.record
        self._applied += len(record.actions_taken)
        self._refused += len(record.refusals)
        self._taken.extend(_taken_rows(record))
        self._not_taken.extend(_not_taken(record))
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


def action_rows(record: IterationRecord) -> list[tuple[Cell, ...]]:
    """Return a line for every action of an iteration, in the order of the answer."""
    places = [done["index"] for done in (*record.actions_taken, *record.refusals)]
    lines = zip(places, (*_taken_rows(record), *_not_taken(record)), strict=True)
    return [cells for _, cells in sorted(lines, key=lambda line: line[0])]


def _taken_rows(record: IterationRecord) -> list[tuple[Cell, ...]]:
    lines: list[tuple[Cell, ...]] = []
    for done in record.actions_taken:
        action = done["action"]
        more = (f"{name} {_value_text(value)}" for name, value in action.items() if name not in ("type", "query"))
        what = done.get("id") or " ".join(filter(None, (action.get("query", ""), ", ".join(more))))
        told = f" ({done['note']})" if done.get("note") else ""
        lines.append((("+ ", "green"), f"{action['type']} {what}"[:_LONGEST], told))
    return lines


def _value_text(value: Any) -> str:
    from pramana.canonical import canonical

    return value if isinstance(value, str) else canonical(value)


def _not_taken(record: IterationRecord) -> list[tuple[Cell, ...]]:
    lines: list[tuple[Cell, ...]] = []
    for refusal in record.refusals:
        near = f" Candidates: {', '.join(refusal['candidates'])}." if refusal["candidates"] else ""
        kind = refusal["action"].get("type", "") if isinstance(refusal["action"], dict) else ""
        told = f"action {refusal['index'] + 1}{' ' * bool(kind)}{kind}: {refusal['problem']}.{near}"
        lines.append((("- ", "red"), (f"{refusal['code']} ", "red"), told[: 3 * _LONGEST]))
    return lines


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
