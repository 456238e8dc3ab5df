"""Equivalent doses of steroids and opioids."""

from __future__ import annotations

import re
from typing import Any

from medcalc.catalogue import calculator
from medcalc.entities import Entities, plain
from medcalc.problems import MissingValue, UnknownValue
from medcalc.units import convert
from pramana.errors import UnknownName

STEROIDS: dict[str, float] = {
    "betamethasone iv": 0.75,
    "cortisone po": 25,
    "dexamethasone iv": 0.75,
    "dexamethasone po": 0.75,
    "hydrocortisone iv": 20,
    "hydrocortisone po": 20,
    "methylprednisolone iv": 4,
    "methylprednisolone po": 4,
    "prednisolone po": 5,
    "prednisone po": 5,
    "triamcinolone iv": 4,
}
"""Milligrams that are worth 20 mg of hydrocortisone, by drug and route."""

OPIOIDS: dict[str, tuple[float, str]] = {
    "buprenorphine": (10, "mg"),
    "codeine": (0.15, "mg"),
    "fentanyl buccal": (0.13, "µg"),
    "hydrocodone": (1, "mg"),
    "hydromorphone": (5, "mg"),
    "methadone": (4.7, "mg"),
    "morphine": (1, "mg"),
    "oxycodone": (1.5, "mg"),
    "oxymorphone": (3, "mg"),
    "tapentadol": (0.4, "mg"),
    "tramadol": (0.2, "mg"),
}
"""Milligrams of oral morphine for one unit of an opioid, as in CDC 2022. It leaves buprenorphine and buccal fentanyl
out; their factors are those of the tables in use before it, and for buprenorphine such tables differ."""

_DOSE = re.compile(r"(?P<drug>.+) dose(?P<often> per day)?")


@calculator(
    "Steroid Conversion Calculator",
    "equivalent dosage",
    "steroid conversion",
    unit="mg",
    source="equivalent doses, Meikle & Tyler 1977",
)
def steroid_conversion(values: Entities) -> float:
    """A dose of one steroid in mg of another, by equivalent glucocorticoid dose (Meikle, Tyler, Am J Med 1977;63:200).

    `input steroid` is `[drug and route, dose, unit]`, `target steroid` a drug and route, as in "Dexamethasone PO".
    """
    given, target = values.raw("input steroid"), values.raw("target steroid")
    if not isinstance(given, list | tuple) or len(given) != 3:
        raise UnknownValue("input steroid", given, "[drug and route, dose, unit]")
    drug, dose, unit = given
    return _milligrams(dose, unit) * _worth(target) / _worth(drug)


@calculator(
    "Morphine Milligram Equivalents (MME) Calculator",
    "MME",
    "Morphine Miligram Equivalents",
    unit="MME/day",
    source="CDC 2022; two drugs from older tables",
)
def morphine_equivalents(values: Entities) -> float:
    """The daily doses, each times its factor, summed up (Dowell et al., MMWR Recomm Rep 2022;71(3)).

    Values are `DRUG Dose` and `DRUG Dose Per Day`. Raises UnknownName for an opioid without a factor, and MissingValue
    where one of the two is missing or no opioid is given.
    """
    drugs = sorted({found["drug"] for name in values.names() if (found := _DOSE.fullmatch(plain(name)))})
    if not drugs:
        raise MissingValue("Morphine Dose", values.names())
    return sum(_daily(values, drug) for drug in drugs)


def _daily(values: Entities, drug: str) -> float:
    if drug not in OPIOIDS:
        raise UnknownName("opioid", drug, list(OPIOIDS))
    factor, unit = OPIOIDS[drug]
    return factor * values.number(f"{drug} dose", unit) * values.number(f"{drug} dose per day", "per day")


def _worth(steroid: Any) -> float:
    name = plain(str(steroid))
    if name not in STEROIDS:
        raise UnknownName("steroid", str(steroid), list(STEROIDS))
    return STEROIDS[name]


def _milligrams(dose: Any, unit: Any) -> float:
    if not isinstance(dose, int | float) or isinstance(dose, bool) or not 0 <= dose < 1e9:
        raise UnknownValue("input steroid", dose, "a dose from 0 on")
    return convert(dose, str(unit), "mg")
