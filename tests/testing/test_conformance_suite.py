"""The conformance suite finds what is wrong, and holds authors to their gaps."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ADAPTER = """
from pramana.graph.adapters import MemoryAdapter
from pramana.testing.conformance import AdapterConformance

class Lossy(MemoryAdapter):
    def find_nodes(self, where=None, limit=None):
        return super().find_nodes(where, None)

class TestLossy(AdapterConformance):
    gaps = {gaps}

    def build(self, nodes, edges):
        return Lossy.of(nodes, edges)
"""
NARROW = "test_limit_applies_after_the_order or (test_counts and not hash) or test_every_gap_names_a_test"


def outcome(folder: Path, gaps: dict[str, str]) -> tuple[int, str]:
    (folder / "test_lossy.py").write_text(ADAPTER.replace("{gaps}", repr(gaps)), "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NARROW, "test_lossy.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.slow
def test_a_fault_fails_unless_it_is_a_gap(tmp_path: Path) -> None:
    """An adapter that passes over the limit fails the test of limits; declared as a gap, the test is expected to."""
    code, shown = outcome(tmp_path, {})
    assert (code, "1 failed, 2 passed" in shown) == (1, True), shown
    code, shown = outcome(tmp_path, {"test_limit_applies_after_the_order": "it has no limits"})
    assert (code, "2 passed" in shown, "1 xfailed" in shown) == (0, True, True), shown


@pytest.mark.slow
def test_a_gap_that_is_none_fails(tmp_path: Path) -> None:
    """A gap whose test passes, or that names no test, is an error."""
    gaps = {"test_limit_applies_after_the_order": "it has no limits"}
    code, shown = outcome(tmp_path, {**gaps, "test_counts": "it cannot count"})
    assert (code, "XPASS(strict)" in shown) == (1, True), shown
    code, shown = outcome(tmp_path, {**gaps, "test_no_such": "a slip"})
    assert (code, "test_every_gap_names_a_test" in shown) == (1, True), shown
