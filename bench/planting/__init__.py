"""What `bench/falsehoods.py` is made of: texts that others wrote, and the interfaces that falsehoods are tried on."""

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

if find_spec("pramana.evals") is None:  # version 0.1.0 is measured: it is asked with the falsehoods of this one
    _here = ModuleType("pramana.evals")
    _here.__path__ = [str(Path(__file__).resolve().parents[2] / "src" / "pramana" / "evals")]
    sys.modules["pramana.evals"] = _here
