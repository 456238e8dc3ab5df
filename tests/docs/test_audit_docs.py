"""The guide to audits: its snippet runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "audit.md").read_text("utf-8")


def test_the_audit_snippet_runs() -> None:
    """The guide's script runs as it stands, and what it asserts is so."""
    (snippet,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
