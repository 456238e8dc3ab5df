"""Intensive care. What was not recorded is normal, as in the scores' own papers."""

from __future__ import annotations

from medcalc.bands import band, below
from medcalc.calculators.body import mean_arterial_pressure
from medcalc.catalogue import calculator
from medcalc.entities import Entities

EYES = {
    4: "eyes open spontaneously; spontaneously; spontaneous; not testable",
    3: "eyes open to verbal command; to verbal command; to speech; to voice",
    2: "eyes open to pain; to pain; to pressure",
    1: "no eye opening; =none",
}
VERBAL = {
    5: "oriented; not testable",
    4: "confused",
    3: "inappropriate words",
    2: "incomprehensible sounds",
    1: "no verbal response; =none",
}
MOTOR = {
    6: "obeys commands; not testable",
    5: "localizes pain; localizing",
    4: "withdrawal from pain; withdraws from pain",
    3: "flexion to pain; abnormal flexion",
    2: "extension to pain",
    1: "no motor response; =none",
}


@calculator(
    "Glasgow Coma Score (GCS)",
    "Glasgow Coma Score",
    "Glasgow Coma Scale",
    unit="points",
    source="Teasdale & Jennett 1974",
)
def glasgow_coma(values: Entities) -> int:
    """Eyes 1 to 4, speech 1 to 5, movement 1 to 6 (Teasdale, Jennett, Lancet 1974;304:81).

    A part that could not be tested, or was not recorded, counts in full, as where other scores take this one up.
    """
    eyes = values.choice("Best eye response", EYES, 4)
    return eyes + values.choice("Best verbal response", VERBAL, 5) + values.choice("Best motor response", MOTOR, 6)


@calculator("APACHE II Score", "APACHE II", unit="points", source="Knaus 1985")
def apache_ii(values: Entities) -> int:
    """Twelve values, age and chronic health (Knaus et al., Crit Care Med 1985;13:818).

    The age is needed. Points for creatinine are doubled in acute renal failure. Without FiO2, PaO2 counts as on room
    air; from 50 % on the A-a gradient counts, in mm Hg where no unit is given. A history of organ failure counts 2
    with elective surgery, else 5.
    """
    score = band(values.whole_age, [45, 55, 65, 75], [0, 2, 3, 5, 6]) + _chronic_health(values)
    for name, unit, cuts, points in _VITAL:
        score += band(values.measure(name, unit), cuts, points)
    for name, unit, substance, cuts, points in _BLOOD:
        score += band(values.measure(name, unit, substance), cuts, points)
    score += band(arterial_pressure(values), [50, 70, 110, 130, 160], [4, 2, 0, 2, 3, 4])
    score += band(values.bare_or_none("pH"), [7.15, 7.25, 7.33, 7.5, 7.6, 7.7], [4, 3, 2, 0, 1, 3, 4])
    coma = values.bare_or_none("Glasgow Coma Score")
    return score + _oxygenation(values) + _creatinine(values) + (0 if coma is None else 15 - round(coma))


_VITAL: tuple[tuple[str, str, list[float], list[int]], ...] = (
    ("Temperature", "celsius", [30, 32, 34, 36, 38.5, 39, 41], [4, 3, 2, 1, 0, 1, 3, 4]),
    ("Heart Rate or Pulse", "bpm", [40, 55, 70, 110, 140, 180], [4, 3, 2, 0, 2, 3, 4]),
    ("respiratory rate", "breaths/min", [6, 10, 12, 25, 35, 50], [4, 2, 1, 0, 1, 3, 4]),
    ("Hematocrit", "%", [20, 30, 46, 50, 60], [4, 2, 0, 1, 2, 4]),
    ("White blood cell count", "/L", [1e9, 3e9, 15e9, 20e9, 40e9], [4, 2, 0, 1, 2, 4]),
)
_BLOOD: tuple[tuple[str, str, str, list[float], list[int]], ...] = (
    ("Sodium", "mmol/L", "sodium", [111, 120, 130, 150, 155, 160, 180], [4, 3, 2, 0, 1, 2, 3, 4]),
    ("Potassium", "mmol/L", "potassium", [2.5, 3, 3.5, 5.5, 6, 7], [4, 2, 1, 0, 1, 3, 4]),
)


def arterial_pressure(values: Entities) -> float | None:
    """Return the mean arterial pressure in mm Hg, as recorded or from its two parts; None where neither was."""
    recorded = values.measure("Mean arterial pressure", "mmHg")
    if recorded is not None:
        return recorded
    parts = [values.measure(f"{part} Blood Pressure", "mmHg") for part in ("Systolic", "Diastolic")]
    if None in parts:
        return None
    values.derived("Mean arterial pressure")
    return mean_arterial_pressure(values)


def _chronic_health(values: Entities) -> int:
    surgery = {
        5: "nonoperative; non-operative; =none; emergency; emergency postoperative",
        2: "elective; elective postoperative",
    }
    if not values.flag("History of severe organ failure or immunocompromise"):
        values.raw_or_none("Surgery Type")
        return 0
    return values.choice("Surgery Type", surgery, 5)


def _oxygenation(values: Entities) -> int:
    inspired, oxygen = values.measure("FiO2", "%"), values.measure("PaO2", "mmHg")
    gradient = values.defined("A-a gradient", "mmHg")
    if inspired is not None and inspired >= 50:
        return band(gradient, [200, 350, 500], [0, 2, 3, 4])
    return 1 if oxygen is not None and 61 <= oxygen <= 70 else band(oxygen, [55, 61], [4, 3, 0])


def _creatinine(values: Entities) -> int:
    level = values.measure("creatinine", "mg/dL", "creatinine")
    acute = values.flag("Acute renal failure")
    values.flag("Chronic renal failure")  # points of a chronic failure are the plain ones
    return below(level, 0.6, 2) + band(level, [1.5, 2, 3.5], [0, 2, 3, 4]) * (2 if acute else 1)


@calculator(
    "Sequential Organ Failure Assessment (SOFA) Score", "SOFA", "SOFA Score", unit="points", source="Vincent 1996"
)
def sofa(values: Entities) -> int:
    """Six organs, 0 to 4 points each (Vincent et al., Intensive Care Med 1996;22:707).

    Hypotension is a mean pressure below 70 mm Hg; that it was noted decides only where no pressure is recorded. Three
    and four points for breathing need mechanical support, CPAP included. Vasopressors are in µg/kg/min.
    """
    coma = values.bare_or_none("Glasgow Coma Score")
    bilirubin = values.measure("Bilirubin", "mg/dL", "bilirubin")
    platelets = values.measure("Platelet count", "/L")
    score = band(coma, [6, 10, 13, 15], [4, 3, 2, 1, 0])
    score += band(bilirubin, [1.2, 2, 6, 12], [0, 1, 2, 3, 4])
    score += band(platelets, [20e9, 50e9, 100e9, 150e9], [4, 3, 2, 1, 0])
    return score + _respiration(values) + _circulation(values) + _kidney(values)


def _respiration(values: Entities) -> int:
    oxygen, inspired = values.measure("PaO2", "mmHg"), values.measure("FiO2", "%")
    supported = values.any_flag("On mechanical ventilation", "Continuous positive airway pressure")
    if oxygen is None or not inspired:
        return 0
    points = band(oxygen * 100 / inspired, [100, 200, 300, 400], [4, 3, 2, 1, 0])
    return points if supported else min(points, 2)


def _circulation(values: Entities) -> int:
    unit = "µg/kg/min"
    dopamine = values.measure("DOPamine", unit) or 0
    strong = max(values.measure("EPINEPHrine", unit) or 0, values.measure("norEPINEPHrine", unit) or 0)
    pressure, noted = arterial_pressure(values), values.flag("Hypotension")
    low = noted if pressure is None else pressure < 70
    if dopamine > 15 or strong > 0.1:
        return 4
    if dopamine > 5 or strong > 0:
        return 3
    return 2 if dopamine > 0 or _dobutamine(values) else int(low)


def _dobutamine(values: Entities) -> bool:
    """Return whether any dobutamine was given: a dose, or yes."""
    given = values.raw_or_none("DOBUTamine")
    if given is None or isinstance(given, bool | str):
        return values.flag("DOBUTamine")
    return values.number("DOBUTamine", "µg/kg/min") > 0


def _kidney(values: Entities) -> int:
    creatinine = band(values.measure("creatinine", "mg/dL", "creatinine"), [1.2, 2, 3.5, 5], [0, 1, 2, 3, 4])
    urine = band(values.measure("Urine Output", "mL/day"), [200, 500], [4, 3, 0])
    return max(creatinine, urine)
