"""What passes are and did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pramana.views.render.parts import Cell, Part, columns
from pramana.views.reports import PassReport
from pramana.wording import tally_text


def pass_row(state: dict[str, Any]) -> list[Cell]:
    """Return the state of a pass as a row."""
    on = ("on", "green") if state["on"] else ("off", "dim")
    current = ("to be run", "yellow") if state["on"] else ("only when named", "dim")
    if state["current"]:
        current = ("nothing to do", "dim")
    last = f"last run {state['last_run']}" if state["last_run"] else "never run"
    return [state["name"], on, current, f"{state['links']:>7,} in the graph", last]


def pass_did(report: PassReport) -> list[Cell]:
    """Return what a pass did as a row."""
    if report.run is None:
        return [report.name, ("nothing to do", "dim")]
    back = f", {report.taken_back:,} taken back" if report.taken_back else ""
    did = tally_text(report.links) if report.links or not report.extent else "nothing new"
    return [report.name, f"{did}{back}{report.extent}"]


def passes_parts(reports: Iterable[PassReport]) -> Iterator[Part]:
    """Yield what passes did, a row each."""
    rows = [pass_did(report) for report in reports]
    if rows:
        yield columns(rows)


def pass_states_parts(states: Iterable[dict[str, Any]]) -> Iterator[Part]:
    """Yield the states of passes, given as JSON, as a table."""
    yield columns([pass_row(state) for state in states], indent=0)
