"""Electrolytes, gaps, osmolality, sugar, fat."""

from __future__ import annotations

from medcalc.catalogue import calculator
from medcalc.entities import Entities
from medcalc.problems import Undefined

NORMAL_ANION_GAP = 12
NORMAL_BICARBONATE = 24
NORMAL_ALBUMIN = 4.0


def sodium(values: Entities) -> float:
    """Return the sodium in mEq/L, which are mmol/L."""
    return values.number("Sodium", "mEq/L", "sodium")


def bicarbonate(values: Entities) -> float:
    """Return the bicarbonate in mEq/L."""
    return values.number("Bicarbonate", "mEq/L", "bicarbonate")


def albumin(values: Entities) -> float:
    """Return the albumin in g/dL."""
    return values.number("Albumin", "g/dL", "albumin")


def glucose(values: Entities) -> float:
    """Return the glucose in mg/dL."""
    return values.number("Glucose", "mg/dL", "glucose")


def ratio(above: float, below: float, what: str) -> float:
    """Return a quotient. Raises Undefined where the divisor is 0."""
    if below == 0:
        raise Undefined(f"{what} is a division by 0 for these values.")
    return above / below


@calculator("Anion Gap", unit="mEq/L", source="Emmett & Narins 1977")
def anion_gap(values: Entities) -> float:
    """Sodium less chloride and bicarbonate, in mEq/L (Emmett, Narins, Medicine 1977;56:38). Potassium is left out."""
    return sodium(values) - (values.number("Chloride", "mEq/L", "chloride") + bicarbonate(values))


@calculator("Delta Gap", unit="mEq/L", source="anion gap less its normal value, 12")
def delta_gap(values: Entities) -> float:
    """The anion gap over its normal value of 12 mEq/L (Wrenn, Ann Emerg Med 1990;19:1310)."""
    return anion_gap(values) - NORMAL_ANION_GAP


@calculator("Delta Ratio", unit="", source="delta gap over the fall of bicarbonate from 24")
def delta_ratio(values: Entities) -> float:
    """The delta gap over what the bicarbonate has fallen from 24 mEq/L. Undefined at 24."""
    return ratio(delta_gap(values), NORMAL_BICARBONATE - bicarbonate(values), "The delta ratio")


@calculator("Albumin Corrected Anion Gap", unit="mEq/L", source="Figge 1998")
def corrected_anion_gap(values: Entities) -> float:
    """The anion gap and 2.5 mEq/L for each g/dL of albumin under 4 (Figge et al., Crit Care Med 1998;26:1807)."""
    return anion_gap(values) + 2.5 * (NORMAL_ALBUMIN - albumin(values))


@calculator("Albumin Corrected Delta Gap", unit="mEq/L", source="Figge 1998; normal anion gap 12")
def corrected_delta_gap(values: Entities) -> float:
    """The albumin corrected anion gap over 12 mEq/L."""
    return corrected_anion_gap(values) - NORMAL_ANION_GAP


@calculator("Albumin Corrected Delta Ratio", unit="", source="Figge 1998; fall of bicarbonate from 24")
def corrected_delta_ratio(values: Entities) -> float:
    """The albumin corrected delta gap over what the bicarbonate has fallen from 24 mEq/L. Undefined at 24."""
    fall = NORMAL_BICARBONATE - bicarbonate(values)
    return ratio(corrected_delta_gap(values), fall, "The albumin corrected delta ratio")


@calculator("Calcium Correction for Hypoalbuminemia", "corrected calcium", unit="mg/dL", source="Payne 1973")
def corrected_calcium(values: Entities) -> float:
    """Calcium and 0.8 mg/dL for each g/dL of albumin under 4 (Payne et al., BMJ 1973;4:643)."""
    return values.number("Calcium", "mg/dL", "calcium") + 0.8 * (NORMAL_ALBUMIN - albumin(values))


@calculator("Sodium Correction for Hyperglycemia", "corrected sodium", unit="mEq/L", source="Hillier 1999")
def corrected_sodium(values: Entities) -> float:
    """Sodium and 2.4 mEq/L for each 100 mg/dL of glucose over 100 (Hillier, Abbott, Barrett, Am J Med 1999;106:399)."""
    return sodium(values) + 0.024 * (glucose(values) - 100)


@calculator("Serum Osmolality", unit="mOsm/kg", source="2 Na + BUN/2.8 + glucose/18 (Smithline & Gardner 1976)")
def serum_osmolality(values: Entities) -> float:
    """Twice the sodium, urea nitrogen over 2.8, glucose over 18, mmol/L and mg/dL (Smithline, Gardner, JAMA 1976)."""
    nitrogen = values.number("Blood Urea Nitrogen (BUN)", "mg/dL", "urea nitrogen")
    return 2 * sodium(values) + nitrogen / 2.8 + glucose(values) / 18


@calculator("Free Water Deficit", unit="L", source="Adrogué & Madias 2000, body water by age and sex")
def free_water_deficit(values: Entities) -> float:
    """Body water times (sodium / 140 - 1), in litres (kg) (Adrogué, Madias, N Engl J Med 2000;342:1493).

    Body water is 60 % of the weight under 18 years and in men, 50 % in women; from 65 on 50 % and 45 %.
    """
    age, male = values.age, values.sex == "male"
    adult = (0.5 if male else 0.45) if age >= 65 else (0.6 if male else 0.5)
    water = 0.6 if age < 18 else adult
    return water * values.number("weight", "kg") * (sodium(values) / 140 - 1)


@calculator("HOMA-IR (Homeostatic Model Assessment for Insulin Resistance)", "HOMA-IR", unit="", source="Matthews 1985")
def homa_ir(values: Entities) -> float:
    """Insulin in µIU/mL times glucose in mg/dL over 405 (Matthews et al., Diabetologia 1985;28:412)."""
    return values.number("Insulin", "µIU/mL", "insulin") * glucose(values) / 405


@calculator("LDL Calculated", "LDL", "LDL cholesterol", unit="mg/dL", source="Friedewald 1972")
def ldl(values: Entities) -> float:
    """Total cholesterol less HDL and a fifth of the triglycerides, in mg/dL (Friedewald et al., Clin Chem 1972;18:499).

    The formula holds up to 400 mg/dL of triglycerides; it is computed beyond them all the same.
    """
    total = values.number("Total cholesterol", "mg/dL", "cholesterol")
    hdl = values.number("high-density lipoprotein cholesterol", "mg/dL", "cholesterol")
    return total - hdl - values.number("Triglycerides", "mg/dL", "triglycerides") / 5
