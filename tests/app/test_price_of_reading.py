"""The price of reading: estimates near what happens, and the goals that the default policy is held to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
STORY = (ROOT / "demo" / "documents" / "christmas_carol_stave_five.txt").read_text("utf-8")
PEOPLE = ("Anna Berg", "Ravi Kumar", "Mrs. Holt", "the treasurer", "Professor Lind", "the mayor", "Tom Ashby")
DEEDS = ("presented the budget", "repaired the bridge", "rented a hall", "sold three ships", "opened the archive")
REPORT = " ".join(
    f"{PEOPLE[number % 7]} {DEEDS[number % 5]} in {1900 + number}. They praised it because the work was done on day "
    f"{number}."
    for number in range(70)
)
"""Hundred and forty lines, no two of which are equal."""


def measured(folder: Path, text: str, policy: str) -> dict[str, Any]:
    """Return what the benchmark counts for a text."""
    story = folder / "christmas_carol" / "christmas_carol.txt"
    story.parent.mkdir()
    story.write_text(text, "utf-8")
    command = [sys.executable, ROOT / "bench" / "price.py", folder, "--policy", policy, "--quick", "--json"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
    [found] = json.loads(done.stdout)
    return dict(found)


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["batched", "fast_path", "full"])
@pytest.mark.parametrize("text", [STORY, REPORT], ids=["story", "report"])
def test_an_estimate_is_within_thirty_percent(tmp_path: Path, text: str, policy: str) -> None:
    """Calls and input tokens of reading and of all passes, estimated before and counted by the server after."""
    found = measured(tmp_path, text, policy)
    parts = [found["parts"][name] for name in ("reading", "links", "references")]
    for said, real in (("calls", "calls"), ("prompt_tokens", "input"), ("completion_tokens", "output")):
        happened = sum(part[real] for part in parts)
        assert 0.7 * happened <= found["estimated"][said] <= 1.3 * happened, (said, found["estimated"][said], happened)


@pytest.mark.slow
def test_passes_and_questions_keep_to_their_goals(tmp_path: Path) -> None:
    """Passes take no more than one call for five lines, a question four calls at most."""
    found = measured(tmp_path, STORY, "batched")
    passes = [found["parts"][name]["calls"] for name in ("links", "references")]
    assert sum(passes) <= 0.2 * found["lines"]
    assert found["parts"]["asking"]["calls"] <= 4 * 8
