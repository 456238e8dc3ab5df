"""The actions of an iteration, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from pramana.canonical import canonical
from pramana.igg import GenerationResult, IterationRecord, LogDifference
from pramana.views.render.parts import Cell, Part, aside, columns, heading, line
from pramana.wording import plural

_LONGEST = 100
"""Characters of an action or of reasoning in the panel: one line of a wide terminal."""


def _value_text(value: Any) -> str:
    return value if isinstance(value, str) else canonical(value)


def taken_rows(record: IterationRecord) -> list[tuple[Cell, ...]]:
    lines: list[tuple[Cell, ...]] = []
    for done in record.actions_taken:
        action = done["action"]
        more = (f"{name} {_value_text(value)}" for name, value in action.items() if name not in ("type", "query"))
        what = done.get("id") or " ".join(filter(None, (action.get("query", ""), ", ".join(more))))
        told = f" ({done['note']})" if done.get("note") else ""
        lines.append((("+ ", "green"), f"{action['type']} {what}"[:_LONGEST], told))
    return lines


def refused_rows(record: IterationRecord) -> list[tuple[Cell, ...]]:
    lines: list[tuple[Cell, ...]] = []
    for refusal in record.refusals:
        near = f" Candidates: {', '.join(refusal['candidates'])}." if refusal["candidates"] else ""
        kind = refusal["action"].get("type", "") if isinstance(refusal["action"], dict) else ""
        told = f"action {refusal['index'] + 1}{' ' * bool(kind)}{kind}: {refusal['problem']}.{near}"
        lines.append((("- ", "red"), (f"{refusal['code']} ", "red"), told[: 3 * _LONGEST]))
    return lines


def action_rows(record: IterationRecord) -> list[tuple[Cell, ...]]:
    """Return a line for every action of an iteration, in the order of the answer."""
    places = [done["index"] for done in (*record.actions_taken, *record.refusals)]
    lines = zip(places, (*taken_rows(record), *refused_rows(record)), strict=True)
    return [cells for _, cells in sorted(lines, key=lambda line: line[0])]


def growth_parts(run: int, result: GenerationResult) -> Iterator[Part]:
    """Yield the result of a run: why it stopped, the graph, the actions, the cost, and the files written."""
    nodes, edges = result.graph.count()
    style = "green" if str(result.stopped) == "finished" else "yellow"
    yield line(f"Run {run}: ", (str(result.stopped), style), f" ({result.detail})" if result.detail else "")
    cost = ", ".join(f"{name} {amount:,.6g}" for name, amount in result.cost.items())
    yield columns(
        [
            ("graph", f"{plural(nodes, 'node')}, {plural(edges, 'edge')}, {result.hash}"),
            ("iterations", f"{result.iterations:,}"),
            ("actions", f"{result.applied:,} applied, {result.refused:,} refused"),
            *([("full", ", ".join(result.limits_reached))] if result.limits_reached else []),
            *([("cost", cost)] if cost else []),
            ("log", str(result.log)),
        ]
    )
    for path in result.exported:
        yield line(f"Wrote {path}")
    if result.pruned:
        yield aside(f"{plural(len(result.pruned), 'isolated node')} pruned.")


def sessions_parts(sessions: Sequence[dict[str, Any]]) -> Iterator[Part]:
    """Yield runs and sessions, given as JSON, as a table."""
    yield columns([_session_row(each) for each in sessions], indent=0)


def _session_row(each: dict[str, Any]) -> tuple[Cell, ...]:
    open_until = f"open until {_when(each['expires'])}" if each["expires"] else "open"
    iterations = plural(each["iterations"], "iteration")
    return (each["session"], "bold"), each["kind"], f"run {each['run']}", iterations, each["ended"] or open_until


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def iteration_parts(number: int, record: IterationRecord | None, lines: Iterable[str]) -> Iterator[Part]:
    """Yield an iteration's actions, if there is one, and the lines of the graph after it."""
    if record is not None:
        yield line((f"Iteration {number}", "bold"), f" ({record.who}): {record.agent_reasoning}")
        for cells in action_rows(record):
            yield line("  ", *cells)
        yield heading("The graph after it")
    for each in lines:
        yield line(each.removeprefix("### "))


def turn_parts(record: IterationRecord) -> Iterator[Part]:
    """Yield what became of each action of a turn, and the hash of the graph after it."""
    for cells in action_rows(record):
        yield line(*cells)
    yield line(f"iteration {record.iteration}, graph {record.hash_after}")


def log_difference_parts(found: LogDifference) -> Iterator[Part]:
    """Yield in what two logs differ: `-` is in the first alone, `+` in the second alone, `~` in both."""
    if found.identical:
        yield line(("identical", "green"), f": {found.hashes[0]}")
    elif found.parted_at is not None:
        yield line(f"The runs part in iteration {found.parted_at}.")
    else:
        yield line(f"One run continues the other: {found.iterations[0]:,} and {found.iterations[1]:,} iterations.")
    for mark, style, ids in (
        ("-", "red", (*found.nodes_removed, *found.edges_removed)),
        ("+", "green", (*found.nodes_added, *found.edges_added)),
    ):
        for each in ids:
            yield line((mark, style), f" {each}")
    for changed in (*found.nodes_changed, *found.edges_changed):
        pairs = "; ".join(f"{key}: {canonical(a)} → {canonical(b)}" for key, (a, b) in changed.properties.items())
        yield line(("~", "yellow"), f" {changed.id}: {pairs}")
