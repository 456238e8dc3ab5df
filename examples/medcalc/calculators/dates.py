"""Dates of a pregnancy, counted from the last menstrual period. Dates are month/day/year."""

from __future__ import annotations

from datetime import date, timedelta

from medcalc.catalogue import calculator
from medcalc.entities import Entities
from medcalc.problems import Undefined

USUAL_CYCLE = 28


def _period(values: Entities) -> date:
    return values.date("Last menstrual date")


@calculator("Estimated Due Date", "Naegele's Rule", unit="date", source="Naegele's rule, for the cycle length")
def due_date(values: Entities) -> str:
    """280 days after the last period, later by what the cycle has over 28 days (Naegele; ACOG Opinion 700).

    A cycle whose length was not recorded is taken to have 28 days. A length without a unit is in days.
    """
    return f"{_period(values) + timedelta(days=280 + round(_cycle(values)) - USUAL_CYCLE):%m/%d/%Y}"


@calculator(
    "Estimated Date of Conception",
    "date of conception",
    "Estimated of Conception",
    unit="date",
    source="two weeks after the last period",
)
def conception_date(values: Entities) -> str:
    """14 days after the last period (ACOG Committee Opinion 700)."""
    return f"{_period(values) + timedelta(days=14):%m/%d/%Y}"


@calculator("Estimated Gestational Age", "gestational age", unit="weeks, days", source="time since the last period")
def gestational_age(values: Entities) -> tuple[str, str]:
    """Whole weeks and days since the last period (ACOG Committee Opinion 700). Raises Undefined before it."""
    days = (values.date("Current Date") - _period(values)).days
    if days < 0:
        raise Undefined("The current date is before the last menstrual period.")
    return _counted(days // 7, "week"), _counted(days % 7, "day")


def _cycle(values: Entities) -> float:
    length = values.defined("cycle length", "days")
    return USUAL_CYCLE if length is None else length


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
