"""Scores of the MedCalc example: points counted by hand, edges of bands, and what is not recorded."""

from __future__ import annotations

from typing import Any

from medcalc import compute


def answer(name: str, **values: Any) -> Any:
    return compute(name, values).answer


def yes(*names: str) -> dict[str, bool]:
    return dict.fromkeys(names, True)


def years(age: float) -> list[Any]:
    return [age, "years"]


def test_cha2ds2_vasc_counts_a_stroke_once() -> None:
    """A woman of 75 with stroke, TIA and hypertension: 2 for age, 1 for sex, 2 for stroke or TIA, 1: 6 points."""
    values = {
        "sex": "F",
        "age": years(75),
        **yes("Stroke", "Transient Ischemic Attacks History", "Hypertension history"),
    }
    assert compute("CHA2DS2-VASc", values).answer == 6


def test_cha2ds2_vasc_age_bands_begin_at_65_and_75() -> None:
    """64, 65, 74 and 75 years count 0, 1, 1 and 2."""
    assert [answer("CHA2DS2-VASc", sex="M", age=years(age)) for age in (64.9, 65, 74, 75)] == [0, 1, 1, 2]


def test_revised_cardiac_risk_needs_more_than_2_mg_of_creatinine() -> None:
    """Surgery at risk counts 1; creatinine of 2.0 counts 0, of 177 µmol/L (2.002 mg/dL) 1."""
    surgery = {"Elevated-risk surgery": True}
    assert compute("RCRI", {**surgery, "Pre-operative creatinine": [2, "mg/dL"]}).answer == 1
    assert compute("RCRI", {**surgery, "Pre-operative creatinine": [177, "µmol/L"]}).answer == 2


def test_heart_score_adds_its_five_parts() -> None:
    """Moderate suspicion 1, ST deviation 2, 64 years 1, three risk factors 2, troponin over three times 2: 8."""
    values = {
        "Suspicion History": "Moderately suspicious",
        "Electrocardiogram Test": "Significant ST deviation",
        "age": years(64),
        "Initial troponin": "greater than three times normal limit",
        **yes("smoking", "obesity", "Diabetes mellitus"),
    }
    assert compute("HEART Score", values).answer == 8


def test_heart_score_takes_atherosclerosis_for_three_risk_factors() -> None:
    """At 30 years: no risk factor 0, one or two 1, a TIA alone 2."""
    score = [compute("HEART Score", {"age": years(30), **yes(*names)}).answer for names in ((), ("smoking", "obesity"))]
    assert score == [0, 1]
    assert compute("HEART Score", {"age": years(30), **yes("Transient Ischemic Attacks History")}).answer == 2


def test_has_bled_counts_eight_drinks_and_66_years() -> None:
    """65 years and 7 drinks count 0; 66 years, 8 drinks and a labile INR count 3."""
    drinks = "Number of Alcoholic Drinks Per Week"
    assert compute("HAS-BLED", {"age": years(65), drinks: 7}).answer == 0
    more = {"age": years(66), drinks: 8, "Labile international normalized ratio": True}
    assert compute("HAS-BLED", more).answer == 3


def test_glasgow_blatchford_weighs_by_bands_and_sex() -> None:
    """Urea 8 mmol/L (22.41 mg/dL) 3, hemoglobin 11.9 of a woman 1, pressure 99 2, pulse 100 1, syncope 2: 9."""
    values = {
        "sex": "Female",
        "Blood Urea Nitrogen (BUN)": [8, "mmol/L"],
        "Hemoglobin": [119, "g/L"],
        "Systolic Blood Pressure": [99, "mmHg"],
        "Heart Rate or Pulse": [100, "bpm"],
        "Recent Syncope": True,
    }
    assert compute("Glasgow-Blatchford", values).answer == 9
    assert compute("Glasgow-Blatchford", {"sex": "M", "Hemoglobin": [11.9, "g/dL"]}).answer == 3


def test_wells_for_embolism_counts_old_thrombosis_once() -> None:
    """A pulse of 101 1.5, old DVT and PE together 1.5, hemoptysis 1: 4; a pulse of 100 counts 0."""
    old = yes("Previously documented Deep Vein Thrombosis", "Previously Documented Pulmonary Embolism", "Hemoptysis")
    assert compute("Wells' Criteria for Pulmonary Embolism", {"Heart Rate or Pulse": [101, "bpm"], **old}).answer == 4.0
    assert compute("Wells' Criteria for Pulmonary Embolism", {"Heart Rate or Pulse": [100, "bpm"]}).answer == 0


def test_wells_for_thrombosis_takes_2_off_for_another_diagnosis() -> None:
    """Bedridden and operated 1, a swollen calf 1, another diagnosis -2: 0; the last alone -2."""
    other = "Alternative diagnosis to Deep Vein Thrombosis as likely or more likely"
    in_bed = yes("Bedridden recently >3 days", "Major surgery within 12 weeks")
    calf = yes("Calf swelling >3 cm compared to the other leg")
    assert compute("Wells' Criteria for DVT", {**in_bed, **calf, other: True}).answer == 0
    assert compute("Wells' Criteria for DVT", {other: True}).answer == -2


def test_perc_counts_from_50_years_100_beats_and_below_95_percent() -> None:
    """On the edge 50 and 100 count, 95 % does not: 2; with 94 % and hormones 4."""
    edge = {"age": years(50), "Heart Rate or Pulse": [100, "bpm"]}
    assert compute("PERC Rule", {**edge, "O₂ saturation percentage": [95, "%"]}).answer == 2
    assert compute("PERC Rule", {**edge, "O2 saturation percentage": [94, "%"], "Hormone use": True}).answer == 4


def test_caprini_adds_events_and_counts_old_clots_once() -> None:
    """61 years 2, arthroplasty 5, bed rest 1, BMI 26 1, old DVT and PE 3, stroke 5, malignancy 2: 19."""
    values = {
        "age": years(61),
        "Surgery Type": "elective major lower extremity arthroplasty",
        "Mobility": "on bed rest",
        "BMI": [26, "kg/m^2"],
        **yes("Previously documented Deep Vein Thrombosis", "Previously Documented Pulmonary Embolism"),
        **yes("Stroke in the last month", "Present or previous malignancy"),
    }
    assert compute("Caprini Score", values).answer == 19


def test_centor_counts_a_cough_only_where_it_was_recorded() -> None:
    """At 45 years -1; 100.4 °F are 38 °C and no fever; no cough recorded 1, so 0; with a cough -1."""
    values = {"age": years(45), "Temperature": [100.4, "°F"]}
    assert compute("Centor Score", values).answer == 0
    assert compute("Centor Score", {**values, "Cough Absent": False}).answer == -1
    child = {"age": [36, "months"], **yes("Exudate or swelling on tonsils"), "Temperature": [38.1, "°C"]}
    assert compute("Centor Score", child).answer == 4


def test_fever_pain_counts_five_signs() -> None:
    """Fever, pus and no cough: 3; with a cough 2."""
    signs = yes("Fever in past 24 hours", "Purulent tonsils")
    assert compute("FeverPAIN", signs).answer == 3
    assert compute("FeverPAIN", {**signs, "Absence of cough or coryza": False}).answer == 2


def test_sirs_takes_either_kind_of_breathing_and_both_sides_of_a_range() -> None:
    """35.9 °C 1, pulse 90 0, 20 breaths but PaCO2 31 mm Hg 1, 3.9 · 10⁹ cells 1: 3."""
    values = {
        "Temperature": [35.9, "degrees celsius"],
        "Heart Rate or Pulse": [90, "beats per minute"],
        "respiratory rate": [20, "breaths per minute"],
        "PaCO2": [31, "mm Hg"],
        "White blood cell count": [3900, "mm^3"],
    }
    assert compute("SIRS", values).answer == 3


def test_curb_65_takes_a_diastolic_pressure_of_60_for_low() -> None:
    """Confusion 1, urea 7 mmol/L (19.61 mg/dL) 1, 30 breaths 1, 120/60 1, 64 years 0: 4."""
    values = {
        "Confusion": True,
        "BUN": [7, "mmol/L"],
        "respiratory rate": [30, "breaths/min"],
        "Systolic Blood Pressure": [120, "mmHg"],
        "Diastolic Blood Pressure": [60, "mmHg"],
        "age": years(64),
    }
    assert compute("CURB-65", values).answer == 4


def test_pneumonia_severity_begins_with_the_age() -> None:
    """A woman of 80: 70; cancer 30, 30 breaths 20, 40 °C 15, pH 7.34 30, PaO2 7.9 kPa (59.3 mm Hg) 10: 175."""
    values = {
        "age": years(80),
        "sex": "Female",
        "Neoplastic disease": True,
        "respiratory rate": [30, "breaths/min"],
        "Temperature": [40, "C"],
        "pH": 7.34,
        "PaO2": [7.9, "kPa"],
    }
    assert compute("Pneumonia Severity Index", values).answer == 175


def test_charlson_weighs_illness_and_age() -> None:
    """69 years 2, stroke and TIA 1, dementia 1, leukemia 2, AIDS 6, liver 3, diabetes 2, metastases 6: 23."""
    values = {
        "age": years(69),
        "Liver disease severity": "moderate to severe",
        "Diabetes mellitus": "end-organ damage",
        "Solid tumor": "metastatic",
        **yes("Cerebrovascular Accident", "Transient Ischemic Attacks History", "Dementia", "Leukemia", "AIDS"),
    }
    assert compute("CCI", values).answer == 23


def test_child_pugh_includes_both_ends_of_the_middle_band() -> None:
    """Bilirubin 3, albumin 2.8, INR 2.3: 2 each; slight ascites 2, grade 3 3: 11. All normal: 5."""
    edge = {"Bilirubin": [3, "mg/dL"], "Albumin": [28, "g/L"], "INR": 2.3}
    assert compute("Child-Pugh", {**edge, "Ascites": "slight", "Encephalopathy": "Grade 3-4"}).answer == 11
    assert compute("Child-Pugh", {"Bilirubin": [1, "mg/dL"], "Albumin": [4, "g/dL"], "INR": 1.0}).answer == 5
    assert compute("Child-Pugh", {"Bilirubin": [4, "mg/dL"], "Albumin": [2, "g/dL"], "INR": 3}).answer == 11


def test_glasgow_coma_counts_what_cannot_be_tested_in_full() -> None:
    """To pain 2, not testable 5, extension 2: 9; nothing recorded 15; nothing responds 3."""
    part = {"Best eye response": "eyes open to pain", "Best verbal response": "not testable"}
    assert compute("Glasgow Coma Score", {**part, "Best motor response": "extension to pain"}).answer == 9
    assert compute("Glasgow Coma Score", {}).answer == 15
    none = {"Best eye response": "no eye opening", "Best verbal response": "no verbal response"}
    assert compute("Glasgow Coma Score", {**none, "Best motor response": "no motor response"}).answer == 3


def test_apache_doubles_creatinine_in_acute_failure_and_takes_the_gradient_from_half_oxygen_on() -> None:
    """75 years 6; creatinine 3.5 in acute failure 8; FiO2 50 % and a gradient of 350 3; GCS 10 5: 22."""
    values = {
        "age": years(75),
        "creatinine": [3.5, "mg/dL"],
        "Acute renal failure": True,
        "FiO2": [50, "%"],
        "A-a gradient": 350,
        "PaO2": [50, "mmHg"],
        "Glasgow Coma Score": 10,
    }
    assert compute("APACHE II", values).answer == 22


def test_apache_counts_every_value_and_the_health_before() -> None:
    """44 years 0; 41 °C 4, pulse 54 3, 11 breaths 1, MAP 49 4, pH 7.5 1, Na 155 2, K 3.4 1, hematocrit 46 1, cells
    2.9 2, PaO2 61 1, creatinine 0.5 2, immune compromise before elective surgery 2: 24."""
    values = {
        "age": years(44),
        "Temperature": [41, "degrees celsius"],
        "Heart Rate or Pulse": [54, "bpm"],
        "respiratory rate": [11, "breaths/min"],
        "Mean arterial pressure": [49, "mmHg"],
        "pH": 7.5,
        "Sodium": [155, "mEq/L"],
        "Potassium": [3.4, "mmol/L"],
        "Hematocrit": [46, "%"],
        "WBC": [2.9, "10^9/L"],
        "PaO2": [61, "mmHg"],
        "creatinine": [0.5, "mg/dL"],
        "Acute renal failure": True,
        "History of severe organ failure or immunocompromise": True,
        "Surgery Type": "Elective",
    }
    assert compute("APACHE II", values).answer == 24


def test_sofa_needs_support_for_more_than_two_points_of_breathing() -> None:
    """PaO2 60 on 60 % is a ratio of 100: 2 unsupported, 3 ventilated; 59 ventilated 4."""
    air = {"PaO2": [60, "mmHg"], "FiO2": [60, "%"]}
    assert compute("SOFA", air).answer == 2
    assert compute("SOFA", {**air, "On mechanical ventilation": True}).answer == 3
    assert compute("SOFA", {**air, "PaO2": [59, "mmHg"], "On mechanical ventilation": True}).answer == 4


def test_sofa_takes_the_strongest_support_of_the_circulation() -> None:
    """90/60 is a MAP of 70: 0; 89/60 1; dobutamine 2; dopamine 6 3; norepinephrine 0.11 4."""
    pressure = {"Systolic Blood Pressure": [90, "mmHg"], "Diastolic Blood Pressure": [60, "mmHg"]}
    low = {**pressure, "Systolic Blood Pressure": [89, "mmHg"]}
    dose = "mcg/kg/min"
    doses: list[dict[str, Any]] = [{"DOBUTamine": [3, dose]}, {"DOPamine": [6, dose]}, {"norEPINEPHrine": [0.11, dose]}]
    assert [compute("SOFA", values).answer for values in (pressure, low)] == [0, 1]
    assert [compute("SOFA", {**low, **given}).answer for given in doses] == [2, 3, 4]


def test_sofa_takes_the_worse_of_creatinine_and_urine() -> None:
    """Creatinine 1.2 1; with 499 mL of urine a day 3; 199 mL 4; GCS 12 2, bilirubin 2 2, platelets 99 · 10⁹ 2."""
    creatinine = {"creatinine": [1.2, "mg/dL"]}
    urine = [{}, {"Urine Output": [499, "mL/day"]}, {"Urine Output": [0.199, "L/day"]}]
    assert [compute("SOFA", {**creatinine, **given}).answer for given in urine] == [1, 3, 4]
    organs = {"Glasgow Coma Score": 12, "Bilirubin": [2, "mg/dL"], "Platelet count": [99, "10^9/L"]}
    assert compute("SOFA", organs).answer == 6
