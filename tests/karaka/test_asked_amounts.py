"""Questions for an amount are answered by amounts alone, however these are written."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana
from pramana.karaka.line_answers import AMOUNTS
from pramana.language import AnswerKind


@pytest.mark.parametrize(
    "amount",
    [
        *("£40", "£2.4 million", "GBP 40", "40 euros", "3 million yen", "2,400 Swiss francs", "12 cents"),
        *("forty pounds", "sixty-three pounds", "two million pounds", "half a million dollars"),
        "a hundred thousand pounds",
    ],
)
def test_a_price_is_found_whole(amount: str) -> None:
    found = AMOUNTS[AnswerKind.PRICE].search(f"They paid {amount} for the boat.")
    assert found is not None and found[0].strip() == amount


@pytest.mark.parametrize("text", ["a pound of butter", "in May 2024", "the GBP", "room 12"])
def test_what_is_no_price_is_not_found(text: str) -> None:
    assert AMOUNTS[AnswerKind.PRICE].search(text) is None


def test_a_quality_is_no_amount(tmp_path: Path) -> None:
    """*The rent was too high* does not say how much it is."""
    (tmp_path / "a.txt").write_text("Tyler left because the rent was too high. The fee is £40.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        assert ws.ask("How much is the rent?").status == "NO_MATCH"
        assert ws.ask("How much is the fee?").answer.startswith("£40")
