"""The forty files of `bench/files.py`: what ought to be read is, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_what_ought_to_be_read_is_read() -> None:
    """Every fact of a readable file is a whole line; every other file is named, with a reason."""
    for extra in ("docx", "pptx", "openpyxl", "docutils"):
        pytest.importorskip(extra)
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "files.py", "--markdown"], capture_output=True, text=True, check=False
    )
    assert done.stdout.endswith("40 files, 17 kinds that are read; 0 not as they ought to be\n"), done.stdout
    page = (ROOT / "docs" / "documents.md").read_text("utf-8")
    assert all(f"| {row.split(' | ')[0].strip('| ')} |" in page for row in done.stdout.splitlines()[:-1])
