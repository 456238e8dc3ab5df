"""Runs every row of a MedCalc-Bench file and prints, for each calculator, how many answers lie within its limits.

    python examples/medcalc/run.py one_shot_data.csv
"""

from __future__ import annotations

import ast
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from medcalc import compute, find
from medcalc.rows import Row, read_rows, within
from pramana.errors import InputError, UnknownName
