"""Liver function and fibrosis."""

from __future__ import annotations

from math import log, sqrt

from medcalc.bands import band
from medcalc.calculators.chemistry import albumin, ratio, sodium
from medcalc.calculators.kidney import creatinine
from medcalc.catalogue import calculator
from medcalc.entities import Entities

INR = "international normalized ratio"


def bilirubin(values: Entities) -> float:
    """Return the total bilirubin in mg/dL."""
    return values.number("Bilirubin", "mg/dL", "bilirubin")


@calculator("Fibrosis-4 (FIB-4) Index for Liver Fibrosis", "FIB-4", "Fibrosis 4 Index", unit="", source="Sterling 2006")
def fibrosis_4(values: Entities) -> float:
    """Age times AST over platelets (10⁹/L) times the root of ALT, U/L (Sterling et al., Hepatology 2006;43:1317)."""
    ast = values.number("Aspartate aminotransferase", "U/L")
    alt = values.number("Alanine aminotransferase", "U/L")
    platelets = values.number("Platelet count", "/L") / 1e9
    return ratio(values.age * ast, platelets * sqrt(alt), "The FIB-4 index")


@calculator("MELD Na (UNOS/OPTN)", "MELD Na", unit="", source="OPTN policy 9.1 (2016)")
def meld_na(values: Entities) -> int:
    """The score of 2016 (OPTN policy 9.1), a whole number of at most 40.

    Creatinine, bilirubin and INR count at least 1, creatinine at most 4 mg/dL, and 4 on dialysis twice or 24 hours of
    CVVHD in the week. MELD(i) is rounded to a tenth before it is multiplied by 10; above 11 sodium, held to 125 to
    137 mEq/L, is brought in. Dialysis that was not recorded was not done.
    """
    dialysed = values.any_flag(
        "Dialysis at least twice in the past week",
        "Continuous veno-venous hemodialysis for ≥24 hours in the past week",
    )
    recorded = values.measure("creatinine", "mg/dL", "creatinine") if dialysed else creatinine(values)
    kidney = 4.0 if dialysed or recorded is None else min(max(recorded, 1.0), 4.0)
    index = 0.957 * log(kidney) + 0.378 * log(max(bilirubin(values), 1.0)) + 1.120 * log(max(values.bare(INR), 1.0))
    score = round(index + 0.643, 1) * 10
    lack = 137 - min(max(sodium(values), 125.0), 137.0)
    if score > 11:
        score += 1.32 * lack - 0.033 * score * lack
    return min(round(score), 40)


@calculator("Child-Pugh Score for Cirrhosis Mortality", "Child-Pugh", unit="points", source="Pugh 1973")
def child_pugh(values: Entities) -> int:
    """Five items of 1 to 3 points (Pugh et al., Br J Surg 1973;60:646).

    Bilirubin 2 to 3 mg/dL, albumin 2.8 to 3.5 g/dL and INR 1.7 to 2.3 are the middle bands, both ends included. The
    three values are needed; ascites and encephalopathy that were not recorded are absent.
    """
    labs = (
        _middle(bilirubin(values), 2, 3) + 4 - _middle(albumin(values), 2.8, 3.5) + _middle(values.bare(INR), 1.7, 2.3)
    )
    ascites = {
        1: "absent; =none; no ascites",
        2: "slight; mild; controlled",
        3: "moderate; severe; moderate to severe; refractory; tense",
    }
    mind = {
        1: "no encephalopathy; =none; =absent; grade 0",
        2: "grade 1-2; grade 1; grade 2; grade I; grade II; grade I-II",
        3: "grade 3-4; grade 3; grade 4; grade III; grade IV; grade III-IV",
    }
    return labs + values.choice("Ascites", ascites, 1) + values.choice("Encephalopathy", mind, 1)


def _middle(value: float, low: float, high: float) -> int:
    """Return 1 below a range, 2 within it, its ends included, 3 above."""
    return 3 if value > high else band(value, [low], [1, 2])
