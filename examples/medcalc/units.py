"""Units: what a number with a unit comes to in the unit that a formula takes. An unknown unit is an error.

Concentrations are amount per volume. Amounts are mass, moles, equivalents or international units, and are turned into
each other by the substance's molar mass, valence and activity. Sources: IUPAC atomic weights; for substances that are
mixtures or are counted by a part of theirs, the convention of the SI tables of clinical chemistry is named beside them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

from medcalc.problems import UnknownUnit

Linear: TypeAlias = tuple[float, float]
"""Factor and offset to the base unit of a dimension: base = value * factor + offset."""

_SUPERSCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_POWER = re.compile(r"(?:x|\*)? ?10(?:\^|\*\*?|e)(\d{1,2})")
_COUNTED = {"", "count", "counts", "cell", "cells", "platelets", "wbc"}
_PREFIXES = {
    "": 1.0,
    "k": 1e3,
    "d": 1e-1,
    "c": 1e-2,
    "m": 1e-3,
    "μ": 1e-6,
    "mc": 1e-6,
    "u": 1e-6,
    "n": 1e-9,
    "p": 1e-12,
}


@dataclass(frozen=True, slots=True)
class Substance:
    """What turns one kind of amount into another: `grams` per mole, `valence` in equivalents per mole, `units` in
    international units per mole. None where the conversion means nothing for it."""

    grams: float | None = None
    valence: int | None = None
    units: float | None = None


SUBSTANCES: dict[str, Substance] = {
    "albumin": Substance(66_500),
    "bicarbonate": Substance(61.017, 1),
    "bilirubin": Substance(584.66),
    "calcium": Substance(40.078, 2),
    "chloride": Substance(35.453, 1),
    "cholesterol": Substance(386.65),
    "creatinine": Substance(113.12),
    "glucose": Substance(180.156),
    "hemoglobin": Substance(16_114.5),  # the monomer: mmol/L of hemoglobin are mmol/L of iron
    "insulin": Substance(5_808, units=1 / 6.0e-9),  # 1 mIU is 6.00 pmol (WHO standard 66/304)
    "potassium": Substance(39.098, 1),
    "sodium": Substance(22.990, 1),
    "triglycerides": Substance(885.7),  # the mean that the usual factor 88.57 stands for
    "urea nitrogen": Substance(28.014),  # mmol/L are of urea, which holds two atoms of nitrogen
}


def _prefixed(units: str, prefixes: str, size: float = 1.0) -> dict[str, Linear]:
    return {p + unit: (_PREFIXES[p] * size, 0.0) for unit in units.split() for p in ["", *prefixes.split()]}


_LENGTH = {
    **_prefixed("m", "c m"),
    **dict.fromkeys("meter meters metre metres".split(), (1.0, 0.0)),
    **dict.fromkeys("centimeter centimeters centimetre centimetres".split(), (0.01, 0.0)),
    **dict.fromkeys(['"', *"in inch inches".split()], (0.0254, 0.0)),
    **dict.fromkeys(["'", *"ft foot feet".split()], (0.3048, 0.0)),
}
_MASS = {
    **_prefixed("g gm gram grams", "k m μ mc u n p"),
    **dict.fromkeys("kilogram kilograms kgs".split(), (1e3, 0.0)),
    **dict.fromkeys("milligram milligrams".split(), (1e-3, 0.0)),
    **dict.fromkeys("microgram micrograms".split(), (1e-6, 0.0)),
    **dict.fromkeys("lb lbs pound pounds".split(), (453.59237, 0.0)),
    **dict.fromkeys("oz ounce ounces".split(), (28.349523125, 0.0)),
}
_YEAR = 365.25 * 86_400
_TIME = {
    **dict.fromkeys("s sec secs second seconds".split(), (1.0, 0.0)),
    **dict.fromkeys("ms msec msecs millisecond milliseconds".split(), (1e-3, 0.0)),
    **dict.fromkeys("min mins minute minutes".split(), (60.0, 0.0)),
    **dict.fromkeys("h hr hrs hour hours".split(), (3_600.0, 0.0)),
    **dict.fromkeys("d day days".split(), (86_400.0, 0.0)),
    **dict.fromkeys("wk wks week weeks".split(), (7 * 86_400.0, 0.0)),
    **dict.fromkeys("mo mos month months".split(), (_YEAR / 12, 0.0)),
    **dict.fromkeys("y yr yrs year years".split(), (_YEAR, 0.0)),
}
_CELSIUS = "celsius; degrees celsius; degree celsius; °c; c; deg c; degrees c".split("; ")
_FAHRENHEIT = "fahrenheit; degrees fahrenheit; degree fahrenheit; °f; f; deg f; degrees f".split("; ")
_TEMPERATURE = {
    **dict.fromkeys(_CELSIUS, (1.0, 0.0)),
    **dict.fromkeys(_FAHRENHEIT, (5 / 9, -160 / 9)),
    **dict.fromkeys("k kelvin".split(), (1.0, -273.15)),
}
_PRESSURE = {
    **dict.fromkeys(["mmhg", "mm hg", "mm of hg", "torr"], (1.0, 0.0)),
    "kpa": (7.500616827, 0.0),
    **dict.fromkeys(["cmh2o", "cm h2o"], (0.7355591, 0.0)),
}
_RATES = "bpm; beats/minute; beats/min; breaths/minute; breaths/min; per minute; /min; 1/min"
_VOLUME = {
    **_prefixed("l liter litre liters litres", "d c m μ mc u"),
    **dict.fromkeys(["cc", "cm^3", "cm3"], (1e-3, 0.0)),
    **dict.fromkeys(["mm^3", "mm3", "cumm", "cu mm"], (1e-6, 0.0)),
    **dict.fromkeys(["m^3", "m3"], (1e3, 0.0)),
    "100 ml": (0.1, 0.0),
}
_FLOW = {f"{v}/{t}": (size * 86_400 / span, 0.0) for v, (size, _) in _VOLUME.items() for t, (span, _) in _TIME.items()}
_DOSE = {f"{m}/kg/{t}": (size * 60e6 / span, 0.0) for m, (size, _) in _MASS.items() for t, (span, _) in _TIME.items()}

DIMENSIONS: dict[str, dict[str, Linear]] = {
    "length": _LENGTH,
    "mass": _MASS,
    "time": _TIME,
    "temperature": _TEMPERATURE,
    "pressure": _PRESSURE,
    "rate": dict.fromkeys(_RATES.split("; "), (1.0, 0.0)),
    "share": {"%": (1.0, 0.0), "percent": (1.0, 0.0), "fraction": (100.0, 0.0), "l/l": (100.0, 0.0)},
    "body mass index": dict.fromkeys(["kg/m^2", "kg/m2"], (1.0, 0.0)),
    "flow": _FLOW,
    "dose rate": _DOSE,
    "weekly": dict.fromkeys("per week; /week; drinks/week; weekly; a week".split("; "), (1.0, 0.0)),
    "frequency": dict.fromkeys("per day; /day; times/day; doses/day; daily; a day".split("; "), (1.0, 0.0)),
}
_AMOUNTS: dict[str, dict[str, Linear]] = {
    "mass": _MASS,
    "moles": _prefixed("mol mole moles", "m μ mc u n p"),
    "equivalents": _prefixed("eq equiv", "m μ mc u"),
    "units": {**_prefixed("iu u ui unit units", "k m μ mc u"), **_prefixed("kat", "μ mc u n", 6e7)},
}


def convert(value: float, unit: str, to: str, substance: str | None = None) -> float:
    """Return `value` in the unit `to`, to ten significant digits (100.4 °F are 38 °C, not a hair more).

    `substance` is a key of SUBSTANCES. Cells are counted per volume: `to` is `/L` then, and `unit` may name the volume
    alone. Raises UnknownUnit.
    """
    source, target = _tidy(unit), _tidy(to)
    if target.startswith("/") and target[1:] in _VOLUME:
        result = value * _cells_per_litre(source, unit, to) * _VOLUME[target[1:]][0]
        return _rounded(result)
    for table in DIMENSIONS.values():
        if source in table and target in table:
            (factor, offset), (per, shift) = table[source], table[target]
            return _rounded((value * factor + offset - shift) / per)
    per_litre = _concentration(source)
    wanted = _concentration(target)
    if per_litre is None or wanted is None:
        raise UnknownUnit(unit, to, substance)
    (kind, size), (target_kind, target_size) = per_litre, wanted
    ratio = (
        _amounts_per_mole(target_kind, substance) / _amounts_per_mole(kind, substance) if kind != target_kind else 1.0
    )
    if ratio != ratio:
        raise UnknownUnit(unit, to, substance)
    return _rounded(value * size * ratio / target_size)


def _concentration(unit: str) -> tuple[str, float] | None:
    """Return an amount per volume as the kind of amount and the size of one unit, per litre. None where it is none."""
    unit = unit.replace("mg%", "mg/dl").replace("g%", "g/dl")
    amount, slash, volume = unit.partition("/")
    if not slash or volume.strip() not in _VOLUME:
        return None
    for kind, table in _AMOUNTS.items():
        if amount.strip() in table:
            return kind, table[amount.strip()][0] / _VOLUME[volume.strip()][0]
    return None


def _amounts_per_mole(kind: str, substance: str | None) -> float:
    """Return how much of a kind of amount a mole of the substance is, NaN where that means nothing."""
    known = SUBSTANCES.get(substance or "", Substance())
    per_mole = {"mass": known.grams, "moles": 1.0, "equivalents": known.valence, "units": known.units}[kind]
    return float("nan") if per_mole is None else float(per_mole)


def _cells_per_litre(source: str, unit: str, to: str) -> float:
    number, _, volume = source.rpartition("/")
    number, volume = number.strip(), volume.strip()
    if volume not in _VOLUME:
        raise UnknownUnit(unit, to)
    power = _POWER.match(number)
    size = 10.0 ** int(power[1]) if power else 1.0
    word = number[power.end() :].strip() if power else number
    if not power and word in {"k", "thousand", "thousands"}:
        size, word = 1e3, ""
    if word not in _COUNTED:
        raise UnknownUnit(unit, to)
    return size / _VOLUME[volume][0]


def _tidy(unit: str) -> str:
    if unit.strip() in {"M", "mM", "µM", "μM", "uM", "nM"}:  # molar: in lower case they would be metres
        unit = unit.replace("M", "mol/L")
    text = _SUPERSCRIPTS.sub(lambda found: "^" + unicodedata.normalize("NFKC", found[0]), unit)
    text = unicodedata.normalize("NFKC", text).casefold().replace("×", "x")
    return " ".join(text.split()).strip(" .").replace(" per ", "/")


def _rounded(value: float) -> float:
    return float(f"{value:.10g}")
