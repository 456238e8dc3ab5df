"""Seeds and extractions for tests of ANoT: a small one, and strategies that make formulas of every form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from pramana.anot import FormulaSeed

FIELDS: list[dict[str, Any]] = [
    {"name": "sev", "type": "enum", "values": ["none", "mild", "severe"]},
    {"name": "who", "type": "enum", "values": ["none", "self", "other"]},
    {"name": "amount", "type": "number"},
    {"name": "count", "type": "integer"},
    {"name": "again", "type": "boolean"},
    {"name": "day", "type": "date"},
    {"name": "dish", "type": "text"},
]


def seed_of(steps: Mapping[str, str] | Sequence[tuple[str, str]], **values: Any) -> FormulaSeed:
    """Return a seed with these steps, all put out, and other values where they are given."""
    dag = list(steps.items() if isinstance(steps, Mapping) else steps)
    document: dict[str, Any] = {
        "task_name": "test",
        "filter_keywords": ["nut"],
        "extraction_fields": FIELDS,
        "extraction_prompt": "Read this: {review_text}",
        "compute_dag": [{"name": name, "formula": formula} for name, formula in dag],
        "output_fields": list(dict.fromkeys(name for name, _ in dag)),
    }
    return FormulaSeed.from_dict({**document, **values})


DAYS = st.sampled_from(["2024-02-29", "2020-01-01", "1999-12-31"])
NUMBERS = st.one_of(st.integers(-9, 9), st.sampled_from([0.5, -1.5, 0.0, 2.0]))
EXTRACTIONS = st.lists(
    st.fixed_dictionaries(
        {
            "sev": st.sampled_from(["none", "mild", "severe"]),
            "who": st.sampled_from(["self", "other"]),
            "amount": st.none() | NUMBERS,
            "count": st.none() | st.integers(-9, 9),
            "again": st.none() | st.booleans(),
            "day": st.none() | DAYS,
            "dish": st.none() | st.sampled_from(["", "pie", "Satay"]),
            "review_date": st.none() | DAYS,
            "review_stars": st.none() | NUMBERS,
            "review_useful": st.none() | st.integers(0, 9),
        }
    ),
    max_size=4,
)
"""Lists of extractions that fit FIELDS."""


def _formed(*templates: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def made(template: str) -> st.SearchStrategy[str]:
        pieces = [part.split("}", 1) for part in template.split("{")]
        slots = [piece[0] for piece in pieces[1:]]
        texts = [pieces[0][0], *(piece[1] for piece in pieces[1:])]
        filled = st.tuples(*(parts[slot] for slot in slots))
        return filled.map(lambda chosen: texts[0] + "".join(a + b for a, b in zip(chosen, texts[1:], strict=True)))

    return st.sampled_from(templates).flatmap(made)


_FIELD = st.sampled_from([field["name"] for field in FIELDS] + ["review_date", "review_stars", "review_useful"])
_CONSTANT = st.sampled_from(
    ["0", "1", "2", "-3", "0.5", "null", "true", "'mild'", "'self'", "'none'", "'2024-01-01'", "''", "[]", "[1, 2]"]
)
_TESTS = (
    "{a} == {b}",
    "{a} != {b}",
    "{a} < {b}",
    "{a} >= {b}",
    "{a} is null",
    "{a} is not null",
    "{a} in [{a}, {b}]",
    "not {a}",
    "{a} > 0",
    "{a} != 0",
    "{a} is not null and {b} > {a}",
    "{a} is null or {a} <= {b}",
    "0 < {a} and {a} < 3",
    "0 < {a} <= 3",
    "len({a}) > 0",
    "{a} is null or {b} > 0 and {a} != {b}",
)
_VALUES = (
    "({a} + {b})",
    "({a} - {b})",
    "({a} * {b})",
    "({a} / {b})",
    "({a} // {b})",
    "({a} % {b})",
    "max({a}, {b})",
    "min(1, {a})",
    "abs({a})",
    "-{a}",
    "round({a})",
    "round({a}, 1)",
    "sqrt({a})",
    "sqrt(max(0, {a}))",
    "log({a})",
    "exp(min(3, {a}))",
    "pow({a}, 2)",
    "pow({a}, {b})",
    "days_between({a}, {b})",
    "len({a})",
    "lower({a})",
    "year({a})",
    "number({a})",
    "number({a}, 0)",
    "({a} and {b})",
    "({a} or {b})",
    "({a} if {t} else {b})",
    "({a} / {b} if {b} != 0 else 1)",
    "({a} / {b} if {b} > 0 else 1)",
    "({a} / {b} if {b} else 1)",
    "({t})",
)
_LISTS = (
    "[{e} for e in extractions]",
    "[{e} for e in extractions if {c}]",
    "[e['{f}'] for e in extractions if e['{f}'] is not null]",
    "[e['{f}'] for e in extractions if {c} and e['{f}'] is not null]",
    "[{a}, {b}]",
    "sorted({l})",
    "({l} + {l})",
    "{l}[1:]",
)
_AGGREGATES = (
    "sum({l})",
    "len({l})",
    "max({l})",
    "max({l}, default=0)",
    "min({l}, default='z')",
    "any({l})",
    "all({c} for e in extractions)",
    "sum(1 for e in extractions if {c})",
    "count_where(extractions, '{f}', {k})",
    "count_where(extractions, 'sev', 'mild', '{f}', {k})",
    "sum({e} for e in extractions if {c})",
    "(max({l}) if {l} else 0)",
    "{l}[0]",
    "({l}[0] if {l} else 1)",
    "(sum({l}) / len({l}) if {l} else 0)",
)


def _element(base: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    field = _FIELD.map(lambda name: f"e['{name}']")
    leaf = field | field | field.map(lambda text: text.replace("e[", "get(e, ").replace("]", ")")) | base | _CONSTANT
    test = _formed(*_TESTS, a=leaf, b=leaf)
    return leaf | leaf | _formed(*_VALUES, a=leaf, b=leaf, t=test)


def formulas(steps: Sequence[str] = ()) -> st.SearchStrategy[str]:
    """Return formulas over the extractions and these steps; many fail, and many cannot."""
    base = st.sampled_from(steps) if steps else _CONSTANT
    element = _element(base)
    condition = _formed(*_TESTS, a=element, b=element)
    plain = base | _CONSTANT
    first = _formed(*_LISTS[:5], e=element, c=condition, f=_FIELD, a=plain, b=plain)
    lists = first | _formed(*_LISTS[5:], l=first)
    aggregate = _formed(*_AGGREGATES, l=lists, c=condition, e=element, f=_FIELD, k=_CONSTANT)
    scalar = aggregate | plain | aggregate
    return (
        aggregate
        | lists
        | _formed(*_VALUES, a=scalar, b=scalar, t=_formed(*_TESTS, a=scalar, b=scalar))
        | _formed("({a} if {t} else {b})", a=scalar, b=scalar, t=_formed(*_TESTS, a=scalar, b=scalar))
    )


@st.composite
def dags(draw: st.DrawFn) -> list[tuple[str, str]]:
    """Return steps in order, each over those before it."""
    names = [f"s{number}" for number in range(draw(st.integers(1, 4)))]
    return [(name, draw(formulas(names[:index]))) for index, name in enumerate(names)]
