"""The review example: seeded, with a truth that the seed computes, and hard enough that a constant fails."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest
from reviews.generate import restaurants, write

from pramana.anot import Results, template
from pramana.anot.evaluation import evaluate, load_truth
from pramana.app.anot_runs import AnotSession

G1A = template("g1a")


def test_the_same_seed_makes_the_same_restaurants() -> None:
    """Another seed makes others; a restaurant hangs on its number and the seed alone."""
    first = list(restaurants(5, seed=3))
    assert first == list(restaurants(8, seed=3))[:5]
    assert first != list(restaurants(5, seed=4))


def test_every_review_is_labelled_with_values_of_the_seed() -> None:
    """The labels fit the seed's fields."""
    for planted in restaurants(30):
        assert list(planted.labels) == [review["id"] for review in planted.entity["reviews"]]
        for label in planted.labels.values():
            assert all(label[field.name] in field.values for field in G1A.fields)


@pytest.mark.slow
def test_the_embedded_model_beats_the_constant_by_the_adjusted_measures(tmp_path: Path) -> None:
    """On 150 restaurants most of which are safe; adversarial reviews steer nothing."""
    data, truth = tmp_path / "reviews.jsonl", tmp_path / "truth.jsonl"
    write(150, 5, 30, data, truth)

    async def whole() -> list[dict]:
        async with AnotSession(None, tmp_path / "run.db") as session:
            report = await session.runs.run(G1A, data)
            return list(Results(session.database, report.run))

    results = anyio.run(whole)
    found = evaluate(results, load_truth(truth), G1A.output_fields)
    assert found.confusion is not None
    assert found.confusion.constant.accuracy > 0.6
    assert found.confusion.macro_f1 > 0.75 > 0.4 > found.confusion.constant.macro_f1
    assert all(ranking.adjusted_auprc > 0.9 for ranking in found.rankings)
    orders = [
        each for body in results for each in body["extractions"] if each["values"]["review_validity"] == "adversarial"
    ]
    assert orders and json.dumps(orders).count('"incident_severity": "none"') == len(orders)
