"""What `bench/falsehoods.py` is made of: texts that others wrote, and the interfaces that falsehoods are tried on."""

from importlib.util import find_spec
from pathlib import Path

import pramana

if find_spec("pramana.evals") is None:  # an older version is measured: it is asked with the falsehoods of this one
    pramana.__path__.append(str(Path(__file__).resolve().parents[2] / "src" / "pramana"))
