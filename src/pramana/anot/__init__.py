"""General ANoT: a task formula compiled once into a reviewable Formula Seed, then executed over any number of entities.

A seed is data: checked before it runs, hashed, edited by hand. Formulas compute; a model only extracts.
"""

from pramana.anot.checking import check_seed, errors, ordered
from pramana.anot.compute import Blocked, CompiledDag, Failed, Primitive, Value
from pramana.anot.findings import Finding, Severity
from pramana.anot.seed import (
    ITEM_FIELDS,
    SLOT,
    ComputeStep,
    ExtractionField,
    Filter,
    FormulaSeed,
    ReviewHandling,
    load_seed,
    save_seed,
)
from pramana.anot.templates import template, templates

__all__ = [
    "ITEM_FIELDS",
    "SLOT",
    "Blocked",
    "CompiledDag",
    "ComputeStep",
    "ExtractionField",
    "Failed",
    "Filter",
    "Finding",
    "FormulaSeed",
    "Primitive",
    "ReviewHandling",
    "Severity",
    "Value",
    "check_seed",
    "errors",
    "load_seed",
    "ordered",
    "save_seed",
    "template",
    "templates",
]
