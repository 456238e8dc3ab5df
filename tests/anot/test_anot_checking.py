"""What is found about a seed before anything is executed."""

from __future__ import annotations

from typing import Any

import pytest
from anot_seeds import FIELDS, seed_of

from pramana.anot import CompiledDag, check_seed, seed_errors, sort_steps
from pramana.errors import SeedRefused


def told(steps: Any, **values: Any) -> list[str]:
    """Return what is found, in words, but that fields are unused."""
    found = map(str, check_seed(seed_of(steps, **values)))
    return [each for each in found if "no formula reads" not in each]


def only(steps: Any, **values: Any) -> str:
    (found,) = told(steps, **values)
    return found


@pytest.mark.parametrize(
    ("formula", "problem", "mend"),
    [
        ("n_mild + 1", "unknown name: n_mild", "n"),
        ("summ(e for e in extractions)", "unknown function: summ", "sum"),
        ("2 ** 3", "formulas have no **", "pow(a, b)"),
        ("x = 1", "not an expression", "=="),
        ("extractions.append(1)", "only functions by name", "value['name']"),
        ("[e for e in extractions", "not an expression", ""),
    ],
)
def test_a_formula_that_does_not_compile_is_an_error(formula: str, problem: str, mend: str) -> None:
    """The place, what is wrong, and what to write instead are told."""
    (found,) = seed_errors(check_seed(seed_of({"n": "1", "bad": formula})))
    assert found.place == "compute_dag.1.formula"
    assert problem in found.problem
    assert mend in found.mend


@pytest.mark.parametrize(
    "formula",
    [
        "sum(1 for e in extractions if e['sev'] == 'midl')",
        "sum(1 for e in extractions if 'midl' != e['sev'])",
        "sum(1 for e in extractions if e['sev'] in ['none', 'midl'])",
        "sum(1 for e in extractions if e['sev'] not in ('midl', 'severe'))",
        "sum(1 for e in extractions if get(e, 'sev') == 'midl')",
        "'midl' in [e['sev'] for e in extractions]",
        "sum(1 for s in [e['sev'] for e in extractions] if s == 'midl')",
        "sum(1 for e in extractions if 'midl' == lower(e['sev']) or e['sev'] == 'midl')",
    ],
)
def test_a_value_that_a_field_does_not_have_is_an_error(formula: str) -> None:
    """However an enum's value is compared, one that is not declared is named, with the nearest."""
    found = seed_errors(check_seed(seed_of({"n": formula})))
    assert [(each.problem, each.mend) for each in found] == [
        ("'midl' is not a value of the field 'sev'", "write 'mild'")
    ]


def test_values_are_followed_through_steps() -> None:
    """A list made by one step and looked at by another is known for what it holds."""
    steps = {
        "bad": "[e for e in extractions if e['sev'] == 'severe']",
        "n": "sum(1 for b in bad if b['who'] == 'slef')",
    }
    (found,) = seed_errors(check_seed(seed_of(steps)))
    assert (found.place, found.mend) == ("compute_dag.1.formula", "write 'self'")
    verdict = {"v": "'Low' if len(extractions) < 3 else 'High'", "w": "v == 'Hihg'"}
    assert "only ever 'High', 'Low'" in only(verdict)


@pytest.mark.parametrize("formula", ["e['severity']", "get(e, 'severity', 'none')"])
def test_a_field_that_is_not_extracted_is_an_error(formula: str) -> None:
    """It is named, with the nearest one."""
    (found,) = seed_errors(check_seed(seed_of({"n": f"[{formula} for e in extractions]"})))
    assert "unknown field 'severity'" in found.problem


@pytest.mark.parametrize(
    "formula",
    [
        "1 / n",
        "10 // n",
        "10 % n",
        "1 / (n - 1)",
        "1 / n if n >= 0 else 0",
        "1 / sum(e['review_useful'] for e in extractions if e['review_useful'] is not null)",
    ],
)
def test_a_divisor_that_can_be_zero_is_a_warning(formula: str) -> None:
    """It is told wherever nothing keeps it from being 0."""
    assert "the divisor" in only({"n": "len(extractions)", "x": formula})


@pytest.mark.parametrize(
    "formula",
    [
        "1 / n if n else 0",
        "1 / n if n > 0 else 0",
        "0 if n == 0 else 1 / n",
        "0 if not n else 1 / n",
        "1 / max(1, n)",
        "1 / (n + 1)",
        "n > 0 and 1 / n > 0.5",
        "n == 0 or 1 / n > 0.5",
        "sum(y / n for y in [1, 2]) if n > 2 else 0",
        "sum(1 / e['amount'] for e in extractions if e['amount'] is not null and e['amount'] > 0)",
    ],
)
def test_a_guarded_divisor_is_no_finding(formula: str) -> None:
    """A test before it, a bound, or a number added says that it is not 0."""
    assert told({"n": "len(extractions)", "x": formula}) == []


@pytest.mark.parametrize("formula", ["max(days)", "min(days)", "days[0]", "max(d for d in days)", "max([])"])
def test_an_aggregate_of_what_can_be_empty_is_a_warning(formula: str) -> None:
    """With no extraction there is nothing to choose from."""
    days = "[e['day'] for e in extractions if e['day'] is not null]"
    assert any("can be empty" in each or "no item there" in each for each in told({"days": days, "x": formula}))
    assert told({"days": days, "x": f"{formula} if days else null"}) == [] or formula == "max([])" or "for" in formula


def test_nulls_are_told_of() -> None:
    """A field that is null where an item does not say is left out first; an enum never is null."""
    assert "e['amount'] can be null" in only({"x": "sum(e['amount'] for e in extractions)"})
    assert told({"x": "sum(e['amount'] for e in extractions if e['amount'] is not null)"}) == []
    assert "can be null" in only({"x": "sum(1 for e in extractions if e['review_stars'] < 3)"})
    assert "can be null" in only({"x": "[days_between(e['day'], '2024-01-01') for e in extractions]"})


def test_functions_outside_their_domain_are_told_of() -> None:
    """Roots below 0, logarithms of 0, powers without a value; not where bounds, guards or squares rule it out."""
    steps = {"m": "sum(e['amount'] for e in extractions if e['amount'] is not null)"}
    for formula in ("sqrt(m)", "log(m)", "pow(m, 0.5)", "pow(m, -1)", "log(3, abs(m) + 1)"):
        assert "warning" in only({**steps, "x": formula}), formula
    for formula in (
        "sqrt(m * m)",
        "sqrt(abs(m))",
        "log(max(1, m))",
        "pow(m, 2)",
        "pow(2, m)",
        "log(m) if m > 0 else 0",
    ):
        assert told({**steps, "x": formula}) == [], formula


def test_a_formula_too_involved_is_told_of_in_time() -> None:
    """Tests within tests within tests are looked at up to a bound, and what was not followed is a warning."""
    formula = "1"
    for number in range(18):
        formula = f"(1 if len(extractions) > {number} and {formula} else {number})"
    assert any("too involved" in each for each in told({"x": formula}))
    nested = "e['sev'] for e in extractions"
    for number in range(12):
        nested = f"y{number} for y{number} in sorted({nested})"
    assert told({"x": f"sorted({nested})"}) == []


def test_unlike_types_are_told_of() -> None:
    """What never fits is an error, what may not fit a warning."""
    (found,) = seed_errors(check_seed(seed_of({"x": "sum(e['sev'] for e in extractions)"})))
    assert found.problem == "e['sev'] is a text, where a number is needed"
    assert "never equal" in only({"x": "sum(1 for e in extractions if e['sev'] == 1)"})
    assert "may not be a date" in only({"x": "days_between('soon', '2024-01-01')"})


def test_wrong_order_is_sorted_and_circles_are_named() -> None:
    """Where only the order is wrong the steps are sorted; steps that wait for each other are an error."""
    seed = seed_of({"c": "b + 1", "z": "0", "b": "a + 1", "a": "len(extractions)"})
    assert seed_errors(check_seed(seed)) == []
    assert [step.name for step in sort_steps(seed).compute_dag] == ["z", "a", "b", "c"]
    assert CompiledDag(seed).order == ("z", "a", "b", "c")
    circle = seed_of({"z": "0", "a": "b + 1", "b": "c + z", "c": "a"})
    (found,) = seed_errors(check_seed(circle))
    assert (found.place, found.problem) == ("compute_dag.1", "steps wait for each other: a needs b needs c needs a")
    with pytest.raises(SeedRefused, match="a needs b needs c needs a"):
        sort_steps(circle)
    with pytest.raises(SeedRefused):
        CompiledDag(seed_of({"a": "a + 1"}))


@pytest.mark.parametrize(
    ("prompt", "problem"),
    [
        ("Read it.", "does not contain the item's text"),
        ("{review_text} {sev}", "{sev} is not a placeholder"),
        ("{review_text} {review_stras}", "{review_stras} is not a placeholder"),
        ("{review_text} {item.table-no}", "{item.table-no} is not a placeholder"),
        ("{review_text} {item}", "{item} is not a placeholder"),
    ],
)
def test_placeholders_are_known(prompt: str, problem: str) -> None:
    """The item's text must stand in the prompt, and nothing in braces but placeholders."""
    (found,) = seed_errors(check_seed(seed_of({"n": "1"}, extraction_prompt=prompt)))
    assert (found.place, problem in found.problem) == ("extraction_prompt", True)


def test_every_placeholder_is_taken() -> None:
    """Text, date, stars, useful votes, any field of the item, and JSON in braces are all fine."""
    prompt = 'Of {item.table_no}: {review_text} {review_date} {review_stars} {review_useful}. {"sev": "mild"}'
    assert seed_errors(check_seed(seed_of({"n": "1"}, extraction_prompt=prompt))) == []


@pytest.mark.parametrize(
    ("field", "place"),
    [
        ({"name": "sev", "type": "text"}, "name"),
        ({"name": "review_stars", "type": "number"}, "name"),
        ({"name": "review_validity", "type": "text"}, "name"),
        ({"name": "new", "type": "enum"}, "values"),
        ({"name": "new", "type": "text", "values": ["a"]}, "values"),
        ({"name": "new", "type": "enum", "values": ["a", "a"]}, "values"),
        ({"name": "new", "type": "enum", "values": ["a"], "cues": {"b": ["x"]}}, "cues.b"),
    ],
)
def test_fields_are_checked(field: dict[str, Any], place: str) -> None:
    """A name is given once and is not the item's; only enums have values, each once; cues are of a value."""
    seed = seed_of({"n": "1"}, extraction_fields=[*FIELDS, field], review_validity=True)
    places = {each.place for each in seed_errors(check_seed(seed))}
    assert f"extraction_fields.{len(FIELDS)}.{place}" in places


def test_outputs_keywords_and_steps_are_checked() -> None:
    """Outputs are steps, each once; there are keywords, steps and outputs; no two steps share a name."""
    assert "unknown step 'm' (one of 'n')" in only({"n": "1"}, output_fields=["n", "m"])
    assert "twice" in only({"n": "1"}, output_fields=["n", "n"])
    assert "nothing is put out" in told({"n": "1"}, output_fields=[])[0]
    assert "no item would be relevant" in only({"n": "1"}, filter_keywords=[])
    assert told({"n": "1"}, filter_keywords=[""]) == []
    assert "'nut' occurs 2 times" in only({"n": "1"}, filter_keywords=["nut", "NUT"])
    assert "nothing is computed" in told({})[1]
    assert any("two steps are called 'n'" in each for each in told([("n", "1"), ("n", "2")]))
    assert "no step can be called 'max'" in told({"max": "1"})[0]
    assert "is an input's name" in told({"extractions": "1"})[0]


def test_what_is_unused_is_reported() -> None:
    """A step that no output rests on, and a field that no formula reads, are notes."""
    found = check_seed(
        seed_of({"n": "sum(1 for e in extractions if e['sev'] == 'mild')", "m": "n"}, output_fields=["n"])
    )
    assert {str(each.severity) for each in found} == {"note"}
    assert [each.problem for each in found][:2] == ["no output rests on 'm'", "no formula reads 'who'"]
    assert "no formula reads 'sev'" not in [each.problem for each in found]
