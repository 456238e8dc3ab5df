"""The compute DAG executed: values, named errors, and what is blocked."""

from __future__ import annotations

import time
from typing import Any

import pytest
from anot_seeds import EXTRACTIONS, dags, seed_of
from hypothesis import given, settings

from pramana.anot import Blocked, CompiledDag, Failed, PrimitiveValue, check_seed, explain, seed_errors, template
from pramana.canonical import canonical
from pramana.expr import MAX_WEIGHT

PLAIN = {"review_date": None, "review_stars": None, "review_useful": None}


def told(severity: str, account: str, interaction: str, validity: str = "valid", date: str | None = None) -> Any:
    return {
        "incident_severity": severity,
        "account_type": account,
        "safety_interaction": interaction,
        "review_validity": validity,
        **PLAIN,
        "review_date": date,
    }


def test_the_allergy_example_comes_out_as_by_hand() -> None:
    """One mild and one severe incident, three years old at the newest, a betrayal, and four that do not count."""
    extractions = [
        told("mild", "firsthand", "none", date="2019-06-01"),
        told("severe", "firsthand", "betrayal", date="2022-01-01"),
        told("severe", "secondhand", "negative", date="2024-12-31"),
        told("severe", "firsthand", "betrayal", "adversarial", date="2024-12-31"),
        told("none", "hypothetical", "none", date="2024-12-31"),
        told("none", "firsthand", "positive"),
    ]
    found = {name: each.value for name, each in CompiledDag(template("g1a")).run(extractions).items()}
    decay = 1.0 - 0.15 * 1096 / 365.25
    assert found["newest_incident_days"] == 1096
    assert (found["n_mild"], found["n_severe"], found["n_total_incidents"], found["incident_score"]) == (1, 1, 2, 17)
    assert found["recency_decay"] == decay
    assert found["trust_impact"] == 3.5
    assert found["final_risk_score"] == 2.0 + 17 * decay + 3.5
    assert found["verdict"] == "Critical Risk"
    quiet = CompiledDag(template("g1a")).run([])
    assert (quiet["final_risk_score"], quiet["verdict"]) == (PrimitiveValue(2.0), PrimitiveValue("Low Risk"))
    old = CompiledDag(template("g1a")).run([told("moderate", "firsthand", "none", date="1999-01-01")])
    assert (old["recency_decay"], old["verdict"]) == (PrimitiveValue(0.3), PrimitiveValue("Low Risk"))


def test_an_error_is_the_primitives_own_and_blocks_what_rests_on_it() -> None:
    """A failed step has the error's name and place, those behind it are blocked by its name, the others have values."""
    steps = {"n": "len(extractions)", "share": "1 / n", "low": "max([e['sev'] for e in extractions])"}
    steps |= {"score": "share * 2", "both": "[str_, score]", "str_": "low", "fine": "n + 1"}
    found = CompiledDag(seed_of(steps)).run([])
    assert found["n"] == PrimitiveValue(0)
    assert found["fine"] == PrimitiveValue(1)
    failed = found["share"]
    assert isinstance(failed, Failed)
    assert (failed.name, failed.error) == (
        "DivisionByZero",
        "DivisionByZero: the divisor is 0 in 1 / n (line 1, column 0).",
    )
    assert failed.as_json() == {"error": "DivisionByZero", "message": failed.error}
    assert found["score"] == Blocked(("share",))
    assert found["both"] == Blocked(("share", "low"))
    assert found["both"].as_json() == {"blocked": ["share", "low"]}


def test_the_budget_of_steps_grows_with_the_items() -> None:
    """A formula that passes over each item a few times works for any number of items; a runaway one does not."""
    dag = CompiledDag(seed_of({"n": "sum(1 for e in extractions if e['sev'] == 'mild' and e['who'] == 'self')"}))
    one = {"sev": "mild", "who": "self", **PLAIN}
    assert dag.run([one] * 300_000)["n"] == PrimitiveValue(300_000)
    square = CompiledDag(seed_of({"n": "sum(1 for e in extractions for f in extractions if e['sev'] == f['sev'])"}))
    found = square.run([one] * 5_000)["n"]
    assert isinstance(found, Failed)
    assert found.name == "StepsExceeded"


@pytest.mark.slow
@settings(max_examples=150)
@given(dags(), EXTRACTIONS)
def test_every_primitive_has_a_value_an_error_or_is_blocked(steps: list[tuple[str, str]], extractions: Any) -> None:
    """Whatever the seed and the data, each step ends in one of three ways, and blocked ones rest on failed ones."""
    seed = seed_of(steps)
    if seed_errors(check_seed(seed)):
        return
    dag = CompiledDag(seed)
    found = dag.run(extractions)
    assert list(found) == list(dag.order)
    for name, each in found.items():
        if isinstance(each, Blocked):
            assert each.on
            assert all(isinstance(found[root], Failed) for root in each.on)
        else:
            assert all(isinstance(found[need], PrimitiveValue) for need in dag.needs[name])
    assert dag.run(extractions) == found


@pytest.mark.slow
def test_the_values_of_an_entity_have_one_bound_of_length() -> None:
    """Values that share their parts are short in memory; as JSON, all of an entity's together are bounded."""
    steps = [("one", "['0123456789']")]
    for at in range(1, 17):
        steps.append((f"n{at}", f"[{steps[-1][0]}, {steps[-1][0]}]"))
    wide = [(f"w{at}", f"[n16, {at}]") for at in range(8)]
    seed = seed_of([*steps, *wide])
    began = time.thread_time()
    found = CompiledDag(seed).run([])
    kinds = [type(found[name]) for name, _ in wide]
    assert (kinds[0], kinds[-1]) == (PrimitiveValue, Failed)
    assert isinstance(failed := found["w7"], Failed)
    assert failed.name == "SizeExceeded"
    assert len(canonical({name: each.as_json() for name, each in found.items()})) < 2 * MAX_WEIGHT
    assert time.thread_time() - began < 10


def test_formulas_read_the_entity_and_explain_shows_it() -> None:
    """What a formula names is kept in the result, and nothing else of the entity; a missing key is an error."""
    steps = {
        "thai": "'thai' in lower(get(entity, 'cuisine', ''))",
        "price": "number(entity['price'])",
        "risk": "count_where(extractions, 'sev', 'severe', 'who', 'self') * (2 if thai else 1)",
    }
    dag = CompiledDag(seed_of(steps))
    record = {"sev": "severe", "who": "self"}
    assert dag.entity_read({"id": "a", "cuisine": "Thai", "price": "4", "long": "x" * 99}) == {
        "cuisine": "Thai",
        "price": "4",
    }
    made = dag.run([record, {**record, "who": "other"}], entity={"cuisine": "Thai", "price": "4"})
    assert [made[name] for name in steps] == [PrimitiveValue(True), PrimitiveValue(4), PrimitiveValue(2)]
    lost = dag.run([record], entity={"cuisine": "Thai"})["price"]
    assert isinstance(lost, Failed) and lost.name == "MissingKey"
    result = {"entity": "a", "status": "done", "items": {"all": 1}, "entity_fields": {"cuisine": "Thai", "price": "4"}}
    said = {"item": "1", "status": "checked", "values": record}
    primitives = {"thai": True, "price": 4, "risk": 2}
    told = str(explain(dag.seed, {**result, "primitives": primitives, "extractions": [said]}, "risk"))
    assert "item 1 (+2): sev 'severe', who 'self'" in told and "entity cuisine 'Thai'" in told


def test_a_formula_that_names_a_key_by_a_value_reads_all_of_the_entity() -> None:
    """Which key it is is not known before."""
    dag = CompiledDag(seed_of({"key": "'b'", "x": "entity[key]"}))
    assert dag.run([], entity=dag.entity_read({"a": 1, "b": 2}))["x"] == PrimitiveValue(2)
