"""Random graphs and random conditions on them, for Hypothesis."""

from __future__ import annotations

from typing import Any, TypeAlias

from hypothesis import strategies as st

from pramana.expr import And, Comparison, Field, IsNull, Length, Membership, Not, Op, Or, Predicate
from pramana.graph import Edge, Node

Graph: TypeAlias = tuple[list[Node], list[Edge]]

NAMES = ("age", "name", "tags", "k_1")
TEXTS = ("", "a", "ab", "B", "ā", "it's", 'a "b"', "a\\b", "1", "true")
NUMBERS = (-1, 0, 1, 2, 1.0, 1.5, 10**12)

scalars: st.SearchStrategy[Any] = st.one_of(st.sampled_from(TEXTS), st.sampled_from(NUMBERS), st.booleans())
values: st.SearchStrategy[Any] = st.one_of(st.none(), scalars, st.lists(st.sampled_from(TEXTS), max_size=2))
properties = st.dictionaries(st.sampled_from(NAMES), values, max_size=3)

_ORDERED = (Op.EQ, Op.NE, Op.GT, Op.GE, Op.LT, Op.LE)
_TEXTUAL = (Op.CONTAINS, Op.STARTS_WITH, Op.ENDS_WITH)


@st.composite
def graphs(draw: st.DrawFn, max_nodes: int = 6, max_edges: int = 10) -> Graph:
    """Draw nodes and edges: some alike, some loops, ordinals counted up from 0."""
    ids = draw(st.lists(st.sampled_from([*"abcdefgh", "कर्ता", "A b"]), max_size=max_nodes, unique=True))
    nodes = [Node(node_id, draw(st.sampled_from(["P", "Q"])), draw(properties)) for node_id in ids]
    edges: list[Edge] = []
    likes: dict[tuple[str, str, str], int] = {}
    for _ in range(draw(st.integers(0, max_edges)) if ids else 0):
        like = (draw(st.sampled_from(ids)), draw(st.sampled_from(["R", "S"])), draw(st.sampled_from(ids)))
        likes[like] = likes.get(like, -1) + 1
        edges.append(Edge(*like, draw(properties), likes[like]))
    return nodes, edges


def conditions(fields: tuple[str, ...]) -> st.SearchStrategy[Predicate]:
    """Draw conditions on fields, including fields such as `source.age`."""
    paths = st.sampled_from(fields).map(lambda name: Field(tuple(name.split("."))))
    leaves: st.SearchStrategy[Predicate] = st.one_of(
        st.builds(Comparison, paths, st.sampled_from(_ORDERED), scalars),
        st.builds(Comparison, paths, st.sampled_from(_TEXTUAL), st.sampled_from(TEXTS)),
        st.builds(Comparison, paths, st.sampled_from([*_ORDERED, *_TEXTUAL]), paths),
        st.builds(Membership, paths, st.lists(scalars, min_size=1, max_size=3).map(tuple), st.booleans()),
        st.builds(Comparison, paths.map(Length), st.sampled_from(_ORDERED), st.integers(0, 3)),
        st.builds(IsNull, paths, st.booleans()),
    )
    return st.recursive(leaves, _joined_predicates, max_leaves=5)


def _joined_predicates(parts: st.SearchStrategy[Predicate]) -> st.SearchStrategy[Predicate]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(st.builds(And, several), st.builds(Or, several), st.builds(Not, parts))


node_conditions = conditions(("id", "type", "type_", *NAMES))
edge_conditions = conditions(
    ("id", "source", "target", "relation", *NAMES, "source.age", "target.name", "source.type", "target.id")
)
