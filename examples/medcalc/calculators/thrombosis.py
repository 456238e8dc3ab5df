"""Thrombosis and embolism. What was not recorded is not met."""

from __future__ import annotations

from medcalc.bands import above, band, below, reaches
from medcalc.catalogue import calculator
from medcalc.entities import Entities

OLD_DVT = "Previously documented Deep Vein Thrombosis"
OLD_PE = "Previously Documented Pulmonary Embolism"
PULSE = "Heart Rate or Pulse"


@calculator("Wells' Criteria for Pulmonary Embolism", "Wells' criteria for PE", unit="points", source="Wells 2000")
def wells_pe(values: Entities) -> float:
    """Seven criteria, a heart rate above 100 among them (Wells et al., Thromb Haemost 2000;83:416)."""
    score = 1.5 * above(values.measure(PULSE, "bpm"), 100)
    score += 1.5 * values.any_flag("Immobilization for at least 3 days", "Surgery in the previous 4 weeks")
    score += 1.5 * values.any_flag(OLD_PE, OLD_DVT)
    return score + values.points(
        {
            "Clinical signs and symptoms of Deep Vein Thrombosis": 3,
            "Pulmonary Embolism is #1 diagnosis OR equally likely": 3,
            "Hemoptysis": 1,
            "Malignancy with treatment within 6 months or palliative": 1,
        }
    )


@calculator("Wells' Criteria for DVT", "Wells' criteria for Deep Vein Thrombosis", unit="points", source="Wells 2003")
def wells_dvt(values: Entities) -> int:
    """Nine criteria of a point each, less 2 for a likely other diagnosis (Wells et al., N Engl J Med 2003;349:1227)."""
    criteria = (
        "Active cancer",
        "Calf swelling >3 centimeters compared to the other leg",
        "Collateral (nonvaricose) superficial veins present",
        "Entire Leg Swollen",
        "Localized tenderness along the deep venous system",
        "Pitting edema, confined to symptomatic leg",
        "Paralysis, paresis, or recent plaster immobilization of the lower extremity",
        OLD_DVT,
    )
    other = "Alternative diagnosis to Deep Vein Thrombosis as likely or more likely"
    in_bed = values.any_flag("Bedridden recently >3 days", "Major surgery within 12 weeks")
    return values.points({**dict.fromkeys(criteria, 1), other: -2}) + in_bed


@calculator("PERC Rule for Pulmonary Embolism", "PERC Rule", unit="criteria", source="Kline 2004")
def perc(values: Entities) -> int:
    """How many of eight criteria are met (Kline et al., J Thromb Haemost 2004;2:1247)."""
    criteria = ("Unilateral Leg Swelling", "Hemoptysis", "Recent surgery or trauma", "Hormone use")
    measured = reaches(values.whole_age, 50) + reaches(values.measure(PULSE, "bpm"), 100)
    measured += below(values.measure("O₂ saturation percentage", "%"), 95)
    return measured + values.points(dict.fromkeys(criteria, 1)) + values.any_flag(OLD_DVT, OLD_PE)


SURGERY = {
    0: "none; no surgery",
    1: "minor",
    2: "=major; major surgery; major >45 min; laparoscopic; arthroscopic",
    5: "elective major lower extremity arthroplasty; elective lower extremity arthroplasty",
}
MOBILITY = {
    0: "normal; =none; out of bed",
    1: "on bed rest; bed rest; medical patient currently on bed rest",
    2: "confined to bed >72 hours; confined to bed; bedridden >72 hours",
}


@calculator("Caprini Score for Venous Thromboembolism (2005)", "Caprini Score", unit="points", source="Caprini 2005")
def caprini(values: Entities) -> int:
    """Risk of thrombosis in surgical patients (Caprini, Dis Mon 2005;51:70). Old DVT and embolism count 3, once."""
    score = band(values.whole_age, [41, 61, 75], [0, 1, 2, 3])
    score += values.choice("Surgery Type", SURGERY, 0) + values.choice("Mobility", MOBILITY, 0)
    score += above(values.measure("Body Mass Index (BMI)", "kg/m^2"), 25)
    score += 3 * values.any_flag(OLD_DVT, OLD_PE)
    return score + sum(worth * values.points(dict.fromkeys(criteria, 1)) for worth, criteria in _CAPRINI.items())


_CAPRINI: dict[int, tuple[str, ...]] = {
    1: (
        "Major Surgery in the last month",
        "Congestive Heart Failure in the last month",
        "Sepsis in the last month",
        "Pneumonia in the last month",
        "Immobilizing plaster cast in the last month",
        "Varicose veins",
        "Current swollen legs",
        "History of inflammatory bowel disease",
        "Acute Myocardial infarction",
        "Chronic Obstructive Pulmonary Disease",
    ),
    2: ("Current central venous access", "Present or previous malignancy"),
    3: (
        "Family history of thrombosis",
        "Positive Factor V Leiden",
        "Positive prothrombin 20210A",
        "Elevated serum homocysteine",
        "Positive lupus anticoagulant",
        "Elevated anticardiolipin antibody",
        "Heparin-induced thrombocytopenia",
        "Other congenital or acquired thrombophilia",
    ),
    5: (
        "Hip, pelvis, or leg fracture in the last month",
        "Stroke in the last month",
        "Multiple trauma in the last month",
        "Acute spinal cord injury causing paralysis in the last month",
    ),
}
