"""The burden of other illness."""

from __future__ import annotations

from medcalc.bands import band
from medcalc.catalogue import calculator
from medcalc.entities import Entities


@calculator(
    "Charlson Comorbidity Index (CCI)", "Charlson Comorbidity Index", "CCI", unit="points", source="Charlson 1987, 1994"
)
def charlson(values: Entities) -> int:
    """Weighted illnesses and a point a decade from 50 on, at most 4 (Charlson et al., J Chronic Dis 1987;40:373; 1994).

    Stroke and TIA together count 1. What was not recorded is absent; the age is needed.
    """
    once = (
        "Myocardial infarction",
        "Congestive Heart Failure",
        "Peripheral vascular disease",
        "Dementia",
        "Chronic Pulmonary Disease",
        "Connective tissue disease",
        "Peptic ulcer disease",
    )
    twice = ("Hemiplegia", "Moderate to severe Chronic Kidney Disease", "Leukemia", "Lymphoma")
    score = band(values.whole_age, [50, 60, 70, 80], [0, 1, 2, 3, 4])
    score += values.any_flag("Cerebrovascular Accident", "Transient Ischemic Attacks History")
    score += values.points({**dict.fromkeys(once, 1), **dict.fromkeys(twice, 2), "AIDS": 6})
    score += values.choice(
        "Liver disease severity", {0: "none; =absent", 1: "mild", 3: "moderate to severe; moderate; severe"}, 0
    )
    diabetes = {0: "none or diet-controlled; =none; diet-controlled", 1: "uncomplicated", 2: "end-organ damage"}
    score += values.choice("Diabetes mellitus", diabetes, 0)
    return score + values.choice("Solid tumor", {0: "none; =absent", 2: "localized", 6: "metastatic"}, 0)
