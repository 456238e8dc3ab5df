"""The ticket example: another domain by the same means, with a truth that the seed S1 computes."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
from reviews.generate import write_planted
from tickets.generate import services

from pramana.anot import Results, template
from pramana.anot.evaluation import evaluate, load_truth
from pramana.app.anot_runs import AnotSession

S1 = template("s1")


def test_the_same_seed_makes_the_same_services() -> None:
    """Another seed makes others; every ticket is labelled with values of the seed's fields."""
    first = list(services(5, seed=3))
    assert first == list(services(8, seed=3))[:5]
    assert first != list(services(5, seed=4))
    for planted in first:
        for label in planted.labels.values():
            assert all(label[each.name] in each.values for each in S1.fields if each.type == "enum")


def test_the_embedded_model_beats_the_constant(tmp_path: Path) -> None:
    """On 150 services most of which are quiet; no ticket that gives orders counts as a failure."""
    data, truth = tmp_path / "tickets.jsonl", tmp_path / "truth.jsonl"
    write_planted(services(150, 5), "s1", data, truth)

    async def whole() -> list[dict]:
        async with AnotSession(None, tmp_path / "run.db") as session:
            report = await session.runs.run(S1, data)
            return list(Results(session.database, report.run))

    results = anyio.run(whole)
    found = evaluate(results, load_truth(truth), S1.output_fields, order=["Watch", "Act", "Escalate"])
    assert found.confusion is not None
    assert found.confusion.macro_f1 > 0.7 > 0.4 > found.confusion.constant.macro_f1
    assert all(ranking.adjusted_auprc > 0.8 for ranking in found.rankings)
    orders = [
        each for body in results for each in body["extractions"] if each["values"]["review_validity"] == "adversarial"
    ]
    assert orders and json.dumps(orders).count('"impact": "none"') == len(orders)
