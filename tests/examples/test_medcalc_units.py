"""Units of the MedCalc example: conversions by table, and nothing by guess."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from medcalc.problems import UnknownUnit
from medcalc.units import DIMENSIONS, SUBSTANCES, convert


@pytest.mark.parametrize(
    ("value", "unit", "to", "substance", "expected"),
    [
        (100.4, "degrees fahrenheit", "celsius", None, 38.0),
        (310.15, "K", "celsius", None, 37.0),
        (5, "FT", "in", None, 60.0),
        (1, "lb", "kg", None, 0.45359237),
        (18, "months", "years", None, 1.5),
        (8, "kPa", "mmHg", None, 60.00493462),
        (0.4, "fraction", "%", None, 40.0),
        (5, "mcg/kg/min", "µg/kg/min", None, 5.0),
        (50, "mL/hr", "mL/day", None, 1200.0),
        (88.4, "µmol/L", "mg/dL", "creatinine", 0.99998080),
        (5.5, "mmol/L", "mg/dL", "glucose", 99.0858),
        (10, "mmol/L", "mg/dL", "urea nitrogen", 28.014),
        (17.1, "umol/l", "mg/dL", "bilirubin", 0.99976860),
        (5, "mmol/L", "mg/dL", "cholesterol", 193.325),
        (2.5, "mmol/L", "mEq/L", "calcium", 5.0),
        (140, "mEq/L", "mmol/L", "sodium", 140.0),
        (2, "mM", "mmol/L", None, 2.0),
        (35, "g/L", "g/dL", "albumin", 3.5),
        (90, "mg%", "mg/dL", None, 90.0),
        (60, "pmol/L", "µIU/mL", "insulin", 10.0),
        (10, "mIU/L", "µIU/mL", "insulin", 10.0),
        (0.5, "µkat/L", "U/L", None, 30.0),
        (181000, "µL", "/L", None, 181e9),
        (181, "×10⁹/L", "/L", None, 181e9),
        (181, "K/µL", "/L", None, 181e9),
        (181, "x10^3/mm^3", "/L", None, 181e9),
        (12300, "cells/mm³", "/L", None, 12.3e9),
        (12.3, "10*9 cells per litre", "/L", None, 12.3e9),
        (90, "mg per dL", "mg/dL", None, 90.0),
        (60, "beats per minute", "bpm", None, 60.0),
    ],
)
def test_a_number_comes_to_what_the_tables_say(
    value: float, unit: str, to: str, substance: str | None, expected: float
) -> None:
    """Conversions agree with the published tables to eight digits, and whole values come out whole."""
    assert convert(value, unit, to, substance) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize(
    ("unit", "to", "substance"),
    [
        ("stones", "kg", None),
        ("", "kg", None),
        ("kg", "cm", None),
        ("mmol/L", "mg/dL", None),
        ("mmol/L", "mg/dL", "nectar"),
        ("mEq/L", "mg/dL", "glucose"),
        ("mg", "mg/dL", "glucose"),
        ("10^9", "/L", None),
        ("goats/L", "/L", None),
    ],
)
def test_an_unknown_unit_or_one_of_another_kind_is_refused(unit: str, to: str, substance: str | None) -> None:
    """The error names the unit and the one that was wanted."""
    with pytest.raises(UnknownUnit) as caught:
        convert(1, unit, to, substance)
    assert (caught.value.unit, caught.value.target) == (unit, to)


@settings(max_examples=100)
@given(st.data(), st.floats(0.001, 1e6))
def test_converting_there_and_back_gives_the_number_again(data: st.DataObject, value: float) -> None:
    """Within a dimension every conversion has its inverse, to eight digits."""
    table = DIMENSIONS[data.draw(st.sampled_from(sorted(DIMENSIONS)))]
    one, other = (data.draw(st.sampled_from(sorted(table))) for _ in range(2))
    back = convert(convert(value, one, other), other, one)
    assert back == pytest.approx(value, rel=1e-8, abs=1e-6)


@settings(max_examples=60)
@given(st.sampled_from(sorted(SUBSTANCES)), st.floats(0.01, 1e4))
def test_moles_and_grams_of_a_substance_are_each_others_inverse(substance: str, value: float) -> None:
    """mg/dL to mmol/L and back is the same value, for every substance."""
    there = convert(value, "mg/dL", "mmol/L", substance)
    assert convert(there, "mmol/L", "mg/dL", substance) == pytest.approx(value, rel=1e-8)
