"""What is said of a seed without data holds on all data."""

from __future__ import annotations

from typing import Any

import pytest
from anot_seeds import EXTRACTIONS, dags, seed_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.anot import CompiledDag, Failed, Severity, check_seed

MAGNITUDE = {"OutOfRange", "SizeExceeded", "StepsExceeded"}
SETTINGS = settings(max_examples=400)


@pytest.mark.slow
@SETTINGS
@given(dags(), st.lists(EXTRACTIONS, min_size=1, max_size=4))
def test_a_seed_without_warnings_never_fails(steps: list[tuple[str, str]], entities: list[Any]) -> None:
    """Where nothing but notes is found, no formula fails on extractions that fit the fields, but by size."""
    seed = seed_of(steps)
    if any(finding.severity is not Severity.NOTE for finding in check_seed(seed)):
        return
    dag = CompiledDag(seed)
    for extractions in [[], *entities]:
        lost = {
            name: each
            for name, each in dag.run(extractions).items()
            if isinstance(each, Failed) and each.name not in MAGNITUDE
        }
        assert lost == {}, (steps, extractions)
