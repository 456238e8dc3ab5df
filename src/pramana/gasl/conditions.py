"""Conditions as the language's `WHERE`, `ASSERT` and `IF` use them, for Python code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.expr import Predicate, matches, parse_condition


def parse_conditions(expr: str) -> Predicate:
    """Return the predicate of a condition's text. Raises ConditionError with the place and what was expected."""
    return parse_condition(expr)


def evaluate(attrs: Mapping[str, Any], predicate: Predicate) -> bool:
    """Return whether a predicate is true of a node's or an edge's attributes; unknown counts as false.

    >>> evaluate({"entity_type": "PERSON", "age": 30}, parse_conditions('entity_type = "PERSON" AND age >= 30'))
    True
    """
    return matches(predicate, attrs)
