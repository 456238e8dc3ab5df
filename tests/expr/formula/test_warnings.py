"""No formula that compiles makes Python warn: not when it compiles, not when it is analysed, not as plain Python."""

from __future__ import annotations

import contextlib
import warnings

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pramana.errors import FormulaFailed, FormulaRefused
from pramana.expr.formula import FUNCTIONS, compile_formula, plain_formula
from pramana.expr.formula.analysis import constant_truth, guard_reads

LITERALS = ["1", "2.5", "'a'", "''", "true", "null", "None", "[1]", "(1, 2)", "()", "{'a': 1}", "-1", "r'\\d'", "'\\n'"]
ATOMS = st.sampled_from([*LITERALS, "state", "state['a']", "'\\d'", "'\\777'", "b'a'", "f'{1}'", "1if state else 2"])
OPERATORS = "+ - * / // % == != < <= > >= in and or is".split()
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([*OPERATORS, "not in", "is not"]), inner).map(
            lambda parts: f"({' '.join(parts)})"
        ),
        st.tuples(inner, st.sampled_from(["is null", "is not None", "is true", "< 2 is true"])).map(
            lambda parts: f"({' '.join(parts)})"
        ),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]} {parts[1]}"),
        st.tuples(st.sampled_from(sorted(FUNCTIONS)), inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.tuples(inner, inner, inner).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
        st.tuples(inner, inner).map(lambda parts: f"[{parts[0]} for x in {parts[1]}]"),
        st.tuples(inner, inner).map(lambda parts: f"({parts[0]}, {parts[1]})"),
        inner.map(lambda part: f"(not {part})"),
        inner.map(lambda part: f"(-{part})"),
        inner.map(lambda part: f"{part}[1:]"),
    ),
    max_leaves=6,
)
WARNED = [
    "1[1]",
    "(x if x else 1[1])",
    "'abc'['x']",
    "'abc'[0]['x']",
    "(1, 2)['a']",
    "(1, 2)[0][1]",
    "('a' + 'b')['x']",
    "[1]['a']",
    "[y for y in x]['a']",
    "true[0]",
    "(not 1)[0]",
    "(1 + 1)[0]",
    "1 is null",
    "'a' is not None",
    "-1 is null",
    "(1, 2) is null",
    "x == 1 is null",
]


def exercise(source: str) -> None:
    """Compile, run and analyse a formula and its plain form; refusals and failures are fine."""
    try:
        formula = compile_formula(source, ["state", "x"])
        compile(plain_formula(source, ["state", "x"]).text, "plain", "eval")
    except FormulaRefused:
        return
    constant_truth(source), guard_reads(source)
    with contextlib.suppress(FormulaFailed):
        formula({"a": 1}, [1, "a"])


@pytest.mark.parametrize("source", WARNED)
def test_what_python_warns_of_compiles_in_silence(source: str) -> None:
    """What CPython's compiler warns of is computed, or fails, when the formula runs."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_formula(source, ["x"])
        compile(plain_formula(source, ["x"]).text, "plain", "eval")


@pytest.mark.parametrize(
    ("source", "what", "problem", "instead"),
    [
        (r"x == '\d'", r"'\d'", r"a text has no escape \d", r"\\d"),
        (r"x == '\777'", r"'\777'", r"a text has no escape \777", r"\\777"),
        ("'a' + 'é' +\n '\\.'", r"'\.'", r"a text has no escape \.", r"\\."),
        ("1if x else 2", "1if", "a number and a word need a space between them", "1 if"),
        ("[0x1for y in x]", "0x1f", "", ""),
        ("x is 1.0", "", "`is` takes null, true or false alone", ""),
        (r"f'\d'", r"f'\d'", "formulas have no formatted text and no bytes", "'text' + other_text"),
        (r"b'\d'", r"b'\d'", "formulas have no formatted text and no bytes", "'text' + other_text"),
    ],
)
def test_what_python_reads_with_a_warning_is_refused(source: str, what: str, problem: str, instead: str) -> None:
    """Unknown escapes and numbers that run into a word are refused, with the place and what to write instead."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(FormulaRefused) as caught:
            compile_formula(source, ["x"])
    assert (problem in caught.value.problem, what in caught.value.what) == (True, True)
    assert instead in caught.value.instead


@pytest.mark.parametrize("source", [r"x == r'\d'", r"x == '\\d'", r"x == '\N{DIGIT ONE}\x41\0\12é'", "x # it's '\\d'"])
def test_escapes_that_python_knows_are_taken(source: str) -> None:
    """Raw texts, doubled backslashes, comments and Python's own escapes compile."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_formula(source, ["x"])


@settings(max_examples=600, suppress_health_check=list(HealthCheck))
@given(EXPRESSIONS)
def test_no_expression_makes_a_warning(source: str) -> None:
    """Compiling, running, analysing and distilling any expression is silent where warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exercise(source)


@settings(max_examples=500)
@given(st.text(alphabet="x01'\"\\dnrfbu[](), #\n isfoelrand", max_size=20))
def test_no_text_makes_a_warning(source: str) -> None:
    """Any text at all is refused or compiles in silence."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exercise(source)
