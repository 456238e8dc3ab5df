"""How a run of IGG shows where it stands: a live panel on a terminal, a line an iteration elsewhere. On stderr."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pramana.cli.output import Cell, console, note, styled

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from pramana.igg import GraphGenerationService, Turned
    from pramana.igg.log import IterationRecord

LAST = 8
"""How many actions the panel shows."""
_LONGEST = 100


class View:
    """Shows the turns of one run as they are written down."""

    def __init__(self, *, quiet: bool = False) -> None:
        target = console(err=True)
        self._console = target
        self._live: Live | None = None
        self._on_terminal = target.is_terminal and not target.is_dumb_terminal and not quiet
        self._quiet = quiet
        self._last: deque[tuple[Cell, ...]] = deque(maxlen=LAST)
        self._refused = self._applied = 0

    def __enter__(self) -> View:
        if self._on_terminal:
            from rich.live import Live

            self._live = Live(console=self._console, transient=True, auto_refresh=False)
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._live is not None:
            self._live.stop()

    def turned(self, turned: Turned, service: GraphGenerationService) -> None:
        """Show a turn."""
        record = turned.record
        self._applied += len(record.actions_taken)
        self._refused += len(record.refusals)
        self._last.extend(acted(record))
        if self._live is not None:
            self._live.update(self._panel(record, service), refresh=True)
        elif not self._quiet:
            note(*_line(record, service))

    def stopping(self) -> None:
        """Say that the run is being cancelled."""
        words = "Stopping. The log is whole, and the same command goes on. Ctrl-C again ends at once."
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
            ("budget", _spent(service)),
            ("reasoning", record.agent_reasoning[:_LONGEST]),
        ]
        for name, value in rows:
            table.add_row(name, styled(value))
        for cells in self._last:
            table.add_row("", styled(*cells))
        return table


def acted(record: IterationRecord) -> list[tuple[Cell, ...]]:
    """Return a line for every action of an iteration, in the order of the answer."""
    lines: list[tuple[int, tuple[Cell, ...]]] = []
    for done in record.actions_taken:
        what = done.get("id") or ", ".join(
            f"{name} {value}" for name, value in done["action"].items() if name != "type"
        )
        told = f" ({done['note']})" if done.get("note") else ""
        lines.append((done["index"], (("+ ", "green"), f"{done['action']['type']} {what}"[:_LONGEST], told)))
    for refusal in record.refusals:
        near = f" Candidates: {', '.join(refusal['candidates'])}." if refusal["candidates"] else ""
        kind = refusal["action"].get("type", "") if isinstance(refusal["action"], dict) else ""
        told = f"action {refusal['index'] + 1}{' ' * bool(kind)}{kind}: {refusal['problem']}.{near}"
        lines.append((refusal["index"], (("- ", "red"), (f"{refusal['code']} ", "red"), told[: 3 * _LONGEST])))
    return [cells for _, cells in sorted(lines, key=lambda line: line[0])]


def _line(record: IterationRecord, service: GraphGenerationService) -> tuple[Cell, ...]:
    nodes, edges = service.stepper.growth.graph.count()
    codes = sorted({str(refusal["code"]) for refusal in record.refusals})
    refused = f", {len(record.refusals):,} refused ({', '.join(codes)})" if codes else ""
    return (f"{record.iteration}: {nodes:,} nodes, {edges:,} edges; {len(record.actions_taken):,} applied{refused}",)


def _of(count: int, most: int | None) -> str:
    return f"{count:,}" if most is None else f"{count:,} of {most:,}"


def _spent(service: GraphGenerationService) -> str:
    course = service.stepper.course
    left: dict[str, Any] = course.left()
    parts = [
        f"{name} {_amount(name, course.spent.get(name, 0))}"
        + (f" ({_amount(name, left[name])} left)" if name in left else "")
        for name in ("calls", "tokens", "money")
        if name in left or course.spent.get(name)
    ]
    return ", ".join(parts) or "nothing spent"


def _amount(name: str, amount: float) -> str:
    return f"${amount:.4f}" if name == "money" else f"{int(amount):,}"
