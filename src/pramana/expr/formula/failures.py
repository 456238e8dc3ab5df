"""The names of what can go wrong while a formula is worked out."""

from __future__ import annotations

from enum import StrEnum


class FormulaFailure(StrEnum):
    """Why a formula has no value for some data."""

    KEY = "MissingKey"
    INDEX = "MissingItem"
    TYPE = "UnlikeTypes"
    VALUE = "BadValue"
    ZERO = "DivisionByZero"
    EMPTY = "EmptyAggregate"
    NUMBER = "NotANumber"
    RANGE = "OutOfRange"
    SIZE = "SizeExceeded"
    STEPS = "StepsExceeded"


class Trouble(Exception):
    """Raised by guards inside a formula; the caller of the formula sees a FormulaFailed with the place."""

    def __init__(self, kind: FormulaFailure, problem: str) -> None:
        super().__init__(problem)
        self.kind = kind
        self.problem = problem
