"""Risks of the heart and its vessels."""

from __future__ import annotations

from math import exp, log, pow

from medcalc.bands import above, band
from medcalc.catalogue import calculator
from medcalc.entities import Entities
from medcalc.problems import Undefined

TIA = "Transient Ischemic Attacks History"


@calculator("CHA2DS2-VASc Score for Atrial Fibrillation Stroke Risk", "CHA2DS2-VASc", unit="points", source="Lip 2010")
def cha2ds2_vasc(values: Entities) -> int:
    """Stroke risk in atrial fibrillation (Lip et al., Chest 2010;137:263).

    Stroke, TIA and thromboembolism together count 2, once. What was not recorded is absent; age and sex are needed.
    """
    score = band(values.whole_age, [65, 75], [0, 1, 2]) + (values.sex == "female")
    score += 2 * values.any_flag("Stroke", TIA, "Thromboembolism history")
    once = ("Congestive Heart Failure", "Hypertension history", "Vascular disease history", "Diabetes history")
    return score + values.points(dict.fromkeys(once, 1))


@calculator("Revised Cardiac Risk Index for Pre-Operative Risk", "RCRI", unit="points", source="Lee 1999")
def revised_cardiac_risk(values: Entities) -> int:
    """Six criteria of a point each, creatinine above 2 mg/dL among them (Lee et al., Circulation 1999;100:1043).

    What was not recorded is not met.
    """
    criteria = (
        "Elevated-risk surgery",
        "History of ischemic heart disease",
        "Congestive Heart Failure criteria for the Cardiac Risk Index rule",
        "History of cerebrovascular disease",
        "Pre-operative treatment with insulin",
    )
    creatinine = values.measure("Pre-operative creatinine", "mg/dL", "creatinine")
    return values.points(dict.fromkeys(criteria, 1)) + above(creatinine, 2)


@calculator("HEART Score for Major Cardiac Events", "HEART Score", unit="points", source="Six 2008")
def heart_score(values: Entities) -> int:
    """History, ECG, age, risk factors, troponin, 0 to 2 points each (Six, Backus, Kelder, Neth Heart J 2008;16:191).

    One or two risk factors count 1; three, or any atherosclerotic disease, TIA included, 2. What was not recorded is
    normal or absent; the age is needed.
    """
    history = {
        0: "slightly suspicious; slightly",
        1: "moderately suspicious; moderately",
        2: "highly suspicious; highly",
    }
    ecg = {
        0: "normal; =none",
        1: "non-specific repolarization disturbance; nonspecific repolarization disturbance",
        2: "significant ST deviation; significant ST depression; significant ST elevation",
    }
    troponin = {
        0: "less than or equal to normal limit; =normal; =none; less than or equal; within normal limits",
        1: "between the normal limit or up to three times the normal limit; up to three times",
        2: "greater than three times normal limit; greater than three times; more than three times",
    }
    named = values.choice("Suspicion History", history, 0) + values.choice("Electrocardiogram Test", ecg, 0)
    age = band(values.whole_age, [45, 65], [0, 1, 2])
    return named + age + _heart_risks(values) + values.choice("Initial troponin", troponin, 0)


def _heart_risks(values: Entities) -> int:
    factors = (
        "Hypertension history",
        "hypercholesterolemia",
        "Diabetes mellitus",
        "obesity",
        "smoking",
        "parent or sibling with Cardiovascular disease before age 65",
    )
    several = values.points(dict.fromkeys(factors, 1))
    return 2 if values.any_flag("atherosclerotic disease", TIA) else band(several, [1, 3], [0, 1, 2])


@calculator(
    "Framingham Risk Score for Hard Coronary Heart Disease",
    "Framingham Risk Score",
    "hard coronary heart disease",
    unit="%",
    source="ATP III 2002, hard coronary events",
)
def framingham_risk(values: Entities) -> float:
    """The 10-year risk of myocardial infarction or coronary death, in % (NCEP ATP III, Circulation 2002;106:3143).

    In the smoking term, age counts at most 70 in men and 78 in women. Smoking and treatment of the blood pressure that
    were not recorded are absent. It was fitted to ages 30 to 79.
    """
    smoker, treated = values.flag("Smoker"), values.flag("Blood pressure being treated with medicines")
    total = _log(values.number("Total cholesterol", "mg/dL", "cholesterol"))
    hdl = _log(values.number("high-density lipoprotein cholesterol", "mg/dL", "cholesterol"))
    pressure = _log(values.number("Systolic Blood Pressure", "mmHg"))
    years, age = values.age, _log(values.age)
    if values.sex == "male":
        risk = 52.00961 * age + 20.014077 * total - 0.905964 * hdl + 1.305784 * pressure + 0.241549 * treated
        risk += 12.096316 * smoker - 4.605038 * age * total - 2.84367 * log(min(years, 70)) * smoker
        return 100 * (1 - pow(0.9402, exp(risk - 2.93323 * age * age - 172.300168)))
    risk = 31.764001 * age + 22.465206 * total - 1.187731 * hdl + 2.552905 * pressure + 0.420251 * treated
    risk += 13.07543 * smoker - 5.060998 * age * total - 2.996945 * log(min(years, 78)) * smoker
    return 100 * (1 - pow(0.98767, exp(risk - 146.5933061)))


def _log(value: float) -> float:
    if value <= 0:
        raise Undefined("The Framingham risk takes logarithms of its values: none of them may be 0.")
    return log(value)
