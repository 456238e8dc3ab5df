"""Formulas: one Python expression over JSON, checked against a whitelist, compiled once, bounded in steps and size.

The text may come from an attacker and the data may be any JSON; neither can do more than cost its budget.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.expr.formula.compiling import Formula, compile_formula
    from pramana.expr.formula.failures import FormulaFailure, Trouble
    from pramana.expr.formula.function import Function, Gives, ShapeReader, Streams
    from pramana.expr.formula.functions import FUNCTIONS
    from pramana.expr.formula.guards import MAX_BITS, MAX_SIZE, MAX_STEPS
    from pramana.expr.formula.plain_python import Plain, plain_formula, plain_functions
    from pramana.expr.formula.reading import MAX_DEPTH, MAX_LENGTH, MAX_NODES, parse_formula
    from pramana.expr.formula.weighing import MAX_WEIGHT, Weigher, weigh_given
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "FUNCTIONS",
    "MAX_BITS",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_NODES",
    "MAX_SIZE",
    "MAX_STEPS",
    "MAX_WEIGHT",
    "Formula",
    "FormulaFailure",
    "Function",
    "Gives",
    "Plain",
    "ShapeReader",
    "Streams",
    "Trouble",
    "Weigher",
    "compile_formula",
    "parse_formula",
    "plain_formula",
    "plain_functions",
    "weigh_given",
]
