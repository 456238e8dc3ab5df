"""The QT interval, corrected for the heart rate. RR is 60 over the rate, in seconds."""

from __future__ import annotations

from math import cbrt, sqrt

from medcalc.catalogue import calculator
from medcalc.entities import Entities
from medcalc.problems import Undefined


def _interval(values: Entities) -> float:
    return values.number("QT Interval", "msec")


def _rate(values: Entities) -> float:
    rate = values.number("Heart Rate or Pulse", "bpm")
    if rate == 0:
        raise Undefined("A heart rate of 0 has no RR interval.")
    return rate


@calculator("QTc Bazett Calculator", "Bazett Formula", unit="msec", source="Bazett 1920")
def bazett(values: Entities) -> float:
    """QT over the square root of RR (Bazett, Heart 1920;7:353)."""
    return _interval(values) / sqrt(60 / _rate(values))


@calculator("QTc Fridericia Calculator", "Fridericia Formula", unit="msec", source="Fridericia 1920")
def fridericia(values: Entities) -> float:
    """QT over the cube root of RR (Fridericia, Acta Med Scand 1920;53:469)."""
    return _interval(values) / cbrt(60 / _rate(values))


@calculator("QTc Framingham Calculator", "Framingham Formula for corrected QT", unit="msec", source="Sagie 1992")
def framingham(values: Entities) -> float:
    """QT and 154 (1 - RR) (Sagie et al., Am J Cardiol 1992;70:797)."""
    return _interval(values) + 154 * (1 - 60 / _rate(values))


@calculator("QTc Hodges Calculator", "Hodges Formula", unit="msec", source="Hodges 1983")
def hodges(values: Entities) -> float:
    """QT and 1.75 (rate - 60) (Hodges et al., J Am Coll Cardiol 1983;1:694)."""
    return _interval(values) + 1.75 * (_rate(values) - 60)


@calculator("QTc Rautaharju Calculator", "Rautaharju Formula", unit="msec", source="Rautaharju 2014")
def rautaharju(values: Entities) -> float:
    """QT (120 + rate) / 180 (Rautaharju, Mason, Akiyama, Int J Cardiol 2014;174:535)."""
    return _interval(values) * (120 + _rate(values)) / 180
