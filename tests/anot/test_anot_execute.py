"""FILTER, LLM_FOREACH, COMPUTE together: order, concurrency, what is read again and what is not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import anyio
import pytest
from anot_seeds import seed_of

from pramana.anot import (
    ANOT_SCHEMA,
    PROMPTS,
    Entity,
    EntityResult,
    Executor,
    Extractions,
    FormulaSeed,
    Item,
    UnreadableEntity,
)
from pramana.anot.execute import ENTITIES_A_WINDOW
from pramana.anot.explanation import explain
from pramana.errors import BudgetExceeded, InputError, OutputInvalid, SeedRefused, UnknownName
from pramana.llm import RESPONSE_SCHEMA, Ask, Budget
from pramana.store import Database
from pramana.testing import Script, scripted_gateway
from pramana.trace import Trail

STEPS = {
    "severe": "sum(1 for e in extractions if e['sev'] == 'severe')",
    "share": "severe / len(extractions)",
    "verdict": "'bad' if share > 0.5 else 'good'",
    "stars": "sum(e['review_stars'] for e in extractions)",
}
SEED = seed_of(STEPS, extraction_prompt="{review_text}")
NOTHING: dict[str, Any] = {
    "sev": "none",
    "who": "none",
    "amount": None,
    "count": None,
    "again": None,
    "day": None,
    "dish": None,
}


def model(ask: Ask) -> dict[str, Any]:
    """Answer severe, with its quote, where the text says so."""
    if "severe" in ask.value.review_text:
        return {**NOTHING, "sev": "severe", "quotes": {"sev": "severe"}}
    return NOTHING


def entity(name: str, *texts: str) -> Entity:
    return Entity(name, [Item(str(index), text, "2024-01-01", 3) for index, text in enumerate(texts, 1)])


class Execution:
    """Executors on one database, and what the model was asked."""

    def __init__(self, script: Script = model) -> None:
        self.database = Database(None, [RESPONSE_SCHEMA, ANOT_SCHEMA])
        self.asked: list[str] = []
        self._script = script

    def script(self, ask: Ask) -> Any:
        self.asked.append(ask.value.review_text)
        return self._script(ask)

    def run(
        self, entities: Iterable[Entity | UnreadableEntity], seed: FormulaSeed = SEED, budget: Budget | None = None
    ) -> list[EntityResult]:
        gateway = scripted_gateway(self.script, PROMPTS, database=self.database, budget=budget)
        executor = Executor(seed, gateway, extractions=Extractions(self.database))
        self.results: list[EntityResult] = []

        def accept(made: Sequence[EntityResult], trail: Trail) -> None:
            self.results += made

        anyio.run(executor.run, entities, accept)
        return self.results


def body(result: EntityResult, seed: FormulaSeed = SEED) -> dict[str, Any]:
    return result.output_line(seed.output_fields)


def test_only_relevant_items_are_read_and_primitives_follow() -> None:
    """Items without a keyword are not asked about; values are the formulas' over what was extracted."""
    found = Execution()
    (result,) = found.run([entity("a", "nut: severe", "a severe storm", "peanut ok")])
    assert sorted(found.asked) == ["nut: severe", "peanut ok"]
    made = body(result)
    assert made["values"] == {"severe": 1, "share": 0.5, "verdict": "good", "stars": 6}
    assert made["items"] == {"all": 3, "relevant": 2, "read": 2}
    assert [each["keyword"] for each in made["extractions"]] == ["nut", "nut"]


def test_a_formula_that_fails_is_named_and_blocks_what_rests_on_it() -> None:
    """No relevant item: the share divides by zero, the verdict is blocked, the counts stand; never a number instead."""
    (result,) = Execution().run([entity("a", "soup")])
    made = body(result)
    assert made["status"] == "partial"
    assert made["values"] == {"severe": 0, "share": None, "verdict": None, "stars": 0}
    assert made["without_value"]["share"]["error"] == "DivisionByZero"
    assert made["without_value"]["verdict"] == {"blocked": ["share"]}


def test_a_changed_formula_reads_nothing_again() -> None:
    """Formulas, keywords and outputs decide no extraction; a changed prompt does."""
    found = Execution()
    entities = [entity("a", "nut severe", "nut mild"), entity("b", "nut severe")]
    found.run(entities)
    assert sorted(found.asked) == ["nut mild", "nut severe"]  # equal items are one question
    found.asked.clear()
    seed = seed_of({"n": "len(extractions) * 10"}, extraction_prompt="{review_text}", filter_keywords=["severe"])
    assert [body(each, seed)["values"] for each in found.run(entities, seed)] == [{"n": 10}, {"n": 10}]
    assert found.asked == []
    found.run(entities, SEED.with_values(extraction_prompt="Anew: {review_text}"))
    assert len(found.asked) == 2


def test_one_entitys_failure_is_that_entitys() -> None:
    """An item without a valid answer leaves its entity undecided, one that is broken is failed; the others are done."""

    def script(ask: Ask) -> Any:
        return OutputInvalid("nonsense") if "broken" in ask.value.review_text else model(ask)

    entities = [
        entity("a", "nut severe"),
        entity("b", "nut broken", "nut severe"),
        UnreadableEntity("c", "line 3"),
        entity("d", "nut"),
    ]
    found = Execution(script)
    results = found.run(entities)
    assert [(each.entity, each.status) for each in results] == [
        *(("a", "done"), ("b", "undecided"), ("c", "failed"), ("d", "done"))
    ]
    made = body(results[1])
    assert made["values"] == {"severe": None, "share": None, "verdict": None, "stars": 6}  # stars are the items' own
    assert made["provisional"]["share"] == 1.0
    assert made["undecided"]["items"] == {"failed": 1}
    assert [each["status"] for each in made["extractions"]] == ["failed", "checked"]
    found.asked.clear()
    found.run(entities)
    assert found.asked == ["nut broken"]  # what failed is asked again, and nothing else


@pytest.mark.parametrize("error", [ValueError("no luck"), KeyError("x"), ZeroDivisionError()], ids=repr)
def test_a_model_that_raises_fails_its_item_alone(error: Exception) -> None:
    """An error that is none of ours is the item's failure, by name; what was read is kept, and it alone is asked again."""
    broken = True

    def raising(ask: Ask) -> Any:
        if broken and "mild" in ask.value.review_text:
            raise error
        return model(ask)

    run = Execution(raising)
    entities = [entity("a", "nut severe"), entity("b", "nut mild"), entity("c", "nut severe too")]
    run.run(entities)
    statuses = [made["status"] for result in run.results for made in body(result)["extractions"]]
    assert (len(run.results), statuses.count("failed")) == (3, 1)
    assert type(error).__name__ in str(body(run.results[1]))
    broken = False
    run.asked.clear()
    run.run(entities)
    assert run.asked == ["nut mild"]


def test_results_come_in_the_order_of_the_data() -> None:
    """Whichever answer comes first, over several windows."""

    async def script(ask: Ask) -> Any:
        await anyio.sleep(0.001 * (ord(ask.value.review_text[-1]) % 3))
        return model(ask)

    count = 2 * ENTITIES_A_WINDOW + 5
    results = Execution(script).run(entity(str(number), f"nut {number}") for number in range(count))
    assert [(each.position, each.entity) for each in results] == [(n, str(n)) for n in range(count)]


def test_a_budget_stops_before_it_is_passed_and_the_next_run_goes_on() -> None:
    """What was answered is not asked again."""
    found = Execution()
    entities = [entity("a", *(f"nut {number}" for number in range(10)))]
    with pytest.raises(BudgetExceeded):
        found.run(entities, budget=Budget(calls=4))
    assert len(found.asked) == 4
    assert len(found.run(entities)) == 1
    assert len(found.asked) == len(set(found.asked)) == 10


def test_a_seed_with_errors_is_not_executed() -> None:
    """The findings say why."""
    with pytest.raises(SeedRefused):
        Executor(seed_of({"n": "sum(e['sevv'] for e in extractions)"}))


def test_a_derivation_leads_to_the_quotes_that_move_it() -> None:
    """Formulas, steps and items; an item moves a primitive that would be another without it."""
    (result,) = Execution().run([entity("a", "nut: severe", "peanut ok", "nut severe too")])
    derived = explain(SEED, body(result), "verdict")
    assert derived.primitive.as_json() == {"value": "bad"}
    (share,) = derived.reads
    (severe,) = share.reads
    assert [(said.item, said.moves) for said in severe.items] == [("1", True), ("3", True), ("2", False)]
    assert severe.items[0].values == {"sev": "severe"}
    assert severe.items[0].evidence["sev"] == {"quote": "severe", "grade": "verbatim", "start": 5, "end": 11}
    with pytest.raises(UnknownName, match="verdict"):
        explain(SEED, body(result), "verdct")
    with pytest.raises(InputError, match="another one"):
        explain(seed_of({**STEPS, "severe": "7"}), body(result), "verdict")
