"""Clinical calculators as plain functions, and a StateGraph that picks one, fills it in and runs it.

An example of Pramana, not a medical device: see README.md.
"""

from medcalc.calculators import CALCULATORS
from medcalc.catalogue import Calculator, Computed, compute, find
from medcalc.entities import Entities

__all__ = ["CALCULATORS", "Calculator", "Computed", "Entities", "compute", "find"]
