"""Strategies: GASL commands of every kind, nested and in blocks."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from conditions import predicates, scalars
from pramana.gasl import (
    AggregateNode,
    AnalyzeNode,
    AssertNode,
    BranchNode,
    CancelNode,
    CountNode,
    DeclareNode,
    DegreeNode,
    DistinctNode,
    ExceptNode,
    FindNode,
    GroupNode,
    IntersectNode,
    JoinNode,
    OnNode,
    ProcessNode,
    RenameNode,
    RequireNode,
    Returning,
    SelectFieldsNode,
    SelectWhereNode,
    SetNode,
    SortNode,
    TryNode,
    UnionNode,
    UpdateNode,
)
from pramana.gasl.commands.degree import EdgeDirection
from pramana.gasl.types import Aggregate, StateType, TargetKind, Trigger, UpdateMode

NAMES = ["people", "as", "AS", "limit", "by", "in", "null", "LEN", "find", "end", "try", "nodes", "desc", "merge", "count",
         "list", "first name", "it's", 'q"uote', "back\\slash", "tick`", "line\nbreak", "then", "where", "x.y", "कर्ता", "as\u0902",
         "ключ", "2nd", "verified", "_", "#"]  # fmt: skip
names = st.one_of(st.sampled_from(NAMES), st.text(st.characters(codec="utf-8"), min_size=1, max_size=4))
texts = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=8), st.sampled_from(["a AS b", "#", "${x}", "```", "THEN " * 40])
)
paths = st.lists(names, min_size=1, max_size=3).map(tuple)
field_lists = st.lists(paths, min_size=1, max_size=3).map(tuple)
pairs = st.lists(st.tuples(paths, paths), min_size=1, max_size=2).map(tuple)
limits = st.one_of(st.none(), st.integers(1, 10**6))
numbers = st.one_of(scalars.filter(lambda value: value == value))
TYPES = ["text", "integer", "number", "boolean", "list", "object"]


@st.composite
def returnings(draw: Any) -> Returning:
    """Draw the fields of PROCESS."""
    fields = draw(
        st.lists(st.tuples(names, st.sampled_from(TYPES)), min_size=1, max_size=3, unique_by=lambda field: field[0])
    )
    optional = frozenset(name for name, _ in fields if draw(st.booleans()))
    return Returning(tuple(fields), optional)


aggregates = st.one_of(
    st.just((Aggregate.COUNT, None)),
    st.tuples(st.sampled_from([kind for kind in Aggregate if kind is not Aggregate.COUNT]), paths),
)
plain = st.one_of(
    st.builds(DeclareNode, paths, st.sampled_from(StateType), st.one_of(st.none(), texts)),
    st.builds(
        FindNode,
        st.sampled_from(TargetKind),
        names,
        st.one_of(st.none(), predicates),
        limits,
        st.one_of(st.none(), texts),
    ),
    st.builds(ProcessNode, names, texts, names, st.one_of(st.none(), returnings()), st.booleans()),
    st.builds(UpdateNode, paths, names, st.sampled_from(UpdateMode)),
    st.builds(AnalyzeNode, paths, texts, names),
    st.builds(RequireNode, names),
    st.builds(AssertNode, predicates),
    st.builds(SetNode, paths, numbers),
    st.builds(CancelNode, texts),
    st.builds(SelectFieldsNode, names, field_lists, names),
    st.builds(SelectWhereNode, names, predicates, names),
    st.builds(
        SortNode, names, st.lists(st.tuples(paths, st.booleans()), min_size=1, max_size=3).map(tuple), names, limits
    ),
    st.builds(DistinctNode, names, names, st.one_of(st.just(()), field_lists)),
    st.builds(CountNode, names, names, st.one_of(st.just(()), field_lists)),
    *(
        st.builds(kind, names, names, names, st.one_of(st.just(()), field_lists))
        for kind in (UnionNode, IntersectNode, ExceptNode)
    ),
    st.builds(JoinNode, names, names, pairs, names),
    st.builds(RenameNode, names, pairs, names),
    st.builds(
        DegreeNode, names, names, st.one_of(st.none(), st.sampled_from(EdgeDirection)), st.one_of(st.none(), predicates)
    ),
    st.builds(AggregateNode, names, st.lists(aggregates, min_size=1, max_size=3).map(tuple), names),
    st.builds(GroupNode, names, field_lists, names, st.lists(aggregates, min_size=1, max_size=3).map(tuple)),
)


def _grown(part: Any) -> Any:
    return st.one_of(
        st.builds(OnNode, st.sampled_from(Trigger), names, part),
        st.builds(BranchNode, predicates, part, st.one_of(st.none(), part)),
    )


lines = st.recursive(plain, _grown, max_leaves=4)
"""Commands that stand on one line."""


def _blocks(part: Any) -> Any:
    parts = st.lists(part, max_size=3).map(tuple)
    return st.builds(TryNode, parts, st.one_of(st.none(), parts), st.one_of(st.none(), parts))


commands = st.one_of(lines, st.recursive(lines, _blocks, max_leaves=5))
"""Commands of every kind."""
