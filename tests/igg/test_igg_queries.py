"""What an agent can ask, and what it is told."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from growths import chain, edge, grown, node, query
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.igg import Growth, Query
from pramana.igg.context import RunContext
from pramana.igg.queries import QueryAnswer, answer

CONTEXT = RunContext.of(
    {"a.py": "class A:\n    def run(self):\n        return check(self)\n", "b/c.py": "x = 1\n" * 100}
)


def told(growth: Growth, kind: str, **arguments: Any) -> QueryAnswer:
    return anyio.run(answer, query(kind, **arguments), growth, CONTEXT)


def ids(answered: QueryAnswer) -> list[Any]:
    return [row["id"] if "id" in row else (row["source"], row["target"]) for row in answered.rows]


def test_nodes_are_found_by_condition() -> None:
    """In the order in which they came, as many as asked for; that there are more is said."""
    growth = chain(9)
    found = told(growth, "nodes", where="line >= 3", limit=2)
    assert ids(found) == ["Method:m3", "Method:m4"]
    assert found.left.startswith("more nodes")
    assert told(growth, "nodes", where="line >= 7").left == ""


def test_edges_are_found_by_their_ends() -> None:
    """A condition on edges may ask what their ends have."""
    found = told(chain(4), "edges", where="source.line = 1 OR target.name = 'm1'")
    assert ids(found) == [("Method:m0", "Method:m1"), ("Method:m1", "Method:m2")]


def test_a_subgraph_has_the_edges_between_its_nodes() -> None:
    """The nodes of a condition, those up to so many hops away, each with its edges to those before it."""
    growth = chain(9)
    assert ids(told(growth, "subgraph", where="line IN [2, 3, 7]")) == [
        "Method:m2",
        "Method:m3",
        ("Method:m2", "Method:m3"),
        "Method:m7",
    ]
    assert ids(told(growth, "subgraph", where="line = 4", hops=1)) == [
        "Method:m4",
        "Method:m3",
        ("Method:m3", "Method:m4"),
        "Method:m5",
        ("Method:m4", "Method:m5"),
    ]


def test_neighbours_are_followed_in_a_direction_and_by_a_condition() -> None:
    """A node is named as in actions; edges that fail the condition are not followed."""
    growth = grown(
        node("Class", "A"),
        node("Method", "x"),
        node("Method", "y"),
        edge("HAS", "Class:A", "Method:x"),
        edge("CALLS", "Method:x", "Method:y"),
    )
    found = told(growth, "neighbours", node={"name": "x"}, direction="in")
    assert ids(found) == ["Method:x", "Class:A", ("Class:A", "Method:x")]
    found = told(growth, "neighbours", node="Class:A", hops=3, direction="out", where="relation = 'HAS'")
    assert ids(found) == ["Class:A", "Method:x", ("Class:A", "Method:x")]
    alone = told(growth, "neighbours", node="Method:y", direction="out")
    assert (alone.rows, alone.note) == ((), "no such edge")


def test_a_part_of_the_graph_is_bounded() -> None:
    """Beyond the limit nodes are not shown, and it is said that there are more."""
    found = told(chain(60), "neighbours", node={"name": "m30"}, hops=6, limit=4)
    assert [row["id"] for row in found.rows if "id" in row] == [f"Method:m{number}" for number in (30, 29, 31, 28, 32)]
    assert found.left.startswith("nodes beyond 5")


def test_paths_come_shortest_first() -> None:
    """Paths by their nodes; where there is none, that is said, with how far was looked."""
    growth = chain(5)
    found = told(growth, "paths", from_={"name": "m0"}, to={"name": "m3"})
    assert [row["nodes"] for row in found.rows] == [["Method:m0", "Method:m1", "Method:m2", "Method:m3"]]
    assert found.lines[1] == '- "Method:m0" -CALLS-> "Method:m1" -CALLS-> "Method:m2" -CALLS-> "Method:m3"'
    none = told(growth, "paths", from_={"name": "m3"}, to={"name": "m0"})
    assert none.note == "no path of up to 4 edges"


def test_a_wrong_condition_comes_back_with_its_diagnosis() -> None:
    """The place, what was expected, and an example that can be read, as fields and as text."""
    wrong = told(chain(2), "nodes", where="name == 'm1'")
    assert wrong.rows == ()
    assert wrong.diagnosis["column"] == 7
    assert wrong.diagnosis["example"] == "name = 'm1'"
    assert "(example: name = 'm1')" in wrong.lines


@pytest.mark.parametrize(
    ("kind", "where", "note"),
    [
        ("nodes", "type = 'Clas'", "There is no node type 'Clas'. Did you mean Class?"),
        ("nodes", "nam = 'm1'", "There is no property of nodes 'nam'. Did you mean name?"),
        ("edges", "relation = 'CALL'", "There is no relation 'CALL'. Did you mean CALLS?"),
        ("edges", "zzz = 1", "There is no property of edges 'zzz'."),
        ("nodes", "name = 'nobody'", ""),
    ],
)
def test_a_condition_that_nothing_meets_is_looked_into(kind: str, where: str, note: str) -> None:
    """A name that is nowhere in the graph is told, with the nearest that is."""
    assert told(chain(3), kind, where=where).note == note


@pytest.mark.parametrize(
    ("kind", "arguments", "problem"),
    [
        ("neighbours", {"node": {"name": "nobody"}}, "not found"),
        ("neighbours", {"node": "Method:m1", "hops": 0}, "`hops` must be an integer of 1 or more"),
        ("neighbours", {"node": "Method:m1", "hops": 1e400}, "`hops` must be an integer of 1 or more"),
        ("neighbours", {"node": "Method:m1", "direction": "up"}, "`direction` must be one of out, in, both"),
        ("neighbours", {}, "`node` must be a node's id"),
        ("neighbours", {"node": [1]}, "`node` must be a node's id"),
        ("nodes", {"where": 7}, "`where` must be a text"),
        ("nodes", {"where": "name = ${x}"}, "x"),
        ("nodes", {"limit": "many"}, "`limit` must be an integer of 1 or more"),
        ("lines", {"document": "../secret"}, "There is no document '../secret'"),
        ("lines", {"document": "c.py", "first": 500}, "has lines 1 to 100"),
        ("search", {}, "`text` is missing"),
        ("semantic", {"text": "x"}, "no node vectors"),
    ],
)
def test_a_wrong_query_is_answered_with_what_is_wrong(kind: str, arguments: dict[str, Any], problem: str) -> None:
    """No query raises: what is wrong with it is its answer."""
    found = anyio.run(answer, Query(kind, arguments), chain(3), CONTEXT)
    assert found.rows == ()
    assert problem in found.problem
    assert found.lines[1].startswith("(cannot be answered: ")


def test_lines_files_and_search_are_answered_from_the_context() -> None:
    """By number, by name, by words."""
    growth = chain(1)
    assert told(growth, "lines", document="a.py", first=2, last=2).lines[1:] == (
        "2|     def run(self):",
        "(left out: lines 3 to 3, with `first`: 3)",
    )
    assert told(growth, "files", pattern="b/*").rows == ({"document": "b/c.py", "lines": 100},)
    found = told(growth, "search", text="check itself", limit=1)
    assert (found.rows[0]["document"], found.rows[0]["line"]) == ("a.py", 3)
    nothing = anyio.run(answer, query("files"), growth, None)
    assert nothing.problem == "this run has no context"


def test_an_answer_keeps_within_its_tokens() -> None:
    """As many rows as there is room for; how many there is none for is said."""
    found = anyio.run(lambda: answer(query("nodes", limit=500), chain(150), tokens=300))
    assert 0 < len(found.rows) < 150
    assert found.left == f"{150 - len(found.rows)} of 150 rows, which do not fit"
    assert sum(len(line) // 4 + 1 for line in found.lines) <= 300


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just("Method:m1"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | st.just("name"), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = ("nodes", "edges", "subgraph", "neighbours", "paths", "semantic", "lines", "files", "search", "no kind")
NAMES = ("where", "limit", "node", "hops", "direction", "from", "to", "max_length", "text", "document", "first", "last")


@pytest.mark.slow
@settings(max_examples=300)
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from((*NAMES, "pattern")), VALUES, max_size=5))
def test_no_query_raises(kind: str, arguments: dict[str, Any]) -> None:
    """Whatever is asked, there is an answer, in lines that nothing forges, and the graph stays what it was."""
    growth = chain(4)
    before = growth.hash
    found = anyio.run(answer, Query(kind, arguments), growth, CONTEXT)
    assert all(len(line.splitlines()) == 1 for line in found.lines)
    assert found.as_json()["query"]["kind"] == kind
    assert growth.hash == before
