"""The reference of StateGraph and the guide to formulas run as they stand, and their tables are complete."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from pramana.expr.formula import (
    FUNCTIONS,
    MAX_BITS,
    MAX_DEPTH,
    MAX_LENGTH,
    MAX_NODES,
    MAX_SIZE,
    MAX_STEPS,
    FormulaFailure,
)
from pramana.stategraph import validation

DOCS = Path(__file__).parents[2] / "docs"
STATEGRAPH = (DOCS / "stategraph.md").read_text("utf-8")
FORMULAS = (DOCS / "formulas.md").read_text("utf-8")


@pytest.mark.parametrize("page", [STATEGRAPH, FORMULAS])
def test_the_snippets_of_a_page_run_one_after_the_other(page: str) -> None:
    """Every Python block holds what it asserts."""
    room: dict[str, object] = {"__name__": "page"}
    found = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    assert len(found) >= 3
    for code in found:
        exec(compile(code, "page", "exec", dont_inherit=True), room)  # noqa: S102


def test_the_migrated_graph_gives_what_langgraph_gives() -> None:
    """Both graphs of the page run on the same state, and end with the same one."""
    pytest.importorskip("langgraph.graph", reason="the extra `bench` is not installed: LangGraph is not compared")
    theirs, ours = re.findall(
        r"^```python(?: langgraph)?\n(.*?)^```", STATEGRAPH.partition("graph migrated.")[2], re.M | re.S
    )
    room: dict[str, Any] = {"__name__": "page"}
    names = "Registry, StateCondition, StateEdge, StateGraph, StateNode, run_stategraph"
    for code in (theirs, f"from pramana.stategraph import {names}\n{ours}"):
        exec(compile(code, "page", "exec", dont_inherit=True), room)  # noqa: S102
    assert {key: room["after"].state[key] for key in room["before"]} == room["before"]


def test_the_snippet_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The graph of the entry page has no findings and takes its path."""
    readme = (DOCS / "start-software.md").read_text("utf-8")
    (code,) = re.findall(r"^```python\n(from pramana.stategraph.*?)^```", readme, re.M | re.S)
    exec(compile(code, "start-software.md", "exec", dont_inherit=True), {"__name__": "readme"})  # noqa: S102
    assert capsys.readouterr().out == "[]\n['count', 'count', 'count', 'done']\n"


def test_the_table_of_findings_is_complete() -> None:
    """Every kind of finding has its row, with its severities."""
    source = inspect.getsource(validation)
    codes = set(re.findall(r'(?:ERROR|WARNING|NOTE|severity), "([a-z-]+)"', source))
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (error|warning|note|error, warning) \|", STATEGRAPH, re.M))
    assert set(rows) == codes
    for severity, code in re.findall(r'(ERROR|WARNING|NOTE), "([a-z-]+)"', source):
        assert severity.lower() in rows[code]


def test_the_tables_of_formulas_are_complete() -> None:
    """Every function has its row, word by word, and every failure and bound is named."""
    for function in FUNCTIONS.values():
        assert f"| `{function.usage}` | {function.meaning} |\n" in FORMULAS
    for name in FormulaFailure:
        assert re.search(rf"`{name}\b", FORMULAS), name
    for bound in (MAX_LENGTH, MAX_NODES, MAX_DEPTH, MAX_SIZE, MAX_STEPS, MAX_BITS):
        assert f"{bound:,}" in FORMULAS, bound
