"""Strategies: predicates of every shape, records with ugly values, of one type a column or of many."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from pramana.expr import And, Comparison, Field, IsNull, Length, Membership, Not, Op, Or, Predicate, Variable

NAMES = [
    "a",
    "b",
    "c",
    "first name",
    "in",
    'q"uote',
    "it's",
    "back\\slash",
    "*",
    "^a$",
    "ключ",
    "कर्ता",
    "\U0001d538",
    "x.y",
]
TEXTS = ["", "a", "A", "ab", "b", "a\x00", "a\x00b", "\x00", "\x01", "\x01\x02", "\x02", "é", "e\u0301", "ß", "z", "\uffff",
         "\U0001d538", "क", "\\", "\\u0000", '"', "'", "%", "1", "true", "null"]  # fmt: skip
NUMBERS = [0, 1, -1, 2, 3, 2**31, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63) + 1,
           0.0, -0.0, 1.0, 0.5, 0.1, -1.5, 2.5, 1e300, 5e-324, float(2**53), float(2**62), 2.0**63, -(2.0**63)]  # fmt: skip
LARGE = [2**63, 2**64 + 1, -(2**63), -(2**63) - 1, 10**400, -(10**400)]
INFINITE = [math.inf, -math.inf]

texts = st.one_of(st.sampled_from(TEXTS), st.text(st.characters(codec="utf-8"), max_size=4))
integers = st.one_of(st.sampled_from([n for n in NUMBERS if isinstance(n, int)]), st.integers(-5, 5))
floats = st.one_of(st.sampled_from([n for n in NUMBERS if isinstance(n, float)]), st.floats(-4, 4))
scalars = st.one_of(texts, integers, floats, st.booleans())
paths = st.one_of(
    st.sampled_from(NAMES).map(lambda name: (name,)),
    st.tuples(st.sampled_from(["a", "b", "s"]), st.sampled_from(NAMES)),
)
fields = paths.map(Field)
variables = paths.map(Variable)


def leaves(left: st.SearchStrategy[Any], right: st.SearchStrategy[Any], values: st.SearchStrategy[Any]) -> Any:
    return st.one_of(
        st.builds(Comparison, left, st.sampled_from(Op), right),
        st.builds(Membership, left, values, st.booleans()),
        st.builds(IsNull, left, st.booleans()),
    )


def trees(leaf: st.SearchStrategy[Any], size: int = 8) -> st.SearchStrategy[Predicate]:
    def grown(part: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        parts = st.lists(part, min_size=2, max_size=3).map(tuple)
        return st.one_of(st.builds(Not, part), st.builds(And, parts), st.builds(Or, parts))

    return st.recursive(leaf, grown, max_leaves=size)


lists_of_scalars = st.lists(scalars, max_size=4).map(tuple)
lefts = st.one_of(fields, fields, fields, st.builds(Length, fields))
closed = trees(leaves(lefts, st.one_of(scalars, scalars, scalars, fields, st.builds(Length, fields)), lists_of_scalars))
"""Predicates that wait for no variable."""
operands = st.one_of(fields, variables, st.builds(Length, st.one_of(fields, variables)))
rights = st.one_of(scalars, fields, variables, st.builds(Length, st.one_of(fields, variables)))
predicates = trees(leaves(operands, rights, st.one_of(lists_of_scalars, variables)))
"""Predicates of every shape that can be written."""

columns = st.one_of(
    st.just(st.none()),
    *(st.just(st.one_of(st.none(), kind)) for kind in (texts, integers, st.booleans())),
    st.just(st.one_of(st.none(), floats, st.sampled_from(INFINITE), st.just(math.nan))),
    *(
        st.just(st.one_of(st.none(), st.lists(st.one_of(st.none(), kind), max_size=3)))
        for kind in (texts, integers, floats)
    ),
)
"""One type a column, with gaps."""
mixed = st.one_of(
    st.none(), scalars, scalars, st.sampled_from([*LARGE, -(2**63)]),
    st.lists(st.one_of(scalars, st.none(), st.sampled_from(LARGE), st.lists(scalars, max_size=1)), max_size=3),
    st.dictionaries(st.sampled_from(NAMES), st.one_of(scalars, st.none()), max_size=3),
)  # fmt: skip


@st.composite
def typed_records(draw: Any) -> list[dict[str, Any]]:
    """Draw records in which each attribute holds values of one type, null, or nothing."""
    kinds = draw(st.dictionaries(st.sampled_from(NAMES), columns, min_size=1, max_size=5))
    size = draw(st.integers(1, 6))
    return [{name: draw(kind) for name, kind in kinds.items() if draw(st.booleans())} for _ in range(size)]


mixed_records = st.lists(st.dictionaries(st.sampled_from([*NAMES, "s"]), mixed, max_size=6), min_size=1, max_size=6)
