"""Formulas of the MedCalc example against values worked out by hand. Each case shows its arithmetic."""

from __future__ import annotations

from typing import Any

import pytest
from medcalc import CALCULATORS, compute
from medcalc.problems import Undefined

CASES: list[tuple[str, dict[str, Any], float, str]] = [
    ("BMI", {"weight": [81, "kg"], "height": [180, "cm"]}, 25.0, "81 / 1.8² = 81 / 3.24"),
    (
        "BMI",
        {"weight": [154, "lbs"], "height": [5, "ft", 10, "in"]},
        22.096473,
        "69.853225 kg / 1.778² = 69.853225 / 3.161284",
    ),
    ("body surface area", {"weight": [90, "kg"], "height": [1.6, "m"]}, 2.0, "√(160 · 90 / 3600) = √4"),
    ("Ideal Body Weight", {"sex": "F", "height": [65, "in"]}, 57.0, "45.5 + 2.3 · 5"),
    ("Ideal Body Weight", {"sex": "Male", "height": [70, "inches"]}, 73.0, "50 + 2.3 · 10"),
    ("Adjusted Body Weight", {"sex": "Male", "height": [70, "in"], "weight": [93, "kg"]}, 81.0, "73 + 0.4 · 20"),
    ("Target weight", {"Body Mass Index (BMI)": [25, "kg/m²"], "height": [2, "m"]}, 100.0, "25 · 2²"),
    ("Maintenance Fluids Calculations", {"weight": [8, "kg"]}, 32.0, "4 · 8"),
    ("Maintenance Fluids Calculations", {"weight": [15, "kg"]}, 50.0, "40 + 2 · 5"),
    ("Maintenance Fluids Calculations", {"weight": [30000, "g"]}, 70.0, "40 + 20 + 10"),
    (
        "Mean Arterial Pressure (MAP)",
        {"Systolic Blood Pressure": [120, "mmHg"], "Diastolic Blood Pressure": [75, "mm Hg"]},
        90.0,
        "270 / 3",
    ),
    (
        "Anion Gap",
        {"Sodium": [140, "mmol/L"], "Chloride": [104, "mEq/L"], "Bicarbonate": [24, "mEq/L"]},
        12.0,
        "140 - 128",
    ),
    (
        "Delta Gap",
        {"Sodium": [140, "mEq/L"], "Chloride": [100, "mEq/L"], "Bicarbonate": [14, "mEq/L"]},
        14.0,
        "26 - 12",
    ),
    (
        "Delta Ratio",
        {"Sodium": [140, "mEq/L"], "Chloride": [100, "mEq/L"], "Bicarbonate": [14, "mEq/L"]},
        1.4,
        "14 / (24 - 14)",
    ),
    (
        "Albumin Corrected Anion Gap",
        {"Sodium": [140, "mEq/L"], "Chloride": [100, "mEq/L"], "Bicarbonate": [14, "mEq/L"], "Albumin": [20, "g/L"]},
        31.0,
        "26 + 2.5 · (4 - 2)",
    ),
    (
        "Albumin Corrected Delta Gap",
        {"Sodium": [140, "mEq/L"], "Chloride": [100, "mEq/L"], "Bicarbonate": [14, "mEq/L"], "Albumin": [2, "g/dL"]},
        19.0,
        "31 - 12",
    ),
    (
        "Albumin Corrected Delta Ratio",
        {"Sodium": [140, "mEq/L"], "Chloride": [100, "mEq/L"], "Bicarbonate": [14, "mEq/L"], "Albumin": [2, "g/dL"]},
        1.9,
        "19 / (24 - 14)",
    ),
    ("corrected calcium", {"Calcium": [2, "mmol/L"], "Albumin": [3, "g/dL"]}, 8.8156, "2 · 4.0078 + 0.8 · 1"),
    ("corrected sodium", {"Sodium": [130, "mEq/L"], "Glucose": [600, "mg/dL"]}, 142.0, "130 + 0.024 · 500"),
    (
        "Serum Osmolality",
        {"Sodium": [140, "mEq/L"], "Blood Urea Nitrogen (BUN)": [28, "mg/dL"], "Glucose": [90, "mg/dL"]},
        295.0,
        "280 + 10 + 5",
    ),
    (
        "Free Water Deficit",
        {"sex": "Male", "age": [40, "years"], "weight": [70, "kg"], "Sodium": [154, "mEq/L"]},
        4.2,
        "0.6 · 70 · 0.1",
    ),
    (
        "Free Water Deficit",
        {"sex": "Female", "age": [65, "years"], "weight": [60, "kg"], "Sodium": [161, "mEq/L"]},
        4.05,
        "0.45 · 60 · 0.15",
    ),
    ("HOMA-IR", {"Insulin": [60, "pmol/L"], "Glucose": [81, "mg/dL"]}, 2.0, "60 pmol/L = 10 µIU/mL; 10 · 81 / 405"),
    (
        "LDL Calculated",
        {"Total cholesterol": [200, "mg/dL"], "HDL": [50, "mg/dL"], "Triglycerides": [150, "mg/dL"]},
        120.0,
        "200 - 50 - 30",
    ),
    (
        "Cockcroft-Gault",
        {
            "sex": "F",
            "age": [60, "years"],
            "weight": [50, "kg"],
            "height": [5, "ft", 5, "in"],
            "creatinine": [1, "mg/dL"],
        },
        47.222222,
        "BMI 18.34, so the actual weight; 80 · 50 · 0.85 / 72",
    ),
    (
        "Cockcroft-Gault",
        {"sex": "M", "age": [68, "years"], "weight": [75, "kg"], "height": [70, "in"], "creatinine": [2, "mg/dL"]},
        36.5,
        "BMI 23.7, so the lesser of 75 and 73; 72 · 73 / 144",
    ),
    (
        "Cockcroft-Gault",
        {"sex": "M", "age": [68, "years"], "weight": [93, "kg"], "height": [70, "in"], "creatinine": [2, "mg/dL"]},
        40.5,
        "BMI 29.4, so 73 + 0.4 · 20 = 81; 72 · 81 / 144",
    ),
    (
        "CKD-EPI",
        {"sex": "F", "age": [50, "years"], "creatinine": [0.7, "mg/dL"]},
        105.2976,
        "142 · 1 · 0.9938⁵⁰ · 1.012",
    ),
    ("MDRD", {"sex": "M", "age": [50, "years"], "creatinine": [1, "mg/dL"]}, 79.094655, "175 · 50⁻⁰·²⁰³"),
    (
        "MDRD",
        {"sex": "M", "age": [50, "years"], "creatinine": [113.12, "µmol/L"], "Race": "Black"},
        72.124170,
        "113.12 µmol/L are 1.27963 mg/dL: 175 · 1.27963⁻¹·¹⁵⁴ · 50⁻⁰·²⁰³ · 1.212",
    ),
    (
        "FENa",
        {
            "Sodium": [140, "mEq/L"],
            "Urine sodium": [28, "mEq/L"],
            "creatinine": [2, "mg/dL"],
            "Urine creatinine": [80, "mg/dL"],
        },
        0.5,
        "100 · 28 · 2 / (140 · 80)",
    ),
    (
        "FIB-4",
        {
            "age": [50, "years"],
            "Aspartate aminotransferase": [40, "U/L"],
            "Alanine aminotransferase": [25, "IU/L"],
            "Platelet count": [200, "10^9/L"],
        },
        2.0,
        "50 · 40 / (200 · 5)",
    ),
    ("QTc Bazett Calculator", {"QT Interval": [0.4, "s"], "Heart Rate or Pulse": [240, "bpm"]}, 800.0, "400 / √0.25"),
    (
        "QTc Fridericia Calculator",
        {"QT Interval": [400, "ms"], "Heart Rate or Pulse": [480, "bpm"]},
        800.0,
        "400 / ∛(1/8)",
    ),
    (
        "QTc Framingham Calculator",
        {"QT Interval": [400, "ms"], "Heart Rate or Pulse": [120, "bpm"]},
        477.0,
        "400 + 154 / 2",
    ),
    (
        "QTc Hodges Calculator",
        {"QT Interval": [400, "ms"], "Heart Rate or Pulse": [100, "bpm"]},
        470.0,
        "400 + 1.75 · 40",
    ),
    (
        "QTc Rautaharju Calculator",
        {"QT Interval": [360, "ms"], "Heart Rate or Pulse": [80, "bpm"]},
        400.0,
        "360 · 200 / 180",
    ),
    (
        "Steroid Conversion Calculator",
        {"input steroid": ["PredniSONE PO", 50, "mg"], "target steroid": "Hydrocortisone IV"},
        200.0,
        "50 · 20 / 5",
    ),
    (
        "MME",
        {
            "OxyCODONE Dose": [20, "mg"],
            "OxyCODONE Dose Per Day": [3, "per day"],
            "Codeine Dose": [0.1, "g"],
            "Codeine Dose Per Day": [2, "per day"],
        },
        120.0,
        "20 · 3 · 1.5 + 100 · 2 · 0.15",
    ),
    (
        "Framingham Risk Score",
        {
            "sex": "M",
            "age": [55, "years"],
            "Total cholesterol": [200, "mg/dL"],
            "HDL": [50, "mg/dL"],
            "Systolic Blood Pressure": [130, "mmHg"],
            "Smoker": True,
        },
        12.757973,
        "the sum of the terms is 0.7945289; 1 - 0.9402^e^0.7945289",
    ),
    (
        "Framingham Risk Score",
        {
            "sex": "F",
            "age": [60, "years"],
            "Total cholesterol": [220, "mg/dL"],
            "HDL": [45, "mg/dL"],
            "Systolic Blood Pressure": [140, "mmHg"],
            "Blood pressure being treated with medicines": True,
        },
        4.807328,
        "the sum of the terms is 1.3790267; 1 - 0.98767^e^1.3790267",
    ),
    (
        "MELD Na",
        {"creatinine": [2, "mg/dL"], "Bilirubin": [3, "mg/dL"], "INR": 1.5, "Sodium": [130, "mEq/L"]},
        26,
        "0.6633 + 0.4153 + 0.4541 + 0.643 = 2.1757, so 22; 22 + 1.32 · 7 - 0.033 · 22 · 7 = 26.158",
    ),
    (
        "MELD Na",
        {"creatinine": [0.5, "mg/dL"], "Bilirubin": [0.5, "mg/dL"], "INR": 0.9, "Sodium": [120, "mEq/L"]},
        6,
        "all count 1: 0.643, so 6; not above 11, so sodium stays out",
    ),
]


@pytest.mark.parametrize(("name", "values", "expected", "arithmetic"), CASES)
def test_a_formula_gives_what_its_arithmetic_by_hand_does(
    name: str, values: dict[str, Any], expected: float, arithmetic: str
) -> None:
    """The answer is the hand's, to six digits."""
    assert compute(name, values).answer == pytest.approx(expected, rel=1e-6), arithmetic


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("Estimated Due Date", {"Last menstrual date": "01/01/2023", "cycle length": 28}, "10/08/2023"),
        ("Estimated Due Date", {"Last menstrual date": "2023-01-01", "cycle length": [31, "days"]}, "10/11/2023"),
        ("Estimated Due Date", {"Last menstrual date": "01/01/2023", "cycle length": [3, "weeks"]}, "10/01/2023"),
        ("Estimated Date of Conception", {"Last menstrual date": "02/20/2024"}, "03/05/2024"),
        ("gestational age", {"Last menstrual date": "01/01/2023", "Current Date": "01/09/2023"}, ("1 week", "1 day")),
        ("gestational age", {"Last menstrual date": "02/01/2024", "Current Date": "03/01/2024"}, ("4 weeks", "1 day")),
        ("gestational age", {"Last menstrual date": "01/01/2023", "Current Date": "01/01/2023"}, ("0 weeks", "0 days")),
    ],
)
def test_dates_are_counted_in_days(name: str, values: dict[str, Any], expected: Any) -> None:
    """280 days lead from January 1 to October 8; 14 days over a leap day from February 20 to March 5."""
    assert compute(name, values).answer == expected


def test_each_calculator_names_its_source_and_formula() -> None:
    """Every entry of the catalogue has a source, and a docstring that says what is computed."""
    assert len(CALCULATORS) == 55
    assert [each.name for each in CALCULATORS.values() if not (each.source and each.function.__doc__)] == []


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("BMI", {"weight": [70, "kg"], "height": [0, "cm"]}),
        ("Delta Ratio", {"Sodium": [140, "mEq/L"], "Chloride": [100, "mEq/L"], "Bicarbonate": [24, "mEq/L"]}),
        ("QTc Bazett Calculator", {"QT Interval": [400, "ms"], "Heart Rate or Pulse": [0, "bpm"]}),
        ("gestational age", {"Last menstrual date": "01/02/2023", "Current Date": "01/01/2023"}),
        ("BMI", {"weight": [1, "kg"], "height": [1e-200, "cm"]}),
    ],
)
def test_where_a_formula_has_no_value_is_an_error_with_a_name(name: str, values: dict[str, Any]) -> None:
    """Nothing is divided by zero in silence, and no infinity comes out."""
    with pytest.raises(Undefined):
        compute(name, values)
