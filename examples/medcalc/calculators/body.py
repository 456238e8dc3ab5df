"""Weight, height, surface, fluids, pressure."""

from __future__ import annotations

from math import sqrt

from medcalc.catalogue import calculator
from medcalc.entities import Entities
from medcalc.problems import Undefined


def weight(values: Entities) -> float:
    """Return the weight in kg."""
    return values.number("weight", "kg")


def height(values: Entities) -> float:
    """Return the height in m. Raises Undefined at 0."""
    metres = values.number("height", "m")
    if metres == 0:
        raise Undefined("A height of 0 m has no body mass index.")
    return metres


@calculator("Body Mass Index (BMI)", "BMI", "body mass index", unit="kg/m²", source="Quetelet; WHO TRS 894 (2000)")
def body_mass_index(values: Entities) -> float:
    """Weight in kg over the square of the height in m (WHO Technical Report Series 894)."""
    return weight(values) / height(values) ** 2


@calculator("Body Surface Area Calculator", "body surface area", "BSA", unit="m²", source="Mosteller 1987")
def body_surface_area(values: Entities) -> float:
    """The square root of height in cm times weight in kg over 3,600 (Mosteller, N Engl J Med 1987;317:1098)."""
    return sqrt(values.number("height", "cm") * weight(values) / 3_600)


@calculator("Ideal Body Weight", "ideal body weight formula", unit="kg", source="Devine 1974")
def ideal_body_weight(values: Entities) -> float:
    """50 kg (men) or 45.5 kg (women) and 2.3 kg for each inch over 60 (Devine, Drug Intell Clin Pharm 1974;8:650).

    Below 60 inches the line is continued.
    """
    base = 50.0 if values.sex == "male" else 45.5
    return base + 2.3 * (values.number("height", "in") - 60)


@calculator("Adjusted Body Weight", "adjusted body weight formula", unit="kg", source="Bauer 1983, factor 0.4")
def adjusted_body_weight(values: Entities) -> float:
    """Ideal weight and 40 % of what the weight has over it (Bauer et al., Eur J Clin Pharmacol 1983;24:643)."""
    ideal = ideal_body_weight(values)
    return ideal + 0.4 * (weight(values) - ideal)


@calculator("Target weight", "target BMI", unit="kg", source="body mass index, solved for weight")
def target_weight(values: Entities) -> float:
    """The weight in kg at which a body mass index is reached."""
    return values.number("Body Mass Index (BMI)", "kg/m^2") * height(values) ** 2


@calculator(
    "Maintenance Fluids Calculations", "maintenance fluid", unit="mL/hr", source="Holliday & Segar 1957, 4-2-1 rule"
)
def maintenance_fluids(values: Entities) -> float:
    """4 mL/h for each of the first 10 kg, 2 for each of the next 10, then 1 (Holliday, Segar, Pediatrics 1957)."""
    kilograms = weight(values)
    return 4 * min(kilograms, 10) + 2 * min(max(kilograms - 10, 0), 10) + max(kilograms - 20, 0)


@calculator(
    "Mean Arterial Pressure (MAP)",
    "mean arterial pressure",
    unit="mm Hg",
    source="one third systolic, two thirds diastolic",
)
def mean_arterial_pressure(values: Entities) -> float:
    """A third of the systolic and two thirds of the diastolic pressure, in mm Hg."""
    systolic = values.number("Systolic Blood Pressure", "mmHg")
    return (systolic + 2 * values.number("Diastolic Blood Pressure", "mmHg")) / 3
