"""Graphs as pictures: valid text whatever the names are, with the path that was taken."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stategraphs import edge, graph, node, registry

from pramana.stategraph import StateGraph, run_stategraph, to_dot, to_mermaid

HOSTILE = [
    '"]; n0 --> x; "',
    "a\nb",
    "<script>alert(1)</script>",
    "end",
    "%%{init}%%",
    "#quot;",
    "\\",
    "}",
    "|x|",
    "\x1b[2J",
]
LINE = re.compile(
    r'flowchart TD|  begin\(\(\( \)\)\) --> n\d+|  n\d+(\[|\(\[|\[\[|\{\{)"[^"\[\](){}|;]*(#\d+;[^"\[\](){}|;]*)*"(\]|\]\)|\]\]|\}\})'
    r'|  n\d+ (-->|==>|-\.->)(\|"[^"|;]*(#\d+;[^"|;]*)*"\|)? n\d+|  linkStyle [\d,]+ stroke:#0a7d32,stroke-width:3px'
)
TEXT = r'"(?:[^"\\\n]|\\["\\n])*"'
ATTRIBUTES = rf"(?: \[(?:\w+=(?:{TEXT}|\w+)(?:, )?)+\])?"
STATEMENT = re.compile(rf"digraph {TEXT} \{{|  {TEXT} \[shape=point\];|  {TEXT}(?: -> {TEXT})?{ATTRIBUTES};|\}}")


def loop(name: str = "a", goal: str | None = None, guard: str = "state['n'] > 2") -> StateGraph:
    nodes = [node(name, "inc", {"n": "n"}, {"n": "n"}, goal=goal), node("saved"), node("done")]
    edges = [edge(name, "done", guard), edge(name, name), edge(name, "saved", on_failure=True)]
    return graph(nodes, edges, {"done", "saved"}, name=name)


@pytest.mark.parametrize("text", HOSTILE)
def test_names_cannot_leave_their_place(text: str) -> None:
    """A hostile id, goal or guard stays within its quotes, and no control character is written."""
    made = loop(text, goal=text, guard=f"state['n'] != {text!r}")
    mermaid, dot = to_mermaid(made), to_dot(made)
    assert [line for line in mermaid.splitlines() if not LINE.fullmatch(line)] == []
    assert [line for line in dot.splitlines() if not STATEMENT.fullmatch(line)] == []
    assert "\x1b" not in mermaid + dot


@pytest.mark.slow
@given(st.text())
def test_any_name_can_be_drawn(text: str) -> None:
    """Any text is drawn as well-formed lines."""
    made = loop(text, goal=text)
    assert all(map(LINE.fullmatch, to_mermaid(made).splitlines()))
    assert all(map(STATEMENT.fullmatch, to_dot(made).splitlines()))


def test_the_path_that_was_taken_is_marked() -> None:
    """Edges of a trace are thick and counted; others are not."""
    trace = run_stategraph(loop(), {"n": 0}, registry=registry(inc=lambda n: {"n": n + 1})).trace
    assert to_mermaid(loop(), trace) == (
        "flowchart TD\n"
        "  begin((( ))) --> n0\n"
        '  n0["a<br>inc"]\n'
        '  n1{{"saved<br>identity"}}\n'
        '  n2{{"done<br>identity"}}\n'
        '  n0 ==>|"state#91;#39;n#39;#93; #62; 2"| n2\n'
        '  n0 ==>|"2 #215;"| n0\n'
        "  n0 -.-> n1\n"
        "  linkStyle 1,2 stroke:#0a7d32,stroke-width:3px\n"
    )
    dot = to_dot(loop(), trace)
    assert '"a" -> "done" [label="state[\'n\'] > 2", color=darkgreen, penwidth=3];' in dot
    assert '"a" -> "saved" [style=dashed];' in dot
