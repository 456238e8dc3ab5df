"""Values of the MedCalc example: read by rule, or refused by name."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from medcalc import CALCULATORS, Entities, compute
from medcalc.problems import MissingValue, UnknownEntity, UnknownUnit, UnknownValue

from pramana.errors import PramanaError, UnknownName

MAN = {"sex": "Male", "age": [60, "years"]}


def test_what_a_formula_needs_and_is_missing_is_named() -> None:
    """A missing value, or null in its place, is MissingValue; a name that looks like it is offered."""
    with pytest.raises(MissingValue, match=r"'height' is missing.*'heigth'") as caught:
        compute("BMI", {"weight": [70, "kg"], "heigth": [170, "cm"]})
    assert caught.value.name == "height"
    with pytest.raises(MissingValue):
        compute("BMI", {"weight": [70, "kg"], "height": None})


@pytest.mark.parametrize("name", ["CHA2DS2-VASc", "HAS-BLED", "Centor Score", "CCI", "APACHE II", "PERC Rule"])
def test_age_is_never_assumed(name: str) -> None:
    """A score with bands of age does not take a missing age for youth."""
    with pytest.raises(MissingValue, match="'age'"):
        compute(name, {"sex": "Male"})


def test_what_a_score_assumes_is_listed() -> None:
    """Criteria that were not recorded are not met, and the result says which."""
    computed = compute("RCRI", {"Elevated-risk surgery": True, "History of ischemic heart disease": None})
    assert computed.answer == 1
    assert "History of ischemic heart disease" in computed.assumed
    assert "Elevated-risk surgery" not in computed.assumed
    assert len(computed.assumed) == 5


def test_what_has_no_use_is_listed_and_what_looks_misspelt_is_refused() -> None:
    """An unknown name is never passed over where it may be one that was missed."""
    assert compute("HAS-BLED", {**MAN, "Favourite colour": "blue"}).unused == ("sex", "Favourite colour")
    with pytest.raises(UnknownEntity, match="Did you mean 'Hypertension'"):
        compute("HAS-BLED", {**MAN, "Hypertention": True})
    with pytest.raises(UnknownEntity):
        compute("HAS-BLED", {**MAN, "Hypertension history": True})


def test_names_are_compared_without_case_and_signs() -> None:
    """Spelling, subscripts and signs of comparison do not matter; a value under two names must be the same."""
    dialysis = "continuous veno-venous hemodialysis for >=24 hours in the past week"
    given = Entities({dialysis.upper(): True, "O2 saturation percentage": [97, "%"]})
    assert given.flag("Continuous veno-venous hemodialysis for ≥24 hours in the past week")
    assert given.number("O₂ saturation percentage", "%") == 97
    assert Entities({"Sodium": [140, "mEq/L"], "serum sodium": [140, "mEq/L"]}).number("Sodium", "mEq/L") == 140
    with pytest.raises(UnknownValue, match="one value under its names"):
        Entities({"Sodium": [140, "mEq/L"], "serum sodium": [141, "mEq/L"]}).number("Sodium", "mEq/L")
    with pytest.raises(UnknownValue, match="no second value"):
        Entities({"Sodium": 1, "sodium": 2})


def test_pairs_of_numbers_and_units_add_up() -> None:
    """Feet and inches, years and months are summed."""
    assert Entities({"height": [5, "ft", 6, "in"]}).number("height", "in") == 66
    assert Entities({"age": [2, "years", 6, "months"]}).age == 2.5


@pytest.mark.parametrize("value", [70, [70, ""], [70, "stone weight"], [70, "cm"]])
def test_a_number_without_a_unit_that_fits_is_refused(value: Any) -> None:
    """No unit is ever supposed."""
    with pytest.raises(UnknownUnit):
        compute("BMI", {"weight": value, "height": [170, "cm"]})


@pytest.mark.parametrize(
    "value",
    ["70 kg", [70], ["heavy", "kg"], [True, "kg"], [-1, "kg"], [float("nan"), "kg"], [1e308, "kg", 1e308, "kg"], {}],
)
def test_what_is_no_number_with_a_unit_is_refused(value: Any) -> None:
    """Neither text nor a truth value, a negative number or NaN is a weight."""
    with pytest.raises(UnknownValue):
        compute("BMI", {"weight": value, "height": [170, "cm"]})


@pytest.mark.parametrize(
    ("value", "expected"), [(True, True), (False, False), ("Yes", True), ("absent", False), (None, False)]
)
def test_yes_and_no_are_read_in_their_usual_words(value: Any, expected: bool) -> None:
    """Null was not recorded, and counts as the calculator says."""
    assert Entities({"Hemoptysis": value}).flag("Hemoptysis") is expected


@pytest.mark.parametrize("value", ["perhaps", 1, 0, [], "not sure"])
def test_what_is_neither_yes_nor_no_is_refused(value: Any) -> None:
    """A number is no truth value."""
    with pytest.raises(UnknownValue, match="yes or no"):
        Entities({"Hemoptysis": value}).flag("Hemoptysis")


COLOURS = {0: "none; =plain", 1: "red; dark red", 2: "not red; blue"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Red", 1), ("a dark red one", 1), ("NOT red", 2), ("blue-ish: blue", 2), (False, 0), ("plain", 0), (None, 0)],
)
def test_a_choice_is_read_from_its_phrases(text: Any, expected: int) -> None:
    """A text is a phrase or holds one; a denial is not passed over."""
    assert Entities({"Colour": text}).choice("Colour", COLOURS, 0) == expected


@pytest.mark.parametrize("text", ["never red", "red and blue", "plain yellow", "green", True, 1])
def test_a_choice_that_is_not_clear_is_refused(text: Any) -> None:
    """A text that denies a phrase, or fits two options or none, is no choice."""
    with pytest.raises(UnknownValue, match="'none' or 'red' or 'not red'"):
        Entities({"Colour": text}).choice("Colour", COLOURS, 0)


@pytest.mark.parametrize("text", ["13/01/2020", "2020", "yesterday", 20200101, "02/30/2020"])
def test_what_is_no_date_is_refused(text: Any) -> None:
    """Month, day and year must exist."""
    with pytest.raises(UnknownValue, match="a date such as"):
        compute("Estimated Date of Conception", {"Last menstrual date": text})


def test_unknown_drugs_and_calculators_are_named_with_the_nearest() -> None:
    """UnknownName says what else there is."""
    with pytest.raises(UnknownName, match="morphine"):
        compute("MME", {"Morfine Dose": [1, "mg"], "Morfine Dose Per Day": [1, "per day"]})
    with pytest.raises(MissingValue, match="morphine dose per day"):
        compute("MME", {"Morphine Dose": [1, "mg"]})
    with pytest.raises(UnknownName):
        compute(
            "Steroid Conversion Calculator", {"input steroid": ["Aspirin", 1, "mg"], "target steroid": "Cortisone PO"}
        )
    with pytest.raises(UnknownName, match="Anion Gap"):
        compute("Anion Gab", {})


SCALARS = st.none() | st.booleans() | st.integers(-10, 10**30) | st.floats() | st.text(max_size=8)
UNITS = st.sampled_from(["kg", "cm", "mg/dL", "mEq/L", "years", "bpm", "µL", "%", "celsius", "mmHg", "/", ""])
JSON = SCALARS | st.tuples(st.floats(0, 1e300), UNITS).map(list) | st.lists(SCALARS, max_size=4)
NAMES = sorted(
    {"age", "sex", "weight", "height", "Sodium", "creatinine", "Glucose", "Albumin", "Bilirubin", "QT Interval"}
    | {"Heart Rate or Pulse", "Morphine Dose", "Last menstrual date", "input steroid", "Temperature", "FiO2", "PaO2"}
)


@settings(max_examples=300)
@given(st.sampled_from(sorted(CALCULATORS)), st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=6), JSON))
def test_no_value_of_any_shape_breaks_a_calculator(name: str, values: dict[str, Any]) -> None:
    """Whatever the values are, there is an answer or an error of ours."""
    try:
        assert compute(name, values).answer is not None
    except PramanaError as error:
        assert str(error)
