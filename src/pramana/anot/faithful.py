"""Whether a seed says what its task formula says, as far as code can see: no number left out, none made up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pramana.anot.seed import FormulaSeed
from pramana.errors import FormulaRefused
from pramana.expr import parse_formula
from pramana.findings import Finding, Severity

_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_NUMBER = re.compile(r"(?<![\w.,-])-?\d[\d,]*(?:\.\d+)?(?:\s?(?P<percent>%|percent))?(?![\w-]|\.\d)")
_COUNTED = re.compile(r"^\s*\(?\d+[.)]\s", re.MULTILINE)
_USUAL = frozenset((0.0, 1.0, 100.0, 7.0, 12.0, 24.0, 30.0, 60.0, 365.0, 365.25, 1000.0))
"""Numbers that a formula may need for itself: nothing, one, percents, parts of time."""


def faithful(seed: FormulaSeed, formula: str) -> Iterator[Finding]:
    """Yield a warning for each number and date of the task formula that is missing from the seed, and a note for
    each number of a step that the task formula does not contain."""
    told = _COUNTED.sub(" ", formula)
    prompts = " ".join((seed.extraction_prompt, *(field.description for field in seed.fields)))
    steps = {step.name: list(_constants(step.formula)) for step in seed.compute_dag}
    texts = [prompts, *(each for found in steps.values() for each in found if isinstance(each, str))]
    for day in dict.fromkeys(_DATE.findall(told)):
        if not any(day in text for text in texts):
            yield Finding("compute_dag", Severity.WARNING, f"the task formula's {day} is missing from the seed")
    known = {abs(each) for found in steps.values() for each in found if not isinstance(each, str)}
    known |= {value for text in texts for values in _numbers(text).values() for value in values}
    asked = _numbers(_DATE.sub(" ", told))
    for shown, values in asked.items():
        if not known & values:
            mend = "write it into its formula, or change nothing where it does not belong to a rule"
            yield Finding("compute_dag", Severity.WARNING, f"the task formula's {shown} is missing from the seed", mend)
    given = _USUAL.union(*asked.values())
    for index, (name, found) in enumerate(steps.items()):
        for each in dict.fromkeys(found):
            if not isinstance(each, str) and abs(each) not in given:
                yield Finding(
                    f"compute_dag.{index}.formula", Severity.NOTE, f"{name}: the task formula has no {each:g}"
                )


def _numbers(text: str) -> dict[str, frozenset[float]]:
    """Return numbers as written, each with what a formula may write for it: 20 % is 20 or 0.2."""
    found = {}
    for match in _NUMBER.finditer(text):
        value = abs(float(match.group().removesuffix(match["percent"] or "").strip().replace(",", "")))
        found[match.group().rstrip(",")] = frozenset((value, value / 100) if match["percent"] else (value,))
    return found


def _constants(formula: str) -> Iterator[float | str]:
    """Yield the numbers and texts of a formula; nothing of one that cannot be read."""
    try:
        tree = parse_formula(formula.strip())
    except FormulaRefused:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float, str):
            yield node.value  # type: ignore[misc]
