"""Measures of verdicts, held to values worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.anot.evaluation import Confusion, average_precision, evaluate, load_truth
from pramana.errors import InputError

SKEWED = [("Low", "Low")] * 7 + [("High", "Low")] * 1 + [("High", "High")] * 1 + [("Low", "High")] * 1


def test_average_precision_is_that_of_the_hand() -> None:
    """Ranks + - + + -: (1/1 + 2/3 + 3/4) / 3."""
    scored = [(0.9, True), (0.8, False), (0.7, True), (0.6, True), (0.5, False)]
    assert average_precision(scored) == pytest.approx(float((1 + Fraction(2, 3) + Fraction(3, 4)) / 3))


def test_equal_scores_are_one_threshold() -> None:
    """A constant score reaches the share of positives, however the data are ordered."""
    assert average_precision([(1.0, True), (1.0, False), (1.0, False), (1.0, False)]) == 0.25
    assert average_precision([(2.0, True), (1.0, False), (1.0, True), (0.0, False)]) == pytest.approx(0.5 + 0.5 * 2 / 3)
    with pytest.raises(ValueError, match="nothing is positive"):
        average_precision([(1.0, False)])


@given(
    st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=20).filter(
        lambda x: any(b for _, b in x)
    ),
    st.randoms(),
)
def test_average_precision_does_not_hang_on_the_order_of_the_data(
    scored: list[tuple[float, bool]], chance: Any
) -> None:
    """Shuffled data give the same area, above 0 and at most 1."""
    area = average_precision(scored)
    shuffled = list(scored)
    chance.shuffle(shuffled)
    assert average_precision(shuffled) == area
    assert 0 < area <= 1


def test_a_confusion_matrix_has_the_measures_of_the_hand() -> None:
    """Of Low 7 of 8 and of High 1 of 2 are found: F1 14/16 and 2/4, macro-F1 0.6875, balanced accuracy 0.6875."""
    found = Confusion.of(SKEWED, ["Low", "High"])
    assert found.accuracy == 0.8
    assert [each.f1 for each in found.scores()] == [14 / 16, 2 / 4]
    assert found.macro_f1 == pytest.approx((14 / 16 + 2 / 4) / 2)
    assert found.balanced_accuracy == pytest.approx((7 / 8 + 1 / 2) / 2)


def test_always_low_does_not_look_good() -> None:
    """The constant is as accurate, and falls behind by macro-F1 (8/18·2/2) and balanced accuracy (1/2)."""
    constant = Confusion.of(SKEWED).constant
    assert constant.accuracy == 0.8
    assert constant.macro_f1 == pytest.approx((16 / 18) / 2)
    assert constant.balanced_accuracy == 0.5


def results(*rows: tuple[str, float, str]) -> list[dict[str, Any]]:
    return [{"entity": entity, "primitives": {"score": score, "verdict": verdict}} for entity, score, verdict in rows]


def test_each_primitive_is_held_to_its_truth() -> None:
    """Numbers within rounding, texts to the letter; an entity without a result is wrong and named."""
    truth: dict[str, dict[str, Any]] = {
        "a": {"score": 0.3, "verdict": "Low"},
        "b": {"score": 9, "verdict": "High"},
        "c": {"verdict": "Low"},
        "d": {"score": 4, "verdict": "Low"},
    }
    found = evaluate(results(("a", 0.1 + 0.2, "Low"), ("b", 5, "High"), ("c", 1, "High")), truth, ["score", "verdict"])
    score, verdict = found.agreements
    assert (score.count, score.right, score.error) == (3, 1, pytest.approx(2.0))
    assert (verdict.count, verdict.right, verdict.majority) == (4, 2, 3)
    assert (found.missing, found.verdict, found.score) == (("d",), "verdict", "score")
    assert found.confusion is not None and found.confusion.classes == ("Low", "High", "(none)")
    (ranking,) = found.rankings
    assert (ranking.name, ranking.positives, ranking.auprc, ranking.adjusted_auprc) == ("High", 1, 1.0, 1.0)


def test_a_constant_score_has_an_adjusted_auprc_of_nothing() -> None:
    """It ranks as well as chance: 0, whatever the share of positives."""
    truth = {str(n): {"verdict": "High" if n < 3 else "Low"} for n in range(10)}
    rows = results(*((name, 1.0, "Low") for name in truth))
    found = evaluate(rows, truth, ["score", "verdict"], order=["Low", "High"])
    assert (found.rankings[0].auprc, found.rankings[0].adjusted_auprc) == (pytest.approx(0.3), pytest.approx(0.0))


def test_truth_is_read_from_csv_and_json_lines(tmp_path: Path) -> None:
    """Numbers are numbers, words words, an empty cell is not known; a file without entities is refused."""
    (tmp_path / "t.csv").write_text("entity,n,verdict\n1,2,Low\nb,,High Risk\n", "utf-8")
    assert load_truth(tmp_path / "t.csv") == {"1": {"n": 2, "verdict": "Low"}, "b": {"verdict": "High Risk"}}
    (tmp_path / "t.jsonl").write_text('{"entity": "a", "n": 1}\n', "utf-8")
    assert load_truth(tmp_path / "t.jsonl") == {"a": {"n": 1}}
    (tmp_path / "bad.jsonl").write_text('{"n": 1}\n', "utf-8")
    with pytest.raises(InputError, match="has an `entity`"):
        load_truth(tmp_path / "bad.jsonl")
