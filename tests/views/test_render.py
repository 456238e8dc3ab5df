"""Any result as text, HTML and JSON, by one function."""

from __future__ import annotations

import ast
import json
from importlib import import_module
from pathlib import Path

import pytest

import pramana
from pramana.canonical import canonical
from pramana.stategraph import StateEdge, StateGraph, StateNode
from pramana.views import Cell, Estimate, ReplayReport, parts_of, render_as
from pramana.views.render.dispatch import TEXTS
from pramana.views.reports import Difference

HOSTILE = "\x1b[2J<script>alert(1)</script>[bold]x[/bold]\u202e"
GRAPH = StateGraph("g", {"a": StateNode("a", "python", "identity")}, [], "a", {"a"})
ESTIMATE = Estimate(2, 3, 1, (), (), 9, 120, 30, None, HOSTILE, "full")


def classes() -> set[str]:
    root = Path(pramana.__file__).parent
    trees = (ast.parse(path.read_text("utf-8")) for path in root.rglob("*.py"))
    return {node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}


def test_every_row_of_the_table_names_a_class_and_a_function() -> None:
    """The table holds names alone; all of them exist."""
    assert set(TEXTS) <= classes()
    for place in TEXTS.values():
        module, _, name = place.partition(".")
        assert callable(getattr(import_module(f"pramana.views.render.text.{module}"), name))


def test_a_result_is_text_html_and_json() -> None:
    """Text is what a command prints, HTML the same parts, JSON the result's own."""
    assert render_as(GRAPH) == (
        "g: begins at a, ends at a\n\nNodes\n  a  python identity  – → –\n\nEdges, in the order in which they are tried"
    )
    assert "<b>" in render_as(GRAPH, "html") or "<bdi>" in render_as(GRAPH, "html")
    assert json.loads(render_as(GRAPH, "json")) == GRAPH.to_dict()
    assert render_as(ESTIMATE, "json") == canonical(ESTIMATE.as_json())


@pytest.mark.parametrize("form", ["text", "html"])
def test_hostile_text_is_harmless_in_every_form(form: str) -> None:
    """A terminal gets no control characters, a page no tags of a document."""
    found = render_as(ESTIMATE, form)  # type: ignore[arg-type]
    assert "\x1b" not in found and "\u202e" not in found
    assert ("<script>" in found) is (form == "text")


def test_remarks_and_errors_are_part_of_the_text() -> None:
    """A difference is named below the verdict."""
    report = ReplayReport(3, False, "aa", "bb", (Difference("rama.txt/line/1", "missing"),))
    text = render_as(report)
    assert text.split("\n")[0].startswith("Run 3") and "rama.txt/line/1" in text


def test_what_has_no_parts_is_its_own_text() -> None:
    """Any object can be rendered; as JSON, any value that JSON can hold."""
    cell: Cell = ("a", "bold")
    assert (parts_of(cell), render_as(cell), render_as(cell, "json")) == (None, str(cell), '["a","bold"]')


def test_edges_are_listed_in_the_order_in_which_they_are_tried() -> None:
    """Each edge is a row: its ends, whether it is for failures, its condition."""
    nodes = {name: StateNode(name, "python", "identity") for name in "ab"}
    graph = StateGraph("g", nodes, [StateEdge("a", "b")], "a", {"b"})
    assert render_as(graph).split("\n")[-1].strip().startswith("a → b")
