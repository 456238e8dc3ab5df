"""Throat, lung, sepsis. What was not recorded is not met or normal."""

from __future__ import annotations

from medcalc.bands import above, band, below, reaches
from medcalc.catalogue import calculator
from medcalc.entities import Entities

UREA_NITROGEN = "Blood Urea Nitrogen (BUN)"


def temperature(values: Entities) -> float | None:
    """Return the temperature in °C, None where it was not recorded."""
    return values.measure("Temperature", "celsius")


@calculator(
    "Centor Score (Modified/McIsaac) for Strep Pharyngitis", "Centor Score", unit="points", source="McIsaac 1998"
)
def centor(values: Entities) -> int:
    """Four signs of a point each, one for 3 to 14 years, one less from 45 on (McIsaac et al., CMAJ 1998;158:75).

    A cough that was not recorded is absent, which counts a point. Under 3 years, where the score is not meant to be
    used, age counts nothing.
    """
    age = band(values.whole_age, [3, 15, 45], [0, 1, 0, -1])
    signs = ("Exudate or swelling on tonsils", "Tender/swollen anterior cervical lymph nodes")
    fever = above(temperature(values), 38)
    return age + fever + values.points(dict.fromkeys(signs, 1)) + values.flag("Cough Absent", missing=True)


@calculator("FeverPAIN Score for Strep Pharyngitis", "FeverPAIN", unit="points", source="Little 2013")
def fever_pain(values: Entities) -> int:
    """Five criteria of a point each (Little et al., BMJ 2013;347:f5806).

    A cough or cold that was not recorded is absent, which counts a point.
    """
    criteria = ("Fever in past 24 hours", "Symptom onset <=3 days", "Purulent tonsils", "Severe tonsil inflammation")
    return values.points(dict.fromkeys(criteria, 1)) + values.flag("Absence of cough or coryza", missing=True)


@calculator("SIRS Criteria", "SIRS", unit="criteria", source="ACCP/SCCM 1992")
def sirs(values: Entities) -> int:
    """How many of four criteria are met (Bone et al., Chest 1992;101:1644). Band forms are not taken into account."""
    warmth, cells = temperature(values), values.measure("White blood cell count", "/L")
    breaths, carbon_dioxide = values.measure("respiratory rate", "breaths/min"), values.measure("PaCO2", "mmHg")
    breath = above(breaths, 20) or below(carbon_dioxide, 32)
    score = (above(warmth, 38) or below(warmth, 36)) + above(values.measure("Heart Rate or Pulse", "bpm"), 90)
    return score + breath + (above(cells, 12e9) or below(cells, 4e9))


@calculator("CURB-65 Score for Pneumonia Severity", "CURB-65", unit="points", source="Lim 2003")
def curb_65(values: Entities) -> int:
    """Five criteria of a point each: urea nitrogen above 19 mg/dL, … (Lim et al., Thorax 2003;58:377)."""
    low = below(values.measure("Systolic Blood Pressure", "mmHg"), 90)
    diastolic = values.measure("Diastolic Blood Pressure", "mmHg")
    low = low or int(diastolic is not None and diastolic <= 60)
    score = values.flag("Confusion") + above(values.measure(UREA_NITROGEN, "mg/dL", "urea nitrogen"), 19)
    breath = reaches(values.measure("respiratory rate", "breaths/min"), 30)
    return score + breath + low + reaches(values.whole_age, 65)


@calculator(
    "PSI Score: Pneumonia Severity Index for CAP", "Pneumonia Severity Index", "PSI", unit="points", source="Fine 1997"
)
def pneumonia_severity(values: Entities) -> int:
    """Age in years (10 fewer in women), and points for what is found (Fine et al., N Engl J Med 1997;336:243)."""
    score = values.whole_age - (10 if values.sex == "female" else 0)
    score += values.points(
        {
            "Nursing home resident": 10,
            "Neoplastic disease": 30,
            "Liver disease history": 20,
            "Congestive Heart Failure": 10,
            "Cerebrovascular disease history": 10,
            "Renal disease history": 10,
            "Altered mental status": 20,
            "Pleural effusion on x-ray": 10,
        }
    )
    return score + _findings(values) + _laboratory(values)


def _findings(values: Entities) -> int:
    warmth = temperature(values)
    score = reaches(values.measure("respiratory rate", "breaths/min"), 30, 20)
    score += below(values.measure("Systolic Blood Pressure", "mmHg"), 90, 20)
    score += below(warmth, 35, 15) or above(warmth, 39.9, 15)
    return score + reaches(values.measure("Heart Rate or Pulse", "bpm"), 125, 10)


def _laboratory(values: Entities) -> int:
    score = below(values.bare_or_none("pH"), 7.35, 30)
    score += reaches(values.measure(UREA_NITROGEN, "mg/dL", "urea nitrogen"), 30, 20)
    score += below(values.measure("Sodium", "mEq/L", "sodium"), 130, 20)
    score += reaches(values.measure("Glucose", "mg/dL", "glucose"), 250, 10)
    score += below(values.measure("Hematocrit", "%"), 30, 10)
    return score + below(values.measure("Partial pressure of oxygen", "mmHg"), 60, 10)
