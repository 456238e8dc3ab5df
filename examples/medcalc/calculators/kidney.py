"""Filtration and excretion."""

from __future__ import annotations

from math import pow

from medcalc.calculators.body import adjusted_body_weight, body_mass_index, ideal_body_weight, weight
from medcalc.calculators.chemistry import ratio, sodium
from medcalc.catalogue import calculator
from medcalc.entities import Entities, plain
from medcalc.problems import Undefined

_BLACK = {"black", "african american", "black or african american", "african"}


def creatinine(values: Entities) -> float:
    """Return the serum creatinine in mg/dL. Raises Undefined at 0."""
    found = values.number("creatinine", "mg/dL", "creatinine")
    if found == 0:
        raise Undefined("A creatinine of 0 mg/dL has no filtration rate.")
    return found


@calculator(
    "Creatinine Clearance (Cockcroft-Gault Equation)",
    "Cockcroft-Gault",
    "Cockroft-Gault Equation",
    "creatinine clearance",
    unit="mL/min",
    source="Cockcroft & Gault 1976; weight by body mass index",
)
def cockcroft_gault(values: Entities) -> float:
    """(140 - age) times weight over 72 times creatinine, times 0.85 in women (Cockcroft, Gault, Nephron 1976;16:31).

    The weight is the actual one below a body mass index of 18.5, the lesser of ideal and actual below 25, and the
    adjusted one from there on (Winter et al., Pharmacotherapy 2012;32:604).
    """
    index = body_mass_index(values)
    if index < 18.5:
        taken = weight(values)
    elif index < 25:
        taken = min(ideal_body_weight(values), weight(values))
    else:
        taken = adjusted_body_weight(values)
    factor = 1.0 if values.sex == "male" else 0.85
    return (140 - values.age) * taken * factor / (72 * creatinine(values))


@calculator(
    "CKD-EPI Equations for Glomerular Filtration Rate",
    "CKD-EPI",
    "2021 CKD-EPI Creatinine equation",
    unit="mL/min/1.73 m²",
    source="Inker 2021, creatinine, without race",
)
def ckd_epi(values: Entities) -> float:
    """The race-free creatinine equation of 2021 (Inker et al., N Engl J Med 2021;385:1737)."""
    female = values.sex == "female"
    knot, slope = (0.7, -0.241) if female else (0.9, -0.302)
    relative = creatinine(values) / knot
    rate = 142 * pow(min(relative, 1), slope) * pow(max(relative, 1), -1.2) * pow(0.9938, values.age)
    return rate * 1.012 if female else rate


@calculator("MDRD GFR Equation", "MDRD", unit="mL/min/1.73 m²", source="Levey 2006, four variables")
def mdrd(values: Entities) -> float:
    """The four-variable equation, re-expressed for IDMS creatinine (Levey et al., Ann Intern Med 2006;145:247).

    Its factor 1.212 for Black patients, which later equations dropped, applies only where race was recorded so.
    """
    years = values.age
    if years == 0:
        raise Undefined("The MDRD equation has no value at the age of 0.")
    female = 0.742 if values.sex == "female" else 1.0
    race = values.text("Race")
    black = 1.212 if race is not None and plain(race) in _BLACK else 1.0
    return 175 * pow(creatinine(values), -1.154) * pow(years, -0.203) * black * female


@calculator("Fractional Excretion of Sodium (FENa)", "FENa", unit="%", source="Espinel 1976")
def fractional_excretion(values: Entities) -> float:
    """Urine sodium times serum creatinine over serum sodium times urine creatinine, in % (Espinel, JAMA 1976)."""
    excreted = values.number("Urine sodium", "mEq/L", "sodium") * creatinine(values)
    filtered = sodium(values) * values.number("Urine creatinine", "mg/dL", "creatinine")
    return 100 * ratio(excreted, filtered, "The fractional excretion")
