"""The calculators, a module a field. Importing this fills the catalogue.

A formula needs all its values. In a score of criteria, what was not recorded is not met (or normal), and is listed.
"""

from medcalc.calculators import (
    bleeding,
    body,
    chemistry,
    comorbidity,
    critical,
    dates,
    doses,
    heart,
    infection,
    kidney,
    liver,
    rhythm,
    thrombosis,
)
from medcalc.catalogue import CATALOGUE as CALCULATORS

__all__ = [
    "CALCULATORS",
    "bleeding",
    "body",
    "chemistry",
    "comorbidity",
    "critical",
    "dates",
    "doses",
    "heart",
    "infection",
    "kidney",
    "liver",
    "rhythm",
    "thrombosis",
]
