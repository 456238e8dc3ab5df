"""Bleeding: its risk, and its weight. What was not recorded is not met or normal."""

from __future__ import annotations

from medcalc.bands import above, band, reaches
from medcalc.catalogue import calculator
from medcalc.entities import Entities


@calculator("HAS-BLED Score for Major Bleeding Risk", "HAS-BLED", unit="points", source="Pisters 2010")
def has_bled(values: Entities) -> int:
    """Nine criteria of a point each: age above 65, 8 drinks a week or more, … (Pisters et al., Chest 2010;138:1093)."""
    criteria = (
        "Hypertension",
        "Renal disease criteria for the HAS-BLED rule",
        "Liver disease criteria for the HAS-BLED rule",
        "Stroke",
        "Prior major bleeding or predisposition to bleeding",
        "Labile international normalized ratio",
        "Medication usage predisposing to bleeding",
    )
    drinks = values.defined("Number of Alcoholic Drinks Per Week", "per week")
    return values.points(dict.fromkeys(criteria, 1)) + above(values.whole_age, 65) + reaches(drinks, 8)


@calculator("Glasgow-Blatchford Bleeding Score (GBS)", "Glasgow-Blatchford", unit="points", source="Blatchford 2000")
def glasgow_blatchford(values: Entities) -> int:
    """Weight of an upper gastrointestinal bleeding (Blatchford et al., Lancet 2000;356:1318).

    Urea nitrogen in bands from 18.2, 22.4, 28 and 70 mg/dL on, which are 6.5, 8, 10 and 25 mmol/L of urea.
    """
    urea = values.measure("Blood Urea Nitrogen (BUN)", "mg/dL", "urea nitrogen")
    hemoglobin = values.measure("Hemoglobin", "g/dL", "hemoglobin")
    score = band(urea, [18.2, 22.4, 28, 70], [0, 2, 3, 4, 6])
    if values.sex == "male":
        score += band(hemoglobin, [10, 12, 13], [6, 3, 1, 0])
    else:
        score += band(hemoglobin, [10, 12], [6, 1, 0])
    score += band(values.measure("Systolic Blood Pressure", "mmHg"), [90, 100, 110], [3, 2, 1, 0])
    score += reaches(values.measure("Heart Rate or Pulse", "bpm"), 100) + values.flag("Melena Present")
    heavy = ("Recent Syncope", "Hepatic disease history", "Cardiac Failure Present")
    return score + values.points(dict.fromkeys(heavy, 2))
