"""Claims by two writers who had not seen the rules: three false ones and a true one of each of a hundred lines."""

from __future__ import annotations

import json
from pathlib import Path

from pramana.claims import ClaimVerdict, check

ATTACKS = Path(__file__).parent / "attacks.jsonl"


def test_no_false_claim_of_an_attack_is_supported_and_no_true_one_contradicted() -> None:
    """The false ones use the lines' own words and names, and were written to be taken for true by a machine."""
    rows = [json.loads(line) for line in ATTACKS.read_text("utf-8").splitlines()]
    assert sorted({row["label"] for row in rows}) == [False, True]
    wrong = {False: ClaimVerdict.SUPPORTED, True: ClaimVerdict.CONTRADICTED}
    found = [row["claim"] for row in rows if check(row["claim"], [row["evidence"]]).verdict is wrong[row["label"]]]
    assert (len(rows), found) == (400, [])
