"""Runs, a row each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pramana.views.render.parts import Cell, Part, columns, verdict
from pramana.wording import tally_text


def _pass(about: dict[str, Any], result: dict[str, Any]) -> str:
    taken = f"{result.get('taken_back', 0):,} taken back"
    if about.get("undo"):
        return f"undo {about['pass']}: {taken}"
    return f"{about['pass']}: {tally_text(result.get('links', {}))}{f', {taken}' if result.get('taken_back') else ''}"


def _decision(about: dict[str, Any], result: dict[str, Any]) -> str:
    what = f"undo of decision {about['undoes']}" if "undoes" in about else about["what"]
    return f"{what}: {about['one']}, {about['other']}{f' ({why})' if (why := about['why']) else ''}"


def _removal(about: dict[str, Any], result: dict[str, Any]) -> str:
    return ", ".join(about["documents"])


def _import(about: dict[str, Any], result: dict[str, Any]) -> str:
    return f"{about['import']} ({about['format']}): {result.get('nodes', 0):,} nodes, {result.get('edges', 0):,} edges"


def _stategraph(about: dict[str, Any], result: dict[str, Any]) -> str:
    name = about["graph"]["name"] if "graph" in about else "a graph"
    if "error" in result:
        return f"{name}: {result['error']} {result.get('node', '')}".strip()
    return f"{name}: {result['steps']} steps" if "steps" in result else str(name)


def _investigation(about: dict[str, Any], result: dict[str, Any]) -> str:
    return f"{about.get('question', '')} → {result.get('stop', 'no answer')}"


def _comparison(about: dict[str, Any], result: dict[str, Any]) -> str:
    names = " against ".join(about["names"])
    return f"{names}, {about['lines']:,} lines" + (f": {result['stopped_by']}" if "stopped_by" in result else "")


def _check(about: dict[str, Any], result: dict[str, Any]) -> str:
    """Return the first claim and the verdicts: `Anna won the race. and 2 more → 1 supported, 2 unsure`."""
    if "claim" not in about:
        return ""
    others = f" and {about['claims'] - 1:,} more" if about["claims"] > 1 else ""
    counts = {name: number for name, number in result.get("counts", {}).items() if number}
    return f"{about['claim']}{others} → {tally_text(counts)}"


TELLING: dict[str, Callable[[dict[str, Any], dict[str, Any]], str]] = {
    "pass": _pass,
    "decision": _decision,
    "remove": _removal,
    "import": _import,
    "stategraph": _stategraph,
    "investigate": _investigation,
    "compare": _comparison,
    "check": _check,
}
"""The result of a run as text, by its kind."""


def run_row(run: dict[str, Any]) -> tuple[Cell, ...]:
    """Return a run as a row: number, kind, status, begin, and what came of it."""
    result = run["result"]
    if run["kind"] == "ask":
        told = f"{result.get('question', '')} → {result.get('status', 'no answer')}"
    elif run["kind"] == "ingest" and "lines" in result:
        told = tally_text(result["lines"])
    elif run["kind"] in TELLING:
        told = TELLING[run["kind"]](run["about"], result)
    else:
        told = str(result.get("graph_hash", ""))
    return f"{run['run']}", run["kind"], verdict(run["status"]), run["started"][:19].replace("T", " "), told


def runs_parts(runs: Iterable[dict[str, Any]]) -> Iterator[Part]:
    """Yield runs, given as JSON, as a table."""
    yield columns([run_row(run) for run in runs], indent=0)
