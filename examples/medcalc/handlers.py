"""What the graph calls, for `pramana stategraph run --handlers`: answered by rule, without a model."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from medcalc.graph import register
from pramana.stategraph import Registry

registry = register(Registry())
