"""Rows of a MedCalc-Bench file: a question, a patient's values, the answer's limits."""

from __future__ import annotations

import ast
import csv
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from medcalc.catalogue import Answer
from pramana.errors import InputError

COLUMNS = ("Row Number", "Calculator Name", "Question", "Relevant Entities", "Lower Limit", "Upper Limit")


@dataclass(frozen=True, slots=True)
class Row:
    """`lower` and `upper` as they stand in the file: numbers, a date, or weeks and days. `entities` None where the
    file's are no dictionary."""

    number: str
    calculator: str
    question: str
    note: str
    entities: Mapping[str, Any] | None
    lower: str
    upper: str


def read_rows(path: str | Path) -> Iterator[Row]:
    """Yield the rows of a CSV file. Raises InputError that names a missing column."""
    csv.field_size_limit(10_000_000)
    with Path(path).open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"{path} has no column {', '.join(map(repr, missing))}.")
        for row in reader:
            yield Row(
                row["Row Number"],
                row["Calculator Name"],
                row["Question"],
                row.get("Patient Note") or "",
                _entities(row["Relevant Entities"]),
                row["Lower Limit"],
                row["Upper Limit"],
            )


def within(answer: Answer, lower: str, upper: str) -> bool:
    """Return whether an answer lies within its limits, both included; a date or an age in weeks must be the same."""
    if isinstance(answer, int | float):
        try:
            low, high = sorted((float(lower), float(upper)))
        except ValueError:
            return False
        return low <= answer <= high
    found = re.findall(r"\d+", " ".join(answer) if isinstance(answer, tuple) else answer)
    return [int(part) for part in found] == [int(part) for part in re.findall(r"\d+", lower)]


def _entities(text: str) -> Mapping[str, Any] | None:
    """Return what a Python literal or JSON says: nothing in the text is ever run."""
    for read in (ast.literal_eval, json.loads):
        try:
            found = read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(found, dict) and all(isinstance(name, str) for name in found):
            return found
    return None
